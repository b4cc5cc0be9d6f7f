"""The tables that say how to check: `default` and each type."""

from collections.abc import Iterator
from typing import Final

from waypost.config.parse import Array, Scalar, Table

# The list of patterns that are searched for in text, not in identifiers or words.
IN_TEXT: Final = "extend-ignore-re"
EngineTable = tuple[tuple[str, ...], Table]


def engines(config: Table) -> Iterator[EngineTable]:
    """Every such table with its path, `default` first."""
    default = config.get("default")
    if isinstance(default, Table):
        yield ("default",), default
    types = config.get("type")
    for name, entry in types.entries.items() if isinstance(types, Table) else ():
        if isinstance(entry.value, Table):
            yield ("type", name), entry.value


def strings(table: Table | None, key: str) -> Iterator[Scalar]:
    """The complete strings in a list."""
    value = table.get(key) if table else None
    for item in value.items if isinstance(value, Array) else ():
        if isinstance(item, Scalar) and item.is_string and is_whole(item):
            yield item


def is_whole(value: Scalar) -> bool:
    """Whether the syntax of a value is valid."""
    return value.closed and not value.broken
