"""Which files are checked: those named by the user, and those found by walking the named folders."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from pathlib import Path

from waypost.contents import contents_of
from waypost.features import Features
from waypost.kinds import kind_of
from waypost.projects import DiscoveredProjects
from waypost.workspace import Settings, Workspace
from waypost.workspace.files import is_file, is_folder, open_file
from waypost.workspace.homes import HEAD
from waypost.workspace.walk import NOTEBOOK, walk_names

Complain = Callable[[str], None]


class UnreadableError(Exception):
    """A path named by the user that cannot be read."""


@dataclass
class Selection:
    """The files of one run, each once, without those that the settings exclude."""

    projects: DiscoveredProjects
    # Whether files named by the user can be excluded, too, whatever the settings say.
    force: bool = False
    _seen: set[str] = field(default_factory=set)
    # Each folder by its name: where it is, its settings, and whether they exclude all of it.
    _folders: dict[str, tuple[str, Settings, bool]] = field(default_factory=dict)

    def files(self, paths: Sequence[Path], unreadable: Complain) -> Iterator[str]:
        """Add named files and walk named folders; `unreadable` is called for a folder that cannot be read."""
        for path in paths:
            _check_readable(path)
        for path in paths:
            if is_folder(path):
                yield from self._new(name for name in walk_names(path, unreadable) if not self.excludes(name))
            elif not self.is_forced(path) or not self.excludes(os.fspath(path)):
                yield from self._new((os.fspath(path),))

    def api_documents(self, paths: Sequence[Path]) -> Iterator[str]:
        """The API documents below the folders in `paths`, according to the settings read so far."""
        folders = [path for path in paths if is_folder(path)]
        for document in dict.fromkeys(path for each in self.projects.settings for path in each.api_documents):
            found = Path(document)
            inside = next((each for each in folders if found.is_relative_to(each.absolute())), None)
            if inside is not None and is_file(found):
                yield from self._new((os.fspath(inside / found.relative_to(inside.absolute())),))

    def excludes(self, name: str) -> bool:
        """Whether the settings that govern a file exclude it."""
        parent, base = os.path.split(name)  # one of tens of thousands
        known = self._folders.get(parent)
        if known is None:
            folder = os.path.abspath(parent)  # noqa: PTH100 - as above
            settings = self.projects.at(folder).settings
            known = self._folders[parent] = folder, settings, settings.excludes(f"{folder}/")
        folder, settings, is_excluded = known
        return is_excluded or settings.excludes(f"{folder}/{base}")

    @property
    def seen(self) -> AbstractSet[str]:
        """The names of the files chosen so far."""
        return self._seen

    def unsupported(self, paths: Iterable[Path], workspace: Workspace) -> list[Path]:
        """The named files that are not of a kind that is checked."""
        return [path for path in dict.fromkeys(paths) if is_file(path) and not _is_ours(path, workspace)]

    def is_forced(self, path: Path) -> bool:
        """Whether a named file is excluded like any other."""
        return self.force or self.projects.project_of(path.absolute()).settings.force_exclude

    def _new(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            if name not in self._seen:
                self._seen.add(name)
                yield name


def _is_ours(path: Path, workspace: Workspace) -> bool:
    try:
        with open_file(path) as file:
            head = file.read(HEAD)
    except OSError:
        return True  # it was reported
    kinds = (
        kind_of(document, workspace, workspace.settings_of(document.uri))
        for document, _ in contents_of(os.fspath(path), head)
    )
    return any(kind is not Features for kind in kinds) or path.name.endswith(NOTEBOOK)


def _check_readable(path: Path) -> None:
    try:
        kind = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = "no such file or folder" if isinstance(error, FileNotFoundError) else getattr(error, "strerror", error)
        raise UnreadableError(f"{path}: {reason}") from error
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise UnreadableError(f"{path}: neither a file nor a folder")
