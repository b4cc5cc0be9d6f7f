"""Dates, UUIDs and decimals that are written out: clients send their text."""

from collections.abc import Callable, Mapping
from datetime import date, datetime, time
from decimal import Decimal
from functools import partial
from typing import Any, Final
from uuid import UUID

from waypost.routes.model.stand_ins import is_known
from waypost.routes.model.values import Arguments, Constant, Text, TextPiece, Value

_MAKERS: Final[Mapping[str, Callable[..., Any]]] = {
    "datetime.date": date,
    "datetime.date.fromisoformat": date.fromisoformat,
    "datetime.datetime": datetime,
    "datetime.datetime.fromisoformat": datetime.fromisoformat,
    "datetime.time": time,
    "decimal.Decimal": Decimal,
    "uuid.UUID": UUID,
}
_METHODS: Final = ("isoformat", "strftime", "date", "time")
_ATTRIBUTES: Final = ("hex", "urn", "year", "month", "day", "hour", "minute")


def _made(maker: Callable[..., Any], arguments: Arguments) -> Value | None:
    """What a function returns for fully known arguments; None if they are not, or it raises."""
    entries = (*arguments.positional, *arguments.keywords.entries)
    if arguments.open or arguments.keywords.open or any(each.maybe or not is_known(each.value) for each in entries):
        return None
    positional = [_plain(each.value) for each in arguments.positional]
    named = {each.key: _plain(each.value) for each in arguments.keywords.entries}
    try:
        return _as_value(maker(*positional, **named))
    except (ArithmeticError, ValueError, TypeError, AttributeError):
        return None


FUNCTIONS: Final[Mapping[str, Callable[[Arguments], Value | None]]] = {
    name: partial(_made, maker) for name, maker in _MAKERS.items()
}


def method(owner: Constant, name: str, arguments: Arguments) -> Value | None:
    """The result of a method of such an object: `day.isoformat()`."""
    found = getattr(owner.value, name, None) if name in _METHODS else None
    return _made(found, arguments) if callable(found) else None


def attribute(owner: Constant, name: str) -> Value | None:
    """`key.hex`, `day.year`."""
    return _as_value(getattr(owner.value, name)) if name in _ATTRIBUTES and hasattr(owner.value, name) else None


def has_method(owner: Constant, name: str) -> bool:
    return name in _METHODS and hasattr(owner.value, name)


def _plain(value: Value) -> Any:
    return value.known if isinstance(value, Text) else getattr(value, "value", None)


def _as_value(made: Any) -> Value | None:
    if isinstance(made, str):
        return Text((TextPiece(made, None),))
    return Constant(made) if isinstance(made, int | date | time | Decimal | UUID) else None
