"""Values as plain data: known parts as they are, unknown parts as stand-ins that pass through the builder."""

from typing import Any

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
)

# Data nested deeper than this is shown by a stand-in.
_DEEPEST = 8


def plain(value: Value, preview: Preview, depth: int = 0) -> Any:  # noqa: PLR0911 - one answer for each kind of value
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
            return [plain(item, preview, depth + 1) for item in value.items]
        case Either():
            return plain(value.options[0], preview, depth + 1)
    return preview.unknown(braced(words(value)))


def table(value: KeyedValues, preview: Preview, depth: int = 0) -> dict[str, Any]:
    """The known entries of a table. Possible others are not shown: there may be none."""
    return {entry.key: plain(entry.value, preview, depth + 1) for entry in value.entries}


def text(value: Text, preview: Preview) -> str:
    return "".join(
        preview.unknown(braced(name_of(part)), part.expression) if isinstance(part, Hole) else part.text
        for part in value.parts
    )


def words(value: Value) -> str:  # noqa: PLR0911 - one answer for each kind of value
    """The expression by which a value is shown."""
    match value:
        case Unknown():
            return value.expression
        case Either():
            return " | ".join(dict.fromkeys(map(words, value.options)))
        case Text():
            return value.shown()
        case Constant():
            return str(value.value)
        case KeyedValues():
            return "{…}"
        case Row():
            return "[…]"
    return getattr(value, "name", "") or getattr(value, "expression", "…")


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
