"""Comparisons: true, false, or open."""

from waypost.routes.domain.values import (
    CHANGED,
    MISSING,
    SHARED,
    VERSION,
    AbstractMachine,
    Class,
    External,
    Mapping,
    Object,
    Piece,
    Sequence,
    Text,
    Value,
    unknown,
)


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
    return left.equals(right)


def _in(m: AbstractMachine, left: Value, right: Value) -> bool | None:  # noqa: PLR0911 - a kind each
    if (left.flags | right.flags) & (SHARED | CHANGED):
        return None
    literal, others = left.literal(), right.literal()
    if isinstance(literal, str) and isinstance(others, str):
        return literal in others
    if isinstance(literal, str) and isinstance(right, Text):
        known = any(literal in part.text for part in right.pieces if isinstance(part, Piece)) if literal else True
        return True if known else None
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


def _ordered(sign: str, left: Value, right: Value) -> bool | None:
    mine, others = left.literal(), right.literal()
    if mine is MISSING or others is MISSING or (left.flags | right.flags) & (SHARED | CHANGED):
        return None
    try:
        found = {"<": mine < others, ">": mine > others, "<=": mine <= others, ">=": mine >= others}
    except TypeError:
        return None
    return found.get(sign)
