"""The requests of a project as an OpenAPI document: what the code uses of its APIs, not what they offer.

Types and responses are those of the API's document; without one, types are those of the values that the code gives.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from waypost.apis import Operation, Parameter, ParameterPlace
from waypost.routes.described import Described
from waypost.routes.listed import ListedCall, SentName
from waypost.routes.schemas_as_json import WrittenSchemas
from waypost.shown.names import path_and_query

_VERBS: Final = ("GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE")
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_FRAGMENT: Final = re.compile(r"\{#|#(?![^{]*\})")
# An address: a host, of which parts may be known at run time only, or one that is wholly unknown.
_ADDRESS: Final = re.compile(r"https?://[^/?#]+|\{[^{}/?&#]+\}(?=/)", re.IGNORECASE)
_MEDIA: Final = {
    "json": "application/json",
    "form": "application/x-www-form-urlencoded",
    "multipart": "multipart/form-data",
    "raw": "application/octet-stream",
}
_TYPES: Final = ("string", "integer", "number", "boolean")
_KEYED: Final = ("json", "form", "multipart")
_Json = dict[str, Any]


def openapi(calls: Sequence[tuple[str, ListedCall, Described | None]]) -> _Json:
    """A document with one operation for each route; the calls are listed under `x-waypost-calls`."""
    writer = _Writer()
    for place, call, meant in calls:
        if call.verb in _VERBS:
            writer.add(place, call, meant)
    document: _Json = {
        "openapi": "3.1.0",
        "info": {"title": "Requests of this project", "version": "0"},
        "paths": {path: writer.paths[path] for path in sorted(writer.paths)},
    }
    components = writer.schemas.components
    return document | ({"components": {"schemas": components}} if components else {})


class _Writer:
    """The document as far as it is written."""

    def __init__(self) -> None:
        self.paths: dict[str, _Json] = {}
        self.schemas = WrittenSchemas()
        self._ids: set[str] = set()
        self._shapes: dict[str, str] = {}

    def add(self, place: str, call: ListedCall, meant: Described | None) -> None:
        address, path = _address_and_path(call)
        # A path with other names for its placeholders is the same path.
        path = self._shapes.setdefault(_PLACEHOLDER.sub("{}", path), path)
        item = self.paths.setdefault(path, {})
        operation = item.get(call.verb.lower()) or self._operation(call, path, meant)
        item[call.verb.lower()] = operation
        _add_server(operation, address, call.default)
        if place not in operation["x-waypost-calls"]:
            operation["x-waypost-calls"].append(place)
        sent = [SentName.read(each) for each in call.sends]
        self._add_query(operation, sent, meant)
        self._add_body(operation, sent, meant)

    def _operation(self, call: ListedCall, path: str, meant: Described | None) -> _Json:
        operation: _Json = {"operationId": self._id(call, path)}
        if call.deprecated:
            operation["deprecated"] = True
        if call.guessed:
            operation["x-waypost-guessed"] = True
        own = meant.operation.path if meant is not None else path
        names = zip(_PLACEHOLDER.findall(path), _PLACEHOLDER.findall(own), strict=False)
        values = {each.name: each.type for each in map(SentName.read, call.sends) if each.place == "path"}
        operation["parameters"] = [
            self._parameter(name, "path", _described(meant, theirs, ParameterPlace.PATH), meant, values.get(name, ""))
            for name, theirs in names
        ]
        operation["responses"] = self._responses(meant)
        operation["x-waypost-calls"] = []
        return operation

    def _id(self, call: ListedCall, path: str) -> str:
        identity = call.id or f"{call.verb.lower()} {path}"
        count, unique = 2, identity
        while unique in self._ids:
            unique, count = f"{identity} {count}", count + 1
        self._ids.add(unique)
        return unique

    def _parameter(
        self, name: str, place: str, known: Parameter | None, meant: Described | None, type_: str = ""
    ) -> _Json:
        required = place == "path" or (known is not None and known.required)
        if known is None or meant is None:
            return {"name": name, "in": place, "required": required, "schema": _of_type(type_)}
        plain = _of_type(known.type if known.type in _TYPES else "")
        schema = self.schemas.schema(meant.api.schemas.rows, known.schema) or plain
        written: _Json = {"name": name, "in": place, "required": required, "schema": schema}
        if known.style:
            written["style"] = known.style
        return written | ({"explode": False} if known.joined else {})

    def _responses(self, meant: Described | None) -> _Json:
        if meant is None or not meant.responses:
            return {"default": {"description": "Any response."}}
        found: _Json = {}
        for each in meant.responses:
            content = {
                media: {"schema": self.schemas.schema(meant.rows, number)} for media, number in each.content.items()
            }
            found[each.status] = {"description": each.description} | ({"content": content} if content else {})
        return found

    def _add_query(self, operation: _Json, sent: Sequence[SentName], meant: Described | None) -> None:
        known = {each["name"]: each for each in operation["parameters"] if each["in"] == "query"}
        for each in sent:
            if each.place != "query":
                continue
            described = _described(meant, each.name, ParameterPlace.QUERY)
            if each.name not in known:
                known[each.name] = self._parameter(each.name, "query", described, meant, each.type)
                operation["parameters"].append(known[each.name])
            elif described is None:
                known[each.name]["schema"] = _either(known[each.name]["schema"], each.type)

    def _add_body(self, operation: _Json, sent: Sequence[SentName], meant: Described | None) -> None:
        """The body that a call sends: as the document describes it, or the union of what all calls give."""
        for each in sent:
            if each.place not in _MEDIA:
                continue
            content = operation.setdefault("requestBody", {"content": {}})["content"]
            media, schema = self._body_of(each.place, meant)
            if schema is not None:
                content[media] = {"schema": schema}
                continue
            own = content.setdefault(media, {"schema": {} if each.name else _of_type(each.type)})["schema"]
            if each.name and each.place in _KEYED:
                own.setdefault("type", "object")
                keys = own.setdefault("properties", {})
                keys[each.name] = _either(keys[each.name], each.type) if each.name in keys else _of_type(each.type)

    def _body_of(self, place: str, meant: Described | None) -> tuple[str, _Json | None]:
        """The media type of a body, and its schema if the document has one."""
        for body in meant.operation.bodies if meant is not None else ():
            media = body.media.partition(";")[0]
            if meant is not None and (media == _MEDIA[place] or (place == "json" and media.endswith("json"))):
                return body.media, self.schemas.schema(meant.api.schemas.rows, body.schema)
        return _MEDIA[place], None


def _described(meant: Described | None, name: str, place: ParameterPlace) -> Parameter | None:
    operation: Operation | None = meant.operation if meant is not None else None
    return operation.parameter(name, place) if operation is not None else None


def _of_type(type_: str) -> _Json:
    return {"type": type_} if type_ else {}


def _either(schema: Mapping[str, Any], type_: str) -> _Json:
    """A schema of one more type; of any type, if a value's type is unknown."""
    if not schema or not type_:
        return {}
    types = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    both = list(dict.fromkeys((*types, type_)))
    return {"type": both[0] if len(both) == 1 else both}


def _address_and_path(call: ListedCall) -> tuple[str, str]:
    """The address and the path, with placeholders that OpenAPI allows."""
    if call.operation:
        return call.api, _named(call.operation.partition(" ")[2])
    at = _ADDRESS.match(call.template)
    address, rest = (at[0], call.template[at.end() :]) if at is not None else ("", call.template)
    end = _FRAGMENT.search(rest)
    path, _ = path_and_query(rest[: end.start()] if end is not None else rest)
    return _named(address) if "{" in address else address.lower(), _named(path if path.startswith("/") else f"/{path}")


def _add_server(operation: _Json, address: str, default: str) -> None:
    """One more server that an operation is sent to; what is not known of its address is a variable."""
    names = _PLACEHOLDER.findall(address)
    if not address:
        return
    server: _Json = {"url": address}
    if names:
        whole = address == f"{{{names[0]}}}"
        server["variables"] = {name: _variable(default if whole else "") for name in names}
    servers = operation.setdefault("servers", [])
    if server not in servers:
        servers.append(server)


def _variable(default: str) -> _Json:
    """A variable has to have a default."""
    return {"default": default} if default else {"default": "", "description": "Known only when the code runs."}


def _named(path: str) -> str:
    """Every placeholder with a simple, unique name."""
    names: set[str] = set()

    def name(found: re.Match[str]) -> str:
        words = re.findall(r"\w+", found[1])
        plain = words[-1] if words else "value"
        unique, count = plain, 2
        while unique in names:
            unique, count = f"{plain}{count}", count + 1
        names.add(unique)
        return f"{{{unique}}}"

    return _PLACEHOLDER.sub(name, re.sub(r"/:(\w+)", r"/{\1}", path))
