"""Puts one mistake of each kind into a valid request, with the rule that must find it and what that must name."""

import copy
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from tests.exam.operations import Valid
from tests.exam.values import Maker, Unmakeable


class Mistake(NamedTuple):
    """A request with a mistake, and the finding that it must get."""

    kind: str
    made: Valid
    rule: str
    # What the message must name.
    named: str


def mistakes(maker: Maker, made: Valid) -> Iterator[Mistake]:
    """Every kind of mistake that this request can have."""
    for kind, make in KINDS.items():
        try:
            found = make(maker, copy.deepcopy(made))
        except Unmakeable:
            continue
        if found is not None:
            yield Mistake(kind, *found)


_Found = tuple[Valid, str, str] | None


def _misspelt_path(maker: Maker, made: Valid) -> _Found:
    words = [each for each in made.path.split("/") if re.fullmatch(r"[a-z]{5,}", each)]
    if not words:
        return None
    word = maker.chance.choice(words)
    wrong = made.path.replace(f"/{word}", f"/{_misspelt(word, maker.chance)}", 1)
    # If another path accepts any word there, the mistake cannot be found.
    if any(_fits(each, wrong) for each in maker.document["paths"]):
        return None
    return replace(made, path=wrong), "unknown-route", ""


def _fits(template: str, path: str) -> bool:
    pattern = "[^/]+".join(map(re.escape, re.split(r"\{[^}]*\}", template.strip("/"))))
    return re.fullmatch(pattern, path.strip("/")) is not None


def _misspelt_query(maker: Maker, made: Valid) -> _Found:
    names = [name for name in made.query if len(name) > 4 and re.fullmatch(r"\w+", name)]
    optional = {each["name"] for each in made.parameters if not each.get("required")}
    names = [name for name in names if name in optional]
    if not names:
        return None
    name = maker.chance.choice(names)
    wrong = _misspelt(name, maker.chance)
    if any(each["name"] == wrong for each in made.parameters):
        return None
    made.query[wrong] = made.query.pop(name)
    return made, "unknown-parameter", wrong


def _missing_query(_: Maker, made: Valid) -> _Found:
    needed = [each for each in made.parameters if each.get("required") is True and each["in"] == "query"]
    names = [each["name"] for each in needed if not _tells_apart(made, each)]
    names = [each for each in names if each in made.query]
    if not names:
        return None
    del made.query[names[0]]
    return made, "missing-required", names[0]


def _missing_header(_: Maker, made: Valid) -> _Found:
    # Anything after the fragment is never sent, so only a header may distinguish operations.
    names = [each["name"] for each in made.parameters if each.get("required") is True and each["in"] == "header"]
    names = [] if "#" in made.path else names
    names = [each for each in names if each in made.headers]
    if not names:
        return None
    del made.headers[names[0]]
    return made, "missing-required", names[0]


def _tells_apart(made: Valid, parameter: Mapping[str, Any]) -> bool:
    """Whether the parameter's only value distinguishes operations whose paths differ only in the fragment."""
    return "#" in made.path and len((parameter.get("schema") or {}).get("enum", ())) == 1


def _of_query(wrong: Callable[[Mapping[str, Any], Any], Any]) -> Callable[[Maker, Valid], _Found]:
    def make(maker: Maker, made: Valid) -> _Found:
        for parameter in made.parameters:
            name = parameter["name"]
            known = parameter["in"] == "query" and name in made.query and "schema" in parameter
            if known and not _tells_apart(made, parameter):
                value = wrong(_plain(maker, parameter["schema"]), made.query[name])
                if value is not None:
                    made.query[name] = value
                    return made, "bad-value", name
        return None

    return make


def _of_path(maker: Maker, made: Valid) -> _Found:
    for parameter in made.parameters:
        if parameter["in"] != "path" or not parameter.get("schema") or parameter["name"] not in made.in_path:
            continue
        schema = _plain(maker, parameter["schema"])
        if schema.get("type") == "integer" and "enum" not in schema:
            made.in_path[parameter["name"]] = "five"
            return made, "bad-value", parameter["name"]
    return None


def _of_body(
    wrong: Callable[[Mapping[str, Any], Any], Any], *, nested: bool = False
) -> Callable[[Maker, Valid], _Found]:
    def make(maker: Maker, made: Valid) -> _Found:
        if made.kind != "json":
            return None
        for container, key, schema, path in _values(maker, made.schema, made.body, ""):
            if nested is ("." in path or "[" in path):
                value = wrong(schema, container[key])
                if value is not None:
                    container[key] = value
                    return made, "bad-value", path
        return None

    return make


def _values(maker: Maker, node: Any, value: Any, path: str, depth: int = 0) -> Iterator[tuple[Any, Any, Any, str]]:
    """Every value inside a body with its schema and its path, if there are no alternatives in between."""
    schema = _plain(maker, node)
    if depth > 3:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in (schema.get("properties") or {}):
                way = f"{path}.{key}" if path else key
                try:
                    yield value, key, _plain(maker, schema["properties"][key]), way
                    yield from _values(maker, schema["properties"][key], inner, way, depth + 1)
                except Unmakeable:
                    continue
    elif isinstance(value, list) and isinstance(schema.get("items"), dict):
        for at, inner in enumerate(value):
            yield value, at, _plain(maker, schema["items"]), f"{path}[{at}]"
            yield from _values(maker, schema["items"], inner, f"{path}[{at}]", depth + 1)


def _plain(maker: Maker, node: Any) -> Mapping[str, Any]:
    """A schema without alternatives."""
    schema = maker.resolve(node)
    if not isinstance(schema, dict) or any(each in schema for each in ("oneOf", "anyOf", "not")):
        raise Unmakeable("alternatives")
    for part in schema.get("allOf", ()):
        _plain(maker, part)
    return maker.flat(schema)


def _missing_key(maker: Maker, made: Valid) -> _Found:
    if made.kind != "json" or not isinstance(made.body, dict):
        return None
    schema = _plain(maker, made.schema)
    names = [each for each in schema.get("required", ()) if each in made.body]
    if not names:
        return None
    del made.body[names[0]]
    if not made.body:
        return None  # no body is sent then, which may be correct
    return made, "missing-required", names[0]


def _unknown_key(maker: Maker, made: Valid) -> _Found:
    if made.kind != "json" or not isinstance(made.body, dict):
        return None
    schema = _plain(maker, made.schema)
    optional = [each for each in made.body if each not in schema.get("required", ()) and re.fullmatch(r"\w{5,}", each)]
    if not optional or "additionalProperties" in schema or "patternProperties" in schema:
        return None
    wrong = _misspelt(optional[0], maker.chance)
    if wrong in schema["properties"]:
        return None
    made.body[wrong] = made.body.pop(optional[0])
    return made, "unknown-parameter", wrong


def _body_not_taken(_: Maker, made: Valid) -> _Found:
    if made.takes_body:
        return None
    return replace(made, kind="json", body={"zzz": "x"}), "unexpected-body unknown-parameter", ""


def _another_form(_: Maker, made: Valid) -> _Found:
    if made.kind != "form" or not isinstance(made.body, dict) or not made.body:
        return None
    return replace(made, kind="json"), "wrong-content-type", ""


def _not_listed(schema: Mapping[str, Any], value: Any) -> Any:
    enum = schema.get("enum")
    return "nonsense" if enum and isinstance(value, str) and "nonsense" not in enum else None


def _wrong_type(schema: Mapping[str, Any], _: Any) -> Any:
    if schema.get("enum") or "type" not in schema:
        return None
    if schema["type"] in ("integer", "number", "boolean"):
        return "nonsense"
    return {"a": 1} if schema["type"] == "array" else None


def _out_of_range(schema: Mapping[str, Any], _: Any) -> Any:
    if schema.get("enum") or schema.get("type") not in ("integer", "number"):
        return None
    if isinstance(schema.get("maximum"), int | float):
        return int(schema["maximum"]) + 1
    return int(schema["minimum"]) - 1 if isinstance(schema.get("minimum"), int | float) else None


def _bad_format(schema: Mapping[str, Any], _: Any) -> Any:
    known = ("date", "date-time", "uuid", "email", "ipv4", "ipv6")
    plain = schema.get("type") == "string" and schema.get("format") in known and not schema.get("enum")
    return "nonsense" if plain and "pattern" not in schema and "maxLength" not in schema else None


def _no_match(schema: Mapping[str, Any], _: Any) -> Any:
    if schema.get("type") != "string" or "pattern" not in schema or schema.get("enum"):
        return None
    try:
        return next(each for each in ("☃☃☃", "", "a b") if not re.search(schema["pattern"], each, re.ASCII))
    except (StopIteration, re.error):
        return None


def _wrong_list(schema: Mapping[str, Any], _: Any) -> Any:
    return "nonsense" if schema.get("type") == "array" else None


KINDS: Mapping[str, Callable[[Maker, Valid], _Found]] = {
    "misspelt path": _misspelt_path,
    "misspelt query name": _misspelt_query,
    "query value not listed": _of_query(_not_listed),
    "query value of another type": _of_query(
        lambda schema, value: _wrong_type(schema, value) if schema.get("type") != "array" else None
    ),
    "query value out of range": _of_query(_out_of_range),
    "query value of another format": _of_query(_bad_format),
    "required query left out": _missing_query,
    "required header left out": _missing_header,
    "path value of another type": _of_path,
    "required key left out": _missing_key,
    "misspelt key": _unknown_key,
    "key of another type": _of_body(_wrong_type),
    "nested key of another type": _of_body(_wrong_type, nested=True),
    "key not listed": _of_body(_not_listed),
    "key out of range": _of_body(_out_of_range),
    "key against its pattern": _of_body(_no_match),
    "key of another format": _of_body(_bad_format),
    "text for a list": _of_body(_wrong_list),
    "a body where none is taken": _body_not_taken,
    "JSON for a form": _another_form,
}


def _misspelt(word: str, chance: random.Random) -> str:
    """A word with one letter dropped, doubled, or swapped with the next one."""
    for _ in range(50):
        at = chance.randrange(1, len(word) - 1)
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        wrong = chance.choice([word[:at] + word[at + 1 :], word[:at] + word[at] + word[at:], swapped])
        if wrong != word:
            return wrong
    raise Unmakeable("a word that stays itself")
