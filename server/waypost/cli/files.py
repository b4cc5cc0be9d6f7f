"""Which files are checked: those that are named, and those that a walk of the named folders comes by."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from waypost.projects import Governing
from waypost.workspace.walk import walk_names

Complain = Callable[[str], None]


class Unreadable(Exception):  # noqa: N818 - its message is for the user
    """A path that was named and cannot be read."""


@dataclass
class Selection:
    """The files of one run, each once, without those that the settings exclude."""

    projects: Governing
    # Whether files that are named are excluded too, whatever the settings say.
    force: bool = False
    _seen: set[str] = field(default_factory=set)
    _excluded: dict[str, bool] = field(default_factory=dict)

    def files(self, paths: Sequence[Path], unreadable: Complain) -> Iterator[str]:
        """Files that are named are taken, folders are walked. `unreadable` is told where a folder is not."""
        for path in paths:
            _check_readable(path)
        for path in paths:
            if path.is_dir():
                yield from self._new(name for name in walk_names(path, unreadable) if not self.excludes(name))
            elif not self._forced(path) or not self.excludes(os.fspath(path)):
                yield from self._new((os.fspath(path),))

    def api_documents(self, paths: Sequence[Path]) -> Iterator[str]:
        """The documents below the folders among `paths` that the settings met so far name as descriptions of APIs."""
        folders = [path for path in paths if path.is_dir()]
        for document in dict.fromkeys(path for each in self.projects.settings for path in each.apis.values()):
            found = Path(document)
            inside = next((each for each in folders if found.is_relative_to(each.absolute())), None)
            if inside is not None and found.is_file():
                yield from self._new((os.fspath(inside / found.relative_to(inside.absolute())),))

    def excludes(self, name: str) -> bool:
        """Whether the settings that govern a file exclude it."""
        path = os.path.abspath(name)  # noqa: PTH100 - one of tens of thousands
        folder = os.path.dirname(path)  # noqa: PTH120
        settings = self.projects.at(folder).settings
        if folder not in self._excluded:
            self._excluded[folder] = settings.excludes(f"{folder}/")
        return self._excluded[folder] or settings.excludes(path)

    def _forced(self, path: Path) -> bool:
        return self.force or self.projects.project_of(path.absolute()).settings.force_exclude

    def _new(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            if name not in self._seen:
                self._seen.add(name)
                yield name


def _check_readable(path: Path) -> None:
    try:
        kind = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = "no such file or folder" if isinstance(error, FileNotFoundError) else getattr(error, "strerror", error)
        raise Unreadable(f"{path}: {reason}") from error
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise Unreadable(f"{path}: neither a file nor a folder")
