"""The sites of a file, from the events of its run: each call that makes a request, bound to how a client is called."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final, NamedTuple, Protocol, TypeAlias

from tree_sitter import Node

from waypost.clients.shape import At, Shape, has_verb
from waypost.results import FunctionName
from waypost.routes.calls.match import Shapes
from waypost.routes.domain.events import Event
from waypost.routes.domain.places import Block, Place
from waypost.routes.domain.values import Arguments as GivenArguments
from waypost.routes.domain.values import Choice, Object, text_of_sum
from waypost.routes.domain.values import Text as DomainText
from waypost.routes.domain.values import Value as DomainValue
from waypost.routes.model.literals import content_pieces, prefix_of
from waypost.routes.model.site import Site, looks_like_route
from waypost.routes.model.values import (
    MARK,
    Arguments,
    Hole,
    KeyedValue,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
    options_of,
)
from waypost.routes.program.reachability import (
    MayRequest,
    holds_routes_in_strings,
)
from waypost.routes.program.runs import EventsOf, FileRun
from waypost.routes.program.sources import (
    BlocksOf,
    CallsOfApps,
    FunctionAround,
    FunctionOf,
    StartOf,
    World,
)
from waypost.routes.program.table import Query, QueryContext
from waypost.routes.serving.machine import declares
from waypost.routes.sites.event_values import Combination, Doubt, PlainValues, doubt_about, is_named, lacks, ways
from waypost.routes.sites.evidence import gives_response, likely_requests
from waypost.routes.sites.placeholders import filled
from waypost.routes.sites.request import Request, part_of, request_of
from waypost.routes.sites.site_parts import (
    CalledAs,
    as_prepared,
    as_route,
    finished,
    given_in,
    is_bare,
    made_site,
    pair_site,
    shape_of,
    verbs_of,
)
from waypost.routes.syntax import Blocks
from waypost.routes.syntax.secret_strings import secrets_in_block, secrets_of
from waypost.routes.syntax.tree import field as child
from waypost.routes.syntax.tree import part, text
from waypost.text import Span

_TAIL: Final = re.compile(r"(?:(\w+)(?:\([^()]*\)|\[[^\[\]]*\])?\.)?(\w+)\Z")


# What stands before the path of a request that is known by it.
_UNKNOWN_ADDRESS: Final = re.compile(r"\{\}(?=/[\w.-])")
_ADDRESS: Final = re.compile(r"(?:\{\}|https?://[^/]*)(?=/[\w.-])")
# What is said of a request of which something may have been changed where that cannot be seen.
_CHANGED_UNSEEN: Final = "what is not seen may change it"
_STRINGS: Final = frozenset(("string", "concatenated_string"))
_OF_STRINGS: Final = _STRINGS | {"string_content", "string_start", "string_end", "escape_sequence", "interpolation"}
_LITERALS: Final = _STRINGS | {
    *("integer", "float", "true", "false", "none", "dictionary", "list", "tuple", "set", "unary_operator"),
}


class SitesWorld(World, Protocol):
    """What sites look at besides sources."""

    def shapes(self, file: str) -> Shapes:
        """The calls of clients, with those that the settings for a file describe."""

    def uri(self, file: str) -> str:
        """By which others know a file."""


@dataclass(frozen=True, slots=True)
class ShapesOf(Query[Shapes]):
    """The calls that are looked for in a file. Looks at the world."""

    file: str

    def answer(self, context: QueryContext) -> Shapes:
        world: SitesWorld = context.world
        return world.shapes(self.file)

    def on_cycle(self) -> Shapes:
        return Shapes()


@dataclass(frozen=True, slots=True)
class SecretsIn(Query[tuple[Span, ...]]):
    """Where the strings of a body hold secrets, from its start."""

    block: Block

    def answer(self, context: QueryContext) -> tuple[Span, ...]:
        if self.block.name:
            function = context.ask(FunctionOf(self.block))
            node = function.node if function is not None else None
            return tuple(each.shift(-node.start_byte) for each in secrets_of(node)) if node is not None else ()
        blocks = context.ask(BlocksOf(self.block.file))
        found = zip(blocks.starts[:-1], blocks.each(secrets_in_block), strict=True)
        return tuple(each.shift(start) for start, spans in found for each in spans)

    def on_cycle(self) -> tuple[Span, ...]:
        return ()


class RequestForm(NamedTuple):
    """A way in which a call makes a request: what it is listed with, whatever its unknown parts are called."""

    place: Place | None
    verb: str
    url: str
    # What else it gives.
    given: str
    # It is only likely: a caller that is surer lists it again.
    is_likely: bool


@dataclass(frozen=True, slots=True)
class MadeIn(Query[Sequence[tuple[Event, list[Site]]]]):
    """The events of a file that make requests, with the ways in which they do."""

    file: str

    def answer(self, context: QueryContext) -> Sequence[tuple[Event, list[Site]]]:
        return _without_what_is_seen(_without_what_subclasses_give(list(_Events(context, self.file).all())))

    def on_cycle(self) -> Sequence[tuple[Event, list[Site]]]:
        return ()


@dataclass(frozen=True, slots=True)
class FormsOf(Query[Mapping[Place | None, AbstractSet[RequestForm]]]):
    """The requests of a file by their calls, before any is left out: a caller need not list those again."""

    file: str

    def answer(self, context: QueryContext) -> Mapping[Place | None, AbstractSet[RequestForm]]:
        found: defaultdict[Place | None, set[RequestForm]] = defaultdict(set)
        for event, sites in context.ask(MadeIn(self.file)):
            found[event.entry].update(RequestForm(event.entry, *form) for form in map(_form, sites))
        return dict(found)

    def on_cycle(self) -> Mapping[Place | None, AbstractSet[RequestForm]]:
        return {}


@dataclass(frozen=True, slots=True)
class SitesOf(Query[tuple[Site, ...]]):
    """The sites of a file, in the order of its text."""

    file: str

    def answer(self, context: QueryContext) -> tuple[Site, ...]:
        made = context.ask(MadeIn(self.file))
        listed = list(_listed(context, made))
        kept = [site for _, site in _Events(context, self.file).with_callers(made, listed)]
        blocks = context.ask(BlocksOf(self.file))
        strings = [_Strings(blocks, index) for index, block in enumerate(blocks) if holds_routes_in_strings(block)]
        pairs = [site for each in strings for site in each.pairs()]
        bare = {span: value for each in strings for span, value in each.bare()}
        return tuple(finished(kept, pairs, bare))

    def on_cycle(self) -> tuple[Site, ...]:
        return ()


_Form: TypeAlias = tuple[str, str, str, bool]
# A call that is listed, and one on the way to a request of its.
_Passing: TypeAlias = tuple[Place | None, Place]


def _with_text(given: GivenArguments, at: At) -> GivenArguments:
    """Arguments with a text for the URL, if nobody knows whether what is added up there are texts."""
    entry = given.at(*at)
    url = text_of_sum(entry.value) if entry is not None else None
    if entry is None or url is None or url is entry.value:
        return given
    return given.replaced(at.position or 0, at.keyword or "", entry._replace(value=url))


def _may_be_none(value: DomainValue) -> bool:
    return any(each.literal() is None for each in value.options())


def _form(site: Site) -> _Form:
    return site.verb, shape_of(site.template), given_in(site), site.likely


def _without_what_subclasses_give(made: Sequence[tuple[Event, list[Site]]]) -> Sequence[tuple[Event, list[Site]]]:
    """Events, without those of a class that itself lacks what it sends, where objects of its subclasses send it."""
    whole = {_way_to(event) for event, _ in made if not lacks(event.arguments)}
    return [(event, sites) for event, sites in made if _way_to(event) not in whole or not lacks(event.arguments)]


def _without_what_is_seen(made: Sequence[tuple[Event, list[Site]]]) -> Sequence[tuple[Event, list[Site]]]:
    """Events, with calls that enter a function only where nothing is known of what that sends, and then only these."""
    inner = [(event.entry, all(site.unknown for site in sites)) for event, sites in made if not event.is_outer]
    known, unknown = ({entry for entry, is_unknown in inner if is_unknown is of} for of in (False, True))
    outer = {event.entry for event, _ in made if event.is_outer and (event.is_cut or event.entry in unknown)} - known
    return [(event, sites) for event, sites in made if event.is_outer is (event.entry in outer)]


def _way_to(event: Event) -> tuple[Hashable, ...]:
    """The calls that lead to an event, whatever the object is on which the first one was made."""
    return (event.root, event.place, *(step.place for step in event.call_stack))


def _listed(context: QueryContext, made: Sequence[tuple[Event, list[Site]]]) -> Iterator[tuple[Event, Site]]:
    """The sites of events that make something specific, and of all that the same call may enter beside them."""
    ways: dict[_Passing, set[_Form]] = {}
    for event, sites in made:
        for place in event.on_the_way:
            ways.setdefault((event.entry, place), set()).update(map(_form, sites))
    listed = [_listed_on_the_way(context, event) for event, _ in made]
    specific = [
        _makes_specific(event, sites, ways, others) for (event, sites), others in zip(made, listed, strict=True)
    ]
    marked = [
        list(_with_repeated(sites, on_the_way)) if on_the_way else sites
        for (_, sites), on_the_way in zip(made, listed, strict=True)
    ]
    entered: dict[Place | None, set[Block | None]] = {}
    told = [_told_by(event, sites, each) for (event, sites), each in zip(made, listed, strict=True)]
    telling = set(told)
    beside = [any(way[:length] in telling for length in range(1, len(way))) for way in told]
    # The entries of which something is listed that they are made for.
    own: set[Place | None] = set()
    for (event, _), is_specific, is_beside in zip(made, specific, beside, strict=True):
        if is_specific and event.call_stack:
            entered.setdefault(event.entry, set()).add(event.call_stack[0].block)
        if is_specific and not is_beside:
            own.add(event.entry)
    for (event, _), sites, is_specific, is_beside in zip(made, marked, specific, beside, strict=True):
        others = entered.get(event.entry) if event.call_stack else None
        is_listed = is_specific or (others is not None and event.call_stack[0].block not in others)
        if is_listed and (not is_beside or event.entry in own):
            yield from ((event, replace(site, beside=True) if is_beside else site) for site in sites)


def _told_by(event: Event, sites: Sequence[Site], on_the_way: Sequence[RequestForm]) -> tuple[Place | None, ...]:
    """The calls that lead to the one that says which request is sent, but for its address: the outermost is the entry.

    What functions that are entered from there send by themselves (a token, a login after a refusal) is sent beside it.
    """
    way = (*(step.place for step in event.call_stack), event.place)
    known = [site for site in sites if not site.unknown]
    if len(known) < len(sites):
        return way[:1]
    listed_at = [{each.place for each in on_the_way if _sends_to_another(each, site)} for site in known]
    last = (max((index for index, place in enumerate(way) if place in there), default=0) for there in listed_at)
    return way[: min(last, default=0) + 1]


def _sends_to_another(form: RequestForm, site: Site) -> bool:
    """Whether a request is one that is listed elsewhere, if not for its address, which may be unknown or a default."""
    url = shape_of(site.template)
    if (form.verb, form.url) == (site.verb, url):
        return True
    address = _ADDRESS.match(form.url) if form.is_likely else _UNKNOWN_ADDRESS.match(form.url)
    return address is not None and form.verb == site.verb and url.endswith(form.url[address.end() :])


def _with_repeated(sites: Sequence[Site], on_the_way: Sequence[RequestForm]) -> Iterator[Site]:
    """Sites, with those marked whose URL a function on the way sends by itself."""
    sent = {(each.verb, each.url, each.is_likely) for each in on_the_way}
    for site in sites:
        is_repeated = (site.verb, shape_of(site.template), site.likely) in sent
        yield replace(site, repeats=True) if is_repeated else site


def _listed_on_the_way(context: QueryContext, event: Event) -> Sequence[RequestForm]:
    """The requests that the functions on the way to an event are listed with."""
    places = dict.fromkeys(event.on_the_way)
    return [each for place in places for each in context.ask(FormsOf(place.block.file)).get(place, ())]


def _makes_specific(
    event: Event, made: Sequence[Site], ways: Mapping[_Passing, AbstractSet[_Form]], listed: Sequence[RequestForm]
) -> bool:
    """Whether a call is an entry: it adds something that no function on the way to the request is listed with."""
    if not event.call_stack:
        return True
    if not any(re.search(r"[\w/]", MARK.sub("", site.template.marked)) for site in made):
        return False
    # What is given to a path that nobody knows makes no request of its own.
    known = any(not site.unknown for site in made)
    for place in event.on_the_way:
        there = {_compared(each[1:], known=known) for each in listed if each.place == place}
        mine = {_compared(each, known=known) for each in ways[event.entry, place]}
        # A caller that makes fewer of the ways is specific; what a decorator has made, where it makes another.
        if mine <= there if event.is_partial else mine == there:
            return False
    return True


def _compared(form: _Form, *, known: bool) -> _Form:
    verb, url, given, is_likely = form
    return verb, url, given if known else "", is_likely


def _doubt(shape: Shape, given: Mapping[At, DomainValue], way: Combination) -> str:
    """Why its verb or its URL may be another one."""
    doubts = {at: doubt_about(value, way) for at, value in given.items()}
    url = given.get(shape.url)
    if url is not None and doubts[shape.url] is Doubt.DEFAULT and is_named(url, way, after="?"):
        doubts[shape.url] = Doubt.NONE
    if Doubt.CHANGED in doubts.values():
        return _CHANGED_UNSEEN
    defaults = ["verb" if at == shape.verb else "URL" for at, doubt in doubts.items() if doubt is Doubt.DEFAULT]
    return _by_default(*defaults) if defaults else ""


def _by_default(*parts: str) -> str:
    return f"a default is in its {' and its '.join(parts)}; callers may give another one"


class _Events:
    """The events of a file as sites."""

    def __init__(self, context: QueryContext, file: str) -> None:
        self.context = context
        self.file = file
        self.shapes = context.ask(ShapesOf(file))
        self.blocks = context.ask(BlocksOf(file))
        self.of_apps = context.ask(CallsOfApps(file))
        self.values = PlainValues(self, self.shapes.is_type)
        # The requests of the builder that an event sends, by where they are listed.
        self.sent: dict[Place | None, Request] = {}
        # What objects are called of which a call gives a response.
        self.answering: AbstractSet[str] = frozenset()

    def all(self) -> Iterator[tuple[Event, list[Site]]]:
        """Each event that makes a request, with the ways in which it does."""
        run = self.context.ask(EventsOf(self.file)) if self.context.ask(MayRequest(self.file)) else FileRun()
        found: list[tuple[Event, list[Site], Mapping[Place | None, Request]]] = []
        self.answering = {owner for event in run.events if (owner := _answering(event))}
        for event in run.events:
            self.sent.clear()
            made = self.of(event)
            if made and not self._is_listed_where_built(event, made):
                made = [replace(site, alternative=True) for site in made] if len(made) > 1 else made
                found.append((event, made, dict(self.sent)))
        built = {event.entry for event, sites, _ in found if all(site.record.builds for site in sites)}
        senders: dict[Place | None, list[Span]] = {}
        kept: list[tuple[Event, list[Site]]] = []
        for event, sites, sent in found:
            of = next((place for place in sent if place in built and _sends_all(sites, sent[place])), None)
            if of is None:
                kept.append((event, sites))
            else:
                senders.setdefault(of, []).append(sites[0].callee_span)
        for event, sites in kept:
            spans = tuple(senders.get(event.entry, ())) if event.entry in built else ()
            yield event, [replace(site, sent_at=(*site.sent_at, *spans)) for site in sites] if spans else sites

    def with_callers(
        self, made: Sequence[tuple[Event, list[Site]]], listed: Sequence[tuple[Event, Site]]
    ) -> Iterator[tuple[Event, Site]]:
        """What is listed, with the calls of functions that add nothing to it: each leads to one call that is."""
        places = {event.entry for event, _ in listed}
        leads_to: dict[Place | None, set[Place | None]] = {}
        for event, _ in made:
            if event.entry not in places:
                there = next((place for place in event.on_the_way if place in places), None)
                leads_to.setdefault(event.entry, set()).add(there)
        callers: dict[Place | None, list[Span]] = {}
        for entry, leads in leads_to.items():
            span = self.span_of(entry)
            if len(leads) == 1 and span is not None:
                callers.setdefault(next(iter(leads)), []).append(self._callee_at(span))
        for event, site in listed:
            spans = tuple(callers.get(event.entry, ()))
            yield event, replace(site, sent_at=(*site.sent_at, *spans)) if spans else site

    def _is_listed_where_built(self, event: Event, made: Sequence[Site]) -> bool:
        """Whether what an event sends is one request with what the builder makes for it.

        A function that builds a request and sends it makes one, and so does a call that is given what a call in its
        arguments has built.
        """
        if event.call_stack and event.entry in self.sent:
            return True
        inside = [request for place, request in self.sent.items() if _is_inside(place, event.entry)]
        return any(all(_sends(site, request) for site in made) for request in inside)

    def span_of(self, place: Place | None) -> Span | None:
        if place is None or place.block.file != self.file:
            return None
        start = self.context.ask(StartOf(place.block))
        return Span(start + place.start, start + place.end)

    def is_secret(self, place: Place | None) -> bool:
        if place is None or place.secret:
            return place is not None
        own = Span(place.start, place.end)
        return any(each.holds(own) for each in self.context.ask(SecretsIn(place.block)))

    def literal_at(self, span: Span) -> Span | None:
        node, shift = self._node_at(span)
        is_whole = node is not None and (node.start_byte - shift, node.end_byte - shift) == (span.start, span.end)
        return span if is_whole and node is not None and node.type in _LITERALS else None

    def call_at(self, span: Span) -> str:
        node, shift = self._node_at(span)
        while node is not None and node.type != "call" and node.parent is not None and node.end_byte - shift < span.end:
            node = node.parent
        is_whole = node is not None and (node.start_byte - shift, node.end_byte - shift) == (span.start, span.end)
        return text(node) if is_whole and node is not None and node.type == "call" else ""

    def string_around(self, span: Span) -> Span:
        node, shift = self._node_at(span)
        found = span
        while node is not None and node.type in _OF_STRINGS:
            if node.type in _STRINGS:
                found = Span(node.start_byte - shift, node.end_byte - shift)
            node = node.parent
        return found

    def written(self, span: Span | None) -> str:
        node, _ = self._node_at(span) if span is not None else (None, 0)
        inner = child(node, "expression") if node is not None and node.type == "interpolation" else node
        return text(inner) if inner is not None and span is not None else ""

    def of(self, event: Event) -> list[Site]:
        called = self.called_as(event)
        if called is None or declares(event.callee):
            return []
        own = self.of_apps.get((called.span.start, called.span.end))
        if own is not None and has_verb(method := event.callee.rpartition(".")[2]):
            named = f"{own.client}.{method}"
            return list(self.sites(own, event, called, event.arguments, is_sure=True, callee=named))
        for shape, is_sure in self.shapes_of(event):
            made = list(self.sites(shape, event, called, event.arguments, is_sure=is_sure))
            if made:
                return made
        # What would be the URL is what it is with the defaults.
        paths = [each for each in event.arguments.values() if isinstance(each, DomainText) and "/" in each.shown()]
        given = self.values.arguments(event.arguments, Combination(), apart=paths)
        # What enters a function of the program is told by how the call is written.
        callee = called.callee if event.is_outer else event.callee
        for shape, arguments in likely_requests(callee, given, event.uses, self.answering):
            made = list(_sites_of(shape, callee, called, arguments, is_sure=False))
            if made:
                is_url = arguments == given and isinstance(shape.url, At)
                return (self._by_ways(shape, callee, event, called, shape.url) if is_url else []) or made
        return []

    def _by_ways(self, shape: Shape, callee: str, event: Event, called: CalledAs, at: At) -> list[Site]:
        """The sites of a call that looks like a request whose URL is one of several, each with what goes with that."""
        with_text = _with_text(event.arguments, at)
        entry = with_text.at(*at)
        url = entry.value if entry is not None else None
        if url is None or (not isinstance(url, Choice) and with_text is event.arguments):
            return []
        found = (self.values.arguments(with_text, way, apart=[url]) for way in ways([url], event.arms))
        # Beside a route, what is not known is one, too.
        vague = replace(shape, vague=True)
        return [site for each in found for site in _sites_of(vague, callee, called, each, is_sure=False)]

    def filled(self, event: Event) -> Text | None:
        span = Span.at(0)
        for shape, is_sure in self.shapes_of(event):
            if shape.helper:
                called = CalledAs(span, span, event.callee)
                found = next(self.sites(shape, event, called, event.arguments, is_sure=is_sure), None)
                return filled(found) if found is not None else None
        return None

    def built(self, event: Event, part: str) -> Value | None:
        span = Span.at(0)
        for shape, is_sure in self.shapes_of(event):
            called = self.called_as(event) or CalledAs(span, span, event.callee)
            site = next(self.sites(shape, event, called, event.arguments, is_sure=is_sure), None)
            request = request_of(site) if site is not None and site.record.builds else None
            if request is None or request.error:
                return None
            self.sent[event.entry] = request
            return part_of(request, part)
        return None

    def shapes_of(self, event: Event) -> Iterator[tuple[Shape, bool]]:
        """The shapes of a call, the most certain first; by its last names alone nothing is certain."""
        for name in (event.callee, *_tails(event.callee)):
            for shape in self.shapes.named(name):
                if not shape.imports or self.mentions(shape.imports):
                    yield shape, not name.startswith("*") or (bool(shape.imports) and shape.sure)

    def mentions(self, modules: Iterable[str]) -> bool:
        return any(module.encode() in block.text for module in modules for block in self.blocks)

    def sites(
        self, shape: Shape, event: Event, called: CalledAs, given: GivenArguments, *, is_sure: bool, callee: str = ""
    ) -> Iterator[Site]:
        given = _with_text(given, shape.url)
        places = [at for at in (shape.verb, shape.url) if isinstance(at, At)]
        sent_at = tuple(self._sent_at(event))
        named = {at: entry.value for at in places if (entry := given.at(*at)) is not None}
        # Of a verb that may be none, the client's default is another one: all are looked at together.
        chosen = [each for at, each in named.items() if at is not shape.verb or not _may_be_none(each)]
        for way in ways(chosen, event.arms):
            doubt = event.likely or _doubt(shape, named, way)
            arguments = self.values.arguments(given, way, _arguments_span(self.node_of(event)), chosen)
            url = self._url_of_receiver(event, shape) if shape.url_of_receiver else None
            arguments = _with_url(shape, arguments)
            for site in _sites_of(shape, callee or event.callee, called, arguments, is_sure=is_sure, url=url):
                if site.client is not None and event.callee.endswith(".Request"):
                    # A session that has prepared a request object sends it.
                    site = as_prepared(site, f"{site.client.type}.prepare_request")  # noqa: PLW2901 - the same one
                site = replace(site, sent_at=sent_at) if sent_at else site  # noqa: PLW2901
                yield replace(site, doubt=doubt, by_default=doubt == _by_default("URL")) if doubt else site

    def _sent_at(self, event: Event) -> Iterator[Span]:
        """The names of the calls that send what an event has made, and are no requests of their own."""
        for each in event.sends:
            span = self.span_of(each.entry) if not each.callee else None
            if span is not None and each.entry != event.entry:
                yield self._callee_at(span)

    def _url_of_receiver(self, event: Event, shape: Shape) -> KeyedValue | None:
        """The URL that the object was made with on which a call is made."""
        made = event.receiver
        entry = made.built.at(*shape.url) if isinstance(made, Object) else None
        return self.values.entry("", entry, Combination()) if entry is not None else None

    def called_as(self, event: Event) -> CalledAs | None:
        """The call as it is written where it is listed."""
        span = self.span_of(event.entry)
        if span is None:
            return None
        node, _ = self._call_at(span)
        function = child(node, "function") if node is not None else None
        receiver = self.values.value(event.receiver, Combination()) if event.receiver is not None else None
        client = receiver if isinstance(receiver, Thing) else None
        callee_span = self._callee_at(span)
        callee = text(function) if function is not None else event.callee
        sender = event.callee if event.call_stack else ""
        return CalledAs(span, callee_span, callee, client, bool(event.call_stack), tuple(self._via(event)), sender)

    def _callee_at(self, span: Span) -> Span:
        """What is called at a place."""
        node, shift = self._call_at(span)
        function = child(node, "function") if node is not None else None
        return Span(function.start_byte - shift, function.end_byte - shift) if function is not None else span

    def _via(self, event: Event) -> Iterator[FunctionName]:
        """The functions on the way, each by the one that others can name: one inside another is that one's."""
        world: SitesWorld = self.context.world
        for step in event.call_stack:
            block, around = step.block, step.block
            while around is not None:
                block, around = around, self.context.ask(FunctionAround(around))
            if block is not None:
                yield FunctionName(world.uri(block.file), block.name)

    def node_of(self, event: Event) -> tuple[Node | None, int]:
        span = self.span_of(event.entry)
        return self._call_at(span) if span is not None and not event.call_stack else (None, 0)

    def _node_at(self, span: Span) -> tuple[Node | None, int]:
        """The smallest node around some bytes, and what to take from its offsets."""
        index = self.blocks.at(span.start)
        block = self.blocks[index]
        shift = block.prefix - self.blocks.starts[index]
        return block.root.descendant_for_byte_range(span.start + shift, span.end + shift), shift

    def _call_at(self, span: Span) -> tuple[Node | None, int]:
        """The call that is written at a place, and what to take from its offsets."""
        node, shift = self._node_at(span)
        while node is not None and node.type != "call" and node.parent is not None and node.parent.type == "call":
            node = node.parent
        return node, shift


def _answering(event: Event) -> str:
    """What the object is called of which a call gives a response; empty if none does."""
    return event.callee.rpartition(".")[0] if gives_response(event.callee, event.uses) else ""


def _is_inside(place: Place | None, other: Place | None) -> bool:
    if place is None or other is None or place == other or place.block != other.block:
        return False
    return other.start <= place.start and place.end <= other.end


def _sends(site: Site, built: Request) -> bool:
    """Whether a call sends a request of the builder as it is."""
    url = part_of(built, "url")
    return (site.verb or "{method}") == built.verb and isinstance(url, Text) and site.template.marked == url.marked


def _sends_all(sites: Sequence[Site], built: Request) -> bool:
    """Whether a call sends a request of the builder, and adds nothing to it."""
    return all(_sends(site, built) and _is_same(request_of(site), built) for site in sites)


def _is_same(sent: Request | None, built: Request) -> bool:
    if sent is None or sent.error:
        return False
    names = {name.lower() for name in sent.headers}, {name.lower() for name in built.headers}
    return sent.url == built.url and sent.has_body == built.has_body and names[0] == names[1]


def _arguments_span(found: tuple[Node | None, int]) -> Span | None:
    node, shift = found
    arguments = child(node, "arguments") if node is not None else None
    return Span(arguments.start_byte - shift, arguments.end_byte - shift) if arguments is not None else None


@lru_cache(maxsize=1_000)
def _tails(callee: str) -> tuple[str, ...]:
    found = _TAIL.search(callee)
    if found is None:
        return ()
    last = f"*.{found[2]}"
    return (f"*.{found[1]}.{found[2]}", last) if found[1] else (last,)


def _with_url(shape: Shape, arguments: Arguments) -> Arguments:
    """The URL that a call has without being given one."""
    if shape.url_of_receiver or arguments.at(*shape.url) is not None:
        return arguments
    if shape.default_url and not arguments.keywords.open:
        url: KeyedValue = KeyedValue("", Text((TextPiece(shape.default_url, None),)))
    elif shape.url.keyword is not None and arguments.keywords.open and not arguments.positional:
        url = KeyedValue(shape.url.keyword, Unknown(shape.url.keyword, parameter=True))
    else:
        return arguments
    keyword = shape.url.keyword or ""
    if not keyword:
        return replace(arguments, positional=(url,))
    return replace(arguments, keywords=arguments.keywords.with_entry(replace(url, key=keyword)))


def _sites_of(  # a call, and what is known of it
    shape: Shape,
    callee: str,
    called: CalledAs,
    arguments: Arguments,
    *,
    is_sure: bool,
    url: KeyedValue | None = None,
) -> Iterator[Site]:
    """The requests of a call whose arguments are known, one for each verb."""
    entry = url if shape.url_of_receiver else arguments.at(*shape.url)
    options = options_of(entry.value) if entry is not None else ()
    # Beside a route, what is not known is one, too.
    is_vague = is_sure or shape.vague or any(isinstance(each, Text) for each in options)
    for each in options:
        route = each if isinstance(each, Text) else as_route(each, entry) if entry and is_vague else None
        if route is None:
            continue
        for verb in verbs_of(shape, callee, arguments, route):
            is_given = bool(verb.written) or not isinstance(shape.verb, At) or is_sure or shape.vague
            if is_given and looks_like_route(verb.template, sure=is_sure):
                yield made_site(shape, called, arguments, route, verb, sure=is_sure)


class _Strings:
    """The strings of a block that are routes by themselves; what is only said, or decorates, is none."""

    def __init__(self, blocks: Blocks, index: int) -> None:
        self.root = blocks[index].root
        self.base = blocks.starts[index] - blocks[index].prefix

    def bare(self) -> Iterator[tuple[Span, Text]]:
        for node, use in _with_uses(self.root):
            if node.type in _STRINGS and not use.is_set_apart:
                value = self._text(node)
                if value.span is not None and is_bare(value):
                    yield value.span, value

    def pairs(self) -> Iterator[Site]:
        """`("POST", "/session/$id")`, as in tables of commands."""
        for node, use in _with_uses(self.root):
            inner = node.named_children if node.type == "tuple" else []
            if len(inner) > 1 and inner[0].type == inner[1].type == "string" and not use.is_key:
                verb, path = self._text(inner[0]), self._text(inner[1])
                if is_bare(Text((*verb.parts, TextPiece(" ", None), *path.parts))) and path.marked.startswith("/"):
                    yield pair_site(self._span(node), verb, path)

    def _span(self, node: Node) -> Span:
        return Span(self.base + node.start_byte, self.base + node.end_byte)

    def _text(self, node: Node) -> Text:
        if node.type == "concatenated_string":
            strings = list(map(self._text, node.named_children))
            is_text = all(string.span is not None for string in strings)
            return Text(
                tuple(part for string in strings for part in string.parts), self._span(node) if is_text else None
            )
        parts: list[TextPiece | Hole] = []
        for each in node.children:
            if each.type == "string_content":
                parts += content_pieces(each, self.base)
            elif each.type == "interpolation":
                written = text(part(each, "expression"))
                parts.append(Hole(Unknown(written), written, self._span(each), "f"))
        return Text(tuple(parts), self._span(node) if "b" not in prefix_of(node) else None)


class _StringUse(NamedTuple):
    """What a string, or what it is in, is there for."""

    # By which an entry of a display is found, or an item.
    is_key: bool = False
    is_in_decorator: bool = False
    # A docstring, or one of several strings side by side.
    is_said: bool = False

    @property
    def is_set_apart(self) -> bool:
        return any(self)

    def of(self, inner: Node, node: Node) -> "_StringUse":
        """That of what is in a node with this one."""
        is_key = self.is_key if node.type in _AROUND else inner in _keys(node)
        is_in_decorator = node.type == "decorator" or (self.is_in_decorator and node.type not in ("block", "module"))
        return _StringUse(is_key, is_in_decorator, node.type in ("expression_statement", "concatenated_string"))


_AROUND: Final = frozenset(("tuple", "parenthesized_expression"))
_KEYS: Final = {"pair": "key", "subscript": "subscript"}


def _keys(node: Node) -> Sequence[Node]:
    name = _KEYS.get(node.type)
    return node.children_by_field_name(name) if name is not None else ()


def _with_uses(root: Node) -> Iterator[tuple[Node, _StringUse]]:
    """What is below a node, from above: who asks each for what is around it has all of that to go through each time."""
    waiting = [(root, _StringUse())]
    while waiting:
        node, use = waiting.pop()
        yield node, use
        waiting.extend((each, use.of(each, node)) for each in reversed(node.named_children))
