"""Navigation from one call of a route to the others, in the document and in all files of the workspace."""

from collections import Counter
from collections.abc import Mapping, Sequence

from waypost.results import Location
from waypost.routes.inventory import calls_like
from waypost.routes.listed import ListedCall
from waypost.routes.model.site import Site
from waypost.routes.navigate.parameters import same_uses, use_at
from waypost.routes.sites.file_sites import Routes
from waypost.text import Span
from waypost.workspace import key_of
from waypost.workspace.index import Index


def references_at(routes: Routes, offset: int) -> Sequence[Location]:
    """The places of the parameter under the cursor, or all calls of the route under it.

    A call declares neither: an editor that is told of a declaration and one use jumps there instead of listing both.
    """
    found = use_at(routes, offset)
    if found is not None:
        return [Location(each.span) for each in same_uses(routes, *found)]
    site = _route_at(routes, offset)
    if site is None:
        return ()
    key, own = calls_like(site, routes)
    return [*map(Location, own), *(Location(each.span, uri) for uri, each in elsewhere(routes, key))]


def highlights_at(routes: Routes, offset: int) -> Sequence[Span]:
    """The same, only in this document."""
    found = use_at(routes, offset)
    if found is not None:
        return [each.span for each in same_uses(routes, *found)]
    site = _route_at(routes, offset)
    return calls_like(site, routes)[1] if site is not None else []


def elsewhere(routes: Routes, key: str) -> list[tuple[str, ListedCall]]:
    """The calls of the same route in other files."""
    own = key_of(routes.document.uri)
    return [(uri, each) for uri, each in routes.workspace.index.by_key.get(key, ()) if uri != own]


def uses_in(index: Index) -> Mapping[tuple[str, str], int]:
    """How often each route is called, by the address of its API and as the catalogue or the code writes it.

    Routes that the API is known not to have are left out: they are misspelt.
    """
    calls = (each for _, each in index if "{" not in each.verb and not each.unknown and not each.likely)
    return Counter((each.api if each.operation else "", each.operation or each.route) for each in calls)


def _route_at(routes: Routes, offset: int) -> Site | None:
    site = routes.site_at(offset)
    if site is None or site.unknown or not (site.literal.touches(offset) or site.callee_span.touches(offset)):
        return None
    return site
