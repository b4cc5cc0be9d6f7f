"""What a call sends by name: its place, the JSON type of its value, and what its client adds to the query."""

from collections.abc import Callable, Iterator
from typing import Final
from urllib.parse import unquote_plus

from waypost.apis import ParameterPlace
from waypost.clients.shape import Fills
from waypost.routes.listed import SentName
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues, Text, Value, json_type, options_of
from waypost.routes.sites.part_origins import defaults_of, value_of
from waypost.routes.sites.placeholders import placeholders
from waypost.routes.sites.request import request_of
from waypost.routes.sites.sent_body import BodyForm, sent_body
from waypost.routes.sites.site_operation import sent_by
from waypost.shown.names import path_and_query

BODIES: Final = {
    BodyForm.JSON: "json",
    BodyForm.FORM: "form",
    BodyForm.MULTIPART: "multipart",
    BodyForm.RAW: "raw",
    BodyForm.UNKNOWN: "raw",
}


def sent_names(site: Site) -> tuple[SentName, ...]:
    """Everything that a call sends in its path, its query and its body."""
    return tuple(dict.fromkeys((*_in_path(site), *_in_query(site), *_in_body(site))))


def with_query(sent: tuple[SentName, ...], names: tuple[str, ...] | None) -> tuple[SentName, ...]:
    """The same with the names of the query that are sent, where the client decides that."""
    if names is None:
        return sent
    kept = tuple(each for each in sent if each.place != "query" or each.name in names)
    known = {each.name for each in kept if each.place == "query"}
    return (*kept, *(SentName("query", "", name) for name in names if name not in known))


def _in_path(site: Site) -> Iterator[SentName]:
    for each in placeholders(site):
        entry = value_of(site, each.name)[0]
        if each.operator not in ("?", "&"):
            yield SentName("path", _type(entry.value) if entry is not None else "", each.name)


def _in_query(site: Site) -> Iterator[SentName]:
    for each in sent_by(site):
        if each.place is ParameterPlace.QUERY:
            yield SentName("query", _type(each.value), each.name)


def _in_body(site: Site) -> Iterator[SentName]:
    body = sent_body(site)
    if body is None:
        return
    place = BODIES[body.form]
    for option in options_of(body.value):
        if isinstance(option, KeyedValues):
            yield SentName(place, "object", "")
            yield from (SentName(place, _type(each.value), each.key) for each in option.entries)
        else:
            yield SentName(place, json_type(option) or "", "")


def _type(value: Value) -> str:
    types = {json_type(option) or "" for option in options_of(value)}
    return types.pop() if len(types) == 1 else ""


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
    added = given.difference(site.parsed.names) if site.record.builds else ()
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
