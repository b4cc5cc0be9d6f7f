"""Hints at the ends of lines with calls: the requests that will be sent."""

from collections.abc import Iterator
from typing import Final

from waypost.results import InlayHint
from waypost.routes.model.site import Site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.request import Request, request_of
from waypost.text import Span

_LONGEST: Final = 100


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
    requests = [request.masked() for site in sites if (request := request_of(site)) is not None]
    if not requests:
        return None
    label = " | ".join(dict.fromkeys(_line(request) for request in requests))
    if all(site.likely for site in sites):
        label = f"likely {label}"
    if level == "all":
        label += "".join(_more(requests[0]))
    return InlayHint(offset, "→ " + _short(label), tooltip=_tooltip(requests))


def _line(request: Request) -> str:
    return f"{request.verb} {request.url.removeprefix('https://')}"


def _more(request: Request) -> Iterator[str]:
    for name, value in request.headers.items():
        yield f" · {name}: {value}"
    if request.has_body:
        yield f" · {request.body!r}"


def _short(label: str) -> str:
    return label if len(label) <= _LONGEST else label[: _LONGEST - 1] + "…"


def _tooltip(requests: list[Request]) -> str:
    errors = [request.error for request in requests if request.error]
    return errors[0] if errors else "\n".join(request.line for request in requests)
