"""The texts that a call is given: a request whose URL holds one of them is made specific by that call."""

from collections.abc import Iterator
from typing import Final

from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import (
    Arguments,
    Instance,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    TextPiece,
    Unknown,
    Value,
    options_of,
)

# How deep to search nested lists and objects for a caller's texts.
_DEEPEST: Final = 2


def own_texts(arguments: Arguments) -> list[TextPiece | Unknown]:
    """The texts that a caller passes on, and its unknown values."""
    return [piece for entry in entries_of(arguments) for piece in pieces_of(entry.value)]


def entries_of(arguments: Arguments) -> tuple[KeyedValue, ...]:
    return *arguments.positional, *arguments.keywords.entries


def pieces_of(value: Value, depth: int = 0) -> Iterator[TextPiece | Unknown]:
    """The known and unknown pieces of every text in a value."""
    for option in options_of(value):
        match option:
            case Unknown():
                yield option
            case Text(parts=()):
                yield TextPiece("", None)
            case Text():
                for part in option.parts:
                    yield from (part,) if isinstance(part, TextPiece) else pieces_of(part.value, depth + 1)
            case Row() if depth < _DEEPEST:
                more = option.items if option.rest is None else (*option.items, option.rest)
                yield from (piece for item in more for piece in pieces_of(item, depth + 1))
            case KeyedValues() if depth < _DEEPEST:
                yield from (piece for entry in option.entries for piece in pieces_of(entry.value, depth + 1))
            case Instance() if depth < _DEEPEST:
                yield from (piece for entry in entries_of(option.built) for piece in pieces_of(entry.value, depth + 1))


def credit_key(flow: Evaluation, key: Value | None, found: Value) -> Value:
    """What a table has for a key that a caller gives is what that caller asks for: `OPERATIONS[name]`."""
    given = flow.outer.through if flow.outer is not None else None
    if given and isinstance(key, Text) and any(part is each for part in key.parts for each in given):
        given.extend(piece for piece in pieces_of(found) if isinstance(piece, TextPiece))
    return found
