"""The workspace a command works in: the projects around its paths, with their settings."""

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from waypost.cli.choices import ChosenSettings, RunChoice
from waypost.projects import DiscoveredProjects, SettingsFile, SettingsSources
from waypost.workspace import Services, Workspace
from waypost.workspace.files import is_folder

if TYPE_CHECKING:
    from waypost.config.typos.runs import Run


def workspace_of(
    paths: Iterable[Path],
    *,
    chosen: ChosenSettings | None = None,
    isolated: bool = False,
    choice: RunChoice | None = None,
) -> tuple[Workspace, DiscoveredProjects]:
    """A workspace with the projects of every path."""
    chosen = chosen or ChosenSettings()
    only = chosen.file.absolute() if chosen.file else None
    sources = SettingsSources(only=only, overrides=chosen.single, isolated=isolated, choice=choice)
    services = Services()
    projects = sources.read_by(services)
    folders = (projects.at(str(_folder(path))) for path in paths)
    unique = {folder.path: folder for folder in folders}
    return Workspace(list(unique.values()), projects=sources, services=services), projects


def with_run_at(command: Callable[..., None]) -> Callable[..., None]:
    """The option that says where typos is run."""
    return click.option(
        "--run-at",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        help="The folder in which you run typos. By default as the setting says, or the top of the checkout.",
    )(command)


def run_of(path: Path, workspace: Workspace, run_at: Path | None) -> "Run":
    """The run of typos that a command is about."""
    from waypost.config.typos.runs import Run

    if run_at is not None:
        return Run.at(plain_path(run_at), workspace)
    return Run.of(plain_path(path), workspace, Path.cwd())


def plain_path(path: Path) -> Path:
    """An absolute path without `..`."""
    return Path(os.path.abspath(path))  # noqa: PTH100 - `..` names a folder, but links stay


def errors_of(files: Iterable[SettingsFile]) -> list[str]:
    """A line for each setting that cannot be used, for commands that do not report findings."""
    lines = [f"{file.path}: {fault.message}" for file in files for fault in file.tree.errors[:1]]
    return [*lines, *(f"{file.path}: `{each.key}`: {each.message}" for file in files for each in file.problems)]


def _folder(path: Path) -> Path:
    absolute = path.absolute()
    return absolute if is_folder(absolute) else absolute.parent
