"""Finds the routes of a file: first by its bytes, then block by block, each only if its bytes may hold one."""

import builtins
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from itertools import chain
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeAlias, TypeVar

from waypost.apis import Apis, referenced_files
from waypost.clients.shape import VERBS
from waypost.results import Movable
from waypost.routes.calls.match import Shapes, built_in
from waypost.routes.evaluate.meter import BUDGET
from waypost.routes.evaluate.module import Module
from waypost.routes.model.site import Site
from waypost.routes.model.values import GONE_THROUGH_BY, MAKES
from waypost.routes.reach.looks import VERB_CALL
from waypost.routes.sites.client_imports import imports_package_of_client
from waypost.routes.sites.client_names import imported_names, module_of
from waypost.routes.sites.site_finder import SiteFinder
from waypost.routes.source import Block, BlockKind, Blocks, called_in
from waypost.routes.source.names import bound_names, is_of_heirs
from waypost.text import Document, Span
from waypost.workspace import Workspace
from waypost.workspace.files import DiskStamp, disk_stamp
from waypost.workspace.places import names_sources_below
from waypost.workspace.uris import path_of

if TYPE_CHECKING:
    from waypost.routes.evaluate.heads_below import HeadsBelow

# A verb before a path in one string.
_WITH_VERB: Final = re.compile(rf"[\"'](?:{'|'.join(VERBS)})[ \t]+(?:/|https?://|[\"'{{])".encode())
# A verb, or a path, as a separate argument.
_VERB_ALONE: Final = re.compile(
    rb"""[(,=]\s*["'](?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|get|post|put|patch|delete|head)["']"""
)
_PATH_ALONE: Final = re.compile(
    rb"""[(,=\[][ \t]*[fFrR]{0,2}["'](?:/[\w{%:<]|https?://)|\bmethod[ \t]*=|\bhttp_method["']?[ \t]*[=:]"""
)
# The same for a file that does not mention requests otherwise: the callee must sound like one.
_PATH_SENT: Final = re.compile(
    rb"(?i)(?:get|post|put|patch|delete|request|fetch|call|send|query|api|http|url|path|endpoint|uri|base|resource)"
    rb"(?:_\w*)?[ \t]*[(=]\s*"
    rb"(?:[fr]{0,2}[\"'](?:/[\w{%:<]|https?://)|f[\"']\{[\w.]+\}/[\w{])|"
    rb"\b(?:method[ \t]*=|http_method[\"']?[ \t]*[=:])[ \t]*[\"'][A-Za-z]"
)
_BY_NAME: Final = re.compile(rb"getattr\([^()\n]*(?:\(\))?\)[ \t]*[(\r\n#]")
_OF_CLIENT: Final = re.compile(rb"getattr\([\w.]*(?:client|session|requests|httpx?)_*,")
_PATH_AFTER: Final = re.compile(rb"\bf[\"']\{[\w.]+\}/[\w{]")
_VERB_IN_NAME: Final = re.compile(rb"(?:\A|_)(?:get|post|put|patch|delete)_")
# A method named after a verb that is given a word, or what a method named after paths returns; and names around a
# verb that say how it is sent: `call_api_get`.
_WORD_GIVEN: Final = re.compile(
    rb"\.(?:get|post|put|patch|delete|request|fetch|call|send|query|api)\(\s*"
    rb"(?:[fFrR]{0,2}[\"'][\w{]|(?:self|cls)\.\w*(?:path|url|uri|endpoint)\w*\()"
)
# A method with more than a verb in its name that is given a class, whose path it may send: `client._get_all(User)`.
_CLASS_GIVEN: Final = re.compile(
    rb"\.(?:_\w*(?:get|post|put|patch|delete|request|fetch)\w*|(?:get|post|put|patch|delete|request|fetch)_\w+)"
    rb"\(\s*[A-Z]\w*[a-z]\w*[ \t]*[,)]"
)
# A method of the same object that is named after a verb: of another base of its heirs, perhaps.
_SENT_BY_SELF: Final = re.compile(rb"\bself\.(?:get|post|put|patch|delete|request)\([ \t]*[^\s\"')]")
# What is asked for under a URL of the object itself: `self.gerrit.get(self.endpoint)`.
_URL_OF_SELF: Final = re.compile(
    rb"\.(?:get|post|put|patch|delete)\(\s*self\.\w*(?:path|url|uri|endpoint)\w*[ \t]*[,)+]"
)
_SENDS: Final = re.compile(
    rb"(?i)_*(?:(?:a|ai|api|async|call|do|execute|http|make|perform|raw|rest|safe|send|signed|with)_*)*"
    rb"(?:_*(?:get|post|put|patch|delete|request)|(?:fetch|call|send|query|api))"
    rb"(?:_+(?:api|async|call|http|json|paginated|raw|request))*_?"
)
_ALONE: Final = re.compile(rb"(?i)(?:get|post|put|patch|delete|request|fetch|call|send|query|api)_?|.*__")
# Objects that have a method named after a verb alone to send something.
_SENDERS: Final = re.compile(
    r"(?i)(?:self|cls|client|session|http|api|requests?|requester|transport|rest|conn|connection|sdk)_?\Z"
)
_SENT_WITH: Final = re.compile(rb"\b(?:headers|params|timeout|auth)[ \t]*=")
# Where a query starts of which nothing is known.
_UNKNOWN_QUERY: Final = re.compile(r"\?&*(?:\{|\Z)")
_VERBS: Final = tuple(verb.encode() for verb in VERBS)
_MOST_ROUNDS: Final = 3
# Python's own functions that clients have methods of the same name as.
_BUILT_IN: Final = frozenset(name.encode() for name in dir(builtins))


def may_hold_routes(source: bytes) -> bool:
    """Whether a file may contain routes, including calls that only look like requests."""
    return (
        imports_package_of_client(source)
        or b"uplink" in source
        or _has_verb(source)
        or _has_call_like_one(called := called_in(source), source)
        or _calls_a_sender(called)
        or _PATH_SENT.search(source) is not None
        or _VERB_ALONE.search(source) is not None
        or _sends_a_word(source)
        or _SENT_BY_SELF.search(source) is not None
        or _URL_OF_SELF.search(source) is not None
    )


def _has_verb(source: bytes) -> bool:
    """A verb before a path in a string. Searching for the words first is ten times as fast."""
    return any(verb in source for verb in _VERBS) and _WITH_VERB.search(source) is not None


def _has_request_words(source: bytes) -> bool:
    """A verb, or a path, as an argument: any callee may send it."""
    return b"(" in source and (_PATH_ALONE.search(source) is not None or _VERB_ALONE.search(source) is not None)


def _has_call_like_one(called: frozenset[bytes], source: bytes) -> bool:
    """A call that the table recognizes by its form."""
    last_names, pattern = _looks()
    return not last_names.isdisjoint(called) and pattern.search(source) is not None


@cache
def _looks() -> tuple[frozenset[bytes], re.Pattern[bytes]]:
    """Calls that the table recognizes by their form: by their last names, and by their exact form."""
    names = {callee.removeprefix("*.").encode() for callee in built_in().callees if callee.startswith("*.")}
    words = {name for name in names if b"." not in name}
    calls = rb"\b(?:" + rb"|".join(sorted(words)) + rb")\([\s]*(?:[rRfFuU]{0,2}[\"']|\w+[ \t]*=)"
    on_owners = rb"\.(?:" + rb"|".join(map(re.escape, sorted(names - words))) + rb")\("
    last_names = frozenset(name.rsplit(b".", 1)[-1] for name in names)
    return last_names, re.compile(calls + rb"|" + on_owners)


def _calls_a_sender(called: frozenset[bytes]) -> bool:
    """A call of something that sends by its name, wherever it is defined: `post_json(url)`."""
    return any(map(_sends_by_name, called))


def _sends_by_name(name: bytes) -> bool:
    return _SENDS.fullmatch(name) is not None and _ALONE.fullmatch(name) is None


def _sends_a_word(source: bytes) -> bool:
    """A method that is named after a verb and given a word, or a class: it may send it as a path."""
    given = chain(_WORD_GIVEN.finditer(source), _CLASS_GIVEN.finditer(source))
    return any(_SENDERS.search(_word_before(source, each.start())) for each in given)


T = TypeVar("T", bound=Movable)
# A result computed from one block's routes alone; it moves with its block, which need not be read again.
OfBlock: TypeAlias = Callable[["Routes", int], Iterable[T]]


class _Kept(NamedTuple):
    """Results for a block, and whether they are all inside it, so that they move with it."""

    results: Sequence[Any]
    portable: bool


@dataclass(frozen=True)
class BlockSites:
    """The routes of one block, what they depend on, and the functions that pass their parameters on as URLs."""

    sites: tuple[Site, ...]
    depends: frozenset[str]
    wrappers: frozenset[str]
    # The block's offset when they were found: all spans are relative to it.
    start: int
    # A name looked up elsewhere has moved since then, and this block has not.
    is_parted: bool = False
    # Results computed from the sites, by the function that computes them.
    kept: dict[OfBlock[Any], _Kept] = field(default_factory=dict, compare=False)

    @cached_property
    def reads(self) -> frozenset[str]:
        return frozenset(name for name in self.depends if name.startswith("file:"))


class Routes:
    """The routes of one version of a document."""

    def __init__(self, document: Document, workspace: Workspace, shapes: Shapes, blocks: Blocks | None = None) -> None:
        self.document = document
        self.workspace = workspace
        self.shapes = shapes
        self.apis = _with_names(Apis.of(workspace, document.uri).for_source(document.source), document, workspace)
        self.blocks = blocks if blocks is not None else Blocks.of(document.source)
        self.started = False
        self._found: dict[int, BlockSites] = {}
        # The results of methods for each heir of their class, which only the list of requests has.
        self._of_heirs: dict[int, BlockSites] = {}
        # The files on disk that the results depend on, as they were; including places where there was no file.
        self.outside: dict[str, DiskStamp | None] = {}
        # The folders in whose sources heirs of classes were looked for, with the classes there.
        self.below: dict[str, HeadsBelow] = {}

    @cached_property
    def module(self) -> Module:
        return Module(self.document.uri, self.blocks, self.workspace)

    def sites(self) -> Sequence[Site]:
        """Every route, in the order of the text."""
        return [site for index in self.candidates for site in self.in_block(index).sites]

    def requests(self) -> Sequence[Site]:
        """The routes without the helpers whose URLs are part of other routes."""
        return _requests(self.sites())

    def listed(self) -> Sequence[Site]:
        """The same, and those of a method that uses what heirs of its class give as each of the heirs makes them."""
        return _requests([site for index in self.candidates for site in self._for_each_heir(index)])

    def _for_each_heir(self, index: int) -> Sequence[Site]:
        own = self.in_block(index)
        if self.blocks[index].kind is not BlockKind.MEMBER:
            return own.sites
        found = self._of_heirs.get(index)
        if found is None:
            run = partial(self.module.run_for_heirs, used=own.depends)
            found = self._of_heirs[index] = self._recorded(index, run)
        given = [site for site in found.sites if not site.unknown]
        leaves = any(map(is_of_heirs, own.depends))
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
        return is_given or (own is not None and any(map(names_sources_below, own.reads)))

    def site_at(self, offset: int) -> Site | None:
        """The innermost route whose call or string contains an offset."""
        around = [site for site in self.sites_in(Span.at(offset)) if site.span.touches(offset)]
        return min(around, key=lambda site: (not site.literal.touches(offset), site.span.length), default=None)

    def sites_in(self, span: Span) -> Iterator[Site]:
        """The routes of the blocks that a span overlaps."""
        for index in self._met_by(span):
            yield from self.in_block(index).sites

    def results(self, of: OfBlock[T], span: Span | None = None) -> Iterator[T]:
        """The results for each block, in the whole text or in the blocks that a span overlaps."""
        for index in self.candidates if span is None else self._met_by(span):
            yield from self._results_of(index, of)

    def _results_of(self, index: int, of: OfBlock[T]) -> Iterable[T]:
        found = self._facts(index)
        kept = found.kept.get(of)
        if kept is None or not kept.portable:
            found = self.in_block(index)
            kept = found.kept.get(of) or self._work_out(index, of, found)
        delta = self.blocks.starts[index] - found.start
        return (each.shifted(delta) for each in kept.results) if delta else kept.results

    def _work_out(self, index: int, of: OfBlock[T], found: BlockSites) -> _Kept:
        self.workspace.checkpoint()
        block = self.blocks.span(index)
        results = tuple(of(self, index))
        kept = found.kept[of] = _Kept(results, all(block.holds(span) for each in results for span in each.spans()))
        return kept

    def _met_by(self, span: Span) -> Iterator[int]:
        return (
            index for index in range(self.blocks.at(span.start), self.blocks.at(span.end) + 1) if index in self._chosen
        )

    @cached_property
    def _chosen(self) -> frozenset[int]:
        return frozenset(self.candidates)

    @cached_property
    def candidates(self) -> Sequence[int]:
        """The blocks that may contain a route: they mention a name of the table, or a function that passes URLs on."""
        self.started = True
        names = self.shapes.names
        names |= {name for block in self.blocks for name in block.derived(_other_names, names) if name}
        names |= self._imported_verbs
        self.workspace.checkpoint()
        chosen = set(self._holding(names))
        wrappers: frozenset[str] = frozenset()
        for _ in range(_MOST_ROUNDS):
            found = frozenset(name for index in chosen for name in self._facts(index).wrappers)
            if found <= wrappers:
                break
            chosen |= set(self._holding(found - wrappers))
            wrappers |= found
        return sorted(chosen)

    @property
    def _imported_verbs(self) -> frozenset[str]:
        """The imported names that a verb is part of, `post_async`: their functions may be wrappers."""
        names = {name for block in self.blocks for name in block.derived(_verbs_bound)}
        binders = self.module.binders if names else {}
        return frozenset(name for name in names if self.blocks[binders[name][-1]].kind is BlockKind.PLAIN)

    def _holding(self, names: frozenset[str]) -> list[int]:
        if not names:
            return []
        wanted = _Wanted(frozenset(name.encode() for name in names), self.blocks)
        return [index for index, block in enumerate(self.blocks) if wanted.is_in(block)]

    def in_block(self, index: int) -> BlockSites:
        """The results of a block, at its current place."""
        known = self._found.get(index)
        if known is None or known.is_parted or known.start != self.blocks.starts[index]:
            self.workspace.checkpoint()
            known = self._found[index] = self._find(index)
        return known

    def _facts(self, index: int) -> BlockSites:
        """The results of a block, perhaps at its place in an earlier version."""
        return self._found.get(index) or self.in_block(index)

    @property
    def reads(self) -> frozenset[str]:
        """The other files that what has been found so far was read from, each as `file:` and its uri."""
        found = chain(self._found.values(), self._of_heirs.values())
        return frozenset().union(*(each.reads for each in found))

    @property
    def places(self) -> frozenset[str]:
        """The files on disk that what has been found so far depends on."""
        return frozenset((*self.outside, *referenced_files(self.workspace, self.document.uri)))

    def take_all(self, other: "Routes") -> None:
        """Reuse the results for the same text, if nothing that they depend on has changed."""
        self._found.update(other._found)  # noqa: SLF001 - its own kind
        if "candidates" in vars(other):
            self.started, self.candidates = True, other.candidates

    def known(self, index: int) -> BlockSites | None:
        return self._found.get(index)

    def reuse(self, found: Mapping[int, BlockSites]) -> None:
        """Adopt the results of an earlier version."""
        self._found.update(found)

    def _find(self, index: int) -> BlockSites:
        return self._recorded(index, self.module.run)

    def _recorded(self, index: int, run: Callable[[int, SiteFinder], object]) -> BlockSites:
        """What a walk through a block finds."""
        start, end = self.blocks.starts[index], self.blocks.starts[index + 1]
        finder = SiteFinder(self.shapes, self.document.source, start, end)
        module = self.module
        module.meter.budget = BUDGET
        with module.watched() as depends:
            run(index, finder)
        sites = tuple(map(self._of_release, finder.finish()))
        for place in module.library.looked_at(self.document.uri):
            if place not in self.outside:
                self.outside[place] = disk_stamp(place)
        self.below.update(module.library.heads_read)
        return BlockSites(sites, frozenset(depends), frozenset(_wrappers(self.blocks, index, sites)), start)

    def _of_release(self, site: Site) -> Site:
        """A site with the release of its client that the project uses."""
        if not site.record.package:
            return site
        releases = self.workspace.releases_of(self.document.uri)
        self.module.library.depend(self.document.uri, releases.stamps)
        # As they were when they were read, which is not now.
        self.outside.update(releases.stamps)
        return replace(site, release=releases.by_package.get(site.record.package))


def _requests(sites: Sequence[Site]) -> Sequence[Site]:
    held = [part.span for site in sites if not _is_helper(site) for part in site.template.parts if part.span]
    kept = (site for site in sites if not _is_helper(site) or not any(map(site.literal.holds, held)))
    routes: dict[tuple[Span, str, str], Site] = {}
    for site in kept:
        # The same path with and without an unknown query is one route, and so is one with an empty query.
        key = site.span, site.verb, _UNKNOWN_QUERY.split(site.shown, 1)[0]
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


class _Wanted:
    """The names of calls to search for: a single name, or the last two of a callee."""

    def __init__(self, names: frozenset[bytes], blocks: Blocks) -> None:
        self._blocks = blocks
        self._words = frozenset(name for name in names if b"." not in name)
        self._bound: dict[bytes, bool] = {}
        dotted = sorted(re.escape(name) for name in names - self._words)
        self._dotted = re.compile(rb"\b(?:" + rb"|".join(dotted) + rb")[ \t]*\(") if dotted else None
        self._last_of_dotted = frozenset(name.rsplit(b".", 1)[-1] for name in names - self._words)

    def is_in(self, block: Block) -> bool:
        """Whether a block's bytes contain a call of one of the names, or a verb before a path."""
        called = self._words & block.called
        called -= {name for name in called & _BUILT_IN if self._is_built_in(name) and not _is_method(name, block.text)}
        return (
            (bool(called) and not _is_its_own(called, block)) or self._has_dotted(block) or block.derived(_has_a_verb)
        )

    def _is_built_in(self, name: bytes) -> bool:
        if name not in self._bound:
            self._bound[name] = any(block.derived(_binds, name) for block in self._blocks)
        return not self._bound[name]

    def _has_dotted(self, block: Block) -> bool:
        if self._dotted is None or self._last_of_dotted.isdisjoint(block.called):
            return False
        return self._dotted.search(block.text) is not None


def _binds(block: Block, name: bytes) -> bool:
    """Whether a block gives the name to something of its own; perhaps it only mentions it."""
    if name not in block.text:
        return False
    pattern = rb"\b(?:def|class)[ \t]+%b\b|(?<![.\w])%b[ \t]*(?:[=:,;)#\r\n\\]|in\b|\Z)" % (name, name)
    return re.search(pattern, block.text) is not None


def _is_method(name: bytes, text: bytes) -> bool:
    """Whether a text calls something of this name on an object."""
    return re.search(rb"\.[\s\\]*%b\b" % name, text) is not None


def _is_its_own(called: frozenset[bytes], block: Block) -> bool:
    """Whether the only thing that looks like a call is the head of the block's definition: `def get(self):`."""
    name = block.name.encode()
    return called == {name} and block.text.count(name + b"(") == 1


def _has_a_verb(block: Block) -> bool:
    return (
        _has_verb(block.text)
        or _has_request_words(block.text)
        or _has_call_by_name(block.text)
        or _has_call_with_verb(block)
        or _calls_a_sender(block.called)
        or _sends_a_word(block.text)
        or _URL_OF_SELF.search(block.text) is not None
    )


def _has_call_with_verb(block: Block) -> bool:
    """`http.post_json(f"{base}/users")`: a call whose name holds a verb, and a path after an address."""
    return _PATH_AFTER.search(block.text) is not None and any(map(_VERB_IN_NAME.search, block.called))


def _has_call_by_name(source: bytes) -> bool:
    """`getattr(session, verb)(url, headers=…)`, at once or under a name."""
    if b"getattr(" not in source or _BY_NAME.search(source) is None:
        return False
    return _SENT_WITH.search(source) is not None or _OF_CLIENT.search(source) is not None


def _verbs_bound(block: Block) -> frozenset[str]:
    """The names that a verb is part of, as far as a block of plain statements binds them."""
    return frozenset(filter(VERB_CALL.match, bound_names(block))) if block.kind is BlockKind.PLAIN else frozenset()


def _other_names(block: Block, names: frozenset[str]) -> frozenset[str]:
    """Additional names that a block gives to callables of the table."""
    return frozenset(_given_names(block.text, names))


# Each starts with a literal sign or word, which makes it fast; the text before is checked only for matches.
_AS: Final = re.compile(rb" as[ \t]+(\w+)")
_MADE: Final = re.compile(rb"=[ \t]*(?:[\w.]+\.)?(?:partial|partialmethod|GhApi|defaults|for_api)\(")
_KEPT: Final = re.compile(rb"=[ \t]*[\w.]+\.(\w+)[ \t]*(?=[#\r\n])")
_WORD_BEFORE: Final = re.compile(rb"(\w+)[ \t]*\Z")


def _given_names(text: bytes, names: frozenset[str]) -> Iterator[str]:
    """`from x import get as fetch`, `get = partial(…)`, `fetch = client.get`."""
    for found in _AS.finditer(text):
        if _word_before(text, found.start()) in names:
            yield found[1].decode("utf-8", "replace")
    for found in _MADE.finditer(text):
        yield _word_before(text, found.start())
    for found in _KEPT.finditer(text):
        if found[1].decode("utf-8", "replace") in names:
            yield _word_before(text, found.start())


def _word_before(text: bytes, at: int) -> str:
    found = _WORD_BEFORE.search(text[max(0, at - 80) : at])
    return found[1].decode("utf-8", "replace") if found is not None else ""


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
