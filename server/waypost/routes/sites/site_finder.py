"""Turns the calls and strings that an evaluation records into routes."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple, TypeAlias

from waypost.clients.shape import VERBS, At, Fills, Shape, verb_of
from waypost.core.endpoint import endpoint
from waypost.core.preview import Preview
from waypost.core.route import split
from waypost.core.template import Expression
from waypost.core.url import expand
from waypost.results import FunctionName
from waypost.routes.calls.client_types import prepares, sets_header
from waypost.routes.calls.match import Shapes
from waypost.routes.evaluate.interface import Call
from waypost.routes.evaluate.strings import expression_of, format_call, quoted
from waypost.routes.model.site import WITH_VERB, Site, looks_like_route
from waypost.routes.model.stand_ins import is_known, plain
from waypost.routes.model.values import (
    FIRST_MARK,
    MARK,
    OTHERS,
    Arguments,
    Constant,
    Function,
    Hole,
    KeyedValue,
    KeyedValues,
    Method,
    Part,
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
from waypost.routes.sites.default_addresses import with_default_addresses
from waypost.routes.sites.prepared import with_session, with_some_session
from waypost.routes.sites.set_headers import is_of, with_more_headers, with_set_header
from waypost.routes.syntax import BlockKind
from waypost.text import Span

# A place, a client, a verb and a URL.
_Key: TypeAlias = tuple[Span, str, str, str]
_MOST_SITES: Final = 6
_BARE: Final = re.compile(rf"(?:{'|'.join(VERBS)})[ \t]+(?:/|https?://)[^\s<>\"\\^`|]*\Z")
_ROOTED: Final = re.compile(r"/(?!/)")
_STARTS_LIKE_URL: Final = re.compile(r"/|http|[\ue000-\uf8ff]/")


class _Verb(NamedTuple):
    """A verb that a call may send, empty if it is unknown, and the URL after it."""

    verb: str
    span: Span | None
    template: Text
    # As in the source; empty if it is not there.
    written: str = ""


class SiteFinder:
    """The recorder of one file: it turns what it records into sites."""

    def __init__(self, shapes: Shapes, source: bytes, start: int, end: int) -> None:
        self.shapes = shapes
        self.source = source
        # The block being analysed: another block reports what is outside it.
        self.start = start
        self.end = end
        self.count = 0
        self.sites: list[Site] = []
        self.bare: dict[Span, Text] = {}
        self.pairs: list[Site] = []

    # Recorder -------------------------------------------------------------------------------------------------------

    def string(self, value: Text, *, decorator: bool) -> None:
        if decorator or value.span is None or not self._holds(value.span):
            return
        marked = value.marked
        if len(marked) < 2_000 and _BARE.match(marked.strip()) and "%s" not in marked:  # noqa: PLR2004 - no route is longer
            self.bare[value.span] = value

    def pair(self, row: Row) -> None:
        """`("POST", "/session/$id")`, as in tables of commands."""
        if len(row.items) < 2 or row.span is None or not self._holds(row.span):  # noqa: PLR2004 - verb and path
            return
        verb, path = row.items[0], row.items[1]
        if not isinstance(verb, Text) or not isinstance(path, Text) or verb.known not in VERBS:
            return
        if path.marked.startswith("/") and looks_like_route(path, sure=False):
            self.pairs.append(_pair_site(row.span, verb, path))

    def call(self, call: Call) -> Value | None:
        """Record a call; returns the filled URL if the call is a helper that makes one."""
        if not self._holds(call.span):
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
            if shape.helper:
                return _filled(sites[0]) if sites else None
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
        found: dict[_Key, Site] = {}
        for site in with_default_addresses(self.sites):
            found.setdefault(_key_of(site, found), site)
        for site in self.pairs:
            found.setdefault((site.span, "", site.verb, site.template.marked), site)
        sure = [site for site in found.values() if site.through and not site.likely]
        found = {
            key: site
            for key, site in found.items()
            if not (site.likely and any(_is_sent_by(site, each) for each in sure))
        }
        own = [site for site in found.values() if not site.through and not site.likely and not _is_helper(site)]
        found = {
            key: site for key, site in found.items() if not (site.through and any(_sends(site, each) for each in own))
        }
        based = [site for site in found.values() if site.likely and site.template.marked.startswith("http")]
        found = {key: site for key, site in found.items() if not any(_lacks_base(site, each) for each in based)}
        sent = {site.span for site in found.values() if site.through and not _is_helper(site)}
        found = {key: site for key, site in found.items() if not (_is_helper(site) and site.span in sent)}
        found = _with_other_verbs(found)
        claimed = [span for site in found.values() if (span := site.route.span) is not None]
        for span, value in self.bare.items():
            if not any(each.start <= span.start and span.end <= each.end for each in claimed):
                site = _bare_site(span, value)
                found[site.span, "", site.verb, site.template.marked] = site
        return sorted(found.values(), key=lambda site: site.span)

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
    route = url if isinstance(url, Text) else _as_route(url, entry) if sure or shape.vague else None
    if route is None:
        return
    if not sure and url is route and _ROOTED.match(route.marked) and (base := likely_base(call.callee)):
        route = Text((TextPiece(base, None), *route.parts), route.span)
    for verb in _verbs(shape, name, call, route):
        if not looks_like_route(verb.template, sure=sure):
            continue
        if not sure and isinstance(shape.verb, At) and not verb.written and not shape.vague:
            continue
        if sure or shape.verb is not None or shape.verb_in_url or _STARTS_LIKE_URL.match(verb.template.marked):
            yield _site(
                shape, call, route if route.span is not None else Text(route.parts, entry.value_span), verb, sure=sure
            )


def _site(shape: Shape, call: Call, route: Text, verb: _Verb, *, sure: bool) -> Site:
    arguments = call.arguments
    return Site(
        shape=shape,
        span=call.span,
        callee_span=call.callee_span,
        callee=call.callee_text,
        template=verb.template,
        verb=verb.verb,
        verb_span=verb.span,
        verb_written=verb.written,
        route=route,
        arguments=arguments,
        values=_values(shape, arguments),
        numbered=_numbered(shape, arguments),
        query=_value(arguments, shape.query),
        json=_value(arguments, shape.json),
        data=_value(arguments, shape.data),
        headers=_value(arguments, shape.headers),
        client=_client(call.callee),
        through=call.through is not None,
        via=tuple(_name_of_function(each, call.span) for each in call.via),
        sure=sure,
    )


def _with_attribute(site: Site, entry: KeyedValue) -> Site:
    shape = site.shape
    if shape is None or not isinstance(shape.verb, At) or entry.key not in shape.settable:
        return site
    arguments = replace(site.arguments, keywords=site.arguments.keywords.with_entry(entry))
    verbs = list(_given_verbs(shape, arguments, site.template))
    verb = verbs[0] if len(verbs) == 1 else _Verb("", None, site.template)
    return replace(
        site,
        arguments=arguments,
        verb=verb.verb,
        verb_span=verb.span,
        verb_written=verb.written,
        query=_value(arguments, shape.query),
        json=_value(arguments, shape.json),
        data=_value(arguments, shape.data),
        headers=_value(arguments, shape.headers),
    )


def _key_of(site: Site, found: Mapping[_Key, Site]) -> _Key:
    """Another key than that of the same call with an object that was made for another address."""
    url = site.template.marked
    first = found.get((site.span, site.client_name, site.verb, url))
    if first is not None and site.base and first.base and site.base != first.base:
        url = f"{site.base}{url}"
    return site.span, site.client_name, site.verb, url


def _is_helper(site: Site) -> bool:
    return site.shape is not None and site.shape.helper


def _is_sent_by(likely: Site, sure: Site) -> bool:
    """Whether what looks like a request is an object that a known request sends, or the same call."""
    return likely.span == sure.span or (sure.span.holds(likely.span) and likely.verb in (sure.verb, ""))


def _sends(site: Site, made: Site) -> bool:
    """Whether a function is given what a call of another client makes: `self.request(Route("GET", "/x"))`."""
    if site.verb != made.verb or site.client_name == made.client_name:
        return False
    spans = (part.span for part in site.template.parts if isinstance(part, TextPiece))
    return any(span is not None and made.span.holds(span) for span in spans)


def _lacks_base(likely: Site, other: Site) -> bool:
    """Whether another site is the same likely request, with the address that is unknown in this one."""
    path = likely.template.marked.lstrip(chr(FIRST_MARK))
    is_relative = likely.likely and path.startswith("/") and likely is not other
    return (
        is_relative
        and (likely.span, likely.verb) == (other.span, other.verb)
        and other.template.shown().endswith(
            likely.template.slice(len(likely.template.marked) - len(path), len(likely.template.marked)).shown()
        )
    )


def _with_other_verbs(found: dict[_Key, Site]) -> dict[_Key, Site]:
    """Marks requests that a function makes with one verb or another: nobody knows when with which."""
    verbs: dict[tuple[Span, str], set[str]] = {}
    for site in found.values():
        if site.through:
            verbs.setdefault((site.span, site.template.marked), set()).add(site.verb)
    others = {key: frozenset(verbs.get((site.span, site.template.marked), ())) for key, site in found.items()}
    return {
        key: replace(site, other_verbs=others[key] - {site.verb}) if len(others[key]) > 1 else site
        for key, site in found.items()
    }


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


def _as_route(url: Value, entry: KeyedValue) -> Text | None:
    """A completely unknown URL: still a request."""
    if isinstance(url, Unknown):
        return Text((Hole(url, url.expression, entry.value_span, "+"),), entry.value_span)
    return None


def _verbs(shape: Shape, name: str, call: Call, route: Text) -> Iterator[_Verb]:
    if shape.verb_in_url:
        if (verb := _leading_verb(shape, route)) is not None:
            yield verb
    elif isinstance(shape.verb, str):
        yield _Verb(shape.verb, None, route)
    elif shape.verb is None:
        callee = name if not name.startswith("*") else call.callee_text
        if (sent := verb_of(callee)) is not None:
            yield _Verb(sent, None, route)
    else:
        yield from _given_verbs(shape, call.arguments, route)


def _given_verbs(shape: Shape, arguments: Arguments, route: Text) -> Iterator[_Verb]:
    """The verbs that a call may be given as an argument; one without a name if any may be given."""
    given = arguments.at(*shape.verb) if isinstance(shape.verb, At) else None
    if given is None:
        yield _Verb(_default_verb(shape, arguments), None, route)
        return
    options = [each for each in options_of(given.value) if not isinstance(each, Constant)]
    known = [each for each in options if isinstance(each, Text) and each.known]
    if given.maybe or not known or (shape.sure and len(known) < len(options)):
        yield _Verb("", given.value_span, route)
        return
    for option in known:
        written = option.known or ""
        if shape.sure or written.upper() in VERBS:
            yield _Verb(written.upper(), option.where(0, len(written)) or given.value_span, route, written)


def _default_verb(shape: Shape, arguments: Arguments) -> str:
    places = (place for place in (shape.content, shape.json, shape.data) if place is not None)
    bodies = [entry for place in places if (entry := arguments.at(*place)) is not None and not _is_nothing(entry.value)]
    if shape.verb_with_body and bodies and all(entry.maybe for entry in bodies):
        return ""
    has_body = bool(bodies)
    return shape.verb_with_body if shape.verb_with_body and has_body else shape.default_verb


def _leading_verb(shape: Shape, route: Text) -> _Verb | None:
    marked = route.marked
    found = WITH_VERB.match(marked)
    if found is not None:
        rest = route.slice(found.end(), len(marked))
        return _Verb(found[1], route.where(*found.span(1)), rest, found[1])
    if not shape.sure:
        return None
    parts = split(marked)
    rest = route.slice(*parts.url_span)
    if parts.verb is None:
        return _Verb("GET", None, rest)
    verb = "" if MARK.search(parts.verb) else parts.verb
    return _Verb(verb.upper(), route.where(*parts.verb_span), rest, verb)


def _values(shape: Shape, arguments: Arguments) -> KeyedValues:
    """The values that the call gives to placeholders."""
    table = KeyedValues(open=False)
    if shape.variables is not None and (given := arguments.at(*shape.variables)) is not None:
        tables = [option for option in options_of(given.value) if isinstance(option, KeyedValues)]
        table = table.merged(tables[0] if len(tables) == len(options_of(given.value)) == 1 else given.value)
        if tables and len(options_of(given.value)) > 1:
            table = KeyedValues(tables[0].entries, open=True)
        if _is_nothing(given.value):
            table = KeyedValues()
    if shape.keywords:
        own = tuple(entry for entry in arguments.keywords.entries if entry.key not in shape.taken)
        table = table.merged(KeyedValues(own, arguments.keywords.open))
    if arguments.open and shape.variables is not None and shape.variables.position is not None:
        table = KeyedValues(table.entries, open=True)
    if arguments.keywords.open and shape.variables is not None and shape.variables.keyword:
        table = KeyedValues(table.entries, open=True)
    return table


def _is_nothing(value: Value) -> bool:
    return getattr(value, "value", 0) is None


def _numbered(shape: Shape, arguments: Arguments) -> Row:
    if shape.values_from is None:
        return Row()
    return Row(tuple(entry.value for entry in arguments.positional[shape.values_from :]), arguments.open)


def _value(arguments: Arguments, place: At | None) -> Value | None:
    found = arguments.at(*place) if place is not None else None
    return found.value if found is not None else None


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


def _filled(site: Site) -> Text:
    """The URL that a helper returns."""
    if site.fills is Fills.FORMAT:
        numbered = tuple(KeyedValue("", quoted(item)) for item in site.numbered.items)
        named = tuple(replace(entry, value=quoted(entry.value)) for entry in site.values.entries)
        arguments = Arguments(numbered, KeyedValues(named, site.values.open), site.numbered.open)
        return Text(format_call(site.template, arguments).parts, site.route.span)
    parts: list[Part] = []
    at = 0
    for expression in site.parsed.expressions:
        parts.extend(site.template.slice(at, expression.span.start).parts)
        parts.append(_expanded(site, expression))
        at = expression.span.end
    parts.extend(site.template.slice(at, len(site.template.marked)).parts)
    return Text(tuple(parts), site.route.span)


def _expanded(site: Site, expression: Expression) -> Part:
    """One expression with its values, if all are known; otherwise a part with the name of the first one."""
    preview = Preview(endpoint)
    values = [site.value(variable.name) for variable in expression.variables]
    span = site.template.where(*expression.span)
    known = {
        variable.name: plain(entry.value, preview)
        for variable, entry in zip(expression.variables, values, strict=True)
        if entry is not None and is_known(entry.value)
    }
    missing = 0 if site.values.open else values.count(None)
    if known and len(known) + missing == len(expression.variables) and not site.parsed.faults:
        return TextPiece(expand(site.template.marked[slice(*expression.span)], known), span, verbatim=False)
    name = expression.variables[0].name if expression.variables else ""
    words = expression_of(values[0].value, name) if values and values[0] is not None else name
    return Hole(Unknown(words), words, span, "expand")


def _pair_site(span: Span, verb: Text, path: Text) -> Site:
    return Site(
        shape=None,
        span=span,
        callee_span=span,
        callee="",
        template=path,
        verb=verb.known or "",
        verb_span=verb.where(0, len(verb.marked)),
        verb_written=verb.known or "",
        route=path,
    )


def _bare_site(span: Span, value: Text) -> Site:
    found = WITH_VERB.match(value.marked)
    assert found is not None
    rest = value.slice(found.end(), len(value.marked.rstrip()))
    return Site(
        shape=None,
        span=span,
        callee_span=span,
        callee="",
        template=rest,
        verb=found[1],
        verb_span=value.where(*found.span(1)),
        verb_written=found[1],
        route=value,
    )
