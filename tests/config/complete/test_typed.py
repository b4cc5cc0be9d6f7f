"""JSON typed key by key, in an editor that does not close brackets: nothing wrong is offered at any position.

A separate reader works out what is right from only the text before the cursor: where a key belongs, the keys of that
table that are not set; where a value belongs, what the schema accepts; nothing else. Whatever is accepted, the text is
JSON that the schema accepts once its open brackets are closed.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import jsonschema
import pytest

from tests.support.budget import some
from tests.support.check import after, analysis
from waypost.config.model.facts import facts
from waypost.config.model.schema import load

EVERYDAY = """\
{
  "$schema": "https://json.schemastore.org/typos.json",
  "files": {
    "extend-exclude": ["vendor/", "*.svg"],
    "ignore-hidden": false
  },
  "default": {
    "locale": "en-gb",
    "extend-ignore-re": ["x\\\\d+"],
    "extend-words": { "teh": "teh", "hte": "" }
  }
}
"""
TYPES = """\
{"type": {"po": {"check-file": false},
          "mine": {"extend-glob": ["*.mine"], "extend-identifiers": {"FooB": "FooB"}}},
 "default": {"check-filename" : null, "unicode":true}}
"""
TIGHT = '{"files":{"ignore-hidden":true,"ignore-dot":false},"default":{"binary":false,"locale":null},"type":{"py":{}}}'


@dataclass
class _Open:
    """An open bracket: its path, the keys or items read so far, and the key that still needs its value."""

    bracket: str
    path: tuple[str | int, ...]
    keys: list[str] = field(default_factory=list)
    key: str | None = None
    items: int = 0


@dataclass
class _Typed:
    """What a strict reader knows about the beginning of a JSON text."""

    stack: list[_Open]
    # What must come next: "key", ":", "value" or ","; and where the string begins that the text ends in.
    wants: str
    string: int | None


def _read(text: str) -> _Typed:
    stack: list[_Open] = []
    wants = "value"
    at = 0
    while at < len(text):
        here = text[at]
        if here == '"':
            end = _string_end(text, at)
            if end is None:
                return _Typed(stack, wants, at)
            if wants == "key":
                stack[-1].key = json.loads(text[at:end])
                stack[-1].keys.append(json.loads(text[at:end]))
                wants = ":"
            else:
                wants = ","
            at = end
            continue
        if here in "{[":
            stack.append(_Open(here, _path(stack)))
            wants = "key" if here == "{" else "value"
        elif here in "}]":
            stack.pop()
            wants = ","
        elif here == ":":
            wants = "value"
        elif here == ",":
            stack[-1].items += 1
            wants = "key" if stack[-1].bracket == "{" else "value"
        elif not here.isspace():
            wants = ","
        at += 1
    return _Typed(stack, wants, None)


def _path(stack: list[_Open]) -> tuple[str | int, ...]:
    if not stack:
        return ()
    inner = stack[-1]
    return (*inner.path, inner.items if inner.bracket == "[" else inner.key or "")


def _string_end(text: str, start: int) -> int | None:
    at = start + 1
    while at < len(text):
        if text[at] == "\\":
            at += 1
        elif text[at] == '"':
            return at + 1
        at += 1
    return None


def _closed(text: str) -> str:
    read = _read(text)
    return text + "".join("}" if each.bracket == "{" else "]" for each in reversed(read.stack))


def _fitting(read: _Typed) -> set[str] | None:
    """Exactly what must be offered; None if that is not a short list."""
    if not read.stack or read.wants not in ("key", "value"):
        return None
    schema = _at(_path(read.stack) if read.wants == "value" else read.stack[-1].path)
    if read.wants == "key" and "properties" in schema:
        known = {key for key, each in schema["properties"].items() if not _whole(each).get("deprecated")}
        return known - set(read.stack[-1].keys)
    if read.wants == "key" and read.stack[-1].path == ("type",):
        return set(facts().globs) - set(read.stack[-1].keys)
    if read.wants != "value" or read.string is not None or "boolean" not in schema.get("type", ()):
        return None
    return {"true", "false", "null"}


def _at(path: tuple[str | int, ...]) -> dict[str, Any]:
    """The schema at a path, with its references resolved."""
    found: dict[str, Any] = _whole(load())
    for key in path:
        if isinstance(key, int):
            found = _whole(found["items"])
        else:
            found = _whole(found.get("properties", {}).get(key) or found.get("additionalProperties") or {})
    return found


def _whole(schema: dict[str, Any]) -> dict[str, Any]:
    whole = dict(schema)
    for each in (schema, *schema.get("allOf", ())):
        if "$ref" in each:
            whole |= _whole(load()["definitions"][each["$ref"].rpartition("/")[2]])
    return whole


def _wrong(before: str) -> Iterator[str]:
    made = analysis(before, "typos.json")
    items = made.complete(len(before.encode())).items
    fitting = _fitting(_read(before))
    labels = {item.label for item in items} - {"$schema"}
    if fitting is not None and labels != fitting:
        yield f"missing: {sorted(fitting - labels)[:5]}, too many: {sorted(labels - fitting)[:5]}"
    for item in items[:30]:
        yield from (
            f"{item.label}: {fault}" for fault in _faults(before, after(made.document, [item.edit, *item.more_edits]))
        )


def _faults(before: str, accepted: str) -> Iterator[str]:
    try:
        keys = _keys(accepted)
    except (ValueError, IndexError) as error:
        yield f"{error}: {accepted[-60:]!r}"
        return
    value = json.loads(_closed(accepted))
    value.pop("$schema", None)
    yield from (error.message for error in jsonschema.Draft7Validator(load()).iter_errors(value))
    if len(set(keys)) < len(keys):
        yield f"sets a key twice: {accepted[-60:]!r}"
    if lost := _finished(before) - set(keys):
        yield f"loses {lost}: {accepted[-60:]!r}"


def _finished(before: str) -> set[tuple[str, ...]]:
    """The keys that have their values and do not end at the cursor."""
    return set(_keys(before[: max(before.rfind(","), before.rfind("{") + 1)] or "{"))


class _Members(list[tuple[str, Any]]):
    """An object as written: it may have the same key twice."""


def _keys(text: str) -> list[tuple[str, ...]]:
    """The path of every key in the text once its brackets are closed; a repeated key is listed twice."""
    found: list[tuple[str, ...]] = []

    def visit(value: Any, path: tuple[str, ...]) -> None:
        for key, inner in value if isinstance(value, _Members) else ():
            found.append((*path, key))
            visit(inner, (*path, key))

    visit(json.loads(_closed(text), object_pairs_hook=_Members), ())
    return found


@pytest.mark.parametrize("document", [EVERYDAY, TYPES, TIGHT, EVERYDAY.replace("\n", "\r\n")])
def test_nothing_wrong_is_offered_while_json_is_typed(document: str) -> None:
    wrong = {document[:end][-40:]: list(_wrong(document[:end])) for end in some(range(len(document) + 1))}
    assert {where: found for where, found in wrong.items() if found} == {}
