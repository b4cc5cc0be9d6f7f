"""The other files that values are imported from: each is found, read and evaluated once for all its importers."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from waypost.routes.evaluate.meter import Meter
from waypost.workspace import Workspace
from waypost.workspace.files import is_file
from waypost.workspace.uris import uri_of

if TYPE_CHECKING:
    from waypost.routes.evaluate.heads_below import HeadsBelow
    from waypost.routes.evaluate.interface import FileAndNames, Making, ModuleNames
    from waypost.routes.model.values import Value

# Bounds the memory: a large module with all its values takes several megabytes.
_MOST_MODULES: Final = 100
# Files that only the folder of the standard library contains.
_STANDARD: Final = ("os.py", "site.py", "sysconfig.py")


class Library:
    """The modules that one or more files import from, valid for as long as none of those files changes."""

    def __init__(self) -> None:
        self.meter = Meter()
        # The state in which files are read at present.
        self.workspace = Workspace()
        self._places: dict[tuple[str, tuple[str, ...], bool], FileAndNames | None] = {}
        self._packages: dict[Path, bool] = {}
        self._uris: dict[Path, str] = {}
        # The files consulted by each piece of work in progress.
        self.watched_files: list[set[str]] = []
        # What is set on objects when they are made, by their class and the id of what they were made of, which stays
        # valid while the objects are kept here.
        self.attributes: dict[tuple[int, int, str, int], tuple[Value, Mapping[str, Value], frozenset[str]]] = {}
        # The calls of classes in the blocks that may make objects.
        self.makings: dict[tuple[str, int], tuple[Sequence[Making], frozenset[str]]] = {}
        # How often something was looked up that was still being evaluated: what follows from that is not kept.
        self.unfinished = 0
        # What was imported when no work was left, by the name under which a module keeps it.
        self.cut_short: list[tuple[dict[str, Any], str]] = []
        self._modules: dict[tuple[str, int, bool], ModuleNames | None] = {}
        # Where names were looked up for each file, and the files that it imports from.
        self._looked_at: dict[str, dict[str, None]] = {}
        self._imported: dict[str, dict[str, None]] = {}
        self._standard: dict[str, bool] = {}
        self._roots: dict[str, Sequence[str]] = {}
        self._heads: dict[str, HeadsBelow] = {}

    def forget_values(self) -> None:
        """Keep where files were found, and drop everything evaluated or read: that takes memory."""
        self._modules.clear()
        self.cut_short.clear()
        self.attributes.clear()
        self.makings.clear()
        self._looked_at.clear()
        self._imported.clear()
        self._roots.clear()
        self._heads.clear()

    def forget_files(self, uris: Iterable[str]) -> None:
        """Drop these files, which change, and all that import from them, directly or through others."""
        gone = set(uris)
        while new := {uri for uri, others in self._imported.items() if uri not in gone and not gone.isdisjoint(others)}:
            gone |= new
        self._modules = {key: module for key, module in self._modules.items() if key[0] not in gone}
        for uri in gone:
            self._looked_at.pop(uri, None)
            self._imported.pop(uri, None)
            self._roots.pop(uri, None)
        # Objects are made of what the changed files give; and names are looked for that are only typed for a moment.
        self.attributes.clear()
        self.makings.clear()
        # A later version may have more work left for it.
        while self.cut_short:
            imported, dotted = self.cut_short.pop()
            imported.pop(dotted, None)
        self._places.clear()
        self._packages.clear()

    def roots(self, uri: str, make: Callable[[], Iterable[str]]) -> Sequence[str]:
        """The folders in which the absolute names of a file are looked for, each once."""
        if uri not in self._roots:
            self._roots[uri] = tuple(dict.fromkeys(make()))
        return self._roots[uri]

    def place(self, root: str, names: tuple[str, ...], *, relative: bool = False) -> "FileAndNames | None":
        """The file below a folder that defines a dotted name; for a relative name, perhaps the folder's `__init__`."""
        key = (root, names, relative)
        if key not in self._places:
            is_known = not relative and names[0] in sys.stdlib_module_names and self._is_standard_library(root)
            self._places[key] = None if is_known else _find(root, names, 0 if relative else 1)
        return self._places[key]

    def _is_standard_library(self, folder: str) -> bool:
        """Whether the modules of a folder are Python's own: their behaviour is known, so they are not followed."""
        if folder not in self._standard:
            own = (os.path.join(folder, name) for name in _STANDARD)  # noqa: PTH118 - asked of every import
            self._standard[folder] = all(map(os.path.isfile, own))
        return self._standard[folder]

    def looked_up(
        self, uri: str, root: str, names: tuple[str, ...], *, relative: bool = False
    ) -> "FileAndNames | None":
        """The same for the file `uri`, which then depends on the result."""
        found = self.place(root, names, relative=relative)
        self.depend(uri, _candidates(root, names, found[0] if found else None, 0 if relative else 1))
        if found is not None:
            self.reach(uri, found[0])
        return found

    def reach(self, uri: str, file: Path) -> None:
        """Record that the results of a file depend on all that those of another one depend on."""
        self._imported.setdefault(uri, {})[self.uri(file)] = None

    def heads(self, folder: str, workspace: "Workspace") -> "HeadsBelow":
        """The classes in the sources below a folder, and what they may inherit from."""
        from waypost.routes.evaluate.heads_below import heads_below  # a run that reads no sources needs none of it

        if folder not in self._heads:
            self._heads[folder] = heads_below(folder, workspace)
        return self._heads[folder]

    @property
    def heads_read(self) -> "Mapping[str, HeadsBelow]":
        """The folders whose sources may hold heirs of classes that were evaluated."""
        return self._heads

    def depend(self, uri: str, places: Iterable[str]) -> None:
        """Record that the results of a file depend on whether these files exist and on their contents."""
        self._looked_at.setdefault(uri, {}).update(dict.fromkeys(places))

    def looked_at(self, uri: str) -> list[str]:
        """The places that a file's results depend on, directly and through its imports."""
        places: dict[str, None] = {}
        seen = {uri: None}
        for each in (waiting := [uri]):
            places |= self._looked_at.get(each, {})
            waiting += [other for other in self._imported.get(each, ()) if other not in seen]
            seen |= self._imported.get(each, {})
        return list(places)

    def is_package(self, folder: Path) -> bool:
        """Whether a folder is a package, with an `__init__`."""
        if folder not in self._packages:
            self._packages[folder] = is_file(folder / "__init__.py")
        return self._packages[folder]

    def uri(self, file: Path) -> str:
        known = self._uris.get(file)
        if known is None:
            known = self._uris[file] = uri_of(file)
        return known

    def module(
        self, uri: str, depth: int, make: "Callable[[], ModuleNames | None]", *, asks: bool
    ) -> "ModuleNames | None":
        """The module of a file, `depth` imports away; created if it is not known."""
        key = (uri, depth, asks)
        known = self._modules.pop(key) if key in self._modules else make()
        self._modules[key] = known
        if len(self._modules) > _MOST_MODULES:
            del self._modules[next(iter(self._modules))]
        return known


_shared: ContextVar[Library | None] = ContextVar("library", default=None)


def current_library() -> Library:
    """The library that is shared at present, or a new one."""
    return _shared.get() or Library()


@contextmanager
def one_library(library: Library | None = None) -> Iterator[None]:
    """While this is active, no file changes: all files share what they import."""
    token = _shared.set(library or Library())
    try:
        yield
    finally:
        _shared.reset(token)


def _find(root: str, names: tuple[str, ...], shortest: int) -> "FileAndNames | None":
    for file, left in _places_of(root, names, shortest):
        if os.path.isfile(file):  # noqa: PTH113 - a path object costs more than the look at the disk
            return Path(file), left
    return None


def _places_of(root: str, names: tuple[str, ...], shortest: int) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Where a dotted name may be defined, in search order, and what is left of the name."""
    for length in range(len(names) - 1, shortest - 1, -1):
        place = os.path.join(root, *names[:length])  # noqa: PTH118 - as above
        for file in ((f"{place}.py",) if length else ()) + (f"{place}{os.sep}__init__.py",):
            yield file, names[length:]


def _candidates(root: str, names: tuple[str, ...], found: Path | None, shortest: int) -> Iterator[str]:
    """The places that decide where a name was found: its own, and all searched before it."""
    for file, _ in _places_of(root, names, shortest):
        yield file
        if found is not None and file == str(found):
            return
