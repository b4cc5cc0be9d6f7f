"""The body that a call sends: its encoding, and what is known about it."""

from enum import StrEnum
from typing import Final, NamedTuple

from waypost.apis import ParameterPlace
from waypost.clients.shape import At
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValue, KeyedValues, Text, Value, options_of
from waypost.routes.sites.site_operation import OPTIONS, place_of_rest
from waypost.text import Span

_BUILT_DATA: Final = "data"


class BodyForm(StrEnum):
    """How a body is encoded."""

    JSON = "JSON"
    FORM = "a form"
    MULTIPART = "a multipart form"
    RAW = "raw content"
    # Known only at run time.
    UNKNOWN = ""


class CallBody(NamedTuple):
    """A body: its value, and where that is written."""

    form: BodyForm
    value: Value
    span: Span | None


def sent_body(site: Site) -> CallBody | None:
    """The body of a call; None if it has none."""
    if site.record.builds:
        return _of_builder(site)
    shape = site.shape
    if shape is None:
        return None
    json, data = _given(site, shape.json, site.json), _given(site, shape.data, site.data)
    files, content = _given(site, shape.files, None), _given(site, shape.content, None)
    if json is not None:
        return CallBody(BodyForm.JSON, json.value, json.value_span)
    if files is not None:
        return CallBody(
            BodyForm.MULTIPART, data.value if data is not None else KeyedValues(open=True), files.value_span
        )
    if data is not None:
        return CallBody(_form_of(site, data.value), data.value, data.value_span)
    return CallBody(BodyForm.RAW, content.value, content.value_span) if content is not None else None


def _given(site: Site, place: At | None, value: Value | None) -> KeyedValue | None:
    """The argument at a place, with the site's value for it if that is better known."""
    entry = site.arguments.at(*place) if place is not None else None
    if entry is None:
        return KeyedValue("", value, None, getattr(value, "span", None)) if value is not None else None
    return entry if value is None else KeyedValue(entry.key, value, entry.key_span, entry.value_span)


def _form_of(site: Site, value: Value) -> BodyForm:
    """How a client sends its data argument: as JSON if it has no other way to send JSON."""
    shape = site.shape
    if shape is not None and shape.json is None:
        return BodyForm.JSON
    options = options_of(value)
    if all(isinstance(each, KeyedValues) for each in options):
        return BodyForm.FORM if shape is not None and shape.headers is not None else BodyForm.UNKNOWN
    return BodyForm.RAW if all(isinstance(each, Text) for each in options) else BodyForm.UNKNOWN


def _of_builder(site: Site) -> CallBody | None:
    if place_of_rest(site) is not ParameterPlace.BODY:
        return None
    given = site.values.by_key.get(_BUILT_DATA)
    if given is not None:
        form = BodyForm.RAW if isinstance(given.value, Text) else BodyForm.JSON
        return CallBody(form if not site.values.open else BodyForm.UNKNOWN, given.value, given.value_span)
    taken = OPTIONS | set(site.parsed.names)
    rest = tuple(entry for entry in site.values.entries if entry.key not in taken)
    if not rest and not site.values.open:
        return None
    return CallBody(BodyForm.JSON, KeyedValues(rest, open=site.values.open), site.literal)
