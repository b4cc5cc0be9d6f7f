"""Hints at the ends of lines with calls: the requests that will be sent."""

import re
from collections.abc import Iterator
from typing import Final

from waypost.results import InlayHint
from waypost.routes.model.site import Site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.missing_parameters import marked
from waypost.routes.sites.request import Request, request_of
from waypost.text import Span

_LONGEST: Final = 100
_HEAD: Final = 35
# An address that is not known.
_ADDRESS: Final = re.compile(r"\{[^{}]*\}")
_BRACE: Final = re.compile(r"%7([BbDd])")


def hints_in(routes: Routes, span: Span) -> list[InlayHint]:
    """One hint for each line in a span on which a call ends; several requests share it."""
    level = routes.workspace.settings_of(routes.document.uri).inlay_hints_routes
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
    made = [(site, request.masked()) for site, request in requested if request is not None]
    added = made if level == "all" else [(site, request) for site, request in made if not _is_written(site, request)]
    if not added:
        return None
    requests = [request for _, request in added]
    label = _short(" | ".join(dict.fromkeys(_line(request) for request in requests)))
    if all(site.likely for site, _ in added):
        label = f"likely {label}"
    if level == "all":
        label += "".join(_more(requests[0]))
    return InlayHint(offset, f"→ {label}", tooltip=_tooltip(requests))


def _is_written(site: Site, request: Request) -> bool:
    """Whether the call itself shows everything known: a URL in one literal, and the verb in its name or next to it."""
    url = _ADDRESS.sub("", request.url, count=1) if request.url.startswith("{") else request.url
    is_whole = all(part.span is not None and site.span.holds(part.span) for part in site.template.parts)
    says_verb = site.verb.lower() in site.callee.lower() or site.verb_span is not None
    return is_whole and says_verb and not request.error and url.lstrip("/") == site.shown.lstrip("/")


def _line(request: Request) -> str:
    url = request.url.removeprefix("https://")
    return f"{request.verb} {_BRACE.sub(lambda found: '{' if found[1] in 'Bb' else '}', url)}"


def _more(request: Request) -> Iterator[str]:
    for name, value in request.headers.items():
        yield f" · {name}: {value}"
    if request.has_body:
        yield f" · {request.body!r}"


def _short(label: str) -> str:
    """What is cut out is in the middle: the verb, the host and the end of the path say most."""
    return label if len(label) <= _LONGEST else f"{label[:_HEAD]}…{label[-(_LONGEST - _HEAD - 1) :]}"


def _tooltip(requests: list[Request]) -> str:
    errors = [request.error for request in requests if request.error]
    return errors[0] if errors else "\n".join(request.line for request in requests)
