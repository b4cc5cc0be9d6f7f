"""Values as plain data: known parts as they are, unknown parts as stand-ins that pass through the builder."""

import re
from typing import Any, Final

from waypost.core.preview import Preview
from waypost.routes.model.values import (
    Constant,
    Either,
    Hole,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    Unknown,
    Value,
    name_of,
    secrets_in,
)
from waypost.shown.names import called_by, short_name
from waypost.shown.secrets import holds_secrets

# Data nested deeper than this is shown by a stand-in.
_DEEPEST = 8
# What is shown of several texts in the place of one.
_MOST_TEXTS: Final = 3
_LONGEST_TEXT: Final = 16
# How a parameter is declared that is given a text.
_TEXTS: Final = ("str", "AnyStr", "LiteralString")
_SIGNS: Final = re.compile(r"[^\w.,:/-]")


def plain(value: Value, preview: Preview, depth: int = 0, key: str = "") -> Any:  # noqa: PLR0911 - one answer for each kind of value
    """`value` for the builder."""
    if depth > _DEEPEST:
        return preview.unknown("…")
    match value:
        case Text():
            return text(value, preview)
        case Constant():
            return value.value
        case KeyedValues():
            return table(value, preview, depth)
        case Row() if not value.open:
            return [plain(item, preview, depth + 1, key) for item in value.items]
        case Either():
            return plain(value.options[0], preview, depth + 1, key)
    return unknown_value(value, preview, key)


def unknown_value(value: Value, preview: Preview, key: str = "") -> str:
    """A stand-in for a value that is not known, or not as plain data."""
    is_text = isinstance(value, Unknown) and value.annotation in _TEXTS
    stand_in = preview.unknown_text if is_text else preview.unknown
    return stand_in(placeholder(value, key), expression_of(value))


def table(value: KeyedValues, preview: Preview, depth: int = 0) -> dict[str, Any]:
    """The known entries of a table. Possible others are not shown: there may be none."""
    return {entry.key: plain(entry.value, preview, depth + 1, entry.key) for entry in value.entries}


def text(value: Text, preview: Preview) -> str:
    return "".join(_of_hole(part, preview) if isinstance(part, Hole) else part.text for part in value.parts)


def _of_hole(hole: Hole, preview: Preview) -> str:
    shown = braced(name_of(hole))
    if hole.expression.endswith("?"):
        return preview.perhaps(shown, hole.expression.removesuffix("?"))
    return preview.unknown_text(shown, hole.expression)


def words(value: Value, key: str = "") -> str:  # noqa: PLR0911 - one answer for each kind of value
    """The name by which a value is shown, which is that of its key if it has none of its own.

    Of several texts, two or three short ones are shown; a text may be left out if None is among them.
    """
    match value:
        case Unknown():
            return short_name(value.expression, key)
        case Either():
            return _one_of(value, key)
        case Text():
            return value.shown()
        case Constant():
            return str(value.value)
        case KeyedValues():
            return "{…}"
        case Row():
            return "[…]"
    return called_by(key)


def perhaps(value: Value, key: str) -> str:
    """The same for what is given only on some paths through the code."""
    name = called_by(key) if isinstance(value, Row | KeyedValues) else words(value, key)
    if isinstance(value, Text) and (holds_secrets(key) or _open_text(value) is None):
        name = name_of(value.holes[0]) if len(value.holes) == 1 else called_by(key)
    return name if name.endswith("?") else f"{name}?"


def _one_of(value: Either, key: str) -> str:
    given = [each for each in value.options if not (isinstance(each, Constant) and each.value is None)]
    end = "?" if len(given) < len(value.options) else ""
    texts = [_open_text(each) for each in given]
    if 0 < len(texts) <= _MOST_TEXTS and None not in texts and not holds_secrets(key):
        return "|".join(dict.fromkeys(str(each) for each in texts)) + end
    unknown = next((each for each in given if isinstance(each, Unknown)), None)
    return (words(unknown, key) if unknown is not None else called_by(key)).removesuffix("?") + end


def _open_text(value: Value) -> str | None:
    """A known value that is short enough to be one of several in a row."""
    if isinstance(value, Constant):
        return str(value.value)
    text = value.known if isinstance(value, Text) and not any(secrets_in([value])) else None
    return text if text is not None and len(text) <= _LONGEST_TEXT and not _SIGNS.search(text) else None


def placeholder(value: Value, key: str = "") -> str:
    """The name of a value in braces, without any of its own: a list of which more is possible has its key's."""
    return braced(called_by(key) if isinstance(value, Row | KeyedValues) else words(value, key))


def expression_of(value: Value) -> str:
    """What tells two unknown values of one name apart; never shown."""
    return value.expression if isinstance(value, Unknown) else ""


def braced(expression: str) -> str:
    return f"{{{expression}}}"


def is_known(value: Value | None) -> bool:
    """Whether a value is fully known."""
    match value:
        case None | Constant():
            return True
        case Text():
            return value.known is not None
        case KeyedValues():
            return not value.open and all(is_known(entry.value) and not entry.maybe for entry in value.entries)
        case Row():
            return not value.open and all(is_known(item) for item in value.items)
    return False


def known_text(entry: KeyedValue | None) -> str | None:
    """The string that an argument is known to be."""
    return entry.value.known if entry is not None and isinstance(entry.value, Text) else None
