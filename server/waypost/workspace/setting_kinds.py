"""The kinds of settings: a JSON schema for editors, and a reader that raises `ValueError` with a sentence."""

import json
import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from waypost.results import Severity
from waypost.workspace.globs import anchored
from waypost.workspace.releases import ReleaseRange, bounded, pinned

LEVELS: Final = ("off", *(severity.value for severity in Severity))
_MOST_SHOWN: Final = 40
# The origin of a release that comes from a setting.
_SETTINGS: Final = "the settings"


class Kind(NamedTuple):
    """The type of a setting."""

    schema: Mapping[str, Any]
    read: Callable[[Any], Any]
    # Makes relative paths absolute, so that they mean the same wherever the settings apply.
    anchor: Callable[[Any, Path], Any] | None = None


def choice(*values: str) -> Kind:
    def read(value: Any) -> str:
        if value not in values:
            raise ValueError(f"must be {one_of(values)}, not {shown(value)}")
        return str(value)

    return Kind({"type": "string", "enum": list(values)}, read)


def _is_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _is_table_of(kind: type) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, Mapping) and all(isinstance(each, kind) for each in value.values())


def _reader(fits: Callable[[Any], bool], wanted: str, make: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def read(value: Any) -> Any:
        if not fits(value):
            raise ValueError(f"must be {wanted}, not {shown(value)}")
        return make(value)

    return read


def read_levels(value: Any) -> Severity | None:
    """The severity with this name; None turns a rule off."""
    if value not in LEVELS:
        raise ValueError(f"must be {one_of(LEVELS)}, not {shown(value)}")
    return None if value == "off" else Severity(value)


def _anchored_globs(globs: Iterable[str], base: Path) -> tuple[str, ...]:
    return tuple(anchored(glob, base) for glob in globs)


def _anchored_keys(table: Mapping[str, Any], base: Path) -> Mapping[str, Any]:
    return {anchored(glob, base): each for glob, each in table.items()}


def _absolute(path: str, base: Path) -> str:
    return os.path.normpath(base / path) if path else path


_STRINGS: Final = {"type": "array", "items": {"type": "string"}}
_read_text = _reader(lambda value: isinstance(value, str), "a string", str)
_read_texts = _reader(_is_texts, "a list of strings", tuple)

FLAG: Final = Kind({"type": "boolean"}, _reader(lambda value: isinstance(value, bool), "true or false", bool))
TEXT: Final = Kind({"type": "string"}, _read_text)
PATH: Final = Kind({"type": "string"}, _read_text, _absolute)
TEXTS: Final = Kind(_STRINGS, _read_texts)
PATHS: Final = Kind(_STRINGS, _read_texts, lambda paths, base: tuple(_absolute(path, base) for path in paths))
GLOBS: Final = Kind(_STRINGS, _read_texts, _anchored_globs)
TABLES: Final = Kind(
    {"type": "object", "additionalProperties": {"type": "object"}},
    _reader(_is_table_of(Mapping), "a table of tables", dict),
)
GLOB_TABLES: Final = Kind(TABLES.schema, TABLES.read, _anchored_keys)


def read_release(value: Any) -> ReleaseRange:
    """The releases that one entry of `releases` allows."""
    text = value if isinstance(value, str) else ""
    found = pinned(text, _SETTINGS) if text[:1].isdigit() else bounded(text, _SETTINGS)
    if found is None or not text.strip():
        raise ValueError(f"must be a release such as `0.27`, or bounds such as `>=0.27,<0.29`, not {shown(value)}")
    return found


RELEASES: Final = Kind(
    {"type": "object", "additionalProperties": {"type": "string"}},
    _reader(_is_table_of(object), "a table of releases", dict),
)


def one_of(values: Iterable[str]) -> str:
    """`a`, `b` or `c`."""
    *most, last = (f"`{value}`" for value in values)
    return f"{', '.join(most)} or {last}" if most else last


def shown(value: Any) -> str:
    """A value as written in a file, short enough for a sentence."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return f"`{text if len(text) <= _MOST_SHOWN else text[: _MOST_SHOWN - 1] + '…'}`"
