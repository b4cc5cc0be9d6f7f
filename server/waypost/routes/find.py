"""Finds the routes of a file: first by its bytes, then block by block, each only if its bytes may hold one."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Final

from waypost.routes.calls.match import Shapes, built_in
from waypost.routes.calls.shape import VERBS
from waypost.routes.evaluate.module import BUDGET, Module
from waypost.routes.recorder import Finder
from waypost.routes.site import Site
from waypost.routes.source import BlockKind, Blocks
from waypost.text import Document
from waypost.workspace import Workspace

# A file without any of these names no client, and without a verb before a path holds no route.
_CLIENTS: Final = (
    b"httpx requests aiohttp gidgethub githubkit github ghapi uritemplate waypost locust discord disnake nextcord "
    b"hikari interactions docker hvac"
).split()
_WITH_VERB: Final = rf"[\"'](?:{'|'.join(VERBS)})[ \t]+(?:/|https?://|\{{)".encode()
_MOST_ROUNDS: Final = 3


@cache
def _file_filter() -> re.Pattern[bytes]:
    clients = b"|".join(_CLIENTS)
    return re.compile(
        rb"^[ \t]*(?:from|import)[ \t]+(?:" + clients + rb")\b|" + _WITH_VERB + rb"|" + _loose_calls(), re.MULTILINE
    )


def _loose_calls() -> bytes:
    """Calls that the table knows by their looks alone."""
    names = {callee.removeprefix("*.") for callee in built_in().callees if callee.startswith("*.")}
    words = b"|".join(sorted(re.escape(name.rsplit(".", 1)[-1]).encode() for name in names if "." not in name))
    owned = b"|".join(sorted(re.escape(name).encode() for name in names if "." in name))
    return rb"\b(?:" + words + rb")\([\s]*(?:[rRfFuU]{0,2}[\"']|\w+[ \t]*=)|\.(?:" + owned + rb")\("


def may_hold_routes(source: bytes) -> bool:
    """Whether a file is worth a look: one search over its bytes, which most files fail."""
    return _file_filter().search(source) is not None


@cache
def _block_filter(names: frozenset[str]) -> re.Pattern[bytes]:
    words = b"|".join(sorted(re.escape(name).encode() for name in names))
    return re.compile(rb"\b(?:" + words + rb")[ \t]*\(|" + _WITH_VERB)


@dataclass(frozen=True)
class Found:
    """The routes of one block, what they depend on, and the functions that pass their parameters on as urls."""

    sites: tuple[Site, ...]
    depends: frozenset[str]
    wrappers: frozenset[str]
    # Where the block stood when they were found.
    start: int


class Routes:
    """The routes of one version of a document."""

    def __init__(self, document: Document, workspace: Workspace, shapes: Shapes, blocks: Blocks | None = None) -> None:
        self.document = document
        self.workspace = workspace
        self.shapes = shapes
        self.blocks = blocks if blocks is not None else Blocks.of(document.source)
        self._found: dict[int, Found] = {}

    @cached_property
    def module(self) -> Module:
        return Module(self.document.uri, self.blocks, self.workspace)

    def sites(self) -> Sequence[Site]:
        """Every route, in the order of the text."""
        return [site for index in self.candidates for site in self.in_block(index).sites]

    @cached_property
    def candidates(self) -> Sequence[int]:
        """The blocks that may hold a route: by a name of the table, or of a function that passes urls on."""
        chosen = set(self._holding(self.shapes.names))
        wrappers: frozenset[str] = frozenset()
        for _ in range(_MOST_ROUNDS):
            found = frozenset(name for index in chosen for name in self.in_block(index).wrappers)
            if found <= wrappers:
                break
            chosen |= set(self._holding(found - wrappers))
            wrappers |= found
        return sorted(chosen)

    def _holding(self, names: Iterable[str]) -> list[int]:
        wanted = frozenset(names)
        pattern = _block_filter(wanted) if wanted else None
        return [index for index, block in enumerate(self.blocks) if pattern and pattern.search(block.text)]

    def in_block(self, index: int) -> Found:
        known = self._found.get(index)
        if known is None:
            self.workspace.checkpoint()
            known = self._found[index] = self._find(index)
        return known

    def _find(self, index: int) -> Found:
        start, end = self.blocks.starts[index], self.blocks.starts[index + 1]
        finder = Finder(self.shapes, self.document.source, start, end)
        module = self.module
        module.budget = BUDGET
        with module.watched() as depends:
            module.run(index, finder)
        sites = tuple(finder.finish())
        return Found(sites, frozenset(depends), frozenset(_wrappers(self, index, sites)), start)


def _wrappers(routes: Routes, index: int, sites: Sequence[Site]) -> Iterable[str]:
    """The functions of a block whose parameters become part of a url."""
    block = routes.blocks[index]
    if block.kind is BlockKind.PLAIN:
        return ()
    passes_on = any(getattr(hole.value, "parameter", False) for site in sites for hole in site.template.holes)
    return (block.name,) if passes_on and block.kind is not BlockKind.CLASS else ()


def routes_of(document: Document, workspace: Workspace) -> Routes:
    """The routes of a document, found as they are asked for."""
    return Routes(document, workspace, built_in())
