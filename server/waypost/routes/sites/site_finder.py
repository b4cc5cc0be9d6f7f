"""Turns the calls and strings that an evaluation records into routes."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final, TypeAlias

from waypost.clients.shape import VERBS, At, Shape, has_verb
from waypost.results import FunctionName
from waypost.routes.calls.client_types import prepares, sets_header
from waypost.routes.calls.match import Shapes
from waypost.routes.evaluate.interface import Call
from waypost.routes.model.site import Site, looks_like_route
from waypost.routes.model.values import (
    OTHERS,
    Function,
    KeyedValue,
    Method,
    Reference,
    Row,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
    in_common,
    likely_text,
    options_of,
)
from waypost.routes.reach.hosts import likely_base
from waypost.routes.reach.looks import declared, described, shapes_by_looks
from waypost.routes.serving.machine import declares
from waypost.routes.sites.placeholders import filled
from waypost.routes.sites.prepared import with_session, with_some_session
from waypost.routes.sites.set_headers import is_of, with_more_headers, with_set_header
from waypost.routes.sites.site_parts import (
    CalledAs,
    SentVerb,
    argument_value,
    as_route,
    finished,
    given_verbs,
    is_bare,
    made_site,
    pair_site,
    verbs_of,
)
from waypost.routes.syntax import BlockKind
from waypost.text import Span

# The shape of a call by its place.
ShapeAt: TypeAlias = Callable[[Span], Shape | None]
_MOST_SITES: Final = 6
# How often a call is recorded: nested loops over known items come to it thousands of times.
_MOST_OF_ONE_CALL: Final = 128
_BARE: Final = re.compile(rf"(?:{'|'.join(VERBS)})[ \t]+(?:/|https?://)[^\s<>\"\\^`|]*\Z")
_ROOTED: Final = re.compile(r"/(?!/)")
_STARTS_LIKE_URL: Final = re.compile(r"/|http|[\ue000-\uf8ff]/")


class SiteFinder:
    """The recorder of one file: it turns what it records into sites."""

    def __init__(self, shapes: Shapes, source: bytes, start: int, end: int, called: ShapeAt | None = None) -> None:
        self.shapes = shapes
        # What a call of a client that is made of an app takes.
        self.called = called
        self.source = source
        # The block being analysed: another block reports what is outside it.
        self.start = start
        self.end = end
        self.count = 0
        self.sites: list[Site] = []
        self.bare: dict[Span, Text] = {}
        self.pairs: list[Site] = []
        self._recorded: Counter[Span] = Counter()

    # Recorder -------------------------------------------------------------------------------------------------------

    def string(self, value: Text, *, decorator: bool) -> None:
        if decorator or value.span is None or not self._holds(value.span):
            return
        if is_bare(value):
            self.bare[value.span] = value

    def pair(self, row: Row) -> None:
        """`("POST", "/session/$id")`, as in tables of commands."""
        if len(row.items) < 2 or row.span is None or not self._holds(row.span):  # noqa: PLR2004 - verb and path
            return
        verb, path = row.items[0], row.items[1]
        if not isinstance(verb, Text) or not isinstance(path, Text) or verb.known not in VERBS:
            return
        if path.marked.startswith("/") and looks_like_route(path, sure=False):
            self.pairs.append(pair_site(row.span, verb, path))

    def call(self, call: Call) -> Value | None:
        """Record a call; returns the filled URL if the call is a helper that makes one."""
        if not self._holds(call.span) or self._recorded[call.span] >= _MOST_OF_ONE_CALL:
            return None
        if sets_header(call.callee):
            self.sites = [with_set_header(site, call) for site in self.sites]
        if prepares(call.callee):
            self.sites = [with_session(site, call) for site in self.sites]
        for shape, name, seen in self._shapes_of(call):
            sites = list(self._sites(shape, name, seen))
            if not sites:
                continue
            if call.through is not None:
                sites = _carrying(sites, call.through)
            if len(sites) > 1:
                sites = [replace(site, alternative=True) for site in sites]
            self.sites.extend(sites)
            self.count += len(sites)
            self._recorded[call.span] += 1
            if shape.helper:
                return filled(sites[0]) if sites else None
            return None
        return None

    def attribute(self, owner: Thing, entry: KeyedValue) -> None:
        """An attribute that is set on a request object counts as the argument of the same name that makes one."""
        self.sites = [_with_attribute(site, entry) if is_of(site, owner) else site for site in self.sites]

    def _shapes_of(self, call: Call) -> Iterator[tuple[Shape, str, Call]]:
        """The shapes of a call, the most certain first: those of clients, then those that only look like requests."""
        if call.decorator:
            shape = declared(call)
            yield from ((shape, "*", call),) if shape is not None else ()
            return
        if isinstance(call.callee, Reference) and declares(call.callee.name):
            return
        own = self.called(call.span) if self.called is not None else None
        if own is not None and has_verb(method := call.callee_text.rpartition(".")[2]):
            yield own, f"{own.client}.{method}", call
            return
        for shape, name in self.shapes.of(call.callee, call.callee_text):
            if not shape.imports or any(module.encode() in self.source for module in shape.imports):
                yield shape, name, call
        yield from ((shape, "*", call) for shape in shapes_by_looks(call))
        if (inner := described(call)) is not None:
            yield from ((shape, "*", inner) for shape in shapes_by_looks(inner))

    def _holds(self, span: Span) -> bool:
        return self.start <= span.start and span.end <= self.end

    def finish(self) -> list[Site]:
        """Every site once, in the order of the text; a string that is the argument of a call is not a separate site."""
        self.sites = [with_some_session(with_more_headers(site, self.source), self.source) for site in self.sites]
        return finished(self.sites, self.pairs, self.bare)

    # One shape ------------------------------------------------------------------------------------------------------

    def _sites(self, shape: Shape, name: str, call: Call) -> Iterator[Site]:
        url = _url(shape, call) or (_in_keywords(shape, call) if not name.startswith("*") else None)
        if url is None:
            return
        options = options_of(url.value)
        sites = [site for option in options for site in _sites_of(shape, name, call, option, url)]
        if len(sites) > _MOST_SITES and not shape.verb_in_url:
            sites = list(_sites_of(shape, name, call, in_common(options), url))
        yield from sites[:_MOST_SITES]


def _url(shape: Shape, call: Call) -> KeyedValue | None:
    if shape.url_of_receiver:
        receiver = call.callee.receiver if isinstance(call.callee, Method) else None
        return receiver.built.at(*shape.url) if isinstance(receiver, Thing) else None
    given = call.arguments.at(*shape.url)
    if given is None and shape.default_url and not call.arguments.keywords.open:
        return KeyedValue("", Text((TextPiece(shape.default_url, None),)), None, call.callee_span)
    return given


def _in_keywords(shape: Shape, call: Call) -> KeyedValue | None:
    """The URL of a call that is given it in an unknown mapping: `session.request(**options)`, for its callers."""
    if shape.url.keyword is None or not call.arguments.keywords.open or call.arguments.positional:
        return None
    return KeyedValue("", Unknown(shape.url.keyword, parameter=True), None, call.arguments.span)


def _sites_of(shape: Shape, name: str, call: Call, url: Value, entry: KeyedValue) -> Iterator[Site]:
    """The requests with one of the URLs that a call may be given, one for each verb."""
    sure = not name.startswith("*") or (bool(shape.imports) and shape.sure)
    url = url if sure else likely_text(url)
    route = url if isinstance(url, Text) else as_route(url, entry) if sure or shape.vague else None
    if route is None:
        return
    if not sure and url is route and _ROOTED.match(route.marked) and (base := likely_base(call.callee)):
        route = Text((TextPiece(base, None), *route.parts), route.span)
    callee = name if not name.startswith("*") else call.callee_text
    for verb in verbs_of(shape, callee, call.arguments, route):
        if not looks_like_route(verb.template, sure=sure):
            continue
        if not sure and isinstance(shape.verb, At) and not verb.written and not shape.vague:
            continue
        if sure or shape.verb is not None or shape.verb_in_url or _STARTS_LIKE_URL.match(verb.template.marked):
            placed = route if route.span is not None else Text(route.parts, entry.value_span)
            yield made_site(shape, _called_as(call), call.arguments, placed, verb, sure=sure)


def _called_as(call: Call) -> CalledAs:
    via = tuple(_name_of_function(each, call.span) for each in call.via)
    client, is_through = _client(call.callee), call.through is not None
    return CalledAs(call.span, call.callee_span, call.callee_text, client, is_through, via)


def _with_attribute(site: Site, entry: KeyedValue) -> Site:
    shape = site.shape
    if shape is None or not isinstance(shape.verb, At) or entry.key not in shape.settable:
        return site
    arguments = replace(site.arguments, keywords=site.arguments.keywords.with_entry(entry))
    verbs = list(given_verbs(shape, arguments, site.template))
    verb = verbs[0] if len(verbs) == 1 else SentVerb("", None, site.template)
    return replace(
        site,
        arguments=arguments,
        verb=verb.verb,
        verb_span=verb.span,
        verb_written=verb.written,
        query=argument_value(arguments, shape.query),
        json=argument_value(arguments, shape.json),
        data=argument_value(arguments, shape.data),
        headers=argument_value(arguments, shape.headers),
    )


def _name_of_function(function: Function, called: Span) -> FunctionName:
    """A function as other code knows it: from outside of the one that it is in, it is that one."""
    module, index = function.module, function.block
    block, owner = module.blocks[index], module.class_of(index)
    name = function.node.child_by_field_name("name")
    own = (name.text or b"").decode("utf-8", "replace") if name is not None else "lambda"
    is_inside = not module.foreign and module.blocks.span(index).holds(called)
    if block.kind in (BlockKind.FUNCTION, BlockKind.MEMBER) and block.name and not is_inside:
        own = block.name
    return FunctionName(module.uri, f"{owner.name}.{own}" if owner is not None else own)


def _client(callee: Value) -> Thing | None:
    if isinstance(callee, Thing):
        return callee
    receiver = callee.receiver if isinstance(callee, Method) else None
    return receiver if isinstance(receiver, Thing) else None


def _carrying(sites: list[Site], given: Sequence[TextPiece | Unknown]) -> list[Site]:
    """The sites whose path comes from the caller, and those of others of its texts, by which no path is known: `""`."""
    carrying = [site for site in sites if _carries(site, given)]
    is_any = any(isinstance(own, TextPiece) and not own.text.strip("/ ") for own in given)
    return sites if carrying and is_any else carrying


def _carries(site: Site, given: Sequence[TextPiece | Unknown]) -> bool:
    """Whether the path comes from the caller's own texts or unknown values."""
    parts = [part for part in site.template.parts if isinstance(part, TextPiece) and part.text.strip("/ ")]
    texts = [own for own in given if isinstance(own, TextPiece)]
    if any(_is_of(part, own) for part in parts for own in texts):
        return True
    return any(hole.value is own for hole in site.template.holes for own in (*given, OTHERS))


def _is_of(part: TextPiece, own: TextPiece) -> bool:
    """Whether one piece of text is the other, or part of it; pieces of other files have no place here."""
    if part.span is None or own.span is None:
        return part.span is own.span and (part.text == own.text or (len(part.text) > 1 and part.text in own.text))
    return own.span.start <= part.span.start and part.span.end <= own.span.end
