"""Valid values for schemas, made from the document itself, without the reader under test."""

import random
import re
from collections.abc import Iterator, Mapping
from re import _constants, _parser  # type: ignore[attr-defined] # the standard library's own reader of patterns
from typing import Any

_FORMATS = {
    "date": "2026-01-31",
    "date-time": "2026-01-31T12:00:00Z",
    "uuid": "123e4567-e89b-12d3-a456-426614174000",
    "email": "ada@example.com",
    "uri": "https://example.com/a",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "hostname": "example.com",
}
_DEEPEST = 5


class Unmakeable(Exception):  # noqa: N818 - what a schema is
    """A schema for which no value can be made."""


class Maker:
    """Makes values for the schemas of one document."""

    def __init__(self, document: Mapping[str, Any], chance: random.Random) -> None:
        self.document = document
        self.chance = chance

    def resolve(self, node: Any) -> Any:
        for _ in range(20):
            if not isinstance(node, dict) or not isinstance(node.get("$ref"), str):
                return node
            node = self._target(node["$ref"])
        raise Unmakeable("references in a circle")

    def _target(self, reference: str) -> Any:
        if not reference.startswith("#/"):
            raise Unmakeable("another file")
        value: Any = self.document
        for part in reference[2:].split("/"):
            key = re.sub("%([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), part)
            key = key.replace("~1", "/").replace("~0", "~")
            try:
                value = value[int(key)] if isinstance(value, list) else value[key]
            except (KeyError, ValueError, IndexError, TypeError) as error:
                raise Unmakeable("a reference that leads nowhere") from error
        return value

    def flat(self, node: Any, depth: int = 0) -> dict[str, Any]:
        """A schema with its parts merged into one mapping; of alternatives, the first that works."""
        schema = self.resolve(node)
        if not isinstance(schema, dict) or depth > 2 * _DEEPEST:
            raise Unmakeable("not a schema")
        flat = {key: value for key, value in schema.items() if key not in ("allOf", "oneOf", "anyOf")}
        for part in schema.get("allOf", ()):
            _merge(flat, self.flat(part, depth + 1))
        for keyword in ("oneOf", "anyOf"):
            if schema.get(keyword):
                _merge(flat, self.flat(schema[keyword][0], depth + 1))
                mapping = (schema.get("discriminator") or {}).get("mapping") if keyword == "oneOf" else None
                self._name_branch(flat, schema[keyword][0], schema.get("discriminator"), mapping)
        return flat

    @staticmethod
    def _name_branch(flat: dict[str, Any], branch: Any, discriminator: Any, mapping: Any) -> None:
        """The property that says which of the alternatives a value is."""
        if not isinstance(discriminator, dict) or not isinstance(branch, dict) or "$ref" not in branch:
            return
        reference = branch["$ref"]
        named = [name for name, target in (mapping or {}).items() if target == reference]
        name = named[0] if named else reference.rpartition("/")[2]
        properties = dict(flat.get("properties", {}))
        properties[discriminator["propertyName"]] = {"enum": [name]}
        flat["properties"] = properties

    def value(self, node: Any, depth: int = 0) -> Any:  # noqa: PLR0911 - one for each kind of schema
        """A valid value."""
        schema = self.flat(node)
        if "not" in schema:
            raise Unmakeable("`not`")
        if schema.get("enum"):
            return self.chance.choice([each for each in schema["enum"] if each is not None] or [None])
        if "const" in schema:
            return schema["const"]
        match _type(schema):
            case "integer" | "number" as type_:
                return self._number(schema, type_)
            case "boolean":
                return self.chance.choice([True, False])
            case "array":
                return self._list(schema, depth)
            case "object":
                return self._object(schema, depth)
            case "string":
                return self._text(schema)
            case _:
                raise Unmakeable("no type")

    def _number(self, schema: Mapping[str, Any], type_: str) -> float:
        low, high = schema.get("minimum"), schema.get("maximum")
        strict_low, strict_high = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
        step = schema.get("multipleOf") or 1
        start = low if low is not None else strict_low if _is_number(strict_low) else None
        if start is None:
            end = high if high is not None else strict_high if _is_number(strict_high) else 10
            start = min(1, end)
        value = start + (step if strict_low else 0)
        if high is not None and (value > high or (strict_high is True and value >= high)):
            value = start if not strict_low else (start + high) / 2
        if type_ == "integer":
            value = int(-(-value // 1))
        if "multipleOf" in schema and step >= 1:
            value = int(-(-value // step) * step)
        if high is not None and value > high:
            raise Unmakeable("no number fits")
        return value

    def _list(self, schema: Mapping[str, Any], depth: int) -> list[Any]:
        if depth > _DEEPEST or not isinstance(schema.get("items"), dict):
            if schema.get("minItems", 0) and depth > _DEEPEST:
                raise Unmakeable("too deep")
            return []
        count = max(schema.get("minItems", 0), min(1, schema.get("maxItems", 1)))
        if count > 1 and schema.get("uniqueItems"):
            raise Unmakeable("several unique items")
        return [self.value(schema["items"], depth + 1) for _ in range(min(count, 10))]

    def _object(self, schema: Mapping[str, Any], depth: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        required = schema.get("required")
        required = required if isinstance(required, list) else []
        for name, each in (schema.get("properties") or {}).items():
            if self._is_read_only(each) or (name not in required and (depth > 1 or self.chance.random() < 0.5)):
                continue
            if depth > _DEEPEST:
                raise Unmakeable("too deep")
            try:
                found[name] = self.value(each, depth + 1)
            except Unmakeable:
                if name in required:
                    raise
        properties = schema.get("properties") or {}
        if any(name not in properties for name in required):
            raise Unmakeable("a required key that is not described")
        return found

    def _is_read_only(self, node: Any) -> bool:
        try:
            return (isinstance(node, dict) and node.get("readOnly") is True) or self.flat(node).get("readOnly") is True
        except Unmakeable:
            return False

    def _text(self, schema: Mapping[str, Any]) -> str:
        low, high = schema.get("minLength", 0), schema.get("maxLength")
        pattern, format_ = schema.get("pattern"), schema.get("format")
        if format_ in _FORMATS:
            text = _FORMATS[format_]
            if _is_long(text, low, high) and (pattern is None or re.search(pattern, text, re.ASCII)):
                return text
            raise Unmakeable("a format that does not fit its length or its pattern")
        return self._matching(pattern, low, high) if pattern is not None else "abc".ljust(low, "a")[:high]

    def _matching(self, pattern: str, low: int, high: int | None) -> str:
        for more in range(4):
            try:
                text = "".join(_written(_parser.parse(pattern, re.ASCII), more + (low if more else 0)))
                fits = re.search(pattern, text, re.ASCII) is not None
            except (re.error, Unmakeable, ValueError, RecursionError, OverflowError) as error:
                raise Unmakeable("a pattern") from error
            if fits and _is_long(text, low, high) and text.isprintable():
                return text
        raise Unmakeable("a pattern")


def _is_long(text: str, low: int, high: int | None) -> bool:
    return low <= len(text) <= (high if high is not None else 10_000)


def _written(parsed: Any, more: int) -> Iterator[str]:  # noqa: C901 - one case for each thing a pattern may hold
    """A text that a pattern matches."""
    for op, argument in parsed:
        match op:
            case _constants.LITERAL:
                yield chr(argument)
            case _constants.NOT_LITERAL:
                yield "b" if argument != ord("b") else "c"
            case _constants.ANY:
                yield "a"
            case _constants.IN:
                yield _member(argument)
            case _constants.BRANCH:
                yield from _written(argument[1][0], more)
            case _constants.SUBPATTERN:
                yield from _written(argument[3], more)
            case _constants.MAX_REPEAT | _constants.MIN_REPEAT:
                low, high, inner = argument
                for _ in range(min(max(low, more), int(high), 400)):
                    yield from _written(inner, more)
            case _constants.AT:
                continue
            case _:
                raise Unmakeable("a pattern")


def _member(choices: Any) -> str:
    """A character from a set."""
    if choices[0][0] is _constants.NEGATE:
        for candidate in "aA0_- ~Zé":
            if re.fullmatch(_set(choices), candidate, re.ASCII):
                return candidate
        raise Unmakeable("a set")
    op, argument = choices[0]
    if op is _constants.LITERAL:
        return chr(argument)
    if op is _constants.RANGE:
        return chr(argument[0])
    return next((each for each in "a0 -" if re.fullmatch(_set(choices), each, re.ASCII)), "a")


def _set(choices: Any) -> str:
    categories = {
        _constants.CATEGORY_DIGIT: r"\d",
        _constants.CATEGORY_NOT_DIGIT: r"\D",
        _constants.CATEGORY_SPACE: r"\s",
        _constants.CATEGORY_NOT_SPACE: r"\S",
        _constants.CATEGORY_WORD: r"\w",
        _constants.CATEGORY_NOT_WORD: r"\W",
    }
    out = ""
    for op, argument in choices:
        if op is _constants.NEGATE:
            out += "^"
        elif op is _constants.LITERAL:
            out += re.escape(chr(argument))
        elif op is _constants.RANGE:
            out += f"{re.escape(chr(argument[0]))}-{re.escape(chr(argument[1]))}"
        else:
            out += categories[argument]
    return f"[{out}]"


def _merge(into: dict[str, Any], part: Mapping[str, Any]) -> None:
    for key, value in part.items():
        if key == "properties":
            for name, each in value.items():
                old = into.get(key, {}).get(name)
                into[key] = {**into.get(key, {}), name: each if old is None else {"allOf": [old, each]}}
        elif key == "items" and isinstance(into.get(key), dict) and isinstance(value, dict):
            into[key] = {"allOf": [into[key], value]}
        elif key == "required" and isinstance(value, list):
            into[key] = [*into.get(key, ()), *value] if isinstance(into.get(key, []), list) else value
        elif key == "enum" and "enum" in into:
            into[key] = [each for each in into[key] if each in value]
        else:
            into.setdefault(key, value)


def _type(schema: Mapping[str, Any]) -> str:
    named = schema.get("type")
    if isinstance(named, list):
        named = next((each for each in named if each != "null"), "")
    if not named and "properties" in schema:
        return "object"
    return named or ""


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
