"""Requests that a document allows: what a valid call of each operation sends, read from the document itself."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl

from tests.exam.values import Maker, Unmakeable

VERBS = ("get", "put", "post", "delete", "patch")
_IGNORED = ("accept", "content-type", "authorization", "user-agent", "host", "content-length")


@dataclass
class Valid:
    """One valid request."""

    verb: str
    path: str
    in_path: dict[str, Any]
    query: dict[str, Any]
    headers: dict[str, Any]
    # The kind of body: "" for none, "json" or "form".
    kind: str = ""
    body: Any = None
    # The parameters as the document has them, and the body's schema.
    parameters: list[dict[str, Any]] = field(default_factory=list)
    schema: Any = None
    takes_body: bool = True


def operations_of(document: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any], Mapping[str, Any]]]:
    """The path, verb, path item and operation of each operation."""
    for path, item in (document.get("paths") or {}).items():
        if isinstance(item, dict) and path.startswith("/"):
            for verb in VERBS:
                if isinstance(item.get(verb), dict):
                    yield path, verb.upper(), item, item[verb]


def valid(maker: Maker, path: str, verb: str, item: Mapping[str, Any], operation: Mapping[str, Any]) -> Valid:
    """A valid request with everything that is required, and about half of what is optional. Raises `Unmakeable`."""
    listed: dict[tuple[str, str], dict[str, Any]] = {}
    for each in (*item.get("parameters", ()), *operation.get("parameters", ())):
        parameter = maker.resolve(each)
        listed[parameter["in"], parameter["name"]] = parameter
    bare, _, query = path.partition("?")
    made = Valid(verb, bare, {}, dict(parse_qsl(query)), {}, parameters=list(listed.values()))
    if "{." in bare:
        raise Unmakeable("a label")
    for name in re.findall(r"\{([^{}]*)\}", bare):
        made.in_path[name] = _in_path(maker, listed.get(("path", name), {"schema": {"type": "string"}}))
    for (place, name), parameter in listed.items():
        if place in ("query", "header") and name.lower() not in _IGNORED:
            _give(maker, parameter, made.query if place == "query" else made.headers)
    _add_body(maker, made, operation)
    return made


def _in_path(maker: Maker, parameter: Mapping[str, Any]) -> Any:
    schema = parameter.get("schema")
    if schema is None:
        raise Unmakeable("a path parameter without a schema")
    value = maker.value(schema)
    if isinstance(value, list):
        value = ",".join(map(str, value))
    if isinstance(value, dict) or not str(value) or re.search(r"[/?#%{}]|^\.+$", str(value)):
        raise Unmakeable("a path segment")
    return value


def _give(maker: Maker, parameter: Mapping[str, Any], into: dict[str, Any]) -> None:
    if parameter.get("required") is not True and maker.chance.random() < 0.5:
        return
    try:
        value = _value(maker, parameter)
    except Unmakeable:
        if parameter.get("required") is True:
            raise
        return
    into[parameter["name"]] = value


def _value(maker: Maker, parameter: Mapping[str, Any]) -> Any:
    """A parameter's value as code writes it."""
    if "schema" not in parameter:
        raise Unmakeable("a value in a format of its own")
    value = maker.value(parameter["schema"])
    items = value if isinstance(value, list) else [value]
    if any(isinstance(each, dict | list) for each in items):
        raise Unmakeable("an object in a parameter")
    return ",".join(map(_word, items)) if isinstance(value, list) and parameter.get("explode") is False else value


def _word(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _add_body(maker: Maker, made: Valid, operation: Mapping[str, Any]) -> None:
    listed = maker.resolve(operation.get("requestBody"))
    made.takes_body = isinstance(listed, dict)
    if not isinstance(listed, dict):
        return
    content = listed.get("content") or {}
    for media, each in content.items():
        schema = (maker.resolve(each) or {}).get("schema")
        if schema is not None and re.match(r"application/([\w.+-]*\+)?json", media):
            made.kind, made.body, made.schema = "json", maker.value(schema), schema
            return
    for media, each in content.items():
        schema = (maker.resolve(each) or {}).get("schema")
        if schema is not None and media == "application/x-www-form-urlencoded":
            body = maker.value(schema)
            if isinstance(body, dict) and not any(isinstance(value, dict | list) for value in body.values()):
                made.kind, made.body, made.schema = "form", body, schema
                return
    if listed.get("required") is True:
        raise Unmakeable("a body of another media type")
