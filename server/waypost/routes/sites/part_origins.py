"""Where each part of a request comes from: the call, its client, or something known only at run time."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.clients.shape import Fills
from waypost.routes.model.site import Site
from waypost.routes.model.stand_ins import words
from waypost.routes.model.values import Constant, Either, KeyedValue, KeyedValues, Row, Text, Thing, Value, name_of
from waypost.routes.sites.placeholders import Placeholder, placeholders
from waypost.routes.sites.site_operation import OPTIONS, place_of_rest
from waypost.shown.secrets import MASK, hides, masked_data, masked_header

ARGUMENT = "argument"
DEFAULT = "default"
NO_VALUE = "no value"
AT_RUN_TIME = "run time"


class RequestPart(NamedTuple):
    """One named part of a request: its displayed value, where it is sent, and where it comes from."""

    name: str
    value: str
    place: str
    origin: str


# What `.for_api(…)` has to be given.
_FOR_API: Final = {"vendor", "base_url"}


def parts_of(site: Site) -> list[RequestPart]:
    """Every part that has a name, in the order of the request."""
    parts = [*_of_template(site), *_of_call(site), *_of_client(site)]
    parts += [RequestPart(name_of(hole), "", "url", AT_RUN_TIME) for hole in site.template.holes]
    latest = {(part.place, part.name): part for part in reversed(parts)}
    order = ("path", "query", "body", "header", "url")
    return sorted(
        (part for part in parts if latest[part.place, part.name] is part), key=lambda part: order.index(part.place)
    )


def value_of(site: Site, name: str) -> tuple[KeyedValue | None, str]:
    """The value of a placeholder, and where it comes from: the call, or the client's defaults."""
    entry = site.value(name)
    if entry is not None:
        return entry, ARGUMENT
    default = next((each for each in defaults_of(site.client) if each.key == name), None)
    return (default, DEFAULT) if default is not None else (None, NO_VALUE)


def arguments_of(site: Site) -> Iterator[tuple[KeyedValue, str]]:
    """Every named value that the call gives, and the part of the request it is sent in."""
    names = {placeholder.name: placeholder for placeholder in placeholders(site)}
    for entry in site.values.entries:
        placeholder = names.get(entry.key)
        if placeholder is not None:
            yield entry, place_of(placeholder)
        elif site.shape is not None and site.shape.verb_in_url:
            yield entry, place_of_rest(site)
        else:
            yield entry, "not sent"
    for value, place in ((site.query, "query"), (site.json, "body"), (site.data, "body"), (site.headers, "header")):
        for entry in value.entries if isinstance(value, KeyedValues) else ():
            yield entry, place


def defaults_of(client: Value | None) -> Iterator[KeyedValue]:
    """What a chain of `.defaults(…)` sets, the latest first; `.for_api(…)` begins a new one."""
    while isinstance(client, Thing) and not {entry.key for entry in client.built.keywords.entries} >= _FOR_API:
        yield from client.built.keywords.entries
        for given in client.built.positional:
            yield from given.value.entries if isinstance(given.value, KeyedValues) else ()
        client = client.parent


def given_by_client(site: Site) -> frozenset[str]:
    """The names that every call of the site's client is given a value for."""
    return frozenset(entry.key for entry in defaults_of(site.client)) if site.record.builds else frozenset()


def defaults_are_open(client: Value | None) -> bool:
    """Whether a chain of `.defaults(…)` may set more than is known."""
    while isinstance(client, Thing):
        tables = [entry.value for entry in client.built.positional]
        closed = all(isinstance(each, KeyedValues) and not each.open for each in tables)
        if not client.whole or client.built.open or client.built.keywords.open or not closed:
            return True
        client = client.parent
    return False


def place_of(placeholder: Placeholder) -> str:
    return "query" if placeholder.operator in ("?", "&") else "path"


def shown_value(site: Site, name: str, value: Value) -> str:
    """A value as it may be shown with its name: a secret is masked, and has a name if it is not known."""
    if isinstance(value, Either):
        shown = words(value, name)
        return (
            shown
            if "|" in shown
            else " | ".join(dict.fromkeys(shown_value(site, name, each) for each in value.options))
        )
    if isinstance(value, Row) and not value.open and all(isinstance(item, Text | Constant) for item in value.items):
        return ", ".join(shown_value(site, name, item) for item in value.items)
    if isinstance(value, Constant) and hides(name, value.value):
        return MASK
    text = site.secrets.masked(words(value, name))
    return str(masked_data(text, name if isinstance(value, Text) else ""))


def _of_template(site: Site) -> Iterator[RequestPart]:
    for placeholder in placeholders(site) if site.fills is not Fills.NOTHING else ():
        entry, origin = value_of(site, placeholder.name)
        shown = shown_value(site, entry.key, entry.value) if entry is not None else ""
        yield RequestPart(placeholder.name, shown, place_of(placeholder), origin)


def _of_call(site: Site) -> Iterator[RequestPart]:
    for entry, place in arguments_of(site):
        if place == "header":
            yield _header(site, entry, ARGUMENT)
        elif site.record.builds and entry.key in OPTIONS:
            yield from _of_option(site, entry, ARGUMENT)
        elif place != "not sent":
            yield RequestPart(entry.key, _perhaps(shown_value(site, entry.key, entry.value), entry), place, ARGUMENT)


def _of_client(site: Site) -> Iterator[RequestPart]:
    """What the object of the call contributes."""
    if not site.record.builds:
        headers = site.client.built.at(None, "headers") if site.client is not None else None
        for entry in headers.value.entries if headers is not None and isinstance(headers.value, KeyedValues) else ():
            yield _header(site, entry, "client")
        return
    taken = set(site.parsed.names)
    for entry in defaults_of(site.client):
        if entry.key in OPTIONS:
            yield from _of_option(site, entry, DEFAULT)
        elif entry.key not in taken:
            yield RequestPart(entry.key, shown_value(site, entry.key, entry.value), place_of_rest(site), DEFAULT)


def _of_option(site: Site, entry: KeyedValue, origin: str) -> Iterator[RequestPart]:
    """The headers that an option of the builder sets."""
    if entry.key == "headers" and isinstance(entry.value, KeyedValues):
        yield from (_header(site, each, origin) for each in entry.value.entries)
    elif entry.key in ("mediaType", "media_type"):
        yield RequestPart("accept", "", "header", f"{entry.key}, {origin}")


def _header(site: Site, entry: KeyedValue, origin: str) -> RequestPart:
    name = entry.key.lower()
    text = site.secrets.masked(words(entry.value, name)) if isinstance(entry.value, Text) else None
    shown = masked_header(name, text) if text is not None else shown_value(site, name, entry.value)
    return RequestPart(name, _perhaps(shown, entry), "header", origin)


def _perhaps(shown: str, entry: KeyedValue) -> str:
    """A value with the sign of one that may be left out."""
    return f"{shown}?" if entry.maybe and not shown.endswith("?") else shown
