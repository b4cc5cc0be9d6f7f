"""The version of GitHub's API that a call requests, by a header of its own or of its client."""

from collections.abc import Iterator

from waypost.apis.editions import VERSION_HEADER
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues, Text, Thing, Value


def version_asked_for(site: Site) -> str | None:
    """The header's value, from the call if it has one; None if no value is known to be sent."""
    for table in _headers(site):
        for entry in table.entries if isinstance(table, KeyedValues) else ():
            if entry.key.lower() == VERSION_HEADER:
                return entry.value.known if isinstance(entry.value, Text) else None
    return None


def _headers(site: Site) -> Iterator[Value]:
    if site.headers is not None:
        yield site.headers
    if "headers" in site.values.by_key:
        yield site.values.by_key["headers"].value
    place = site.record.constructor.headers
    client: Value | None = site.client
    while isinstance(client, Thing):
        given = client.built.at(*place) if place is not None else None
        if given is not None:
            yield given.value
        tables = (client.built.keywords, *(each.value for each in client.built.positional))
        for table in tables:
            if isinstance(table, KeyedValues) and "headers" in table.by_key:
                yield table.by_key["headers"].value
        client = client.parent
