"""What can be done with a route besides fixing it: rewrite it, or copy its request."""

from collections.abc import Iterator

from waypost.results import Action, ActionKind, Edit
from waypost.routes.edit import rewrite
from waypost.routes.model.site import Site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.request import request_of
from waypost.text import Span

COPY_COMMAND = "waypost.copyRequest"
_FORMATS = {
    "curl": "curl",
    "httpie": "HTTPie",
    "http": "an .http block",
    "httpx": "an httpx call",
    "requests": "a requests call",
}


def actions_in(routes: Routes, span: Span) -> list[Action]:
    """The actions of the route at a cursor, or of those in a selection's first call."""
    site = routes.site_at(span.start)
    if site is None:
        return []
    return [*_rewrites(site, routes.document.source), *_copies(site, routes, span)]


def _rewrites(site: Site, source: bytes) -> Iterator[Action]:
    for fix in rewrite.template_fixes(site, source):
        yield Action(fix.title, ActionKind.REWRITE, fix.edits)
    colons = tuple(rewrite.colon_edits(site, source))
    if colons:
        yield Action("Write placeholders in braces", ActionKind.REWRITE, colons)
    relative = rewrite.relative_edit(site)
    if relative is not None:
        yield Action("Make the URL relative to the base URL", ActionKind.REWRITE, (relative,))
    split: tuple[Edit, ...] = tuple(rewrite.split_query(site, source))
    if split:
        yield Action("Split the query into parameters", ActionKind.REWRITE, split)


def _copies(site: Site, routes: Routes, span: Span) -> Iterator[Action]:
    if request_of(site) is None or site.unknown:
        return
    for form, shown in _FORMATS.items():
        argument = {"uri": routes.document.uri, "offset": span.start, "format": form}
        yield Action(f"Copy as {shown}", ActionKind.SOURCE, command=COPY_COMMAND, arguments=(argument,))
