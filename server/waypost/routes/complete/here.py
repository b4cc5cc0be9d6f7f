"""Completion at a cursor in a Python source: in a route, in an argument's name, in a value."""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from waypost.apis import Apis
from waypost.apis.shape import split_url
from waypost.clients.shape import Fills
from waypost.results import CompletionKind, Completions
from waypost.routes.complete import arguments
from waypost.routes.complete.context import RouteContext, Tail
from waypost.routes.complete.in_code import code_literal, reach_at
from waypost.routes.complete.probe import WORD, Closing, Probe, spot_of
from waypost.routes.complete.routes import complete_route
from waypost.routes.model.site import Site
from waypost.routes.sites.api_binding import called_by
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.part_origins import given_by_client
from waypost.routes.sites.prefilter import may_hold_routes
from waypost.routes.sites.site_operation import address_of
from waypost.text import Span
from waypost.text.encoding import decode

Uses = Mapping[tuple[str, str], int]

_FARTHEST_NAME = 80
_GITHUB = "https://api.github.com"
_KEYWORD = re.compile(rb"[(,]\s*(\w*)\Z")
_KEY = re.compile(rb"[{,]\s*(\w*)\Z")
_ASSIGNED = re.compile(rb"=\s*(\w*)\Z")
# Calls whose text is for people, by the names before their brackets.
_REPORTING = re.compile(
    rb"(?:(?<![\w.])(?:print|input|len|repr|ascii|isinstance|open|exit|quit|SystemExit)|\b[A-Z]\w*(?:Error|Exception|Warning)"
    rb"|\bwarnings\.warn|(?:\b|_|get)[lL]og(?:ger|ging)?_?(?:\([^()]*\))?\.(?:debug|info|warn(?:ing)?|error|exception|critical|fatal|log)"
    rb"|\.(?:print|echo|secho))\s*\Z",
)


def complete_at(routes: Routes, offset: int, used: Uses) -> Completions:
    """What can be typed at `offset`; `used` counts the routes of the workspace."""
    probe = Probe.at(routes, offset)
    if probe.cursor.comment:
        return Completions()
    if probe.cursor.literal is not None:
        return _in_string(probe, used)
    if probe.cursor.open and may_hold_routes(probe.source):
        return _in_call(probe)
    return Completions()


def is_in_string(routes: Routes, offset: int) -> bool:
    return Probe.at(routes, offset).cursor.literal is not None


def _in_string(probe: Probe, used: Uses) -> Completions:
    holds_routes = may_hold_routes(probe.source) or probe.apps.may_be_called
    probe = probe.closed() if holds_routes else probe
    span = probe.content()
    if span is None or b"\n" in span.of(probe.source):
        return Completions()
    if not holds_routes:
        return _in_bare_string(probe, span, used)
    innermost = probe.cursor.open[-1].kind if probe.cursor.open else b""
    if innermost == b"(":
        site = _route_site(probe, span)
        if site is not None:
            return complete_route(_context(probe, span, used, site))
    if innermost:
        found = _in_table(probe, span)
        if found.items:
            return found
    return _in_bare_string(probe, span, used)


def _route_site(probe: Probe, span: Span) -> Site | None:
    """The call that would take the string as its route."""
    with_verb = _taking(probe.sites(span, f"GET /{WORD}"))
    if with_verb is not None and with_verb.shape is not None and with_verb.shape.verb_in_url:
        return with_verb
    return _taking(probe.sites(span, f"/{WORD}"))


def _taking(sites: list[Site]) -> Site | None:
    return next((site for site in sites if site.shape is not None and WORD in site.template.marked), None)


def _in_bare_string(probe: Probe, span: Span, used: Uses) -> Completions:
    """A string that is not the argument of a known call is completed once it starts like a route."""
    before = decode(Span(span.start, probe.offset).of(probe.source))
    if _is_message(probe) or not re.match(r"[A-Z]+ +(/|https?:)", before):
        return Completions()
    return complete_route(_context(probe, span, used, None))


def _is_message(probe: Probe) -> bool:
    """Whether the string is a message: the argument of something that is said to people, or of Python's own."""
    innermost = probe.cursor.open[-1] if probe.cursor.open else None
    if innermost is None or innermost.kind != b"(":
        return False
    at = probe.start + innermost.at
    return _REPORTING.search(probe.source, max(0, at - _FARTHEST_NAME), at) is not None


def _context(probe: Probe, span: Span, used: Uses, site: Site | None) -> RouteContext:
    apis = probe.routes.apis
    in_url = site is None or (site.shape is not None and site.shape.verb_in_url)
    base = address_of(site) if site is not None else None
    if base is None and (site is None or (site.record.builds and not site.record.is_builder)):
        base = apis.all()[0][0] if len(apis.documents) == 1 else _GITHUB
    before = decode(Span(span.start, probe.offset).of(probe.source))
    optional = site is not None and site.record.bare_paths and not before.startswith("/") and bool(before)
    return RouteContext(
        before,
        decode(Span(probe.offset, span.end).of(probe.source)),
        span.start,
        probe.offset,
        span.end,
        apis,
        verb=None if in_url else (site.verb if site is not None else ""),
        base=base,
        used=uses_at(used, base, apis),
        slash=not optional,
        tail=_tail(probe, site),
        closing=probe.closing if site is not None else None,
        code=code_literal(probe) if site is not None and site.fills is Fills.NOTHING else None,
        called=called_by(site, replace(apis, apps=probe.apps)) if site is not None else None,
    )


def uses_at(used: Uses, base: str | None, apis: Apis) -> Mapping[str, int]:
    """The routes of the workspace that fit here: those of the API; if no API is known, those of the same host."""
    spot = apis.at(base) if base is not None else None
    address = (base or "").rstrip("/")
    found: Counter[str] = Counter()
    for (api, route), count in used.items():
        verb, _, url = route.partition(" ")
        origin, _ = split_url(url)
        if spot is not None and api and api.rstrip("/") == spot.base.rstrip("/"):
            found[route] += count
        elif spot is None and not api and (not origin or (address and url.startswith(f"{address}/"))):
            found[f"{verb} {url.removeprefix(address) if origin else url}"] += count
    return found


def _tail(probe: Probe, site: Site | None) -> Tail | None:
    """How to add arguments after the route, if it is the only argument."""
    literal = probe.cursor.literal
    if site is None or site.shape is None or literal is None or literal.is_formatted or probe.closing == Closing():
        return None
    behind = probe.source[probe.start + literal.end + len(literal.quote) :]
    if not re.match(rb"\s*\)", behind) or len(site.arguments.positional) + len(site.arguments.keywords.entries) != 1:
        return None
    shape = site.shape
    quote, given = decode(literal.quote), given_by_client(site)
    if shape.keywords:
        return Tail(quote, reach=reach_at(probe), given=given)
    if shape.variables is None:
        return None
    table = "" if shape.variables.position else shape.variables.keyword or ""
    return Tail(quote, keywords=False, table=table, reach=reach_at(probe), given=given)


def _in_table(probe: Probe, span: Span) -> Completions:
    """A string that is a key or a value in what a call sends."""
    literal = probe.cursor.literal
    behind = probe.source[span.end + len(literal.quote) :] if literal is not None else b""
    before = probe.source[probe.start : probe.start + literal.start].rstrip() if literal is not None else b""
    is_key = probe.cursor.open[-1].kind == b"{" and before[-1:] in (b"{", b",")
    if is_key and literal is not None and not re.match(rb"\s*:", behind):
        quote = decode(literal.quote)
        whole = Span(span.start, span.end + len(literal.quote) * literal.closed)
        sites = probe.sites(whole, f"{WORD}{quote}: 0")
    else:
        sites = probe.sites(span, WORD)
    for site in sites:
        spot = spot_of(site)
        if spot is not None and spot.is_value:
            values = arguments.values_at(site, spot, probe.routes.apis)
            return Completions(list(arguments.items(values, span, "", "", CompletionKind.ENUM)))
        if spot is not None:
            names = arguments.names_at(site, spot, probe.routes.apis)
            return Completions(list(arguments.items(names, span, "", "", CompletionKind.PARAMETER)))
    return Completions()


def _in_call(probe: Probe) -> Completions:
    """Between the brackets of a call, or of a dict in one."""
    innermost = probe.cursor.open[-1].kind
    before = probe.source[probe.start + probe.cursor.open[-1].at : probe.offset]
    assigned = _ASSIGNED.search(before)
    if assigned is not None:
        return _value(probe, Span(probe.offset - len(assigned[1]), probe.offset))
    found = _KEYWORD.search(before) if innermost == b"(" else _KEY.search(before) if innermost == b"{" else None
    if found is None:
        return Completions()
    rest = re.compile(rb"\w*").match(probe.source, probe.offset)
    end = rest.end() if rest is not None else probe.offset
    span = Span(probe.offset - len(found[1]), end)
    followed = re.compile(rb"[ \t]*[=:]").match(probe.source, end) is not None
    text = f"{WORD}=0" if innermost == b"(" else f'"{WORD}": 0'
    for site in probe.sites(span, WORD if followed and innermost == b"(" else text):
        spot = spot_of(site)
        if spot is not None:
            names = arguments.names_at(site, spot, probe.routes.apis)
            if innermost == b"(":
                named = [name for name in names if name.text.isidentifier()]
                return Completions(
                    list(arguments.items(named, span, "", "" if followed else "=", CompletionKind.PARAMETER))
                )
            return Completions(list(arguments.items(names, span, '"', '": ', CompletionKind.PARAMETER)))
    return Completions()


def _value(probe: Probe, span: Span) -> Completions:
    """A value that is not a string yet."""
    for site in probe.sites(span, f'"{WORD}"'):
        spot = spot_of(site)
        if spot is not None and spot.is_value:
            values = arguments.values_at(site, spot, probe.routes.apis)
            return Completions(list(arguments.items(values, span, '"', '"', CompletionKind.ENUM)))
    return Completions()
