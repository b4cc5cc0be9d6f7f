"""A schema in a few words: a type, the allowed values, its keys."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from waypost.apis.model import Parameter, ParameterPlace, Scalar
from waypost.apis.openapi.cursor import DocumentCursor
from waypost.apis.openapi.references import References
from waypost.apis.openapi.schema_rows import SchemaRows
from waypost.cancel import let_others_pass

# Types nested deeper than this are rare and hard to read.
_DEEPEST = 4
# Compositions nest a few levels.
_DEEPEST_PART = 64
_MOST_VALUES = 500
_NAMES = {bool: "boolean", str: "string", int: "integer", float: "number", dict: "object", list: "array"}


class Keys(NamedTuple):
    """The keys that a body may have, those it must have, and whether others are allowed."""

    properties: dict[str, DocumentCursor]
    required: frozenset[str]
    open: bool


class Schemas:
    """Reads schemas of one document."""

    def __init__(self, references: References, *, siblings: bool = True) -> None:
        self._references = references
        self.table = SchemaRows(references, siblings=siblings)
        # By the identity of the schema and the depth of reading, so that a shared schema is read once.
        self._types: dict[tuple[int, int], str] = {}
        self._values: dict[tuple[int, int], tuple[Scalar, ...]] = {}
        self._keys_of: dict[int, Keys] = {}

    def parameter(self, name: str, place: ParameterPlace, schema: DocumentCursor, **known: Any) -> Parameter:
        """A parameter with the facts its schema gives."""
        number = self.table.number(schema)
        schema = self._references.follow(schema)
        return Parameter(
            name,
            place,
            type=self.type_of(schema),
            enum=self.values_of(schema),
            default=_scalar(schema.get("default").value),
            format=schema.text("format"),
            schema=number,
            **known,
        )

    def type_of(self, schema: DocumentCursor, depth: int = 0) -> str:
        """The type for people; empty if the schema does not say."""
        schema = self._references.follow(schema)
        if depth > _DEEPEST or not isinstance(schema.value, dict):
            return ""
        key = id(schema.value), depth
        if key not in self._types:
            self._types[key] = self._type(schema, depth)
        return self._types[key]

    def _type(self, schema: DocumentCursor, depth: int) -> str:
        named = schema.value.get("type")
        names = [each for each in (named if isinstance(named, list) else [named]) if isinstance(each, str)]
        written = [self._named(name, schema, depth) for name in names if name != "null"]
        return _union(written or self._implied(schema, depth))

    def values_of(self, schema: DocumentCursor, depth: int = 0) -> tuple[Scalar, ...]:
        """The values that the schema, or the items of a list, allow; empty if any value is allowed."""
        schema = self._references.follow(schema)
        if depth > _DEEPEST or not isinstance(schema.value, dict):
            return ()
        key = id(schema.value), depth
        if key not in self._values:
            self._values[key] = self._allowed(schema, depth)
        return self._values[key]

    def _allowed(self, schema: DocumentCursor, depth: int) -> tuple[Scalar, ...]:
        listed = schema.value.get("enum")
        if isinstance(listed, list):
            return tuple(dict.fromkeys(each for each in listed[:_MOST_VALUES] if _scalar(each) is not None))
        constant = _scalar(schema.value.get("const"))
        if constant is not None:
            return (constant,)
        if isinstance(schema.value.get("items"), dict):
            return self.values_of(schema.get("items"), depth + 1)
        several = [self.values_of(each, depth + 1) for each in _alternatives(schema)]
        if several and all(several):
            return tuple(dict.fromkeys(value for values in several for value in values))
        return next(filter(None, (self.values_of(each, depth + 1) for each in schema.get("allOf").each())), ())

    def keys_of(self, schema: DocumentCursor) -> Keys:
        """The keys of an object, including those of the schemas it is composed of, as far as they are not too deep."""
        schema = self._references.follow(schema)
        key = id(schema.value)
        if key not in self._keys_of:
            self._keys_of[key] = self._keys(schema, set(), 0)
        return self._keys_of[key]

    def _keys(self, schema: DocumentCursor, seen: set[int], depth: int) -> Keys:
        schema = self._references.follow(schema)
        if depth > _DEEPEST_PART:
            return Keys({}, frozenset(), open=True)
        if not isinstance(schema.value, dict) or id(schema.value) in seen:
            return Keys({}, frozenset(), open=schema.is_unread)
        seen.add(id(schema.value))
        let_others_pass()
        properties = dict(schema.get("properties").items())
        required = {each.value for each in schema.get("required").each() if isinstance(each.value, str)}
        extra = schema.value.get("additionalProperties", False)
        is_open = extra is not False
        for part in schema.get("allOf").each():
            keys = self._keys(part, seen, depth + 1)
            properties |= keys.properties
            required |= keys.required
            is_open |= keys.open
        several = [self._keys(each, seen, depth + 1) for each in _alternatives(schema)]
        for keys in several:
            properties = keys.properties | properties
            is_open |= keys.open
        if several:
            required |= frozenset.intersection(*(keys.required for keys in several))
        return Keys(properties, frozenset(required), is_open)

    def _named(self, name: str, schema: DocumentCursor, depth: int) -> str:
        if name != "array":
            return name
        items = self.type_of(schema.get("items"), depth + 1)
        if not items:
            return "array"
        return f"({items})[]" if " | " in items else f"{items}[]"

    def _implied(self, schema: DocumentCursor, depth: int) -> list[str]:
        """The type of a schema without `type`, inferred from its other keys."""
        if "properties" in schema.value or "additionalProperties" in schema.value:
            return ["object"]
        if "items" in schema.value:
            return [self._named("array", schema, depth)]
        several = [self.type_of(each, depth + 1) for each in _alternatives(schema)]
        if any(several):
            return several
        parts = [self.type_of(each, depth + 1) for each in schema.get("allOf").each()]
        if any(parts):
            return [next(filter(None, parts))]
        return [_NAMES[type(each)] for each in self.values_of(schema, depth) if type(each) in _NAMES]


def _alternatives(schema: DocumentCursor) -> Iterator[DocumentCursor]:
    yield from schema.get("oneOf").each()
    yield from schema.get("anyOf").each()


def _union(names: list[str]) -> str:
    return " | ".join(dict.fromkeys(each for name in names for each in name.split(" | ") if each))


def _scalar(value: Any) -> Scalar:
    return value if isinstance(value, str | int | float | bool) else None
