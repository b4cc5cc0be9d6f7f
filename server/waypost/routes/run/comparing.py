"""Comparisons: true, false, or open."""

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
        if not literal or any(literal in part.text for part in right.pieces if isinstance(part, Piece)):
            return True
        return False if literal in _ENDS_OF_PATHS and _is_whole_path(right, literal) else None
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


def _is_whole_path(text: Text, sign: str) -> bool:
    """Whether a URL ends before a sign: what is not known there is one segment each, and its last one is known."""
    rows = [_spelled(part) for part in text.pieces]
    if not all(parts and _begins_url(parts[0]) for parts in rows[0]):
        return False
    is_followed = False
    for options in reversed(rows):
        found = [_begins_segment(parts, sign, is_followed=is_followed) for parts in options]
        if None in found:
            return False
        is_followed = all(found)
    return True


def _spelled(part: Part) -> list[tuple[Part, ...]]:
    """A part of a text as each of those that it may be."""
    is_chosen = isinstance(part, Hole) and isinstance(part.value, Choice)
    return [each.parts() for each in part.value.options()] if is_chosen else [(part,)]  # type: ignore[union-attr]


def _begins_url(part: Part) -> bool:
    return isinstance(part, Piece) and part.text.startswith(("http://", "https://", "/"))


def _begins_segment(parts: tuple[Part, ...], sign: str, *, is_followed: bool) -> bool | None:
    """Whether parts of a path begin a segment, as what follows does or not; nothing if they may have a sign."""
    begins = is_followed
    for part in reversed(parts):
        if sign in part.text if isinstance(part, Piece) else not begins:
            return None
        begins = isinstance(part, Piece) and part.text.startswith("/")
    return begins


def _ordered(sign: str, left: Value, right: Value) -> bool | None:
    mine, others = left.literal(), right.literal()
    order = ORDERS.get(sign)
    if order is None or mine is MISSING or others is MISSING or (left.flags | right.flags) & (SHARED | CHANGED):
        return None
    try:
        return order(mine, others)
    except TypeError:
        return None
