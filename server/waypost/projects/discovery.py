"""Which project a file belongs to: that of the nearest folder with settings, wherever the search began.

Every answer depends only on the file's path and the user's choices: the command line and editors agree. These choices
are part of a workspace state; the workspace's services cache what was read for them.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Protocol, TypeVar

from waypost.projects.file import PROJECT_FILES, PYPROJECT, SettingsFile, read_settings
from waypost.workspace import AnswerCache, Folder, Services, Settings
from waypost.workspace.files import read_file
from waypost.workspace.releases import ProjectReleases
from waypost.workspace.settings import SettingsLayer

T = TypeVar("T")
# What marks the root of a project without settings.
_MARKS: Final = (PYPROJECT, "setup.py", "setup.cfg", ".git", ".hg")
# More than anybody nests on purpose: a file that extends itself stops here.
_MOST_EXTENDED: Final = 10
_MOST_SOURCES: Final = 4


class Choice(Protocol):
    """The user's choices for one run, which apply to all settings."""

    def of(self, settings: Settings) -> Settings: ...


@dataclass(frozen=True, eq=False)
class SettingsSources:
    """The chosen sources of settings: immutable, and reads nothing."""

    # Settings weaker than those of files, by the editor folder that they are for; None is everywhere else.
    layers: Mapping[Path | None, Sequence[SettingsLayer]] = field(default_factory=dict)
    # The one settings file that applies everywhere.
    only: Path | None = None
    # Settings stronger than those of files.
    overrides: Sequence[SettingsLayer] = ()
    # Whether settings files are ignored.
    isolated: bool = False
    choice: Choice | None = None

    def read_by(self, services: Services) -> "DiscoveredProjects":
        """The projects found so far with these sources."""
        return services.of(_ProjectsRead).of(self)


class _ProjectsRead:
    """A service: what was read for the current sources, and for older ones that a late answer may still need."""

    def __init__(self) -> None:
        self._by_sources: AnswerCache[SettingsSources, DiscoveredProjects] = AnswerCache(_MOST_SOURCES)

    def of(self, sources: SettingsSources) -> "DiscoveredProjects":
        known = self._by_sources.get(sources)
        if known is None:
            known = DiscoveredProjects(sources)
            self._by_sources.put(sources, known)
        return known


@dataclass
class DiscoveredProjects:
    """The projects found so far."""

    sources: SettingsSources = field(default_factory=SettingsSources)
    _projects: dict[str, Folder] = field(default_factory=dict)
    _files: dict[Path, SettingsFile | None] = field(default_factory=dict)
    _settings: dict[tuple[Path | None, Path | None], Settings] = field(default_factory=dict)
    _by_globs: dict[tuple[str, tuple[str, ...]], Settings] = field(default_factory=dict)
    _releases: dict[Path, ProjectReleases] = field(default_factory=dict)
    # By folder: the settings file that governs it, and the nearest folder with a mark.
    _governing: dict[str, SettingsFile | None] = field(default_factory=dict)
    _marked: dict[str, str | None] = field(default_factory=dict)

    def project_of(self, path: Path | str) -> Folder:
        """The project of a file."""
        return self.at(os.path.dirname(os.path.normpath(path)))  # noqa: PTH120 - one of tens of thousands

    def settings_of(self, path: str) -> Settings:
        """The settings of a file."""
        project = self.project_of(path)
        globs = project.settings.globs_of(path)
        if not globs:
            return project.settings
        key = (os.path.dirname(path), globs)  # noqa: PTH120 - as above
        if key not in self._by_globs:
            self._by_globs[key] = project.settings.with_rules_of(globs)
        return self._by_globs[key]

    def at(self, folder: str) -> Folder:
        """The project of the files in a folder."""
        known = self._projects.get(folder)
        if known is None:
            known = self._projects[folder] = self._found_at(Path(folder))
        return known

    @property
    def files(self) -> Sequence[SettingsFile]:
        """Every settings file that was read, in that order."""
        return [each for each in self._files.values() if each is not None]

    @property
    def settings(self) -> Sequence[Settings]:
        """The settings of every project found so far, each once."""
        return list(self._settings.values())

    def releases_at(self, root: Path) -> ProjectReleases:
        """The releases of clients that the project in a folder uses, read on first use."""
        if root not in self._releases:
            from waypost.projects.releases import releases_of  # loads every client

            self._releases[root] = releases_of(root)
        return self._releases[root]

    @property
    def releases_are_current(self) -> bool:
        """Whether the files that determine the releases in use are unchanged since they were read."""
        return all(found.is_current for found in list(self._releases.values()))

    def file_of(self, folder: Path) -> SettingsFile | None:
        """The settings file that governs a folder."""
        if self.sources.only is not None:
            return self._file(self.sources.only)
        if self.sources.isolated:
            return None
        return _nearest(os.fspath(folder), self._file_in, self._governing)

    def _found_at(self, folder: Path) -> Folder:
        file = self.file_of(folder)
        root = file.path.parent if file is not None and self.sources.only is None else self._root(folder)
        return Folder(root, self._settings_of(file, self._held_by(folder)))

    def _settings_of(self, file: SettingsFile | None, holder: Path | None) -> Settings:
        key = (file.path if file else None, holder)
        if key not in self._settings:
            own = [each.layer for each in self.chain(file)]
            settings, _ = Settings.read(*self.sources.layers.get(holder, ()), *reversed(own), *self.sources.overrides)
            self._settings[key] = self.sources.choice.of(settings) if self.sources.choice else settings
        return self._settings[key]

    def chain(self, file: SettingsFile | None) -> Iterator[SettingsFile]:
        """A file and those it extends, the strongest first."""
        for _ in range(_MOST_EXTENDED):
            if file is None:
                return
            yield file
            file = self._file(file.extends) if file.extends else None

    def _file_in(self, folder: str) -> SettingsFile | None:
        places = (os.path.join(folder, name) for name in PROJECT_FILES)  # noqa: PTH118 - of thousands of folders
        there = (Path(place) for place in places if os.path.isfile(place))  # noqa: PTH113 - says no where nobody may look
        return next((file for path in there if (file := self._file(path)) is not None), None)

    def _file(self, path: Path) -> SettingsFile | None:
        if path not in self._files:
            source = read_file(path)
            self._files[path] = None if source is None else read_settings(path, source)
        return self._files[path]

    def _root(self, folder: Path) -> Path:
        """The root of a project without settings: the nearest folder with a mark, or the outermost package's parent."""
        marked = _nearest(os.fspath(folder), _with_mark, self._marked)
        if marked is not None:
            return Path(marked)
        while os.path.isfile(folder / "__init__.py"):  # noqa: PTH113
            folder = folder.parent
        return folder

    def _held_by(self, folder: Path) -> Path | None:
        """The innermost editor folder that contains a folder."""
        holding = [each for each in self.sources.layers if each is not None and folder.is_relative_to(each)]
        return max(holding, key=lambda each: len(each.parts), default=None)


def _nearest(folder: str, look: Callable[[str], T | None], known: dict[str, T | None]) -> T | None:
    """What `look` finds in a folder, otherwise in the nearest one above it; each folder is checked once."""
    passed = []
    while folder not in known:
        passed.append(folder)
        found, above = look(folder), os.path.dirname(folder)  # noqa: PTH120 - of thousands of folders
        if found is not None or above == folder:
            known[folder] = found
        folder = folder if folder in known else above
    known.update(dict.fromkeys(passed, known[folder]))
    return known[folder]


def _with_mark(folder: str) -> str | None:
    marks = (os.path.join(folder, mark) for mark in _MARKS)  # noqa: PTH118 - as above
    return folder if any(map(os.path.exists, marks)) else None
