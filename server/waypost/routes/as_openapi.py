"""The requests of a project as an OpenAPI document: what the code uses of its APIs, not what they offer."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from waypost.apis.shape import split_url
from waypost.routes.inventory import ListedCall

_VERBS = ("GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE")
_PLACEHOLDER = re.compile(r"\{([^{}]*)\}")
_Json = dict[str, Any]


def openapi(calls: Sequence[tuple[str, ListedCall]]) -> _Json:
    """A document with one operation for each route; the calls are listed under `x-waypost-calls`."""
    paths: dict[str, _Json] = {}
    ids: set[str] = set()
    shapes: dict[str, str] = {}
    for place, call in calls:
        if call.verb not in _VERBS:
            continue
        server, path = _server_and_path(call)
        # A path with other names for its placeholders is the same path.
        path = shapes.setdefault(_PLACEHOLDER.sub("{}", path), path)
        item = paths.setdefault(path, {})
        operation = item.setdefault(call.verb.lower(), None) or _operation(call, path, server, ids)
        item[call.verb.lower()] = operation
        operation["x-waypost-calls"].append(place)
        _add_parameters(operation, call, path)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Requests of this project", "version": "0"},
        "paths": {path: paths[path] for path in sorted(paths)},
    }


def _server_and_path(call: ListedCall) -> tuple[str, str]:
    """The address and the path, with placeholders that OpenAPI allows."""
    origin, rest = split_url(call.template)
    if call.operation:
        return call.api, _named(call.operation.partition(" ")[2])
    path = re.split(r"\{[?&#]|[?#]", rest, maxsplit=1)[0]
    return origin if "{" not in origin else "", _named(path if path.startswith("/") else f"/{path}")


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


def _operation(call: ListedCall, path: str, server: str, ids: set[str]) -> _Json:
    identity = call.id or f"{call.verb.lower()} {path}"
    count, unique = 2, identity
    while unique in ids:
        unique, count = f"{identity} {count}", count + 1
    ids.add(unique)
    operation: _Json = {"operationId": unique}
    if call.deprecated:
        operation["deprecated"] = True
    if server:
        operation["servers"] = [{"url": server}]
    operation["parameters"] = [_parameter(name, "path") for name in _PLACEHOLDER.findall(path)]
    operation["responses"] = {"default": {"description": "Whatever the API answers."}}
    operation["x-waypost-calls"] = []
    return operation


def _parameter(name: str, place: str) -> _Json:
    return {"name": name, "in": place, "required": place == "path", "schema": {}}


def _add_parameters(operation: _Json, call: ListedCall, path: str) -> None:
    """The names that a call gives besides those in its path: in the query, or in the body."""
    in_path = {*_PLACEHOLDER.findall(path), *_names_in_template(call)}
    names = [name for name in call.known if name not in in_path]
    if call.verb in ("GET", "HEAD", "DELETE"):
        known = {each["name"] for each in operation["parameters"]}
        operation["parameters"] += [_parameter(name, "query") for name in names if name not in known]
    elif names:
        schema = _body_schema(operation)
        schema["properties"] |= {name: {} for name in names}


def _names_in_template(call: ListedCall) -> set[str]:
    bare = re.split(r"\{[?&]|\?", call.template, maxsplit=1)[0]
    return {word for found in _PLACEHOLDER.findall(bare) for word in re.findall(r"\w+", found)}


def _body_schema(operation: _Json) -> _Json:
    body: Mapping[str, Any] = operation.setdefault(
        "requestBody", {"content": {"application/json": {"schema": {"type": "object", "properties": {}}}}}
    )
    schema: _Json = body["content"]["application/json"]["schema"]
    return schema
