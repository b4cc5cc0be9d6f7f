"""The effective configuration, written as TOML or plain data, in the form of typos' own dump."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from waypost.config.edit import headed, key_text
from waypost.config.model.effective import Setting, Settings, Sourced, effective_engine, effective_files, type_settings
from waypost.config.model.schema import SchemaNode, root
from waypost.config.parse import Table

_ESCAPED = re.compile(r'["\\\x00-\x1f\x7f]')


def dump(config: Table | None) -> dict[str, Any]:
    """Everything as plain data: unset values are left out, empty lists and tables are included."""
    engine = root().properties["default"]
    typed = root().properties["type"].additional
    assert typed is not None
    return {
        "files": _plain(effective_files(config), root().properties["files"]),
        "default": _plain(effective_engine(config), engine),
        "type": {name: _plain(settings, typed) for name, settings in sorted(type_settings(config).items())},
    }


def _plain(settings: Settings, node: SchemaNode) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for key, child in node.properties.items():
        if key in settings:
            values[key] = plain_setting(settings[key])
        elif child.is_list or child.is_table:
            values[key] = child.default.copy()
    return values


def plain_setting(setting: Setting) -> Any:
    """A setting without its origin."""
    if isinstance(setting, Sourced):
        return setting.value
    if isinstance(setting, Mapping):
        return {name: each.value for name, each in setting.items()}
    return [each.value for each in setting]


def to_toml(data: Mapping[str, Any]) -> str:
    """Plain data as TOML: values first, then a header for each table."""
    return "\n".join(_lines(data, ())) + "\n"


def _lines(data: Mapping[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    tables = {key: value for key, value in data.items() if isinstance(value, Mapping)}
    values = {key: value for key, value in data.items() if key not in tables}
    if path and (values or not tables):
        yield f"[{headed(path)}]"
    for key, value in values.items():
        yield f"{key_text(key)} = {value_text(value)}"
    if path and (values or not tables):
        yield ""
    for key, table in tables.items():
        yield from _lines(table, (*path, key))


def value_text(value: Any) -> str:
    """A plain value as TOML writes it."""
    if isinstance(value, str):
        return _string(value)
    if isinstance(value, list):
        return f"[{', '.join(map(value_text, value))}]"
    return json.dumps(value)


def _string(value: str) -> str:
    if "\\" in value and not re.search(r"['\x00-\x08\x0a-\x1f\x7f]", value):
        return f"'{value}'"
    return f'"{_ESCAPED.sub(_escape, value)}"'


def _escape(found: re.Match[str]) -> str:
    character = found[0]
    return f"\\{character}" if character in '"\\' else f"\\u{ord(character):04x}"
