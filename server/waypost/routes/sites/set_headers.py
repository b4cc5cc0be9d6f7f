"""Headers that are set on a request after it was made, and before it is sent: `request.add_header(…)`."""

from dataclasses import replace

from waypost.routes.evaluate.interface import Call
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValue, KeyedValues, Method, Text, Thing


def with_set_header(site: Site, call: Call) -> Site:
    """A site with the header that a call sets on the site's request; unchanged for another object."""
    receiver = call.callee.receiver if isinstance(call.callee, Method) else None
    name, value = call.arguments.at(0, "key"), call.arguments.at(1, "val")
    if not isinstance(receiver, Thing) or not is_of(site, receiver):
        return site
    if name is None or value is None or not isinstance(name.value, Text) or name.value.known is None:
        return _with_headers(site, replace(_headers(site), open=True))
    entry = KeyedValue(name.value.known, value.value, name.value_span, value.value_span, call.maybe)
    return replace(_with_headers(site, _headers(site).with_entry(entry)), headers_set=True)


def is_of(site: Site, made: Thing) -> bool:
    """Whether a site is the call that has made an object."""
    return made.built.span is not None and made.built.span == site.arguments.span


def with_more_headers(site: Site, source: bytes) -> Site:
    """A site whose request may get further headers elsewhere in the file."""
    types = {name.rpartition(".")[0].rpartition(".")[2] for name in site.record.header_setters}
    setters = {f".{name.rpartition('.')[2]}(".encode() for name in site.record.header_setters}
    if site.headers_set or site.callee.rpartition(".")[2] not in types or not any(each in source for each in setters):
        return site
    return _with_headers(site, replace(_headers(site), open=True))


def _headers(site: Site) -> KeyedValues:
    """The headers given so far; unknown unless they are a mapping."""
    return site.headers if isinstance(site.headers, KeyedValues) else KeyedValues(open=site.headers is not None)


def _with_headers(site: Site, headers: KeyedValues) -> Site:
    """As a keyword, which counts before what is given by its position."""
    place = site.shape.headers if site.shape is not None else None
    if place is None or place.keyword is None:
        return site
    keywords = site.arguments.keywords.with_entry(KeyedValue(place.keyword, headers))
    return replace(site, headers=headers, arguments=replace(site.arguments, keywords=keywords))
