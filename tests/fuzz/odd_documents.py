"""Documents whose keys mean something, and whose values may be anything: the wrong type, nonsense, or what is meant."""

import json
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final

from tests.fuzz.readers import quoted
from waypost.config.model.schema import load
from waypost.workspace.settings import SETTINGS

_TEXTS: Final = (
    *(
        "",
        "a",
        "é",
        "\U0001f6a9",
        "\ud800",
        "\udc00.yaml",
        "\n",
        "\0",
        "\u2028",
        "/",
        "..",
        "../a",
        "//",
        "a" * 300,
        "a b",
    ),
    *(
        "[",
        "(",
        "(?=a)",
        "a{2,1}",
        "\\",
        "\\1",
        "(?P<a>",
        "\\p{Greek}",
        "a|b",
        "**",
        "*.{a,b}",
        "{",
        "!x",
        "[[:alpha:]]",
    ),
    *(
        "en",
        "en-us",
        "EN_US",
        "true",
        "teh",
        "the",
        "off",
        "error",
        "0x1",
        "2020-01-01",
        "~=1",
        ">=1,<2",
        "github:ghes-3.19",
    ),
    *(
        "#",
        "#/",
        "#/components/schemas/a",
        "#/paths/~1a",
        "openapi.json#/x",
        "https://h/",
        "https://api.example",
        "%zz",
    ),
    *(
        "/a/{a}",
        "/{a}/{a}",
        "/x{?a}",
        "{",
        "get",
        "path",
        "query",
        "body",
        "string",
        "integer",
        "application/json",
        "^a",
    ),
)
_NUMBERS: Final = (0, 1, -1, 1.5, 1e300, 10**30, int("9" * 4_300), True, False, None)
_SETTING_KEYS: Final = (
    *(name.replace("_", "-") for name in SETTINGS),
    *("config", "callee", "url", "verb", "query", "headers", "document", "clients", "position", "keyword", "httpx"),
    *("https://api.example", "https://h/", "*.py", "bad-value", "mine", "*.fetch", "tool", "waypost"),
)
_API_KEYS: Final = (
    *("paths", "/things/{thing}", "/a", "get", "put", "post", "parameters", "name", "in", "required", "schema", "type"),
    *("properties", "items", "allOf", "oneOf", "anyOf", "not", "$ref", "components", "schemas", "responses", "200"),
    *("content", "application/json", "multipart/form-data", "requestBody", "deprecated", "operationId", "summary"),
    *("externalDocs", "url", "servers", "variables", "default", "enum", "const", "format", "pattern", "minimum"),
    *("minLength", "maxItems", "nullable", "additionalProperties", "discriminator", "mapping", "style", "explode"),
    *("$defs", "$id", "definitions", "basePath", "consumes", "a", "b", "thing", "size", "x-a", "description"),
)


def odd_configuration(seed: int) -> Mapping[str, Any]:
    random = Random(seed)
    keys = sorted({*_named(load()), *(name for each in load()["definitions"].values() for name in _named(each))})
    tables = {name: _table(random, keys) for name in ("files", "default")}
    return tables | {"type": {"py": _table(random, keys), "x": _table(random, keys)}} | _more(random, keys, 0.3)


def odd_settings(seed: int) -> Mapping[str, Any]:
    return _table(Random(seed), _SETTING_KEYS, 5)


def odd_api(seed: int) -> Mapping[str, Any]:
    random = Random(seed)

    def parameter() -> Any:
        place = random.choice(("path", "query", "header", "cookie", "body", "formData"))
        right = {"name": random.choice(("thing", "a")), "in": place, "schema": _value(random, _API_KEYS, 2)}
        return random.choice((right, right, right, _value(random, _API_KEYS)))

    def operation() -> Mapping[str, Any]:
        body = {"content": {"application/json": {"schema": _value(random, _API_KEYS, 2)}}}
        own = {"parameters": [parameter(), parameter()], "requestBody": body, "responses": _value(random, _API_KEYS, 2)}
        return own | _more(random, _API_KEYS, 0.5)

    paths = {
        path: {random.choice(("get", "put", "post")): operation()} for path in ("/things", "/things/{thing}", "/a")
    }
    right = {
        "openapi": random.choice(("3.0.3", "3.1.0", 3, None)),
        "paths": paths,
        "servers": _value(random, _API_KEYS),
    }
    schemas = {name: _value(random, _API_KEYS) for name in "ab"}
    return right | {"components": {"schemas": schemas}} | _more(random, _API_KEYS, 0.3)


ODD_DOCUMENTS: Final[Mapping[str, Callable[[int], str]]] = {
    "typos.toml": lambda seed: as_toml(odd_configuration(seed)),
    "c/typos.json": lambda seed: json.dumps(odd_configuration(seed), ensure_ascii=seed % 2 == 0),
    "waypost.toml": lambda seed: as_toml(odd_settings(seed)),
    "openapi.json": lambda seed: json.dumps(odd_api(seed), ensure_ascii=seed % 2 == 0),
}


def as_toml(table: Mapping[str, Any]) -> str:
    """One line for each key. JSON's null is a date here."""
    return "".join(f"{quoted(name)} = {_written(value)}\n" for name, value in table.items())


def _written(value: Any) -> str:
    match value:
        case str():
            return quoted(value)
        case None:
            return "2020-01-01"
        case dict():
            return f"{{{', '.join(f'{quoted(name)} = {_written(each)}' for name, each in value.items())}}}"
        case list():
            return f"[{', '.join(map(_written, value))}]"
    return json.dumps(value)


def _value(random: Random, keys: Sequence[str], depth: int = 0) -> Any:
    chance = random.random()
    if depth > 5 or chance < 0.25:
        return random.choice(_TEXTS)
    if chance < 0.35:
        return random.choice(_NUMBERS)
    if chance < 0.5:
        return [_value(random, keys, depth + 1) for _ in range(random.randint(0, 3))]
    return _table(random, keys, random.randint(0, 4), depth + 1)


def _table(random: Random, keys: Sequence[str], count: int = 3, depth: int = 1) -> dict[str, Any]:
    names = [random.choice(_TEXTS if random.random() < 0.03 else keys) for _ in range(count)]
    return {name: _value(random, keys, depth + 1) for name in names}


def _more(random: Random, keys: Sequence[str], chance: float) -> dict[str, Any]:
    return _table(random, keys, 1) if random.random() < chance else {}


def _named(definition: Mapping[str, Any]) -> Sequence[str]:
    return tuple(definition.get("properties", ()))
