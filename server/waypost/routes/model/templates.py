"""Templates as `str.format` fills them, with what is not known of their values kept."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

from waypost.routes.model.values import (
    Arguments,
    Constant,
    Hole,
    Part,
    Reference,
    Text,
    TextPiece,
    Unknown,
    Value,
)
from waypost.text import Span

_CONVERSIONS: Final[Mapping[str, Callable[[Any], Any]]] = {"": lambda same: same, "!r": repr, "!s": str, "!a": ascii}
# In a format specification: a width longer than any URL, or a great many digits after the point.
_WIDE: Final = re.compile(r"\d{4}")
_FIELD: Final = re.compile(r"\{\{|\}\}|\{(?P<name>[^{}!:]*)(?P<spec>![rsa])?(?P<format>:(?:[^{}]|\{[^{}]*\})*)?\}")


def format_call(template: Text, arguments: Arguments) -> Text:
    """`template.format(…)`."""
    numbers = iter(range(1_000))
    parts: list[Part] = []
    at = 0
    for found in _FIELD.finditer(template.marked):
        parts += template.slice(at, found.start()).parts
        at, span = found.end(), template.where(*found.span())
        if found["name"] is None:
            parts.append(TextPiece(found[0][0], span, verbatim=False))
        else:
            name = found["name"] or str(next(numbers))
            parts += _field(name, (found["spec"] or "") + (found["format"] or ""), span, arguments)
    return Text((*parts, *template.slice(at, len(template.marked)).parts))


def _field(name: str, spec: str, span: Span | None, arguments: Arguments) -> tuple[Part, ...]:
    root = re.split(r"[.\[]", name, maxsplit=1)[0]
    found = arguments.at(int(root), None) if root.isdecimal() else arguments.keywords.by_key.get(root)
    if found is None:
        missing = not (arguments.open if root.isdecimal() else arguments.keywords.open)
        return (Hole(Unknown(name), name, span, "format", spec, missing=missing),)
    if root != name:
        value: Value = Unknown(expression_of(found.value, root) + name[len(root) :])
    else:
        value = found.value
    return _parts_of(value, expression_of(value, root), found.value_span or span, spec)


def _parts_of(value: Value, expression: str, span: Span | None, spec: str) -> tuple[Part, ...]:
    """What a value contributes to a text; `spec` is a conversion and format specification as written."""
    if not spec:
        if isinstance(value, Text):
            return value.parts
        if isinstance(value, Constant):
            return (TextPiece(str(value.value), span, verbatim=False),)
    elif (formatted := _formatted(value, spec)) is not None:
        return (TextPiece(formatted, span, verbatim=False),)
    return (Hole(value, expression, span, "format", spec),)


def _formatted(value: Value, spec: str) -> str | None:
    known = value.known if isinstance(value, Text) else value.value if isinstance(value, Constant) else None
    if known is None:
        return None
    conversion, _, form = spec.partition(":")
    try:
        shown = _CONVERSIONS[conversion](known)
        return None if _WIDE.search(form) else format(shown, form)
    except (ArithmeticError, ValueError, TypeError, KeyError):
        return None


def quoted(value: Value, kept: str) -> Value:
    """A value in a path, with its known parts percent-encoded but for what is kept; as it is if Python would raise."""
    if not isinstance(value, Text):
        return value
    try:
        return Text(tuple(_quoted(each, kept) for each in value.parts), value.span)
    except UnicodeEncodeError:  # half of a surrogate pair
        return value


def _quoted(part: Part, kept: str) -> Part:
    return replace(part, text=quote(part.text, safe=kept)) if isinstance(part, TextPiece) else part


def expression_of(value: Value, otherwise: str) -> str:
    """The words by which an unknown value is shown."""
    if isinstance(value, Reference):
        return value.name
    return value.expression if isinstance(value, Unknown) else otherwise
