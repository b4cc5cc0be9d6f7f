"""What an arm of a branch knows of a value that its condition is about."""

from waypost.routes.domain.values import NONE, AbstractMachine, Choice, Unknown, Value, choice, concatenated, unknown
from waypost.routes.ir.operations import ORDERS, Test
from waypost.routes.run.binding import any_object


def narrowed(m: AbstractMachine, value: Value, test: Test, operand: Value | None) -> Value:
    """The value where a test holds.

    A value that contradicts it may have been changed by code that is not seen (were it certain, the arm would be
    dead), and then nothing is known about it.
    """
    kept = [(each, arms) for each, arms in value.cases() if _fits(m, each, test, operand) is not False]
    if not kept:
        other = unknown(value.name if isinstance(value, Unknown) else test.path[-1])
        is_ended = test.kind == "endswith" and not test.negated and operand is not None
        return concatenated([other, operand]) if is_ended and operand is not None else other
    if test.kind == "none" and not test.negated:
        return NONE
    if test.kind == "equal" and not test.negated and operand is not None and isinstance(value, Unknown | Choice):
        return operand
    if test.kind == "instance" and not test.negated and operand is not None and isinstance(value, Unknown):
        return any_object(m, operand) or value
    if test.kind == ("none" if test.negated else "truth"):
        kept = [(each.as_given(), arms) for each, arms in kept]
    is_whole = len(kept) == len(value.options()) and all(
        each is option for (each, _), option in zip(kept, value.options(), strict=True)
    )
    return value if is_whole else choice([each.under(arms) for each, arms in kept])


def _fits(m: AbstractMachine, value: Value, test: Test, operand: Value | None) -> bool | None:
    """Whether a test may hold for one alternative, even if others can reach it."""
    literal = value.literal()
    found: bool | None
    match test.kind:
        case "truth":
            plain = value.flagged(0)
            found = bool(literal) if _is_plain(literal) else plain.truth()
        case "none":
            found = literal is None if _is_plain(literal) else value.is_none()
        case "equal":
            other = operand.literal() if operand is not None else None
            found = literal == other if _is_plain(literal) else False if value.is_none() else None
        case "in" | "startswith" | "endswith":
            other = operand.literal() if operand is not None else None
            found = _has(literal, test.kind, other) if isinstance(literal, str) and isinstance(other, str) else None
        case sign if sign in ORDERS:
            other = operand.literal() if operand is not None else None
            found = ORDERS[sign](literal, other) if _is_number(literal) and _is_number(other) else None
        case _:
            found = value.instance_of(m, operand) if operand is not None else None
    return found if found is None else found is not test.negated


def _has(text: str, kind: str, part: str) -> bool:
    return part in text if kind == "in" else text.startswith(part) if kind == "startswith" else text.endswith(part)


def _is_number(literal: object) -> bool:
    return isinstance(literal, (int, float))


def _is_plain(literal: object) -> bool:
    return literal is None or isinstance(literal, (str, int, float, bool, bytes))
