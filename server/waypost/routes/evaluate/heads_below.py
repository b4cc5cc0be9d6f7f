"""Which classes of a package name which bases: a file does not know who inherits from its classes."""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final, NamedTuple

from waypost.routes.evaluate.class_heads import ClassHead, class_heads
from waypost.routes.source.names import names_made
from waypost.text import Document
from waypost.workspace import Workspace
from waypost.workspace.files import DiskStamp, disk_stamp, read_file
from waypost.workspace.uris import path_of

# A package with more sources is generated: its classes send nothing through one another's bases.
_MOST_FILES: Final = 2_000
_LARGEST_FILE: Final = 2_000_000
# What is kept of all packages together.
_MOST_KEPT: Final = 20_000
_MOST_FOLDERS: Final = 32
# A test's class replaces what sends requests by something that does not.
_OF_TESTS: Final = frozenset(("tests", "test", "testing", "conftest.py"))


class SourceHeads(NamedTuple):
    """The classes with bases in a source, and the names of those that it makes objects of."""

    classes: tuple[ClassHead, ...]
    made: frozenset[str]


def _heads_in(source: bytes) -> SourceHeads:
    return SourceHeads(class_heads(source), names_made(source))


def _heads_of(document: Document) -> SourceHeads:
    return _heads_in(document.source)


@dataclass(frozen=True)
class HeadsBelow:
    """The heads in the sources below a folder, by the paths of their files."""

    files: Mapping[str, SourceHeads]

    @cached_property
    def by_base(self) -> Mapping[str, Sequence[tuple[str, str]]]:
        """The files and names of the classes that name each base."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path in sorted(self.files):
            for head in self.files[path].classes:
                for base in head.bases:
                    found.setdefault(base, []).append((path, head.name))
        return found

    @cached_property
    def by_made(self) -> Mapping[str, Sequence[str]]:
        """The files that make objects of each class."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.files):
            for name in self.files[path].made:
                found.setdefault(name, []).append(path)
        return found

    def heirs_of(self, names: Iterable[str]) -> Iterator[str]:
        """The names of the classes that may inherit from one with such a name."""
        waiting = list(names)
        seen = set(waiting)
        for base in waiting:
            for _, name in self.by_base.get(base, ()):
                if name not in seen:
                    seen.add(name)
                    waiting.append(name)
                    yield name


class PackageHeads:
    """What was read from disk, each file once until it changes."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[DiskStamp, SourceHeads]] = {}
        # By folder, each with the moment at which it was looked at.
        self._folders: dict[str, tuple[int, Mapping[str, SourceHeads]]] = {}

    def below(self, folder: str, workspace: Workspace) -> HeadsBelow:
        """The classes in the sources below a folder, as the user sees them."""
        known = self._folders.get(folder)
        if known is None or known[0] != workspace.moment:
            self._folders.pop(folder, None)
            if len(self._folders) >= _MOST_FOLDERS:
                del self._folders[next(iter(self._folders))]
            known = self._folders[folder] = workspace.moment, dict(self._on_disk(folder))
        files = dict(known[1])
        for document in workspace.open.values():
            path = path_of(document.uri)
            if path is not None and _is_source_of(folder, path):
                files[str(path)] = document.derived(_heads_of)
        return HeadsBelow({path: heads for path, heads in files.items() if any(heads)})

    def _on_disk(self, folder: str) -> Iterator[tuple[str, SourceHeads]]:
        paths = list(_sources(folder))
        if len(paths) > _MOST_FILES:
            return
        if len(self._files) > _MOST_KEPT:
            self._files.clear()
        for path in paths:
            stamp = disk_stamp(path)
            if stamp is None or stamp.size > _LARGEST_FILE:
                continue
            known = self._files.get(path)
            if known is None or known[0] != stamp:
                known = self._files[path] = stamp, _heads_in(read_file(path) or b"")
            yield path, known[1]


def _counts(parts: Sequence[str]) -> bool:
    """Whether a source with this path below its package counts: it does not belong to a test, and can be imported."""
    return _OF_TESTS.isdisjoint(parts) and all(part.partition(".")[0].isidentifier() for part in parts)


def _is_package(folder: str) -> bool:
    """Whether what is in the folders below belongs to it."""
    return os.path.isfile(os.path.join(folder, "__init__.py"))  # noqa: PTH113, PTH118 - strings, as below


def _is_source_of(folder: str, path: Path) -> bool:
    """Whether `_sources` finds a path, or would if it were on disk."""
    if path.suffix != ".py" or not path.is_relative_to(folder):
        return False
    parts = path.relative_to(folder).parts
    return _counts(parts) and (len(parts) == 1 or _is_package(folder))


def _sources(folder: str) -> Iterator[str]:
    """The sources below a folder, without what links lead to; outside of packages, only those in the folder itself."""
    waiting, count, is_deep = [folder], 0, _is_package(folder)
    while waiting and count <= _MOST_FILES:
        try:
            with os.scandir(waiting.pop()) as entries:
                for entry in entries:
                    if not _counts((entry.name,)):
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        waiting.extend([entry.path] if is_deep else ())
                    elif entry.name.endswith(".py") and entry.is_file(follow_symlinks=False):
                        count += 1
                        yield entry.path
        except OSError:  # gone meanwhile, or not readable
            continue


def heads_below(folder: str, workspace: Workspace) -> HeadsBelow:
    """The classes in the sources below a folder."""
    return workspace.services.of(PackageHeads).below(folder, workspace)


def written_heads(folder: str) -> bytes:
    """The same as one text, as they are on disk: equal if the classes are."""
    found = PackageHeads().below(folder, Workspace()).files
    written = ((path, sorted(found[path].made), found[path].classes) for path in sorted(found))
    return repr([(*each, [(name, sorted(bases)) for name, bases in heads]) for *each, heads in written]).encode()
