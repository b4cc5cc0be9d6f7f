"""The effective values, each with its origin.

typos' own order is followed, including its oddities: a declared type takes its built-in settings first, then
`default`, then its own table; for a type that is only built in, its built-in settings override `default`.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any

from waypost.config.model.facts import facts
from waypost.config.model.schema import SchemaNode, root
from waypost.config.parse import Array, Entry, Scalar, Table


class Layer(StrEnum):
    """The origin of a value, the weakest first."""

    BUILT_IN = "built in"
    BUILT_IN_TYPE = "built in for the type"
    FILES = "[files]"
    DEFAULT = "[default]"
    TYPE = "[type]"


@dataclass(frozen=True, slots=True)
class Sourced:
    """A value and its origin; `node` is its place in the configuration, if it has one."""

    value: Any
    layer: Layer
    node: Entry | Scalar | None = None


# A flag or text, the items of a list, or the entries of a table.
Setting = Sourced | tuple[Sourced, ...] | Mapping[str, Sourced]
Settings = Mapping[str, Setting]


def effective_files(config: Table | None) -> Settings:
    """The effective values of `files`. A set flag unsets those that fall back to it, unless they are also set."""
    node = root().properties["files"]
    settings = dict(_built_in(facts().files, Layer.BUILT_IN, node))
    for key, setting in _configured(_table(config, "files"), Layer.FILES, node).items():
        for weaker in _falling_back_to(key):
            settings.pop(weaker, None)
        settings = _merged(settings, {key: setting})
    return settings


def fallback(files: Settings, key: str) -> tuple[str, Setting] | None:
    """The key whose value applies in place of an unset one, and that value."""
    others = root().properties["files"].properties[key].falls_back_to
    return next(((other, files[other]) for other in others if other in files), None)


def effective_engine(config: Table | None, type_name: str | None = None, only: str | None = None) -> Settings:
    """The effective values for files of a type, or of `default` if none is named; `only` limits them to one key."""
    settings = _built_in_default()
    for layer in _layers(config, type_name, only):
        settings = _merged(settings, layer)
    return settings


def inherited_engine(config: Table | None, type_name: str, only: str | None = None) -> Settings:
    """What holds for a declared type without its own table."""
    settings = _built_in_default()
    for layer in _layers(config, type_name, only)[:-1]:
        settings = _merged(settings, layer)
    return settings


@cache
def _built_in_default() -> Settings:
    return _built_in(facts().default, Layer.BUILT_IN, root().properties["default"])


def type_layers(config: Table | None, type_name: str, only: str | None = None) -> tuple[Settings, Settings]:
    """What is built in for a type, and what its own table says."""
    node = _type_node()
    built_in = _built_in(facts().type.get(type_name, {}), Layer.BUILT_IN_TYPE, node)
    return built_in, _configured(_table(_table(config, "type"), type_name), Layer.TYPE, node, only)


def type_settings(config: Table | None) -> Mapping[str, Settings]:
    """The own settings of each type: those built in with settings, and those declared."""
    declared = _table(config, "type")
    names = {**facts().type, **(declared.entries if declared else {})}
    return {name: _one_type(config, name) for name in names}


def _one_type(config: Table | None, name: str) -> Settings:
    settings: Settings = {}
    layers = _layers(config, name)
    for layer in layers if _is_declared(config, name) else layers[1:]:
        settings = _merged(settings, layer)
    return settings


def _layers(config: Table | None, type_name: str | None, only: str | None = None) -> Sequence[Settings]:
    node = root().properties["default"]
    default = _configured(_table(config, "default"), Layer.DEFAULT, node, only)
    if type_name is None:
        return [default]
    built_in, own = type_layers(config, type_name, only)
    return [built_in, default, own] if _is_declared(config, type_name) else [default, built_in]


def _type_node() -> SchemaNode:
    node = root().properties["type"].additional
    assert node is not None
    return node


def _is_declared(config: Table | None, type_name: str) -> bool:
    return _table(_table(config, "type"), type_name) is not None


def _table(table: Table | None, name: str) -> Table | None:
    value = table.get(name) if table else None
    return value if isinstance(value, Table) else None


def _merged(weaker: Settings, stronger: Settings) -> dict[str, Setting]:
    """Lists are joined, tables merged, everything else is replaced."""
    merged = dict(weaker)
    for key, setting in stronger.items():
        before = merged.get(key)
        if isinstance(setting, tuple) and isinstance(before, tuple):
            merged[key] = before + setting
        elif isinstance(setting, Mapping) and isinstance(before, Mapping):
            merged[key] = {**before, **setting}
        else:
            merged[key] = setting
    return merged


def _built_in(values: Mapping[str, Any], layer: Layer, node: SchemaNode) -> Settings:
    return {key: _built_in_setting(values[key], layer) for key in node.properties if key in values}


def _built_in_setting(value: Any, layer: Layer) -> Setting:
    if isinstance(value, dict):
        return {name: Sourced(each, layer) for name, each in value.items()}
    if isinstance(value, list):
        return tuple(Sourced(each, layer) for each in value)
    return Sourced(value, layer)


def _configured(table: Table | None, layer: Layer, node: SchemaNode, only: str | None = None) -> Settings:
    """The settings of a table, the key that others fall back to first; values of the wrong type are left out."""
    settings: dict[str, Setting] = {}
    for key, child in node.properties.items():
        if only not in (None, key):
            continue
        entry = table.entries.get(key) if table else None
        setting = _setting(entry, layer, child) if entry else None
        if setting is not None:
            settings[key] = setting
    return settings


def _setting(entry: Entry, layer: Layer, node: SchemaNode) -> Setting | None:
    value = entry.value
    if isinstance(value, Scalar) and _fits(value, node):
        return Sourced(value.value, layer, entry)
    if isinstance(value, Array) and node.is_list:
        return tuple(
            Sourced(item.value, layer, item) for item in value.items if isinstance(item, Scalar) and item.is_string
        )
    if isinstance(value, Table) and node.is_table:
        return dict(_texts(value, layer))
    return None


def _texts(table: Table, layer: Layer) -> Iterator[tuple[str, Sourced]]:
    for name, entry in table.entries.items():
        if isinstance(entry.value, Scalar) and entry.value.is_string:
            yield name, Sourced(entry.value.value, layer, entry)


def _fits(value: Scalar, node: SchemaNode) -> bool:
    return (isinstance(value.value, bool) and node.is_flag) or (value.is_string and node.is_text)


def _falling_back_to(key: str) -> Iterator[str]:
    for name, node in root().properties["files"].properties.items():
        if key in node.falls_back_to:
            yield name
