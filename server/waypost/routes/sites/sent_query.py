"""The names in the query of a request, where its client adds to what the call gives, or replaces or fills it."""

from collections.abc import Callable
from urllib.parse import unquote_plus

from waypost.clients.shape import Fills
from waypost.routes.model.site import Site
from waypost.routes.model.values import Text
from waypost.routes.sites.part_origins import defaults_of
from waypost.routes.sites.request import request_of
from waypost.routes.sites.site_operation import is_built
from waypost.shown.names import path_and_query


def names_in_query(site: Site) -> tuple[str, ...] | None:
    """The names that are sent, as far as they are known; None if they are certainly those that the call gives."""
    if not _is_of_client(site):
        return None
    request = request_of(site)
    if request is None or request.error:
        return None
    names = (pair.partition("=")[0] for pair in path_and_query(request.masked().url)[1].removeprefix("?").split("&"))
    return tuple(dict.fromkeys(unquote_plus(name) for name in names if name and "{" not in name))


def only_sent(url: str, names: tuple[str, ...] | None) -> str:
    """A URL as it is written, without the pairs of its query that are not sent."""
    return url if names is None else _with_pairs(url, lambda name: "{" in name or unquote_plus(name) in names)


def without_added(url: str, site: Site) -> str:
    """The URL that a request builder makes, with what its template writes of the query alone."""
    given = {entry.key for entry in (*site.values.entries, *defaults_of(site.client))}
    added = given.difference(site.parsed.names) if is_built(site) else ()
    return _with_pairs(url, lambda name: unquote_plus(name) not in added)


def _with_pairs(url: str, is_kept: Callable[[str], bool]) -> str:
    """A URL with those pairs of its query whose names are kept."""
    path, query = path_and_query(url)
    if not query.startswith("?"):
        return url
    pairs = (pair for pair in query[1:].split("&") if is_kept(pair.partition("=")[0]))
    return "?".join(filter(None, (path, "&".join(pairs))))


def _is_of_client(site: Site) -> bool:
    """Whether the client decides: it fills a template, has a query of its own, or is given one beside that of a URL."""
    if site.shape is None:
        return False
    if site.fills is Fills.TEMPLATE:
        return True
    if site.query is not None and "?" in site.template.marked:
        return True
    constructor, client = site.record.constructor, site.client
    if client is None:
        return False
    place = site.shape.base or constructor.base
    base = client.built.at(*place) if place is not None else None
    is_in_base = base is not None and isinstance(base.value, Text) and "?" in base.value.marked
    return is_in_base or (constructor.query is not None and client.built.at(*constructor.query) is not None)
