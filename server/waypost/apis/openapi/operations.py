"""The operations of an OpenAPI document, version 3."""

import re
from collections.abc import Iterator
from typing import Any

from waypost.apis.model import Operation, Parameter, ParameterPlace
from waypost.apis.openapi.cursor import DocumentCursor, References, Report
from waypost.apis.openapi.schema import Keys, Schemas

_VERBS = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
_PLACES = {place.value: place for place in ParameterPlace if place is not ParameterPlace.BODY}
_KEYED_MEDIA = re.compile(r"application/([\w.-]+\+)?json\b|application/x-www-form-urlencoded|multipart/form-data|\*/\*")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")


class OperationReader:
    """Reads every operation that can be read and reports the rest."""

    def __init__(self, root: Any, report: Report) -> None:
        self._root = DocumentCursor(root, ())
        self._report = report
        self._references = References(root, report)
        self._schemas = Schemas(self._references)

    def operations(self) -> Iterator[Operation]:
        paths = self._root.get("paths")
        if not isinstance(paths.value, dict):
            self._report(paths.pointer, "`paths` is missing or is no mapping: there are no operations")
            return
        for path, item in paths.items():
            if path.startswith("x-"):
                continue
            if not path.startswith("/"):
                self._report(item.pointer, f"the path {path} does not start with a slash")
            yield from self._path(path if path.startswith("/") else f"/{path}", self._references.follow(item))

    def _path(self, path: str, item: DocumentCursor) -> Iterator[Operation]:
        if not isinstance(item.value, dict):
            self._report(item.pointer, f"the path {path} has no operations")
            return
        shared = self._parameters(item.get("parameters"))
        for verb in _VERBS:
            operation = item.get(verb)
            if isinstance(operation.value, dict):
                yield self._operation(verb.upper(), path, operation, shared)
            elif operation.value is not None:
                self._report(operation.pointer, f"{verb.upper()} {path} is no mapping")

    def _operation(
        self, verb: str, path: str, at: DocumentCursor, shared: dict[tuple[ParameterPlace, str], Parameter]
    ) -> Operation:
        body, media, is_open = self._body(at.get("requestBody"))
        given = list((shared | self._parameters(at.get("parameters"))).values())
        return Operation(
            verb,
            path,
            id=at.text("operationId"),
            docs=at.get("externalDocs").text("url"),
            parameters=(
                *self._in_path(path, given, at),
                *(each for each in given if each.place is not ParameterPlace.PATH),
                *body,
            ),
            summary=at.text("summary"),
            deprecated=at.value.get("deprecated") is True,
            removed=at.get("x-github").text("removalDate"),
            previews=tuple(filter(None, (each.text("name") for each in at.get("x-github").get("previews").each()))),
            server=_server(at.get("servers")),
            media=media,
            open_body=is_open,
        )

    def _parameters(self, listed: DocumentCursor) -> dict[tuple[ParameterPlace, str], Parameter]:
        if listed.value is not None and not isinstance(listed.value, list):
            self._report(listed.pointer, "`parameters` is no list")
        found: dict[tuple[ParameterPlace, str], Parameter] = {}
        for each in listed.each():
            parameter = self._parameter(each)
            if parameter is not None:
                found[parameter.place, parameter.name] = parameter
        return found

    def _parameter(self, listed: DocumentCursor) -> Parameter | None:
        at = self._references.follow(listed)
        if at.value is None and listed.value is not None:
            return None  # the broken reference is reported where it stands
        name, place = at.text("name"), _PLACES.get(at.text("in"))
        if not name or place is None:
            self._report(at.pointer, "a parameter needs a `name`, and `in` as one of path, query, header and cookie")
            return None
        schema = at.get("schema")
        if schema.value is None:
            schema = next((media.get("schema") for _, media in at.get("content").items()), schema)
        return self._schemas.parameter(
            name,
            place,
            schema,
            required=place is ParameterPlace.PATH or at.value.get("required") is True,
            many_segments=place is ParameterPlace.PATH and at.value.get("x-multi-segment") is True,
            deprecated=at.value.get("deprecated") is True,
        )

    def _in_path(self, path: str, given: list[Parameter], at: DocumentCursor) -> Iterator[Parameter]:
        """The path's parameters in its order; those nobody described are strings."""
        described = {each.name: each for each in given if each.place is ParameterPlace.PATH}
        names = list(dict.fromkeys(_PLACEHOLDER.findall(path)))
        for name in described.keys() - set(names):
            self._report(at.pointer, f"the parameter {name} is said to be in the path, which has no {{{name}}}")
        for name in names:
            if name not in described:
                self._report(at.pointer, f"{{{name}}} of the path is not among the parameters")
            yield described.get(name) or Parameter(name, ParameterPlace.PATH, "string", required=True)

    def _body(self, listed: DocumentCursor) -> tuple[list[Parameter], str, bool]:
        """The body's keys as parameters, or its media type where it has none."""
        body = self._references.follow(listed)
        content = list(body.get("content").items())
        keyed = next((each for media, each in content if _KEYED_MEDIA.match(media)), None)
        if keyed is None:
            return [], content[0][0] if content else "", False
        keys = self._schemas.keys_of(keyed.get("schema"))
        return list(self._keys(keys)), "", keys.open or not keys.properties

    def _keys(self, keys: Keys) -> Iterator[Parameter]:
        for name, schema in keys.properties.items():
            at = self._references.follow(schema)
            if isinstance(at.value, dict) and at.value.get("readOnly") is True:
                continue
            deprecated = isinstance(at.value, dict) and at.value.get("deprecated") is True
            yield self._schemas.parameter(
                name, ParameterPlace.BODY, at, required=name in keys.required, deprecated=deprecated
            )


def _server(servers: DocumentCursor) -> str:
    url = next((each.text("url") for each in servers.each()), "")
    return url if url.startswith(("http://", "https://")) else ""
