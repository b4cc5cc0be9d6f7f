"""The routes of a document as its events show them: what `Routes` gives, by the interpreter that is to take its place.

Only tests choose it. It reads what a whole folder has at each version: a table that lives as long as the workspace, and
is told what an edit has changed, comes with the switch.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from waypost.routes.calls.match import Shapes
from waypost.routes.calls.user import shapes_of
from waypost.routes.model.site import Site
from waypost.routes.program.sources import BlocksOf
from waypost.routes.program.table import Table
from waypost.routes.sites.file_sites import BlockSites, Routes
from waypost.routes.sites.from_events import SitesOf
from waypost.routes.syntax import Blocks
from waypost.text import Document
from waypost.workspace import Workspace, uri_of
from waypost.workspace.uris import path_of
from waypost.workspace.walk import indexed_names

_SUFFIX = ".py"


class DocumentsWorld:
    """The files of a document's project, with the text that editors have of them."""

    def __init__(self, document: Document, workspace: Workspace, blocks: Blocks) -> None:
        self._document = document
        self._workspace = workspace
        self._blocks = blocks
        project, path = workspace.project_of(document.uri), path_of(document.uri)
        self.root = project.path if project is not None else path.parent if path is not None else Path("/")
        # Of a folder that nobody has opened, what is beside the document.
        self._is_whole = project is not None
        # The document among the files; one that is no file has a name of its own.
        self.own = self._name(document.uri) or "untitled.py"

    def _name(self, uri: str) -> str:
        path = path_of(uri)
        inside = path is not None and path.is_relative_to(self.root)
        return path.relative_to(self.root).as_posix() if path is not None and inside else ""

    def files(self) -> frozenset[str]:
        found = {Path(name).relative_to(self.root).as_posix() for name in self._on_disk}
        found |= {name for uri in self._workspace.open if (name := self._name(uri))}
        return frozenset({self.own, *(name for name in found if name.endswith(_SUFFIX))})

    @cached_property
    def _on_disk(self) -> Iterable[str]:
        return indexed_names(self.root) if self._is_whole else map(str, self.root.glob(f"*{_SUFFIX}"))

    def blocks(self, file: str) -> Blocks:
        if file == self.own:
            return self._blocks
        return Blocks.of(self._workspace.read(self.root / file) or b"")

    def shapes(self, file: str) -> Shapes:
        return shapes_of(self._workspace.settings_of(self.uri(file)))

    def described(self, file: str) -> Mapping[str, Collection[str]]:
        return self.shapes(file).described

    def uri(self, file: str) -> str:
        return self._document.uri if file == self.own else uri_of(self.root / file)


class EventRoutes(Routes):
    """The routes of one version of a document, by its events."""

    @cached_property
    def _by_block(self) -> dict[int, list[Site]]:
        self.started = True
        world = DocumentsWorld(self.document, self.workspace, self.blocks)
        table = Table(world)
        found: dict[int, list[Site]] = {}
        for site in table.ask(SitesOf(world.own)):
            found.setdefault(self.blocks.at(site.span.start), []).append(self._of_release(site))
        asked = (each.file for each in table.memos if isinstance(each, BlocksOf))
        self._read_from = frozenset(f"file:{world.uri(file)}" for file in asked if file != world.own)
        return found

    @property
    def candidates(self) -> Sequence[int]:
        return sorted(self._by_block)

    def in_block(self, index: int) -> BlockSites:
        known = self._found.get(index)
        if known is None:
            sites = tuple(self._by_block.get(index, ()))
            depends = self._read_from if "_read_from" in vars(self) else frozenset[str]()
            known = BlockSites(sites, frozenset(), depends, depends, frozenset(), self.blocks.starts[index])
            self._found[index] = known
        return known

    def _for_each_heir(self, index: int) -> Sequence[Site]:
        """A method is listed with what the objects of each heir make of it already."""
        return self.in_block(index).sites

    def depends_on_heirs(self, _: Site) -> bool:
        return False
