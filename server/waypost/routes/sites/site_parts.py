"""How a call becomes a site: its arguments by role, its verbs; and which of a file's sites are one request."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

from waypost.clients import CLIENTS
from waypost.clients.shape import VERBS, At, Shape, verb_of
from waypost.core.route import split
from waypost.results import FunctionName
from waypost.routes.model.site import WITH_VERB, Site
from waypost.routes.model.values import (
    FIRST_MARK,
    LITERAL_BYTES,
    MARK,
    Arguments,
    Constant,
    Either,
    Hole,
    KeyedValue,
    KeyedValues,
    Part,
    Row,
    Text,
    TextPiece,
    Thing,
    Unknown,
    Value,
    joined_arguments,
    options_of,
)
from waypost.routes.sites.default_addresses import with_default_addresses
from waypost.shown.names import NAMELESS, has_name, is_of_call
from waypost.text import BySpan, Span

# A place, a client, a verb and a URL.
_Key: TypeAlias = tuple[Span, str, str, str]
# How deep one call is compared with another, and what has the place of what is not known.
_DEEPEST: Final = 4
_SOMETHING: Final = "{}"
_MORE: Final = ",…"
_NOTHING: Final = re.compile(r"(?:None|\{\}|\|)*")
_BARE: Final = re.compile(rf"(?:{'|'.join(VERBS)})[ \t]+(?:/|https?://)[^\s<>\"\\^`|]*\Z")


class SentVerb(NamedTuple):
    """A verb that a call may send, empty if it is unknown, and the URL after it."""

    verb: str
    span: Span | None
    template: Text
    # As in the source; empty if it is not there.
    written: str = ""


class CalledAs(NamedTuple):
    """A call as it is written, and what it is made on and through."""

    span: Span
    callee_span: Span
    callee: str
    client: Thing | None = None
    through: bool = False
    via: tuple[FunctionName, ...] = ()
    # What a function calls in the end, by its own name.
    sender: str = ""


def made_site(shape: Shape, call: CalledAs, arguments: Arguments, route: Text, verb: SentVerb, *, sure: bool) -> Site:
    return Site(
        shape=shape,
        span=call.span,
        callee_span=call.callee_span,
        callee=call.callee,
        template=_by_position(verb.template),
        verb=verb.verb,
        verb_span=verb.span,
        verb_written=verb.written,
        route=_by_position(route),
        arguments=arguments,
        client=call.client,
        through=call.through,
        via=call.via,
        sender=call.sender,
        sure=sure,
        **_roles(shape, arguments),
    )


def _by_position(url: Text) -> Text:
    """A URL in which what is nothing but the result of some function is called by where it stands."""
    if not any(map(_has_no_name, url.holes)):
        return url
    before = ""
    parts: list[Part] = []
    for part in url.parts:
        parts.append(_called(part, _behind(before)) if isinstance(part, Hole) and _has_no_name(part) else part)
        before += part.text if isinstance(part, TextPiece) else _SOMETHING
    return replace(url, parts=tuple(parts))


def _called(hole: Hole, name: str) -> Hole:
    value = replace(hole.value, expression=name) if isinstance(hole.value, Unknown) else hole.value
    return replace(hole, value=value, expression=name)


def _has_no_name(hole: Hole) -> bool:
    return is_of_call(hole.expression) and not has_name(hole.expression)


def _behind(before: str) -> str:
    """What comes behind the beginning of a URL."""
    if not before:
        return "url"
    if "?" in before:
        return "query" if before[-1] in "?&" else NAMELESS
    return "host" if before.endswith("://") else "path"


def _roles(shape: Shape, arguments: Arguments) -> dict[str, Any]:
    """What the arguments of a call are for."""
    return {
        "values": _values(shape, arguments),
        "numbered": _numbered(shape, arguments),
        "query": argument_value(arguments, shape.query),
        "json": argument_value(arguments, shape.json),
        "data": argument_value(arguments, shape.data),
        "headers": argument_value(arguments, shape.headers),
    }


def is_bare(text: Text) -> bool:
    """Whether a string is a verb and a URL."""
    marked = text.marked
    return len(marked) < 2_000 and _BARE.match(marked.strip()) is not None and "%s" not in marked  # noqa: PLR2004 - no route is longer


def finished(sites: Iterable[Site], pairs: Iterable[Site], bare: Mapping[Span, Text]) -> list[Site]:
    """Every site once, in the order of the text; a string that is the argument of a call is not a separate site."""
    found: dict[_Key, Site] = {}
    for site in with_default_addresses(sites):
        key = _key_of(site, found)
        found[key] = _joined(found[key], site) if key in found else site
    for site in pairs:
        found.setdefault((site.span, "", site.verb, site.template.marked), site)
    sure = BySpan((site.span, site) for site in found.values() if site.through and not site.likely)
    found = {
        key: site
        for key, site in found.items()
        if not (_by_looks(site) and any(_is_sent_by(site, each) for each in sure.around(site.span)))
    }
    own = BySpan(
        (site.span, site)
        for site in found.values()
        if not (site.bare or site.through or site.likely or is_helper(site))
    )
    found = {key: site for key, site in found.items() if not (site.through and _sends_any(site, own))}
    found = _with_bases(found)
    sent = {site.span for site in found.values() if site.through and not is_helper(site)}
    found = {key: site for key, site in found.items() if not (is_helper(site) and site.span in sent)}
    found = _with_other_verbs(found)
    claimed = BySpan((span, span) for site in found.values() if (span := site.route.span) is not None)
    for span, value in bare.items():
        if next(claimed.around(span), None) is None:
            site = _bare_site(span, value)
            found[site.span, "", site.verb, site.template.marked] = site
    # Of the forms of a call, the one of which something is known is the first.
    return sorted(found.values(), key=lambda site: (site.span, site.unknown))


def _key_of(site: Site, found: Mapping[_Key, Site]) -> _Key:
    """Another key than that of the same call with an object that was made for another address."""
    url = site.template.marked
    first = found.get((site.span, site.client_name, site.verb, url))
    if first is not None and site.base and first.base and site.base != first.base:
        url = f"{site.base}{url}"
    return site.span, site.client_name, site.verb, url


def _joined(site: Site, other: Site) -> Site:
    """A request that a call makes in two ways which differ in what else they give, in a loop for instance."""
    shape, client = site.shape, site.client
    is_surer = site.likely is not other.likely or bool(site.doubt) is not bool(other.doubt)
    if shape is None or is_surer or given_in(site) == given_in(other):
        return site
    if client is not None and other.client is not None:
        client = replace(client, built=joined_arguments(client.built, other.client.built))
    arguments = joined_arguments(site.arguments, other.arguments)
    return replace(site, arguments=arguments, client=client, **_roles(shape, arguments))


def _by_looks(site: Site) -> bool:
    """Whether it only looks like a request; another that is likely may be one of several ways of a known call."""
    return site.likely and not site.doubt


def is_helper(site: Site) -> bool:
    return site.shape is not None and site.shape.helper


def _is_sent_by(likely: Site, sure: Site) -> bool:
    """Whether what looks like a request is an object that a known request around it sends, or the same call."""
    return likely.span == sure.span or likely.verb in (sure.verb, "")


def _sends_any(site: Site, made: BySpan[Site]) -> bool:
    """Whether a function is given what a call of another client makes: `self.request(Route("GET", "/x"))`."""
    spans = (part.span for part in site.template.parts if isinstance(part, TextPiece) and part.span is not None)
    return any(
        site.verb == each.verb and site.client_name != each.client_name for span in spans for each in made.around(span)
    )


def _with_bases(found: dict[_Key, Site]) -> dict[_Key, Site]:
    """Without likely requests whose call is found with the address that is unknown, or not there, in them."""
    based: dict[tuple[Span, str], list[Site]] = {}
    for site in found.values():
        if site.likely and not site.template.marked.startswith("/"):
            based.setdefault((site.span, site.verb), []).append(site)
    if not based:
        return found
    return {
        key: site
        for key, site in found.items()
        if not any(_lacks_base(site, each) for each in based.get((site.span, site.verb), ()))
    }


def _lacks_base(likely: Site, other: Site) -> bool:
    """Whether another site of a call is the same likely request with its address."""
    path = likely.template.marked.lstrip(chr(FIRST_MARK))
    is_relative = likely.likely and path.startswith("/") and likely is not other
    has_more = other.template.marked.startswith("http") or path == likely.template.marked
    return (
        is_relative
        and has_more
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


def as_route(url: Value, entry: KeyedValue) -> Text | None:
    """A completely unknown URL: still a request."""
    if isinstance(url, Unknown):
        return Text((Hole(url, url.expression, entry.value_span, "+"),), entry.value_span)
    return None


def verbs_of(shape: Shape, callee: str, arguments: Arguments, route: Text) -> Iterator[SentVerb]:
    if shape.verb_in_url:
        if (verb := _leading_verb(shape, route)) is not None:
            yield verb
    elif isinstance(shape.verb, str):
        yield SentVerb(shape.verb, None, route)
    elif shape.verb is None:
        if (sent := verb_of(callee)) is not None:
            yield SentVerb(sent, None, route)
    else:
        yield from given_verbs(shape, arguments, route)


def given_verbs(shape: Shape, arguments: Arguments, route: Text) -> Iterator[SentVerb]:
    """The verbs that a call may be given as an argument; one without a name if any may be given."""
    given = arguments.at(*shape.verb) if isinstance(shape.verb, At) else None
    if given is None:
        is_unpacked = arguments.keywords.open and isinstance(shape.verb, At) and shape.verb.keyword is not None
        yield SentVerb("" if is_unpacked else default_verb_of(shape, arguments), None, route)
        return
    if shape.verb_with_body and any(map(_is_nothing, options_of(given.value))):
        yield SentVerb(default_verb_of(shape, arguments), None, route)
        if _is_nothing(given.value):
            return
    options = [each for each in options_of(given.value) if not isinstance(each, Constant)]
    known = [each for each in options if isinstance(each, Text) and each.known]
    if given.maybe or not known or (shape.sure and len(known) < len(options)):
        yield SentVerb("", given.value_span, route)
        return
    for option in known:
        written = option.known or ""
        if shape.sure or written.upper() in VERBS:
            yield SentVerb(written.upper(), option.where(0, len(written)) or given.value_span, route, written)


def default_verb_of(shape: Shape, arguments: Arguments) -> str:
    places = (place for place in (shape.content, shape.json, shape.data) if place is not None)
    bodies = [entry for place in places if (entry := arguments.at(*place)) is not None and not _is_nothing(entry.value)]
    if shape.verb_with_body and bodies and all(entry.maybe or is_perhaps_nothing(entry.value) for entry in bodies):
        return ""
    has_body = bool(bodies)
    return shape.verb_with_body if shape.verb_with_body and has_body else shape.default_verb


def _leading_verb(shape: Shape, route: Text) -> SentVerb | None:
    marked = route.marked
    found = WITH_VERB.match(marked)
    if found is not None:
        rest = route.slice(found.end(), len(marked))
        return SentVerb(found[1], route.where(*found.span(1)), rest, found[1])
    if not shape.sure:
        return None
    parts = split(marked)
    rest = route.slice(*parts.url_span)
    if parts.verb is None:
        # What is not known may begin with one.
        return SentVerb("" if MARK.match(marked) else "GET", None, rest)
    verb = "" if MARK.search(parts.verb) else parts.verb
    return SentVerb(verb.upper(), route.where(*parts.verb_span), rest, verb)


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


def is_perhaps_nothing(value: Value) -> bool:
    """Whether a call may be given nothing or something: who calls it can leave it out, or it is None in some way."""
    options = options_of(value) if not _is_nothing(value) else ()
    return any(
        _is_nothing(each) or (isinstance(each, Unknown) and each.parameter and not each.required) for each in options
    )


def _is_nothing(value: Value) -> bool:
    return getattr(value, "value", 0) is None


def _numbered(shape: Shape, arguments: Arguments) -> Row:
    if shape.values_from is None:
        return Row()
    return Row(tuple(entry.value for entry in arguments.positional[shape.values_from :]), arguments.open)


def argument_value(arguments: Arguments, place: At | None) -> Value | None:
    found = arguments.at(*place) if place is not None else None
    return found.value if found is not None else None


def given_in(site: Site) -> str:
    """What a call gives, and its client has, whatever the unknown parts are called."""
    client = site.client
    return shape_of(site.arguments) + (shape_of(client.built) if client is not None and client.whole else "")


def shape_of(value: Value | Arguments, depth: int = 0) -> str:  # noqa: PLR0911 - one answer for each kind
    """A value by its known parts."""
    if depth > _DEEPEST:
        return _SOMETHING
    match value:
        case Text():
            return MARK.sub(_SOMETHING, value.marked)
        case Constant():
            return repr(value.value)
        case Unknown(expression=expression) if LITERAL_BYTES.match(expression):
            return expression
        case Unknown(default=default) if default:
            # Who leaves it at that adds nothing.
            return default
        case KeyedValues(entries=entries):
            # Who gives none of what else there may be adds nothing.
            return f"{{{','.join(map(partial(_shape_of_entry, depth=depth + 1), entries))}}}"
        case Row(items=items, open=is_open):
            return f"[{','.join(shape_of(each, depth + 1) for each in items)}{_MORE if is_open else ''}]"
        case Either(options=options):
            return "|".join(sorted({shape_of(each, depth + 1) for each in options}))
        case Arguments(positional=positional, keywords=keywords, open=is_open):
            # An argument of which nothing is known tells no more than none.
            telling = [each for each in keywords.entries if not _NOTHING.fullmatch(shape_of(each.value))]
            own = Row(tuple(each.value for each in positional), is_open)
            return shape_of(own, depth) + shape_of(KeyedValues(tuple(telling)), depth)
    return _SOMETHING


def _shape_of_entry(entry: KeyedValue, depth: int) -> str:
    return f"{entry.key}={shape_of(entry.value, depth)}{'?' if entry.maybe else ''}"


def pair_site(span: Span, verb: Text, path: Text) -> Site:
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


def as_prepared(site: Site, preparer: str) -> Site:
    """A site as one of the client that prepares its request."""
    record = next((each for each in CLIENTS if preparer in each.preparers), None)
    if record is None or site.shape is None:
        return site
    return replace(site, shape=replace(site.shape, client=record.name, base=record.constructor.base))
