"""The names in the query of a request, where its client adds to what the call gives, or replaces it."""

from urllib.parse import unquote_plus

from waypost.routes.model.site import Site
from waypost.routes.model.values import Text
from waypost.routes.sites.request import request_of
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
    path, query = path_and_query(url)
    if names is None or not query.startswith("?"):
        return url
    pairs = (
        pair for pair in query[1:].split("&") if "{" in (name := pair.partition("=")[0]) or unquote_plus(name) in names
    )
    return "?".join(filter(None, (path, "&".join(pairs))))


def _is_of_client(site: Site) -> bool:
    """Whether the client decides: it has a query of its own, or a call gives one beside that of its URL."""
    if site.shape is None or site.record.builds:
        return False
    if site.query is not None and "?" in site.template.marked:
        return True
    constructor, client = site.record.constructor, site.client
    if client is None:
        return False
    place = site.shape.base or constructor.base
    base = client.built.at(*place) if place is not None else None
    is_in_base = base is not None and isinstance(base.value, Text) and "?" in base.value.marked
    return is_in_base or (constructor.query is not None and client.built.at(*constructor.query) is not None)
