"""What is known of a project: it lives as long as its owner's services, and is told what has changed."""

import os
from collections.abc import Collection, Iterator, Mapping
from os.path import normpath, relpath
from pathlib import Path
from typing import Any, Final

from waypost.clients.shape import Shape
from waypost.routes.calls.match import Shapes
from waypost.routes.calls.user import shapes_of
from waypost.routes.program.reachability import MayCallApps
from waypost.routes.program.sources import ABOVE, BlocksOf, CallsOfApps, CallsOfSettings, DescribedIn, Files
from waypost.routes.program.table import Query, Table
from waypost.routes.serving.apps import CONFTEST, DocumentApps, may_be_called
from waypost.routes.sites.from_events import ShapesOf, SitesOf
from waypost.routes.syntax import Blocks
from waypost.text import Document
from waypost.workspace import Folder, Workspace, uri_of
from waypost.workspace.bounds import repository_of
from waypost.workspace.files import DiskStamp, disk_stamp, read_file
from waypost.workspace.uris import path_of
from waypost.workspace.walk import indexed_names

_SUFFIX: Final = ".py"
# A document that is no file of its project is another file of it.
_NO_FILE: Final = "untitled.py"


class ProjectWorld:
    """The files of a project, with the text that editors have of them; and what was found out about them."""

    def __init__(self, root: Path, *, is_whole: bool) -> None:
        self.root = root
        self._folder = f"{root}{os.sep}"
        # Of a folder that nobody has opened, what is beside a document.
        self._is_whole = is_whole
        self._checkout = repository_of(root)
        self.table = Table(self)
        self._workspace: Workspace | None = None
        self._on_disk: frozenset[str] = frozenset()
        # The documents that are open, by the names of their files, and files that were read, as they were then.
        self._open: dict[str, Document] = {}
        self._stamps: dict[str, DiskStamp | None] = {}
        # Of the document that was asked about last.
        self._apps: dict[str, DocumentApps] = {}
        self._blocks: dict[str, Blocks] = {}
        self._last = ""

    def move_to(self, workspace: Workspace, document: Document, blocks: Blocks, apps: DocumentApps) -> None:
        """From now on, answers are about this state, with this document, whose calls may go to apps."""
        now = {name: each for each in workspace.open.values() if (name := self._name(each.uri))}
        own = self.name_of(document)
        text = now[own].source if own in now else read_file(self.root / own)
        if document.source != text:
            now[own] = document
        files = self.files() if self._workspace is not None else frozenset()
        if self._workspace is None or self._workspace.moment != workspace.moment:
            self._on_disk = frozenset(self._listed())
        is_another = workspace is not self._workspace
        changed = [name for name in {*now, *self._open} if now.get(name) is not self._open.get(name)]
        looked_at = self._stamps if is_another else self._read_for(own)
        self._last = own
        changed += [name for name in looked_at if name in self._stamps and self._stamp(name) != self._stamps[name]]
        self._workspace, self._open = workspace, now
        self._apps = {own: apps}
        for name in changed:
            self._stamps.pop(name, None)
            self._blocks.pop(name, None)
        self._blocks.setdefault(own, blocks)
        self.table.renew((*self._renewed(changed, another=is_another), *((Files(),) if files != self.files() else ())))

    def _renewed(self, files: Collection[str], *, another: bool) -> Iterator[Query[Any]]:
        """What has another answer because some files have changed, or are governed by others settings."""
        for name in files:
            yield from (BlocksOf(name), CallsOfApps(name), MayCallApps(name))
        fixtures = any(name.rpartition("/")[2] == CONFTEST for name in files)
        for query, memo in self.table.memos.items() if another else ():
            if isinstance(query, ShapesOf) and self.shapes(query.file) is not memo.answer:
                yield from (query, DescribedIn(query.file), CallsOfSettings(query.file))
            elif isinstance(query, CallsOfApps) or (fixtures and isinstance(query, MayCallApps)):
                yield query

    def _read_for(self, name: str) -> Iterator[str]:
        """The files that the sites of one were found by: of one that is new, all are as the others have seen them.

        Who was asked last may have been cancelled in the middle.
        """
        if SitesOf(name) not in self.table.memos:
            return iter(() if SitesOf(self._last) in self.table.memos else list(self._stamps))
        return (each.file for each in self.table.grounds(SitesOf(name), BlocksOf))

    def _listed(self) -> Iterator[str]:
        found = indexed_names(self.root) if self._is_whole else map(str, self.root.glob(f"*{_SUFFIX}"))
        return (Path(name).relative_to(self.root).as_posix() for name in found if name.endswith(_SUFFIX))

    def _stamp(self, name: str) -> DiskStamp | None:
        return disk_stamp(f"{self._folder}{name}")

    def _name(self, uri: str) -> str:
        """The name of a file below the root, or above it in the same checkout; empty for others."""
        path = path_of(uri)
        if path is None or not path.name.endswith(_SUFFIX):
            return ""
        if path.is_relative_to(self.root):
            return path.relative_to(self.root).as_posix()
        return Path(relpath(path, self.root)).as_posix() if path.is_relative_to(self._checkout) else ""

    def name_of(self, document: Document) -> str:
        """The name of a document among the files, also of one that is none."""
        return self._name(document.uri) or _NO_FILE

    # -- what queries look at ----------------------------------------------------------------------------------------

    def files(self) -> frozenset[str]:
        return self._on_disk | {file for file in self._open if not file.startswith(ABOVE)}

    def own_name(self) -> str:
        return self.root.name

    def blocks(self, file: str) -> Blocks:
        if file not in self._blocks:
            self._blocks[file] = Blocks.of(self._text(file))
        return self._blocks[file]

    def _text(self, file: str) -> bytes:
        document = self._open.get(file)
        if document is not None:
            return document.source
        self._stamps[file] = self._stamp(file)
        path = self._path(file)
        assert self._workspace is not None
        return (read_file(path) or b"") if self._workspace.may_read(path, uri_of(self.root / _NO_FILE)) else b""

    def _path(self, file: str) -> Path:
        """Where a file is, also one of the same checkout above the root."""
        return Path(normpath(self.root / file)) if file.startswith(ABOVE) else self.root / file

    def shapes(self, file: str) -> Shapes:
        assert self._workspace is not None
        return shapes_of(self._workspace.settings_of(self.uri(file)))

    def described(self, file: str) -> Mapping[str, Collection[str]]:
        return self.shapes(file).described

    def calls(self, file: str) -> frozenset[str]:
        return frozenset(callee.rpartition(".")[2] for shape in self.shapes(file).own for callee in shape.callees)

    def may_call_apps(self, file: str) -> bool:
        assert self._workspace is not None
        if file in self._apps:
            return self._apps[file].may_be_called
        return may_be_called(self.blocks(file), self.uri(file), self._workspace)

    def calls_of_apps(self, file: str) -> Mapping[tuple[int, int], Shape]:
        assert self._workspace is not None
        if file in self._apps:
            return self._apps[file].shapes
        document = self._workspace.document(self.uri(file))
        return DocumentApps(document, self._workspace, self.blocks(file)).shapes if document is not None else {}

    def uri(self, file: str) -> str:
        document = self._open.get(file)
        return document.uri if document is not None else uri_of(self._path(file))

    def above(self) -> Iterator[Path]:
        """The files above the root that were looked for."""
        return (self._path(file) for file in {*self._stamps, *self._open} if file.startswith(ABOVE))


class KnownProjects:
    """What is known of each project."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, bool], ProjectWorld] = {}

    def of(self, document: Document, project: Folder | None) -> ProjectWorld:
        root, is_whole = key = _root_of(document, project)
        if key not in self._known:
            self._known[key] = ProjectWorld(root, is_whole=is_whole)
        return self._known[key]

    def look_at_nothing_else(self, document: Document, workspace: Workspace) -> None:
        """A document that no file of its project has anything to do with: none of them is read."""
        key = _root_of(document, workspace.project_of(document.uri))
        self._known[key] = ProjectWorld(key[0], is_whole=False)


def _root_of(document: Document, project: Folder | None) -> tuple[Path, bool]:
    """Where the project of a document begins, and whether it is one."""
    path = path_of(document.uri)
    return project.path if project is not None else path.parent if path is not None else Path("/"), project is not None
