"""Settings of a project: `[tool.waypost]` in its pyproject.toml."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from waypost.workspace.files import read_file
from waypost.workspace.settings import SETTINGS, Problem, Settings, field_name

PROJECT_FILE = "pyproject.toml"


def project_settings(folder: Path, *layers: Mapping[str, Any]) -> tuple[Settings, list[Problem]]:
    """The settings of a folder, its own over the other layers, and what is wrong in any of them."""
    own, left_out = _own_layer(folder)
    settings, problems = Settings.read(*layers, own)
    return settings, left_out + problems + _call_problems(settings)


def _call_problems(settings: Settings) -> list[Problem]:
    if not settings.calls:
        return []
    from waypost.routes.calls.user import problems_of  # loads the table of calls

    return problems_of(settings.calls)


def _own_layer(folder: Path) -> tuple[Mapping[str, Any], list[Problem]]:
    """The raw settings of a folder, and what was left out: a project must not name programs to run."""
    table = _tool_table(folder / PROJECT_FILE)
    kept, problems = {}, []
    for key, value in table.items():
        setting = SETTINGS.get(field_name(key))
        if setting is not None and setting.metadata.get("restricted"):
            problems.append(Problem(key, "is taken from your editor's or user settings alone, not from a project"))
        else:
            kept[key] = value
    return kept, problems


def _tool_table(path: Path) -> Mapping[str, Any]:
    try:
        data: Any = tomllib.loads((read_file(path) or b"").decode("utf-8", "replace"))
    except (tomllib.TOMLDecodeError, RecursionError):
        return {}  # a broken pyproject.toml is a diagnostic of its own
    for key in ("tool", "waypost"):
        data = data.get(key) if isinstance(data, Mapping) else None
    return data if isinstance(data, Mapping) else {}
