"""Settings of a project: its `waypost.toml`, else `[tool.waypost]` in its `pyproject.toml`."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from waypost.workspace.files import read_file
from waypost.workspace.settings import SETTINGS, Problem, Settings, field_name

OWN_FILE = "waypost.toml"
PYPROJECT = "pyproject.toml"
PROJECT_FILES = (OWN_FILE, PYPROJECT)


def project_settings(folder: Path, *layers: Mapping[str, Any]) -> tuple[Settings, list[Problem]]:
    """The settings of a folder, its own over the other layers, and what is wrong in any of them."""
    own, left_out = _own_layer(folder)
    settings, problems = Settings.read(*layers, own)
    return settings, left_out + problems + _call_problems(settings)


def project_root(folder: Path) -> Path:
    """The folder whose settings hold: the nearest one with any, else with a pyproject.toml, else the folder itself."""
    above = (folder, *folder.parents)
    with_file = (each for each in above if os.path.isfile(each / PYPROJECT))  # noqa: PTH113 - as below
    return next((each for each in above if _has_settings(each)), None) or next(with_file, folder)


def _has_settings(folder: Path) -> bool:
    if os.path.isfile(folder / OWN_FILE):  # noqa: PTH113 - says no where nobody may look
        return True
    source = read_file(folder / PYPROJECT)
    return source is not None and b"waypost" in source and _tool_table(source) is not None


def _call_problems(settings: Settings) -> list[Problem]:
    if not settings.calls:
        return []
    from waypost.routes.calls.user import problems_of  # loads the records of clients

    return problems_of(settings.calls)


def _own_layer(folder: Path) -> tuple[Mapping[str, Any], list[Problem]]:
    """The raw settings of a folder, and what was left out: a project must not name programs to run."""
    table, problems = _table_of(folder)
    kept = {}
    for key, value in table.items():
        setting = SETTINGS.get(field_name(key))
        if setting is not None and setting.metadata.get("restricted"):
            problems.append(Problem(key, "is taken from your editor's or user settings alone, not from a project"))
        else:
            kept[key] = value
    return kept, problems


def _table_of(folder: Path) -> tuple[Mapping[str, Any], list[Problem]]:
    source = read_file(folder / OWN_FILE)
    if source is None:
        return _tool_table(read_file(folder / PYPROJECT) or b"") or {}, []
    try:
        return _parsed(source), []
    except tomllib.TOMLDecodeError as error:
        return {}, [Problem(OWN_FILE, f"cannot be read: {error}")]


def _tool_table(source: bytes) -> Mapping[str, Any] | None:
    """What stands in `[tool.waypost]`; None where there is no such table."""
    try:
        data: Any = _parsed(source)
    except tomllib.TOMLDecodeError:
        return None  # a broken pyproject.toml is a diagnostic of its own
    for key in ("tool", "waypost"):
        data = data.get(key) if isinstance(data, Mapping) else None
    return data if isinstance(data, Mapping) else None


def _parsed(source: bytes) -> Mapping[str, Any]:
    try:
        return tomllib.loads(source.decode("utf-8-sig", "replace"))
    except RecursionError:
        raise tomllib.TOMLDecodeError("nested too deeply") from None
