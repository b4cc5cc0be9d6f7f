"""The JSON type of a known value, and whether it can count as another: in a URL or a form, everything is text."""

import re
from collections.abc import Sequence
from typing import Any, Final

from waypost.apis.operation_text import show
from waypost.apis.schemas import Schema
from waypost.routes.model.values import Constant, Text, Value, json_type

_INTEGER: Final = re.compile(r"[-+]?[0-9]+")
_NUMBER: Final = re.compile(r"[-+]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_WORDS: Final = ("true", "false")


def accepted(value: Value, types: Sequence[str], *, as_text: bool) -> bool:
    """Whether a value has one of the types, or may have one."""
    given = json_type(value)
    if given is None or given in types or (given == "integer" and "number" in types):
        return True
    number = value.value if isinstance(value, Constant) else None
    if given == "number" and "integer" in types and isinstance(number, float) and number.is_integer():
        return True
    return as_text and any(_reads_as(value, given, each) for each in types)


def _reads_as(value: Value, given: str, type_: str) -> bool:
    """Whether a value, as text, can be read as one of another type."""
    text = _text(value)
    match type_:
        case "string":
            return given in ("integer", "number", "boolean")
        case "boolean":
            return given == "string" and (text is None or text.lower() in _WORDS)
        case "integer":
            return given == "string" and (text is None or _INTEGER.fullmatch(text) is not None)
        case "number":
            return given == "string" and (text is None or _NUMBER.fullmatch(text) is not None)
    return type_ in ("array", "object")


def known_scalar(value: Value) -> Any:
    """A known text, number or boolean; None for anything else."""
    if isinstance(value, Text):
        return value.known
    return value.value if isinstance(value, Constant) and json_type(value) is not None else None


def number_of(scalar: Any, *, as_text: bool) -> float | None:
    """A known number, or a text that reads as one."""
    if isinstance(scalar, bool):
        return None
    if isinstance(scalar, int | float):
        return scalar
    return float(scalar) if as_text and isinstance(scalar, str) and _NUMBER.fullmatch(scalar) else None


def article(type_: str, schema: Schema | None = None) -> str:
    """A type, as a sentence names it."""
    if type_ == "array":
        items = schema.items.types if schema is not None else ()
        return f"a list of {items[0]}s" if len(items) == 1 and items[0] not in ("array", "null") else "a list"
    if type_ == "null":
        return "null"
    return f"{'an' if type_[0] in 'aeiou' else 'a'} {type_}"


def _text(value: Value) -> str | None:
    scalar = known_scalar(value)
    return show(scalar) if scalar is not None else None
