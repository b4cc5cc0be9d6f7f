"""`--show-settings FILE`: the settings that apply to a file, and where they come from."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from waypost.cli.project import workspace_of
from waypost.rules import RULES
from waypost.workspace import Settings
from waypost.workspace.files import is_folder
from waypost.workspace.setting_kinds import written_api
from waypost.workspace.settings import SETTINGS, Levels, toml_name

if TYPE_CHECKING:
    from waypost.cli.checking.run import Options


def show_settings(path: Path, options: "Options") -> int:
    """Write them, as TOML that could be written in a `waypost.toml`."""
    workspace, projects = workspace_of([path], chosen=options.config, isolated=options.isolated, choice=options.choice)
    absolute = path.absolute()
    own = projects.file_of(absolute if is_folder(absolute) else absolute.parent)
    sources = [str(file.path) for file in projects.chain(own)]
    click.echo(f"# Settings of {path}: {', which extends '.join(sources) or 'defaults'}")
    settings = workspace.settings_at(str(absolute / "_" if is_folder(absolute) else absolute))
    click.echo(_as_toml(settings))
    return 0 if all(file.is_sound for file in projects.files) else 2


def _as_toml(settings: Settings) -> str:
    plain, tables = [], []
    for name in SETTINGS:
        value = _written(name, settings)
        if isinstance(value, Mapping):
            tables += [_table(toml_name(name), value)] if value else []
        elif value != "" or SETTINGS[name].default == "":
            plain.append(f"{toml_name(name)} = {_value(value)}")
    return "\n".join([*plain, *tables])


def _written(name: str, settings: Settings) -> object:
    """A setting as it is written in a file."""
    value = getattr(settings, name)
    if name == "rules":
        return _levels({rule: settings.severity(rule) for rule in RULES})
    if name == "per_file_rules":
        return {glob: _levels(levels) for glob, levels in value.items()}
    if name == "releases":
        return {package: release.text or str(release) for package, release in value.items()}
    if name == "apis":
        return {key: written_api(api) for key, api in value.items()}
    return value


def _levels(levels: Levels) -> dict[str, str]:
    return {rule: level.value if level else "off" for rule, level in levels.items()}


def _table(name: str, values: Mapping[str, object]) -> str:
    lines = (f"{_key(key)} = {_value(value)}" for key, value in values.items())
    return "\n".join([f"\n[{name}]", *lines])


def _key(key: str) -> str:
    return key if key.replace("-", "").replace("_", "").isalnum() and key.isascii() else json.dumps(key)


def _value(value: object) -> str:
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(str(key))} = {_value(each)}" for key, each in value.items()) + " }"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_value, value))}]"
    return json.dumps(value, ensure_ascii=False, default=str)
