"""Finds the routes of a file: first by its bytes, then block by block, each only if its bytes may hold one."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import chain, filterfalse
from operator import attrgetter
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from waypost.apis import Apis, referenced_files
from waypost.results import Movable
from waypost.routes.calls.match import Shapes, built_in
from waypost.routes.evaluate.meter import BUDGET
from waypost.routes.evaluate.module import Module
from waypost.routes.model.site import Site
from waypost.routes.model.values import GONE_THROUGH_BY, MAKES
from waypost.routes.program.sources import BlocksOf
from waypost.routes.serving.apps import apps_of
from waypost.routes.sites.candidates import Candidates, other_names, speaks_alike, verbs_bound
from waypost.routes.sites.client_names import imported_names, module_of
from waypost.routes.sites.from_events import SitesOf
from waypost.routes.sites.project_world import KnownProjects
from waypost.routes.sites.site_finder import SiteFinder
from waypost.routes.source.names import is_of_heirs, names_seen
from waypost.routes.source.secret_strings import secrets_of
from waypost.routes.syntax import Block, BlockKind, Blocks
from waypost.text import Document, Span
from waypost.workspace import Workspace
from waypost.workspace.files import DiskStamp, disk_stamp
from waypost.workspace.places import names_sources_below
from waypost.workspace.uris import path_of

if TYPE_CHECKING:
    from waypost.routes.evaluate.heads_below import HeadsBelow
    from waypost.routes.evaluate.library import Library

# Where a query starts of which nothing is known.
_UNKNOWN_QUERY: Final = re.compile(r"\?&*(?:\{|\Z)")

T = TypeVar("T", bound=Movable)
# A result computed from one block's routes alone; it moves with its block, which need not be read again.
OfBlock: TypeAlias = Callable[["Routes", int], Iterable[T]]


class _Kept(NamedTuple):
    """Results for a block, and whether they are all inside it, so that they move with it."""

    results: Sequence[Any]
    portable: bool
    # They say nothing about what an API has.
    by_requests: bool


@dataclass(frozen=True, slots=True)
class BlockSites:
    """The routes of one block, what they depend on, and the functions that pass their parameters on as URLs."""

    sites: tuple[Site, ...]
    # The names that were looked up for them; and all that they and what was computed from them depend on.
    looked_up: frozenset[str]
    depends: frozenset[str]
    # The other files among these, each as `file:` and its uri.
    reads: frozenset[str]
    wrappers: frozenset[str]
    # The block's offset when they were found: all spans are relative to it.
    start: int
    # A name looked up elsewhere has moved since then, and this block has not.
    is_parted: bool = False
    # Results computed from the sites, by the function that computes them, and the functions that find nothing in them.
    kept: dict[OfBlock[Any], _Kept] = field(default_factory=dict, compare=False)
    silent: set[OfBlock[Any]] = field(default_factory=set, compare=False)

    def by_requests(self) -> "BlockSites":
        """With what was computed from the sites alone, whatever APIs have."""
        kept = {of: found for of, found in self.kept.items() if found.by_requests}
        return replace(self, kept=kept, silent=self.silent & kept.keys())

    def with_kept(self, before: "BlockSites") -> "BlockSites":
        """With what was computed from the sites of the same block at another place, as far as it moves with it."""
        delta = self.start - before.start
        kept = {
            of: found._replace(results=[each.shifted(delta) for each in found.results])
            for of, found in before.kept.items()
            if found.portable
        }
        return replace(self, kept=kept, silent=before.silent)


_READS: Final = attrgetter("reads")


class _KeptChoice(NamedTuple):
    """The blocks that were chosen in the version before, as long as those to be evaluated again hold these wrappers."""

    choice: Candidates
    wrappers: Mapping[int, frozenset[str]]


class Routes:
    """The routes of one version of a document."""

    def __init__(self, document: Document, workspace: Workspace, shapes: Shapes, blocks: Blocks | None = None) -> None:
        self.document = document
        self.workspace = workspace
        self.shapes = shapes
        self.apps = apps_of(document, workspace)
        apis = replace(Apis.of(workspace, document.uri).for_source(document.source), apps=self.apps)
        self.apis = _with_names(apis, document, workspace)
        self.blocks = blocks if blocks is not None else Blocks.of(document.source)
        self.started = False
        self._kept: _KeptChoice | None = None
        self._found: dict[int, BlockSites] = {}
        # The results of methods for each heir of their class, which only the list of requests has.
        self._of_heirs: dict[int, BlockSites] = {}
        self._secrets: dict[int, frozenset[Span]] = {}
        # The files on disk that the results depend on, as they were; including places where there was no file.
        self.outside: dict[str, DiskStamp | None] = {}
        # The folders in whose sources heirs of classes were looked for, with the classes there.
        self.below: dict[str, HeadsBelow] = {}
        # What the version before has evaluated of other files, as far as it is still valid.
        self._library: Library | None = None

    @cached_property
    def module(self) -> Module:
        return Module(self.document.uri, self.blocks, self.workspace, library=self._library)

    def take_other_files(self, old: "Routes", changed: Iterable[str]) -> None:
        """Keep what an earlier version has evaluated of the files that depend neither on this one nor on changed ones.

        The earlier version must then let go of it.
        """
        self._library = old.module.library
        self._library.forget_files((self.document.uri, *changed))

    def let_go(self) -> None:
        """Keep nothing that was evaluated but results: a later question about this version is evaluated anew."""
        vars(self).pop("module", None)
        self._library = None

    @cached_property
    def names(self) -> Sequence[frozenset[str]]:
        """For each block, the names that others may have looked up in it."""
        return list(names_seen(self.blocks))

    def sites(self) -> Sequence[Site]:
        """Every route, in the order of the text."""
        return [site for index in self.candidates for site in self.in_block(index).sites]

    def requests(self) -> Sequence[Site]:
        """The routes without the helpers whose URLs are part of other routes."""
        return _requests(self.sites())

    def listed(self) -> Sequence[Site]:
        """The same, and those of a method that uses what heirs of its class give as each of the heirs makes them."""
        return _requests([site for index in self.candidates for site in self._for_each_heir(index)])

    def listed_in(self, index: int) -> Sequence[Site] | None:
        """Those of one block; None if other blocks say which of them are helpers."""
        sites = self._for_each_heir(index)
        return _requests(sites) if not any(map(_is_helper, sites)) else None

    def _for_each_heir(self, index: int) -> Sequence[Site]:
        own = self.in_block(index)
        if self.blocks[index].kind is not BlockKind.MEMBER:
            return own.sites
        found = self._of_heirs.get(index)
        if found is None:
            run = partial(self.module.run_for_heirs, used=own.looked_up)
            found = self._of_heirs[index] = self._recorded(index, run)
            self._found[index] = self._depending(own, found)
        given = [site for site in found.sites if not site.unknown]
        leaves = any(map(is_of_heirs, own.looked_up))
        replaced = {(site.span, site.verb) for site in given} if leaves else ()
        kept = (site for site in own.sites if (site.span, site.verb) not in replaced)
        return sorted([*kept, *given], key=lambda site: site.span)

    def function_at(self, offset: int) -> str:
        """The function around an offset, as other files know it; empty outside of all."""
        index = self.blocks.at(offset)
        block, owner = self.blocks[index], self.blocks.class_of(index)
        if block.kind is BlockKind.MEMBER and owner is not None:
            return f"{self.blocks[owner].name}.{block.name}"
        return block.name if block.kind is BlockKind.FUNCTION else ""

    def depends_on_heirs(self, site: Site) -> bool:
        """Whether a route is as an heir of its class makes it, or depends on which classes of other files are heirs."""
        index = self.blocks.at(site.span.start)
        own, of_heirs = self._found.get(index), self._of_heirs.get(index)
        is_given = of_heirs is not None and any(site is each for each in of_heirs.sites)
        return is_given or (own is not None and any(map(names_sources_below, own.looked_up)))

    def site_at(self, offset: int) -> Site | None:
        """The innermost route whose call or string contains an offset."""
        around = [site for site in self.sites_in(Span.at(offset)) if site.span.touches(offset)]
        return min(around, key=lambda site: (not site.literal.touches(offset), site.span.length), default=None)

    def sites_in(self, span: Span) -> Iterator[Site]:
        """The routes of the blocks that a span overlaps."""
        for index in self._met_by(span):
            yield from self.in_block(index).sites

    def results(self, of: OfBlock[T], span: Span | None = None, *, by_requests: bool = False) -> Iterator[T]:
        """The results for each block, in the whole text or in the blocks that a span overlaps.

        Those that are found by the requests alone hold whatever APIs have.
        """
        indexes = self.candidates if span is None else list(self._met_by(span))
        for index, found in zip(indexes, map(self._found.get, indexes), strict=True):
            if found is None or of not in found.silent:
                yield from self._results_in(index, of, by_requests=by_requests)

    def _results_in(self, index: int, of: OfBlock[T], *, by_requests: bool) -> Iterable[T]:
        found = self._found.get(index)
        kept = found.kept.get(of) if found is not None else None
        if found is None or kept is None or not kept.portable:
            found = self.in_block(index)
            kept = found.kept.get(of) or self._work_out(index, of, found, by_requests=by_requests)
        delta = self.blocks.starts[index] - found.start
        return [each.shifted(delta) for each in kept.results] if delta else kept.results

    def _work_out(self, index: int, of: OfBlock[T], found: BlockSites, *, by_requests: bool) -> _Kept:
        self.workspace.checkpoint()
        block = self.blocks.span(index)
        results = tuple(of(self, index))
        portable = all(block.holds(span) for each in results for span in each.spans())
        kept = found.kept[of] = _Kept(results, portable, by_requests)
        if not results:
            found.silent.add(of)
        return kept

    def secrets(self, span: Span) -> Sequence[Span]:
        """The secrets that are written in the blocks around a span, and those that their calls send."""
        indexes = range(self.blocks.at(span.start), self.blocks.at(span.end) + 1)
        return sorted({each for index in indexes for each in self._secrets_of(index)})

    def _secrets_of(self, index: int) -> frozenset[Span]:
        if index not in self._secrets:
            written = (each.shift(self.blocks.starts[index]) for each in self.blocks[index].derived(_secrets_in))
            sites = self.in_block(index).sites if index in self._chosen else ()
            self._secrets[index] = frozenset((*written, *(each for site in sites for each in site.secret_spans())))
        return self._secrets[index]

    def _met_by(self, span: Span) -> Iterator[int]:
        return (
            index for index in range(self.blocks.at(span.start), self.blocks.at(span.end) + 1) if index in self._chosen
        )

    @cached_property
    def _chosen(self) -> frozenset[int]:
        return frozenset(self.candidates)

    @property
    def candidates(self) -> Sequence[int]:
        """The blocks that may contain a route."""
        return self._choice.indexes

    @cached_property
    def _choice(self) -> Candidates:
        self.started = True
        kept, self._kept = self._kept, None
        if kept is not None and all(self._facts(index).wrappers == were for index, were in kept.wrappers.items()):
            return kept.choice
        names = self.shapes.names
        names |= other_names(self.blocks, names) | self._imported_verbs
        self.workspace.checkpoint()
        return Candidates(self.blocks, names, lambda index: self._facts(index).wrappers)

    @property
    def _imported_verbs(self) -> frozenset[str]:
        """The imported names that a verb is part of, `post_async`: their functions may be wrappers."""
        names = {name for block in self.blocks for name in block.derived(verbs_bound)}
        binders = self.module.binders if names else {}
        return frozenset(name for name in names if self.blocks[binders[name][-1]].kind is BlockKind.PLAIN)

    def in_block(self, index: int) -> BlockSites:
        """The results of a block, at its current place."""
        known = self._found.get(index)
        if known is None or known.is_parted or known.start != self.blocks.starts[index]:
            self.workspace.checkpoint()
            found = self._find(index)
            if known is not None:
                found = self._depending(found.with_kept(known), known)
            known = self._found[index] = found
        return known

    def _facts(self, index: int) -> BlockSites:
        """The results of a block, perhaps at its place in an earlier version."""
        return self._found.get(index) or self.in_block(index)

    @property
    def reads(self) -> frozenset[str]:
        """The other files that what has been found so far was read from, each as `file:` and its uri."""
        return self.apps.reads.union(*map(_READS, chain(self._found.values(), self._of_heirs.values())))

    @property
    def places(self) -> frozenset[str]:
        """The files on disk that what has been found so far depends on."""
        return frozenset((*self.outside, *referenced_files(self.workspace, self.document.uri)))

    def take_all(self, other: "Routes") -> None:
        """Reuse the results for the same text, if nothing that they depend on has changed."""
        self._found.update(other._found)  # noqa: SLF001 - its own kind
        if "_choice" in vars(other):
            self.started, self._choice = True, other._choice  # noqa: SLF001

    @property
    def found(self) -> Mapping[int, BlockSites]:
        """What has been found so far, by block."""
        return self._found

    def reuse(self, found: Mapping[int, BlockSites]) -> None:
        """Adopt the results of an earlier version."""
        self._found.update(found)

    def check_again(self) -> None:
        """Of what was computed from adopted routes, keep nothing that depends on what APIs have: that is other now."""
        self._found = {index: each.by_requests() for index, each in self._found.items()}

    def choose_as(self, old: "Routes", gone: range, come: range) -> None:
        """Choose the blocks of an earlier version, if those that were replaced are like those that replaced them."""
        before, after = [old.blocks[index] for index in gone], [self.blocks[index] for index in come]
        if "_choice" not in vars(old) or len(before) != len(after):
            return
        names = self.shapes.names
        if not all(speaks_alike(*pair, names) for pair in zip(before, after, strict=True)):
            return
        if "binders" in vars(old.module):
            self.module.binders = old.module.binders
        choice = old._choice.after(before, after, self.blocks)  # noqa: SLF001 - its own kind
        anew = list(filterfalse(self._found.__contains__, old.candidates))
        if choice is not None and all(index in old._found for index in anew):  # noqa: SLF001
            self._kept = _KeptChoice(choice, {index: old._found[index].wrappers for index in anew})  # noqa: SLF001

    def _find(self, index: int) -> BlockSites:
        return self._recorded(index, self.module.run)

    def _recorded(self, index: int, run: Callable[[int, SiteFinder], object]) -> BlockSites:
        """What a walk through a block finds."""
        start, end = self.blocks.starts[index], self.blocks.starts[index + 1]
        finder = SiteFinder(self.shapes, self.document.source, start, end, self.apps.shape_at)
        module = self.module
        module.meter.budget = BUDGET
        try:
            with module.watched() as depends:
                run(index, finder)
            sites = tuple(map(self._of_release, finder.finish()))
        finally:
            self._note_files(module.library)
        reads = (name for name in depends if name.startswith("file:"))
        wrappers = _wrappers(self.blocks, index, sites)
        looked_up = self._same(depends)
        return BlockSites(sites, looked_up, looked_up, self._same(reads), self._same(wrappers), start)

    def _note_files(self, library: "Library") -> None:
        """Remember in which state files are that were read, also by a walk that was cancelled: they stay evaluated."""
        for place in library.looked_at(self.document.uri):
            if place not in self.outside:
                self.outside[place] = disk_stamp(place)
        self.below.update(library.heads_read)

    def _depending(self, found: BlockSites, other: BlockSites) -> BlockSites:
        """The results of a block, to be found again also if what others depend on has changed."""
        depends, reads = self._same(found.depends | other.depends), self._same(found.reads | other.reads)
        return replace(found, depends=depends, reads=reads)

    def _same(self, names: Iterable[str]) -> frozenset[str]:
        """Equal names as one object: most blocks of a file depend on the same ones, and an edit looks at them all."""
        return self.workspace.services.kept(_itself, frozenset(names))

    def _of_release(self, site: Site) -> Site:
        """A site with the release of its client that the project uses."""
        if not site.record.package:
            return site
        releases = self.workspace.releases_of(self.document.uri)
        self.module.library.depend(self.document.uri, releases.stamps)
        # As they were when they were read, which is not now.
        self.outside.update(releases.stamps)
        release = releases.by_package.get(site.record.package)
        return replace(site, release=release) if release != site.release else site


def _secrets_in(block: Block) -> Sequence[Span]:
    return tuple(each.shift(-block.prefix) for each in secrets_of(block.root))


def _itself(names: frozenset[str]) -> frozenset[str]:
    return names


def _requests(sites: Sequence[Site]) -> Sequence[Site]:
    held = [part.span for site in sites if not _is_helper(site) for part in site.template.parts if part.span]
    kept = (site for site in sites if not _is_helper(site) or not any(map(site.literal.holds, held)))
    routes: dict[tuple[Span, str, str], Site] = {}
    for site in kept:
        # The same path with and without an unknown query is one route, and so is one with an empty query.
        key = site.span, site.verb, site.base + _UNKNOWN_QUERY.split(site.shown, 1)[0]
        if key not in routes or not site.shown.endswith("?"):
            routes[key] = site
    return list(routes.values())


def is_made_specific(site: Site) -> bool:
    """Whether it is a caller that gives the verb, or a part of the URL: the request is then the caller's."""
    return not site.verb or any(getattr(hole.value, "parameter", False) for hole in site.template.holes)


def _with_names(apis: Apis, document: Document, workspace: Workspace) -> Apis:
    """The APIs with the names by which the settings may know the clients of a document."""
    path, folder = path_of(document.uri), workspace.project_of(document.uri)
    if not apis.binds_clients or path is None or folder is None or not path.is_relative_to(folder.path):
        return apis
    module = module_of(PurePosixPath(path.relative_to(folder.path).as_posix()))
    return replace(apis, module=module, imported=imported_names(document.source, module))


def _is_helper(site: Site) -> bool:
    return site.shape is not None and site.shape.helper


def _wrappers(blocks: Blocks, index: int, sites: Sequence[Site]) -> Iterable[str]:
    """The functions of a block whose parameters become part of a URL, and a class whose objects send by themselves."""
    block, owner = blocks[index], blocks.class_of(index)
    if block.kind is BlockKind.PLAIN:
        return ()
    if block.name in (MAKES, *GONE_THROUGH_BY):
        return (blocks[owner].name,) if sites and owner is not None else ()
    passes_on = any(getattr(hole.value, "parameter", False) for site in sites for hole in site.template.holes)
    return (block.name,) if passes_on and block.kind is not BlockKind.CLASS else ()


def routes_of(document: Document, workspace: Workspace) -> Routes:
    """The routes of a document, found on demand."""
    return Routes(document, workspace, built_in())


class EventRoutes(Routes):
    """The routes of one version of a document, by its events."""

    @cached_property
    def _by_block(self) -> Mapping[int, Sequence[Site]]:
        self.started = True
        world = self.workspace.services.of(KnownProjects).of(self.document, self.workspace)
        world.move_to(self.workspace, self.document, self.blocks)
        own = world.name_of(self.document)
        found: dict[int, list[Site]] = {}
        for site in world.table.ask(SitesOf(own)):
            found.setdefault(self.blocks.at(site.span.start), []).append(self._of_release(site))
        asked = (each.file for each in world.table.grounds(SitesOf(own), BlocksOf))
        self._read_from = frozenset(f"file:{world.uri(file)}" for file in asked if file != own)
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
