"""Comparisons: true, false, or open."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Final

from waypost.routes.domain.values import (
    CHANGED,
    MISSING,
    SHARED,
    VERSION,
    AbstractMachine,
    Choice,
    Class,
    Constant,
    External,
    Hole,
    Mapping,
    Object,
    Part,
    Piece,
    Sequence,
    Text,
    Value,
    unknown,
)
from waypost.routes.ir.operations import ORDERS

# What stands behind the path of a URL.
_ENDS_OF_PATHS: Final = ("?", "#")


def compared(m: AbstractMachine, sign: str, left: Value, right: Value) -> bool | None:  # noqa: PLR0911 - a sign each
    """Whether a comparison holds; `None` if no run is known to have it otherwise."""
    if isinstance(left, External) and left.dotted == VERSION:
        return _of_version(sign, right)
    match sign:
        case "==":
            return left.equals(right)
        case "!=" | "<>":
            return _negated(left.equals(right))
        case "is":
            return _is(left, right)
        case "is not":
            return _negated(_is(left, right))
        case "in":
            return _in(m, left, right)
        case "not in":
            return _negated(_in(m, left, right))
    return _ordered(sign, left, right)


def _of_version(sign: str, right: Value) -> bool | None:
    """Whether the version of Python is so: only that it is one of Python 3 is known."""
    known = right.known_items() if isinstance(right, Sequence) else None
    first, *rest = (each.literal() for each in known or (unknown("version"),))
    if not isinstance(first, int) or (first == 3 and any(rest)) or sign in ("==", "!="):  # noqa: PLR2004
        return None
    return (sign in (">", ">=")) is (first <= 3)  # noqa: PLR2004


def _negated(found: bool | None) -> bool | None:  # noqa: FBT001 - it is the value that is negated
    return None if found is None else not found


def _is(left: Value, right: Value) -> bool | None:
    if right.literal() is None:
        return left.is_none()
    if left.literal() is None:
        return right.is_none()
    if isinstance(left, Class | Object) and isinstance(right, Class | Object):
        if left is right:
            return None if isinstance(left, Object) and left.generic else True
        return left.equals(right) if isinstance(left, Object) else False if isinstance(right, Class) else None
    if isinstance(left, Class | External) and isinstance(right, External | Class):
        return None
    return False if _is_own(left, right) or _is_own(right, left) else left.equals(right)


def _is_own(one: Value, other: Value) -> bool:
    """Whether something is an object of the program's own, or a bare one, and another one is plain."""
    is_plain = isinstance(other, Constant | Text | Mapping | Sequence) and not other.flags
    return isinstance(one, Object) and (one.in_program or one.type == "builtins.object") and is_plain


def _in(m: AbstractMachine, left: Value, right: Value) -> bool | None:  # noqa: PLR0911 - a kind each
    # Whoever gives another address gives one without a query.
    is_end = left.literal() in _ENDS_OF_PATHS and right.textual
    if (left.flags | right.flags) & (CHANGED if is_end else SHARED | CHANGED):
        return None
    if isinstance(right, Choice):
        of_each = {_in(m, left, each) for each in right.options()}
        return of_each.pop() if len(of_each) == 1 else None
    literal, others = left.literal(), right.literal()
    if isinstance(literal, str) and isinstance(others, str):
        return literal in others
    if isinstance(literal, str) and isinstance(right, Text):
        known = any(literal in part.text for part in right.pieces if isinstance(part, Piece)) if literal else True
        return True if known else False if literal in _ENDS_OF_PATHS and _is_whole_path(right) else None
    if isinstance(right, Mapping) and literal is not MISSING and not right.shared:
        entry, lacking = right.lookup(left)
        return True if entry is not None and not lacking else None if entry is not None or lacking else False
    if isinstance(right, Sequence):
        each = right.iterate(m).known
        if each is None or (right.shared and right.kind != "tuple"):
            return None
        found = [left.equals(item) for item in each]
        return True if True in found else None if None in found else False
    return None


def _is_whole_path(text: Text) -> bool:
    """Whether a URL ends in its path: what is not known there is one segment each, and its last one is known."""
    chosen = [at for at, each in enumerate(text.pieces) if isinstance(each, Hole) and isinstance(each.value, Choice)]
    if len(chosen) > 1:
        return False
    return all(map(_ends_in_path, _spelled(text.pieces, chosen[0]) if chosen else (text.pieces,)))


def _spelled(pieces: tuple[Part, ...], at: int) -> Iterator[tuple[Part, ...]]:
    """The pieces of a text with each of those that one of them may be."""
    hole = pieces[at]
    for each in hole.value.options() if isinstance(hole, Hole) else ():
        yield (*pieces[:at], *each.parts(), *pieces[at + 1 :])


def _ends_in_path(pieces: tuple[Part, ...]) -> bool:
    first, *others = pieces or (None,)
    if not isinstance(first, Piece) or not first.text.startswith(("http://", "https://", "/")):
        return False
    after = zip_longest(others, others[1:])
    return all(
        isinstance(part, Piece) or (isinstance(then, Piece) and then.text.startswith("/")) for part, then in after
    )


def _ordered(sign: str, left: Value, right: Value) -> bool | None:
    mine, others = left.literal(), right.literal()
    order = ORDERS.get(sign)
    if order is None or mine is MISSING or others is MISSING or (left.flags | right.flags) & (SHARED | CHANGED):
        return None
    try:
        return order(mine, others)
    except TypeError:
        return None
