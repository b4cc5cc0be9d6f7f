"""From a route, a parameter or a key of a call to its place in the API's document."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from waypost.apis import ApiDocument, Apis, Operation, ParameterPlace
from waypost.apis.document_places import DocumentInUse, DocumentPlace, DocumentPlaces
from waypost.results import Location
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues, Row, Value, options_of
from waypost.routes.sites.api_binding import bound_site
from waypost.routes.sites.file_sites import Routes
from waypost.routes.sites.site_operation import OPTIONS, BoundSite, headers_given, place_of_rest
from waypost.text import Span
from waypost.workspace.uris import uri_of


class GivenKey(NamedTuple):
    """A key that a call sends: its place, the keys that lead to it, and where it is written."""

    place: ParameterPlace
    keys: tuple[str, ...]
    span: Span

    @property
    def without_brackets(self) -> "GivenKey":
        """The same with `shipping[address][city]` as three keys; `lines[0]` is the key of a list."""
        names = (name for key in self.keys for name in re.split(r"[\[\]]+", key))
        return self._replace(keys=tuple(name for name in names if name and not name.isdecimal()) or self.keys)


def document_at(routes: Routes, offset: int) -> Sequence[Location]:
    """The place in the document, or what answers if an app of the workspace does; none if the API has neither."""
    site = routes.site_at(offset)
    known = bound_site(site, routes.apis, guess=True) if site is not None else None
    if site is None or known is None or known.operation is None:
        return ()
    handlers = routes.apps.handlers(known.spot.api, known.operation)
    if handlers:
        on_route = site.literal.touches(offset) or site.callee_span.touches(offset)
        return [Location(each.span, each.uri) for each in handlers] if on_route else ()
    document = _document_of(known, routes.apis)
    places = _places_in(document, routes) if document is not None else None
    found = _place(places, site, known, offset) if places is not None else None
    return [Location(found.span, uri_of(found.path))] if found is not None and found.path is not None else ()


def _places_in(document: ApiDocument, routes: Routes) -> DocumentPlaces | None:
    stamps = routes.apis.library.stamps(document.path)
    return routes.workspace.services.of(DocumentInUse).places(document, stamps)


def _document_of(known: BoundSite, apis: Apis) -> ApiDocument | None:
    named = (each for base, each in apis.documents.items() if not each.edition and apis.api(base) is known.spot.api)
    return next(named, None)


def _place(places: DocumentPlaces, site: Site, known: BoundSite, offset: int) -> DocumentPlace | None:
    operation = known.operation
    if operation is None:
        return None
    for key in given_keys(site):
        if key.span.touches(offset):
            return next(
                filter(None, (_place_of(places, operation, each) for each in (key, key.without_brackets))), None
            )
    for expression, parameter in known.in_path:
        span = site.template.where(*expression.span)
        if span is not None and span.touches(offset):
            return places.of_parameter(operation, parameter.name, parameter.place)
    on_route = site.literal.touches(offset) or site.callee_span.touches(offset)
    return places.of_operation(operation) if on_route else None


def _place_of(places: DocumentPlaces, operation: Operation, key: GivenKey) -> DocumentPlace | None:
    if key.place is ParameterPlace.BODY:
        return places.of_key(operation, key.keys)
    return places.of_parameter(operation, key.keys[0], key.place)


def given_keys(site: Site) -> Iterator[GivenKey]:
    """Every key that is written in a call, those of nested objects too."""
    tables = [(site.query, ParameterPlace.QUERY), (headers_given(site), ParameterPlace.HEADER)]
    tables += [(value, ParameterPlace.BODY) for value in (site.json, site.data)]
    if site.record.builds:
        taken = OPTIONS | set(site.parsed.names)
        rest = KeyedValues(tuple(entry for entry in site.values.entries if entry.key not in taken))
        tables.append((rest, place_of_rest(site)))
    for value, place in tables:
        if value is not None:
            yield from _keys(value, place, ())


def _keys(value: Value, place: ParameterPlace, before: tuple[str, ...]) -> Iterator[GivenKey]:
    for option in options_of(value):
        for item in option.items if isinstance(option, Row) else ():
            yield from _keys(item, place, before)
        for entry in option.entries if isinstance(option, KeyedValues) else ():
            keys = (*before, entry.key)
            if entry.key_span is not None:
                yield GivenKey(place, keys, entry.key_span)
            yield from _keys(entry.value, place, keys)
