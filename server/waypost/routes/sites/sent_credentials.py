"""What a call certainly sends besides its URL and body: headers and credentials."""

from typing import Final

from waypost.clients.shape import At
from waypost.routes.model.site import Site
from waypost.routes.model.values import Constant, KeyedValues, Value
from waypost.routes.sites.part_origins import defaults_are_open, defaults_of

# Headers that clients send by themselves.
_OF_CLIENTS: Final = ("accept", "accept-encoding", "connection", "content-length", "content-type", "host", "user-agent")
# What code may set on a client after its construction, where no argument shows it.
_SET_LATER: Final = (b".headers", b".auth", b".cookies", b".params", b".mount", b"event_hooks", b"_hook")


def headers_of(site: Site, source: bytes) -> frozenset[str] | None:
    """The names of the headers that a call sends, in lower case; None if there may be others."""
    if site.record.builds:
        return _of_builder(site)
    if not _is_plain(site, source):
        return None
    tables = [site.headers, *_of_client(site, site.record.constructor.headers)]
    names: set[str] = set()
    for table in tables:
        if isinstance(table, KeyedValues) and not table.open:
            names |= {entry.key.lower() for entry in table.entries}
        elif not _is_nothing(table):
            return None
    return frozenset((*names, *_OF_CLIENTS))


def _of_builder(site: Site) -> frozenset[str] | None:
    """The headers that a call of the request builder gives, and those of its defaults."""
    if site.values.open or site.arguments.open or defaults_are_open(site.client):
        return None
    entries = (*site.values.entries, *defaults_of(site.client))
    tables = [entry.value for entry in entries if entry.key == "headers"]
    if any(not isinstance(table, KeyedValues) or table.open for table in tables):
        return None
    given = [entry.key.lower() for table in tables if isinstance(table, KeyedValues) for entry in table.entries]
    return frozenset((*given, *_OF_CLIENTS))


def gives_credentials(site: Site) -> bool:
    """Whether a fully known call sends credentials other than by a header or parameter of its own."""
    shape, constructor = site.shape, site.record.constructor
    if site.record.builds:
        return False  # it sends only headers
    if shape is None:
        return True
    given = [site.arguments.at(*place) for place in (shape.auth, shape.cookies) if place is not None]
    values = [entry.value for entry in given if entry is not None]
    for place in (constructor.auth, constructor.cookies, constructor.token, constructor.query):
        values += _of_client(site, place)
    return any(not _is_nothing(value) for value in values)


def _is_plain(site: Site, source: bytes) -> bool:
    """Whether the call and its client are fully known, and nothing can be set on the client later."""
    if site.shape is None or not site.sure or site.record.builds or site.arguments.open or site.arguments.keywords.open:
        return False
    if site.client is None:
        return "." not in site.callee or site.callee.partition(".")[0] == site.shape.client
    return (
        site.client.whole
        and not site.client.built.open
        and not site.client.built.keywords.open
        and not any(name in source for name in _SET_LATER)
    )


def _of_client(site: Site, place: At | None) -> list[Value]:
    given = site.client.built.at(*place) if site.client is not None and place is not None else None
    return [given.value] if given is not None else []


def _is_nothing(value: Value | None) -> bool:
    """Whether nothing is given: a client keeps an empty table where it was given none."""
    if isinstance(value, KeyedValues):
        return not value.entries and not value.open
    return value is None or (isinstance(value, Constant) and value.value is None)
