"""The bounds of a value: a few lines of code can double one forty times.

Every value has a depth and a weight: the sum of its parts, each counted as often as it occurs. A value past the bounds
is unknown. A value that a source writes out in full is always within them.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from waypost.routes.model.values import (
    Arguments,
    Either,
    Hole,
    Instance,
    KeyedValues,
    Method,
    Part,
    Partial,
    Row,
    Text,
    TextPiece,
    Thing,
    Value,
)

# More text than any route has, and more parts than any URL is assembled from.
LONGEST: Final = 10_000
MOST_PARTS: Final = 500
# The longest list whose items a loop or a comprehension is evaluated for in turn.
MOST_ITEMS: Final = 12
# Larger than any table of routes that is not written out; searching all of it takes a few milliseconds.
_HEAVIEST: Final = 50_000
_DEEPEST: Final = 40
_BY_SOURCE: Final = 8
# The only values that have parts.
_WITH_PARTS: Final = frozenset((Text, Row, Either, KeyedValues, Arguments, Thing, Instance, Partial, Method))


class TooMuchError(Exception):
    """A value would grow past its bounds. The evaluator of the expression makes it unknown."""


class Size(NamedTuple):
    """The weight of a value."""

    weight: int = 1
    depth: int = 1


_LEAF: Final = Size()


def bounded(value: Value, source: int = 0) -> Value:
    """The value, if it is within its bounds, which grow with the number of bytes it is written in."""
    size = size_of(value)
    most = LONGEST if isinstance(value, Text) else _HEAVIEST
    if size.weight > most + _BY_SOURCE * source or size.depth > _DEEPEST:
        raise TooMuchError
    return value


def kept_small(table: KeyedValues) -> KeyedValues:
    """A table with a new item; an unknown table if it has grown past its bounds."""
    size = size_of(table)
    return table if size.weight <= _HEAVIEST * 4 and size.depth <= _DEEPEST else KeyedValues(open=True)


def extend(parts: list[Part], more: Iterable[Part], most: int = MOST_PARTS) -> None:
    """Append parts to others, unless they become too many."""
    parts.extend(more)
    if len(parts) > most:
        raise TooMuchError


def size_of(value: Value | Arguments) -> Size:
    """Computed once for each value, from its parts."""
    if type(value) not in _WITH_PARTS:
        return _LEAF
    kept = value.__dict__
    known: Size | None = kept.get("size")
    if known is None:
        weight, depth = 1 + _own_weight(value), 0
        for each in _inside(value):
            inner = size_of(each)
            weight, depth = weight + inner.weight, max(depth, inner.depth)
        known = kept["size"] = Size(weight, depth + 1)
    return known


def _own_weight(value: Value | Arguments) -> int:
    if not isinstance(value, Text):
        return 0
    return sum(len(part.text) if isinstance(part, TextPiece) else 1 for part in value.parts)


def _inside(value: Value | Arguments) -> Iterator[Value | Arguments]:
    match value:
        case Text(parts=parts):
            yield from (part.value for part in parts if isinstance(part, Hole))
        case Row(items=items) | Either(options=items):
            yield from items
        case KeyedValues(entries=entries):
            yield from (entry.value for entry in entries)
        case Arguments(positional=entries, keywords=keywords):
            yield from (entry.value for entry in entries)
            yield keywords
        case Thing(built=built, parent=parent):
            yield built
            yield from () if parent is None else (parent,)
        case Instance(built=built):
            yield built
        case Partial(function=function, arguments=arguments):
            yield function
            yield arguments
        case Method(receiver=receiver):
            yield receiver
