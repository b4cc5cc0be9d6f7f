"""Schemas as rows of a table: what a value is checked against, without prose, each schema once.

A nested schema is the number of its row, so that schemas may refer to each other in circles. Rows wait in a queue to
be read, so nothing recurses here, however deep the schemas are.
"""

import json
from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any, Final

from waypost.apis.model import NO_SCHEMA
from waypost.apis.openapi.cursor import DocumentCursor
from waypost.apis.openapi.references import References
from waypost.cancel import let_others_pass

_TYPES: Final = frozenset(("string", "integer", "number", "boolean", "object", "array", "null"))
_NUMBERS: Final = ("minimum", "maximum", "multipleOf")
_SIZES: Final = ("minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties")
_FLAGS: Final = ("uniqueItems", "readOnly", "writeOnly", "deprecated")
_LISTS: Final = ("allOf", "oneOf", "anyOf", "prefixItems")
# Keys that people write next to references in every version, and that count.
_BESIDE: Final = ("nullable", "readOnly", "writeOnly", "deprecated")
_LONGEST_EXAMPLE: Final = 80
_MOST_EXAMPLES: Final = 3
_MOST_VALUES: Final = 5_000

Row = dict[str, Any]


class SchemaRows:
    """The rows of one document's schemas, in the order of their first use."""

    def __init__(self, references: References, *, siblings: bool = True) -> None:
        self._references = references
        # Whether keys next to a reference count, as they do since OpenAPI 3.1.
        self._siblings = siblings
        self.rows: list[Row] = []
        self._numbers: dict[int, int] = {}
        self._plain: dict[str, int] = {}
        self._queue: deque[tuple[int, DocumentCursor]] = deque()
        # Numbered values stay alive, so that no other value gets their identity.
        self._numbered: list[Any] = []

    def number(self, schema: DocumentCursor) -> int:
        """The number of a schema's row."""
        found = self._number(schema)
        while self._queue:
            let_others_pass()
            number, at = self._queue.popleft()
            self.rows[number] = self._row(at)
        return found

    def object_of(self, properties: Mapping[str, DocumentCursor], required: list[str]) -> int:
        """The row of an object that consists of parameters."""
        row = {"type": ["object"], "properties": {name: self.number(each) for name, each in properties.items()}}
        return self._add(row | ({"required": required} if required else {}))

    def _number(self, schema: DocumentCursor) -> int:
        if not isinstance(schema.value, dict):
            return NO_SCHEMA
        key = id(schema.value)
        if key in self._numbers:
            return self._numbers[key]
        self._numbered.append(schema.value)
        if isinstance(schema.value.get("$ref"), str):
            number = self._referred(schema)
        elif _is_plain(schema.value):
            number = self._add(_facts(schema.value))
        else:
            number = len(self.rows)
            self.rows.append({})
            self._queue.append((number, schema))
        self._numbers[key] = number
        return number

    def _referred(self, schema: DocumentCursor) -> int:
        """The target of a reference, with `null` if a key next to the reference allows it."""
        number = self._number(self._references.follow(schema))
        beside = {key: value for key, value in schema.value.items() if key != "$ref"}
        facts = _facts(beside)
        if not self._siblings:
            facts = {key: value for key, value in facts.items() if key in _BESIDE}
        if number == NO_SCHEMA or not facts:
            return number
        if facts.pop("nullable", False):
            number = self._add({"anyOf": [number, self._add({"type": ["null"]})]})
        return self._add({**facts, "allOf": [number]}) if facts else number

    def _add(self, row: Row) -> int:
        """The number of a row, the same for equal rows."""
        if not row:
            return NO_SCHEMA
        key = json.dumps(row, sort_keys=True, default=str)
        if key not in self._plain:
            self._plain[key] = len(self.rows)
            self.rows.append(row)
        return self._plain[key]

    def _row(self, at: DocumentCursor) -> Row:
        row = _facts(at.value)
        properties = {name: self._number(each) for name, each in at.get("properties").items()}
        if properties:
            row["properties"] = properties
        if isinstance(at.value.get("items"), dict):
            row["items"] = self._number(at.get("items"))
        row |= self._extra(at)
        for name in _LISTS:
            numbers = [self._number(each) for each in at.get(name).each()]
            if numbers:
                row[name] = numbers
        if isinstance(at.value.get("not"), dict):
            row["not"] = self._number(at.get("not"))
        return row | self._discriminator(at)

    def _extra(self, at: DocumentCursor) -> Row:
        """The schema of keys that are not listed; `True` if anything is allowed."""
        if "patternProperties" in at.value:
            return {"additionalProperties": True}
        extra = at.get("additionalProperties" if "additionalProperties" in at.value else "unevaluatedProperties")
        number = self._number(extra)
        if number != NO_SCHEMA:
            return {"additionalProperties": number}
        return {"additionalProperties": extra.value is not False} if extra.value is not None else {}

    def _discriminator(self, at: DocumentCursor) -> Row:
        discriminator = at.get("discriminator")
        name = discriminator.value if isinstance(discriminator.value, str) else discriminator.text("propertyName")
        if not name:
            return {}
        mapping = dict(self._mapped(at, discriminator.get("mapping")))
        return {"discriminator": {"property": name, "mapping": mapping}}

    def _mapped(self, at: DocumentCursor, mapping: DocumentCursor) -> Iterator[tuple[str, int]]:
        for name, each in mapping.items():
            if isinstance(each.value, str) and each.value.startswith("#"):
                target = self._references.follow(DocumentCursor({"$ref": each.value}, each.pointer, each.file))
                yield name, self._number(target)
        for branch in (*at.get("oneOf").each(), *at.get("anyOf").each()):
            reference = branch.text("$ref")
            if reference:
                yield reference.rpartition("/")[2], self._number(branch)


def _is_plain(schema: Mapping[str, Any]) -> bool:
    """Whether a schema contains no others."""
    holding = ("properties", "items", "additionalProperties", "unevaluatedProperties", "not", "discriminator", *_LISTS)
    return not any(name in schema for name in holding) and "patternProperties" not in schema


def _facts(schema: Mapping[str, Any]) -> Row:
    """The simple values of a schema, spelled the same for every version of OpenAPI."""
    row: Row = {}
    types = _types(schema)
    if types:
        row["type"] = types
    if schema.get("nullable") is True or schema.get("x-nullable") is True:
        row["nullable"] = True
    row |= dict(_limits(schema))
    row |= {name: schema[name] for name in _SIZES if _is_size(schema.get(name))}
    row |= {name: schema[name] for name in ("format", "pattern") if isinstance(schema.get(name), str)}
    row |= {name: True for name in _FLAGS if schema.get(name) is True}
    listed = schema.get("enum")
    if isinstance(listed, list) and 0 < len(listed) <= _MOST_VALUES:
        row["enum"] = listed
    if "const" in schema:
        row["enum"] = [schema["const"]]
    row |= _offers(schema)
    required = schema.get("required")
    if isinstance(required, list) and required:
        row["required"] = [each for each in required if isinstance(each, str)]
    return row


def _offers(schema: Mapping[str, Any]) -> Row:
    """What an editor offers: plain values that the document gives as defaults and examples."""
    default, given = schema.get("default"), schema.get("examples")
    examples = [*(given if isinstance(given, list) else ()), schema.get("example")]
    short = [each for each in examples if isinstance(each, str) and 0 < len(each) <= _LONGEST_EXAMPLE]
    row: Row = {"default": default} if isinstance(default, str | int | float) else {}
    return row | ({"examples": list(dict.fromkeys(short))[:_MOST_EXAMPLES]} if short else {})


def _types(schema: Mapping[str, Any]) -> list[str]:
    """The types of a schema; none if one of them is not known."""
    named = schema.get("type")
    names = [each for each in (named if isinstance(named, list) else [named]) if isinstance(each, str)]
    return names if names and all(each in _TYPES for each in names) else []


def _limits(schema: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    """Limits of numbers: in OpenAPI 3.0 and Swagger, a flag says that the limit itself is not allowed."""
    for name in _NUMBERS:
        if _is_number(schema.get(name)):
            exclusive = f"exclusive{name[0].upper()}{name[1:]}"
            yield exclusive if schema.get(exclusive) is True else name, schema[name]
    for name in ("exclusiveMinimum", "exclusiveMaximum"):
        if _is_number(schema.get(name)):
            yield name, schema[name]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_size(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0
