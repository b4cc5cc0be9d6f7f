"""One file with settings: a `waypost.toml`, or a `pyproject.toml` with `[tool.waypost]`.

It is read by the tolerant reader for configurations: an error affects only the setting it is in, and every error has
its position.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from waypost.config.parse import Syntax, Table, Tree, parse, plain
from waypost.workspace.bounds import is_within, repository_of
from waypost.workspace.files import is_file
from waypost.workspace.globs import dead_glob
from waypost.workspace.setting_kinds import GLOB_TABLES, GLOBS, ApiSetting
from waypost.workspace.settings import (
    SETTINGS,
    SettingProblem,
    Settings,
    SettingsLayer,
    did_you_mean,
    field_name,
)

OWN_FILE = "waypost.toml"
PYPROJECT = "pyproject.toml"
PROJECT_FILES = (OWN_FILE, PYPROJECT)

_TOML = ".toml"


@dataclass(frozen=True)
class SettingsFile:
    """A settings file as it was read."""

    path: Path
    tree: Tree
    # Where in the file its settings are.
    prefix: tuple[str, ...]
    table: Table

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """The raw settings, without those that a project may not set."""
        raw = plain(self.table)
        return {key: value for key, value in raw.items() if not is_restricted(key)}

    @property
    def extends(self) -> Path | None:
        """The file that this one extends."""
        target = self.values.get("extend")
        if not isinstance(target, str) or not target.endswith(_TOML):
            return None  # its problems are shown at this line
        return Path(os.path.normpath(self.path.parent / target))

    @property
    def layer(self) -> SettingsLayer:
        return SettingsLayer(self.values, self.path.parent)

    @cached_property
    def problems(self) -> Sequence[SettingProblem]:
        """The settings in this file that cannot be used."""
        settings, problems = Settings.read(self.layer)
        wrong = *_wrong_calls(settings), *_wrong_releases(settings)
        return [*_restricted(plain(self.table)), *problems, *wrong, *self._missing(settings)]

    @cached_property
    def dead_globs(self) -> Mapping[str, Mapping[str, str]]:
        """By the key of a setting: its globs that match nothing, and why."""
        found: dict[str, dict[str, str]] = {}
        for key, value in self.values.items():
            setting = SETTINGS.get(field_name(key))
            if setting is not None and setting.metadata.get("kind") in (GLOBS, GLOB_TABLES) and value:
                globs = (each for each in value if isinstance(each, str)) if isinstance(value, list | dict) else ()
                reasons = {glob: dead_glob(glob, self.path.parent) for glob in globs}
                found[key] = {glob: why for glob, why in reasons.items() if why}
        return found

    @property
    def is_sound(self) -> bool:
        return not self.tree.errors and not self.problems

    def _missing(self, settings: Settings) -> Iterator[SettingProblem]:
        if self.extends is not None and not is_file(self.extends):
            yield SettingProblem("extend", f"there is no file `{self.values['extend']}`")
        elif self.extends is None and self.values.get("extend"):
            yield SettingProblem("extend", f"`{self.values['extend']}` is not a TOML file, and is not read")
        if settings.baseline and not is_within(Path(settings.baseline), [repository_of(self.path.parent)]):
            outside = "is outside of the project, and is neither read nor written"
            yield SettingProblem("baseline", f"`{self.values['baseline']}` {outside}")
        written = plain(self.table).get("apis", {})
        for key, api in settings.apis.items():
            named = written[key].get("document", key) if isinstance(written[key], Mapping) else written[key]
            problem = self._problem_of(api, named)
            if problem:
                yield SettingProblem(f"apis.{key}", problem, ("apis", key))

    def _problem_of(self, api: ApiSetting, written: str) -> str:
        """Why an API of the settings is unknown; nothing if it is known."""
        if api.edition or api.app:
            return ""
        if not is_within(Path(api.document), [repository_of(self.path.parent)]):
            return f"`{written}` is outside of the project, and is not read"
        return "" if is_file(api.document) else f"there is no file `{written}`"


def read_settings(path: Path, source: bytes) -> SettingsFile | None:
    """The settings in a file; None if it has none."""
    if path.name == PYPROJECT and b"waypost" not in source:
        return None
    tree = parse(source, Syntax.TOML)
    if path.name != PYPROJECT:
        return SettingsFile(path, tree, (), tree.root)
    entry = tree.root.find("tool", "waypost")
    if entry is None or not isinstance(entry.value, Table):
        return None
    return SettingsFile(path, tree, ("tool", "waypost"), entry.value)


def is_restricted(key: str) -> bool:
    """Whether a setting names a program to run: only the user's own settings may do that."""
    setting = SETTINGS.get(field_name(key))
    return setting is not None and bool(setting.metadata.get("restricted"))


def _restricted(raw: Mapping[str, Any]) -> Iterator[SettingProblem]:
    """A project may not name programs to run."""
    for key in filter(is_restricted, raw):
        yield SettingProblem(key, "is only read from your editor's or user settings, not from a project", (key,))


def _wrong_calls(settings: Settings) -> list[SettingProblem]:
    if not settings.calls:
        return []
    from waypost.routes.calls.user import problems_of  # loads the table of calls

    return problems_of(settings.calls)


def _wrong_releases(settings: Settings) -> Iterator[SettingProblem]:
    """Packages that are not HTTP clients: nothing uses their releases."""
    if not settings.releases:
        return
    from waypost.clients import packages  # loads every client

    for package in settings.releases:
        if package not in (known := packages()):
            message = "is not the package of an HTTP client" + did_you_mean(package, known)
            yield SettingProblem(f"releases.{package}", message, ("releases", package))
