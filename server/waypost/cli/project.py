"""The workspace a command works in: the project around each path, with its settings."""

import os
from collections.abc import Iterable
from pathlib import Path

from waypost.workspace import Folder, Workspace
from waypost.workspace.project import project_root, project_settings
from waypost.workspace.settings import Problem


def workspace_of(paths: Iterable[Path]) -> tuple[Workspace, list[Problem]]:
    """A workspace with the project of every path, and what is wrong in their settings."""
    folders: list[Folder] = []
    problems: list[Problem] = []
    for root in dict.fromkeys(_project_root(path.absolute()) for path in paths):
        settings, found = project_settings(root)
        folders.append(Folder(root, settings))
        problems += found
    return Workspace(folders), problems


def _project_root(path: Path) -> Path:
    """Where the settings of a path are."""
    start = path if os.path.isdir(path) else path.parent  # noqa: PTH112 - says no where nobody may look
    return project_root(start)
