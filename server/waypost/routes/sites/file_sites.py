"""The routes of a file: its sites, block by block, and what is computed from those of one block."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from pathlib import PurePosixPath
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from waypost.apis import Apis, referenced_files
from waypost.cancel import checkpoint
from waypost.clients.shape import Fills
from waypost.results import Movable
from waypost.routes.calls.match import Shapes
from waypost.routes.model.site import Site
from waypost.routes.program.reachability import CallsSenders
from waypost.routes.serving.apps import DocumentApps
from waypost.routes.sites.from_events import SitesOf
from waypost.routes.sites.imports import imported_names, module_of
from waypost.routes.sites.moved import Moved
from waypost.routes.sites.part_origins import value_of
from waypost.routes.sites.placeholders import placeholders
from waypost.routes.sites.project_world import KnownProjects, ProjectWorld
from waypost.routes.syntax import Block, BlockKind, Blocks
from waypost.routes.syntax.names import bound_names
from waypost.routes.syntax.secret_strings import secrets_in_block
from waypost.text import AppliedEdit, BySpan, Document, Span
from waypost.workspace import Folder, Workspace, uri_of
from waypost.workspace.releases import ProjectReleases
from waypost.workspace.uris import path_of, sources_below, uris_below

# Where a query starts of which nothing is known.
_UNKNOWN_QUERY: Final = re.compile(r"\?&*(?:\{|\Z)")

T = TypeVar("T", bound=Movable)
# A result computed from one block's routes alone; it moves with its block, which need not be read again.
OfBlock: TypeAlias = Callable[["Routes", int], Iterable[T]]


class _CachedResults(NamedTuple):
    """Results for a block that began there, and whether they are all inside it, so that they move with it."""

    results: Sequence[Any]
    start: int
    portable: bool
    # They say nothing about what an API has.
    by_requests: bool

    def is_moved_by(self, moved: Moved) -> bool:
        """Whether all places in them have moved as the block has."""
        by = moved.by(Span.at(self.start))
        return by is not None and all(moved.by(span) == by for each in self.results for span in each.spans())


@dataclass(frozen=True, slots=True)
class BlockSites:
    """The routes of one block, and results computed from them, by the function that computes them."""

    sites: tuple[Site, ...] = ()
    cached: dict[OfBlock[Any], _CachedResults] = field(default_factory=dict, compare=False)

    def by_requests(self) -> "BlockSites":
        """With what was computed from the sites alone, whatever APIs have."""
        return BlockSites(self.sites, {of: found for of, found in self.cached.items() if found.by_requests})

    def with_cached(self, before: "BlockSites", moved: Moved) -> "BlockSites":
        """With what was computed from the sites of the same block in another version, as far as it moves with it."""
        return BlockSites(
            self.sites, {of: found for of, found in before.cached.items() if found.portable or found.is_moved_by(moved)}
        )


class FoundBefore(NamedTuple):
    """What was found in an earlier version."""

    answer: tuple[Site, ...]
    releases: ProjectReleases
    blocks: Blocks
    found: Mapping[int, BlockSites]

    def by_requests(self) -> "FoundBefore":
        """With what was computed from the sites alone, whatever APIs have."""
        return self._replace(found={index: each.by_requests() for index, each in self.found.items()})


class Routes:
    """The routes of one version of a document."""

    def __init__(self, document: Document, workspace: Workspace, shapes: Shapes, blocks: Blocks | None = None) -> None:
        self.document = document
        self.workspace = workspace
        self.shapes = shapes
        self.project = workspace.project_of(document.uri)
        self.blocks = blocks if blocks is not None else Blocks.of(document.source)
        self.apps = DocumentApps(document, workspace, self.blocks)
        apis = replace(Apis.of(workspace, document.uri).for_source(document.source), apps=self.apps)
        self.apis = _with_names(apis, document, self.project, self.blocks)
        # Of the version before that was asked last.
        self.before: FoundBefore | None = None
        self._answer: tuple[Site, ...] | None = None
        self._secrets: dict[int, frozenset[Span]] = {}

    @property
    def started(self) -> bool:
        """Whether its project has been asked about it."""
        return "_world" in self.__dict__

    @cached_property
    def _world(self) -> ProjectWorld:
        return self.workspace.services.of(KnownProjects).of(self.document, self.project)

    @property
    def calls_senders(self) -> bool:
        """Whether it may call what sends requests in other files."""
        world = self._world
        as_now = partial(world.move_to, self.workspace, self.document, self.blocks, self.apps)
        calls: bool = world.table.ask(CallsSenders(world.name_of(self.document)), as_now)
        return calls

    @cached_property
    def releases(self) -> ProjectReleases:
        return self.workspace.releases_of(self.document.uri)

    @cached_property
    def _found(self) -> Mapping[int, BlockSites]:
        """The routes of each block that has any."""
        world = self._world
        as_now = partial(world.move_to, self.workspace, self.document, self.blocks, self.apps)
        answer = world.table.ask(SitesOf(world.name_of(self.document)), as_now)
        before, self.before, self._answer = self.before, None, answer
        if before is not None and before.answer is answer and before.releases == self.releases:
            return before.found
        sites: dict[int, list[Site]] = {}
        for site in answer:
            sites.setdefault(self.blocks.at(site.span.start), []).append(self._of_release(site))
        found = {index: BlockSites(tuple(sites[index])) for index in sorted(sites)}
        return {**found, **dict(self._unchanged(found, before))} if before is not None else found

    def _unchanged(self, found: Mapping[int, BlockSites], before: FoundBefore) -> Iterator[tuple[int, BlockSites]]:
        """The blocks that have the same routes as before, with what was computed from them."""
        moved = Moved(before.blocks, self.blocks)
        for old, known in before.found.items():
            index = moved.index(old)
            new = found.get(index) if index is not None else None
            if index is not None and new is not None and known.cached and moved.is_same(known.sites, new.sites):
                yield index, new.with_cached(known, moved)

    def _of_release(self, site: Site) -> Site:
        """A site with the release of its client that the project uses."""
        release = self.releases.by_package.get(site.record.package) if site.record.package else None
        return replace(site, release=release) if release is not None else site

    def found(self) -> FoundBefore | None:
        """What was found last, in this version or in an earlier one."""
        if self._answer is None:
            return self.before
        return FoundBefore(self._answer, self.releases, self.blocks, self._found)

    def sites(self) -> Sequence[Site]:
        """Every route, in the order of the text."""
        return [site for found in self._found.values() for site in found.sites]

    def requests(self) -> Sequence[Site]:
        """The routes without the helpers whose URLs are part of other routes."""
        return _requests(self.sites())

    def requests_in(self, index: int) -> Sequence[Site] | None:
        """Those of one block; None if other blocks say which of them are helpers."""
        sites = self.in_block(index).sites
        return _requests(sites) if not any(map(_is_helper, sites)) else None

    def function_at(self, offset: int) -> str:
        """The function around an offset, as other files know it; empty outside of all."""
        index = self.blocks.at(offset)
        block, owner = self.blocks[index], self.blocks.class_of(index)
        if block.kind is BlockKind.MEMBER and owner is not None:
            return f"{self.blocks[owner].name}.{block.name}"
        return block.name if block.kind is BlockKind.FUNCTION else ""

    def site_at(self, offset: int) -> Site | None:
        """The innermost route whose call or string contains an offset."""
        around = [site for site in self.sites_in(Span.at(offset)) if site.span.touches(offset)]
        nearest = min(around, key=lambda site: (not site.literal.touches(offset), site.span.length), default=None)
        # First comes what the call is made for.
        return self.forms_of(nearest)[0] if nearest is not None and nearest.beside else nearest

    def forms_of(self, site: Site) -> list[Site]:
        """A route, and then the other ways in which its call may be made; what it may send as well is the last."""
        others = (each for each in self.sites_in(site.span) if each.span == site.span and each is not site)
        return sorted([site, *others], key=lambda each: each.beside)

    def sent_at(self, offset: int) -> tuple[Site, Span] | None:
        """A request that is made as an object, and the name of the call at an offset that sends it."""
        sent = ((site, span) for site in self.sites() for span in site.sent_at if span.touches(offset))
        return min(sent, key=lambda found: found[1].length, default=None)

    def sites_in(self, span: Span) -> Iterator[Site]:
        """The routes of the blocks that a span overlaps."""
        for index in self._overlapped_by(span):
            yield from self.in_block(index).sites

    def results(self, of: OfBlock[T], span: Span | None = None, *, by_requests: bool = False) -> Iterator[T]:
        """The results for each block, in the whole text or in the blocks that a span overlaps.

        Those that are found by the requests alone hold whatever APIs have.
        """
        for index in self._found if span is None else self._overlapped_by(span):
            yield from self._results_in(index, of, by_requests=by_requests)

    def _results_in(self, index: int, of: OfBlock[T], *, by_requests: bool) -> Iterable[T]:
        found = self._found[index]
        cached = found.cached.get(of) or self._work_out(index, of, found, by_requests=by_requests)
        delta = self.blocks.starts[index] - cached.start
        return [each.shifted(delta) for each in cached.results] if delta else cached.results

    def _work_out(self, index: int, of: OfBlock[T], found: BlockSites, *, by_requests: bool) -> _CachedResults:
        checkpoint()
        block = self.blocks.span(index)
        results = tuple(of(self, index))
        portable = all(block.holds(span) for each in results for span in each.spans())
        found.cached[of] = cached = _CachedResults(results, block.start, portable, by_requests)
        return cached

    def secrets(self, span: Span) -> Sequence[Span]:
        """The secrets that are written in the blocks around a span, and those that their calls send."""
        indexes = range(self.blocks.at(span.start), self.blocks.at(span.end) + 1)
        return sorted({each for index in indexes for each in self._secrets_of(index)})

    def _secrets_of(self, index: int) -> frozenset[Span]:
        if index not in self._secrets:
            start = self.blocks.starts[index]
            written = (each.shift(start) for each in secrets_in_block(self.blocks[index]))
            sites = self.in_block(index).sites
            self._secrets[index] = frozenset((*written, *(each for site in sites for each in site.secret_spans())))
        return self._secrets[index]

    def _overlapped_by(self, span: Span) -> Iterator[int]:
        around = range(self.blocks.at(span.start), self.blocks.at(span.end) + 1)
        return (index for index in around if index in self._found)

    def in_block(self, index: int) -> BlockSites:
        """The routes of a block."""
        return self._found.get(index, _NO_SITES)

    @property
    def reads(self) -> frozenset[str]:
        """The other documents that what has been found so far rests on, by their URIs.

        Any source of the project may import a client, write into another one, or have subclasses of its classes.
        """
        own = {uris_below(str(self._world.root)), *map(uri_of, self._world.above())} if self.started else frozenset()
        return self.apps.reads | own

    @property
    def places(self) -> frozenset[str]:
        """The files on disk that what has been found so far rests on."""
        referenced = referenced_files(self.workspace, self.document.uri)
        if not self.started:
            return frozenset(referenced)
        above = map(str, self._world.above())
        return frozenset((sources_below(str(self._world.root)), *above, *self.releases.stamps, *referenced))


_NO_SITES: Final = BlockSites()


def _requests(sites: Sequence[Site]) -> Sequence[Site]:
    helpers = BySpan((site.literal, site) for site in sites if _is_helper(site))
    parts = (part.span for site in sites if not _is_helper(site) for part in site.template.parts if part.span)
    used = {id(each) for span in parts for each in helpers.around(span)}
    kept = (site for site in sites if id(site) not in used)
    routes: dict[tuple[Span, str, str], Site] = {}
    for site in kept:
        # The same path with and without an unknown query is one route, and so is one with an empty query.
        key = site.span, site.verb, site.base + _UNKNOWN_QUERY.split(site.shown, 1)[0]
        if key not in routes or not site.shown.endswith("?"):
            routes[key] = site
    return list(routes.values())


def is_made_specific(site: Site) -> bool:
    """Whether it is a caller that gives the verb, or a part of the URL: the request is then the caller's."""
    filled = (value_of(site, each.name)[0] for each in placeholders(site)) if site.fills is not Fills.NOTHING else ()
    parts = [*(hole.value for hole in site.template.holes), *(entry.value for entry in filled if entry is not None)]
    return not site.verb or any(getattr(each, "parameter", False) for each in parts)


def _with_names(apis: Apis, document: Document, project: Folder | None, blocks: Blocks) -> Apis:
    """The APIs with the names by which the settings may know the clients of a document."""
    path = path_of(document.uri)
    if not apis.binds_clients or path is None or project is None or not path.is_relative_to(project.path):
        return apis
    module = module_of(PurePosixPath(path.relative_to(project.path).as_posix()))
    return replace(apis, module=module, imported=imported_names(blocks, module))


def _is_helper(site: Site) -> bool:
    return site.shape is not None and site.shape.helper


def updated(
    old: Routes, document: Document, edits: Sequence[AppliedEdit], workspace: Workspace, shapes: Shapes
) -> Routes:
    """The routes of `document`, which `edits` made from the old one."""
    routes = Routes(document, workspace, shapes, _blocks(old, document, edits))
    found = old.found()
    if found is None or shapes is not old.shapes or routes.project != old.project:
        return routes
    if _binds_alike(old.blocks, routes.blocks):
        is_same = replace(routes.apis, apps=None) == replace(old.apis, apps=None) and routes.apps == old.apps
        routes.before = found if is_same else found.by_requests()
    return routes


def _blocks(old: Routes, document: Document, edits: Sequence[AppliedEdit]) -> Blocks:
    """The blocks after one edit are mostly those before it; after several at once the text is split afresh."""
    if not edits:
        return old.blocks
    if len(edits) > 1:
        return Blocks.of(document.source)
    return old.blocks.edited(document.source, edits[0])


def _binds_alike(old: Blocks, new: Blocks) -> bool:
    """Whether the module has the same names as before: a fix says which of those that it needs are missing."""
    moved = Moved(old, new)
    return _bound_by(old[index] for index in moved.gone) == _bound_by(new[index] for index in moved.come)


def _bound_by(blocks: Iterable[Block]) -> frozenset[str]:
    return frozenset().union(*map(bound_names, blocks))
