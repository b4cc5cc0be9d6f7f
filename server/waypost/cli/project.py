"""The workspace a command works in: the projects around its paths, with their settings."""

from collections.abc import Iterable
from pathlib import Path

from waypost.projects import Governing, SettingsFile, SettingsSources
from waypost.projects.governing import Choice
from waypost.workspace import Services, Workspace
from waypost.workspace.files import is_folder


def workspace_of(
    paths: Iterable[Path], *, only: Path | None = None, isolated: bool = False, choice: Choice | None = None
) -> tuple[Workspace, Governing]:
    """A workspace with the projects of every path."""
    sources = SettingsSources(only=only.absolute() if only else None, isolated=isolated, choice=choice)
    services = Services()
    projects = sources.read_by(services)
    folders = (projects.at(str(_folder(path))) for path in paths)
    unique = {folder.path: folder for folder in folders}
    return Workspace(list(unique.values()), projects=sources, services=services), projects


def troubles_of(files: Iterable[SettingsFile]) -> list[str]:
    """A line for each setting that cannot be used, for commands that do not report findings."""
    lines = [f"{file.path}: {fault.message}" for file in files for fault in file.tree.errors[:1]]
    return [*lines, *(f"{file.path}: `{each.key}`: {each.message}" for file in files for each in file.problems)]


def _folder(path: Path) -> Path:
    absolute = path.absolute()
    return absolute if is_folder(absolute) else absolute.parent
