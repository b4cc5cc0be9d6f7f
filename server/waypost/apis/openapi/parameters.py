"""The parameters of operations, in OpenAPI 3 and Swagger 2."""

import re
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from waypost.apis.model import NO_SCHEMA, Parameter, ParameterPlace
from waypost.apis.openapi.cursor import DocumentCursor, Report
from waypost.apis.openapi.references import References
from waypost.apis.openapi.schema import Schemas

_PLACES: Final = {place.value: place for place in ParameterPlace if place is not ParameterPlace.BODY}
# Places in Swagger 2 that describe the body.
BODY_PLACES: Final = ("body", "formData")
# The whole query in one value, since OpenAPI 3.2.
_QUERY_STRING: Final = "querystring"
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_STYLES: Final = {"ssv": "spaceDelimited", "pipes": "pipeDelimited", "tsv": "tabDelimited"}
_USUAL_STYLES: Final = ("", "form", "simple")

_Key = tuple[ParameterPlace, str]


class ReadParameters(NamedTuple):
    """Parameters by place and name, those that make up the body in Swagger 2, and places not fully read."""

    known: Mapping[_Key, Parameter]
    body: tuple[DocumentCursor, ...] = ()
    unread: frozenset[ParameterPlace] = frozenset()

    def over(self, shared: "ReadParameters") -> "ReadParameters":
        """These, and those that all operations of the path share."""
        own = {(each.text("in"), each.text("name")) for each in self.body}
        kept = (each for each in shared.body if (each.text("in"), each.text("name")) not in own)
        return ReadParameters({**shared.known, **self.known}, (*kept, *self.body), shared.unread | self.unread)


_NONE: Final = ReadParameters({})


class ParameterReader:
    """Reads the parameters of one document."""

    def __init__(self, references: References, schemas: Schemas, report: Report) -> None:
        self._references = references
        self._schemas = schemas
        self._report = report
        # What is shared is read once: lists, and single parameters. Their values stay alive with the document.
        self._lists: dict[int, ReadParameters] = {}
        self._known: dict[int, Parameter | None] = {}

    def read(self, listed: DocumentCursor) -> ReadParameters:
        """The parameters of a list."""
        if listed.value is None:
            return _NONE
        key = id(listed.value)
        if key not in self._lists:
            self._lists[key] = self._read(listed)
        return self._lists[key]

    def _read(self, listed: DocumentCursor) -> ReadParameters:
        if not isinstance(listed.value, list):
            self._report(listed, "`parameters` must be a list")
            return ReadParameters({}, (), frozenset(ParameterPlace))
        known: dict[_Key, Parameter] = {}
        body: list[DocumentCursor] = []
        unread: set[ParameterPlace] = set()
        for each in listed.each():
            at = self._references.follow(each)
            if at.text("in") in BODY_PLACES:
                body.append(at)
            elif at.text("in") == _QUERY_STRING:
                unread.add(ParameterPlace.QUERY)
            elif (parameter := self._once(at)) is not None:
                known[parameter.place, parameter.name] = parameter
            else:
                unread |= set(ParameterPlace)
        return ReadParameters(known, tuple(body), frozenset(unread))

    def _once(self, at: DocumentCursor) -> Parameter | None:
        key = id(at.value)
        if not isinstance(at.value, dict):
            return self._parameter(at)
        if key not in self._known:
            self._known[key] = self._parameter(at)
        return self._known[key]

    def _parameter(self, at: DocumentCursor) -> Parameter | None:
        if at.is_unread:
            return None  # the broken reference is reported where it is
        name, place = at.text("name"), _PLACES.get(at.text("in"))
        if not name or place is None:
            self._report(at, "a parameter requires a `name`, and `in` as `path`, `query`, `header` or `cookie`")
            return None
        schema, as_text = self._schema(at)
        in_path = place is ParameterPlace.PATH
        found = self._schemas.parameter(
            name,
            place,
            schema,
            required=in_path or at.flag("required"),
            many_segments=in_path and at.flag("x-multi-segment"),
            deprecated=at.flag("deprecated"),
            style=_style(at),
            joined=_is_joined(at, place),
        )
        return found if as_text else found._replace(schema=NO_SCHEMA)

    def _schema(self, at: DocumentCursor) -> tuple[DocumentCursor, bool]:
        """The schema, and whether the value is written as text rather than in a separate format."""
        schema = at.get("schema")
        if schema.value is not None:
            return schema, True
        if at.value.get("content") is None:
            return at, True  # in Swagger 2, the parameter is a schema, too
        media = (self._references.follow(each) for _, each in at.get("content").items())
        return next((each.get("schema") for each in media), schema), False


def in_path(path: str, found: ReadParameters, at: DocumentCursor, report: Report) -> Iterator[Parameter]:
    """The path's parameters in its order; undescribed ones are strings."""
    described = {name: each for (place, name), each in found.known.items() if place is ParameterPlace.PATH}
    names = list(dict.fromkeys(_PLACEHOLDER.findall(path)))
    for name in described.keys() - set(names):
        report(at, f"the parameter `{name}` has `in: path`, but the path has no `{{{name}}}`")
    for name in names:
        if name not in described and ParameterPlace.PATH not in found.unread:
            report(at, f"the path has `{{{name}}}`, but no parameter describes it")
        yield described.get(name) or Parameter(name, ParameterPlace.PATH, "string", required=True)


def _style(at: DocumentCursor) -> str:
    """The style, if it is not the default for its place."""
    style = at.text("style") or _STYLES.get(at.text("collectionFormat"), "")
    return "" if style in _USUAL_STYLES else style


def _is_joined(at: DocumentCursor, place: ParameterPlace) -> bool:
    """Whether the items of a list are written in one value, as they always are in a path or header."""
    if place in (ParameterPlace.PATH, ParameterPlace.HEADER):
        return False
    explode = at.get("explode").value
    if isinstance(explode, bool):
        return not explode
    format_ = at.text("collectionFormat")
    if format_ or at.get("schema").value is None:
        return format_ != "multi" and at.text("type") == "array"
    return _style(at) in ("spaceDelimited", "pipeDelimited")
