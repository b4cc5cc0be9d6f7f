"""Hints at the ends of lines with calls: the requests that will be sent."""

import re
from collections.abc import Iterator
from typing import Final

from waypost.results import InlayHint
from waypost.routes.model.site import Site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.missing_parameters import marked
from waypost.routes.sites.request import Request, request_of
from waypost.shown.names import path_and_query
from waypost.text import Span

# An editor shows no more of a hint.
_WIDEST: Final = 43
# How a URL begins that is sent somewhere: anything else is words, on their way to become a route.
_ADDRESSED: Final = re.compile(r"[A-Za-z][\w+.-]*:|[/{]")
# An address that is not known.
_ADDRESS: Final = re.compile(r"\{[^{}]*\}")
_BASED: Final = re.compile(r"\A\{[^{}]*\}(?=/)")
_BRACE: Final = re.compile(r"%7([BbDd])")


def hints_in(routes: Routes, span: Span, level: str) -> list[InlayHint]:
    """One hint for each line in a span on which a call ends; several requests share it."""
    if level == "off":
        return []
    calls: dict[int, list[Site]] = {}
    for site in routes.sites_in(span):
        if span.start <= site.span.end <= span.end and not site.unknown:
            calls.setdefault(routes.document.line_end(site.span.end), []).append(site)
    hints = (_hint(offset, sites, level) for offset, sites in calls.items())
    return [hint for hint in hints if hint is not None]


def _hint(offset: int, sites: list[Site], level: str) -> InlayHint | None:
    """One form of each call; the others are in the hover."""
    firsts = {site.span: site for site in reversed(sites)}
    requested = [(site, request_of(marked(site))) for site in reversed(firsts.values())]
    made = [
        (site, request.masked()) for site, request in requested if request is not None and _ADDRESSED.match(request.url)
    ]
    added = made if level == "all" else [(site, request) for site, request in made if not _is_written(site, request)]
    if not added:
        return None
    label = "→ likely " if all(site.likely for site, _ in added) else "→ "
    label += _label(added, _WIDEST - len(label))
    for more in _more(added[0][1]) if level == "all" else ():
        label += more if len(label) + len(more) <= _WIDEST else ""
    return InlayHint(offset, label, tooltip=_tooltip([request for _, request in added], whole=level == "all"))


def _label(added: list[tuple[Site, Request]], room: int) -> str:
    """The requests side by side, or the first one and how many more there are."""
    lines = list(dict.fromkeys(_line(request) for _, request in added))
    joined = " | ".join(lines)
    if len(joined) <= room:
        return joined
    more = f" +{len(lines) - 1}" if len(lines) > 1 else ""
    site, request = added[0]
    forms = _shorter(request.verb, lines[0].removeprefix(f"{request.verb} "), says_verb=_says_verb(site))
    room -= len(more)
    return next((form for form in forms if len(form) <= room), _cut(lines[0], room)) + more


def _shorter(verb: str, url: str, *, says_verb: bool) -> Iterator[str]:
    """A request with less and less of what the line most likely says: its verb, the middle of its path, its host."""
    lead = "" if says_verb else f"{verb} "
    yield f"{verb} {url}"
    yield f"{lead}{url}"
    path, query = path_and_query(url)
    scheme, sign, address = path.rpartition("://")
    host, *segments = address.split("/")
    for start in (f"{lead}{scheme}{sign}{host}/…/", f"{lead}…/"):
        for kept in range(len(segments) - 1, 0, -1):
            yield f"{start}{'/'.join(segments[-kept:])}{query}"
    pairs = query.split("&")
    if len(pairs) > 1:
        for some in (f"{pairs[0]}&…&{pairs[-1]}", f"?…&{pairs[-1]}", "?…"):
            yield f"{lead}…/{'/'.join(segments[-1:])}{some}"


def _cut(text: str, room: int) -> str:
    """Without its middle: the verb and the host at the start, and the end of the path, say most."""
    head = room // 3
    return f"{text[:head]}…{text[len(text) - (room - head - 1) :]}"


def _is_written(site: Site, request: Request) -> bool:
    """Whether the call itself shows everything known: a URL in one literal, and the verb in its name or next to it."""
    url = _ADDRESS.sub("", request.url, count=1) if request.url.startswith("{") else request.url
    shown = _BASED.sub("", site.shown) if _BASED.match(request.url) else site.shown
    is_whole = all(part.span is not None and site.span.holds(part.span) for part in site.template.parts)
    return is_whole and _says_verb(site) and not request.error and url.lstrip("/") == shown.lstrip("/")


def _says_verb(site: Site) -> bool:
    return site.verb.lower() in site.callee.lower() or site.verb_span is not None


def _line(request: Request) -> str:
    url = request.url.removeprefix("https://")
    return f"{request.verb} {_BRACE.sub(lambda found: '{' if found[1] in 'Bb' else '}', url)}"


def _more(request: Request) -> Iterator[str]:
    for name, value in request.headers.items():
        yield f" · {name}: {value}"
    if request.has_body:
        yield f" · {request.body!r}"


def _tooltip(requests: list[Request], *, whole: bool) -> str:
    """The whole requests: nothing is cut here."""
    errors = [request.error for request in requests if request.error]
    if errors:
        return errors[0]
    return "\n".join(request.line + ("".join(_more(request)) if whole else "") for request in requests)
