"""The one query over the schema: what it allows at a path. Validation, completion, hover and symbols all use it."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, Final

SCHEMA_FILE: Final = Path(__file__).with_name("schema.json")

# Where the schema is published; other tools know it by this id.
SCHEMA_ADDRESS: Final = "https://raw.githubusercontent.com/crate-ci/typos/master/config.schema.json"

Key = str | int

_COMBINING: Final = frozenset({"$ref", "allOf", "anyOf"})


class Format(StrEnum):
    """What the strings of a list mean."""

    PLAIN = ""
    REGEX = "regex"
    EXCLUDE_GLOB = "exclude-glob"
    TYPE_GLOB = "type-glob"


class About(StrEnum):
    """What typos compares the patterns of a list, or the keys of a table, with."""

    TEXT = "text"
    IDENTIFIER = "identifier"
    WORD = "word"


@dataclass(frozen=True, slots=True, eq=False)
class SchemaNode:
    """What the schema says about the values at one kind of path."""

    # JSON's names of the value's possible types, the most natural first; "null" is valid only in JSON.
    types: tuple[str, ...]
    description: str = ""
    default: Any = None
    # The value that applies if nobody sets the key; `default` is the key's own, often null.
    effective: Any = None
    # Keys of the same table whose value applies when this one is not set, the nearest first.
    falls_back_to: tuple[str, ...] = ()
    examples: tuple[Any, ...] = ()
    enum: tuple[str, ...] = ()
    enum_descriptions: tuple[str, ...] = ()
    deprecated: bool = False
    # The most useful first, for lists of completions.
    rank: int = 99
    format: Format = Format.PLAIN
    about: About | None = None
    docs: str = ""
    properties: Mapping[str, "SchemaNode"] = field(default_factory=dict)
    # The schema of any other key of a table; None if no other key is allowed.
    additional: "SchemaNode | None" = None
    # The schema of a list's items.
    items: "SchemaNode | None" = None
    # The schema file's text here: references in it are relative to the whole schema.
    source: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_table(self) -> bool:
        return "object" in self.types

    @property
    def is_list(self) -> bool:
        return "array" in self.types

    @property
    def is_flag(self) -> bool:
        return "boolean" in self.types

    @property
    def is_text(self) -> bool:
        return "string" in self.types

    @property
    def takes_any_key(self) -> bool:
        return self.additional is not None

    def child(self, key: Key) -> "SchemaNode | None":
        """What the schema says about a member; None for an unknown one."""
        if isinstance(key, int):
            return self.items
        return self.properties.get(key, self.additional)


def matching(path: Sequence[Key]) -> SchemaNode | None:
    """What the schema says about the value at `path`, counted from the top of the configuration."""
    node: SchemaNode | None = root()
    for key in path:
        if node is None:
            return None
        node = node.child(key)
    return node


@cache
def root() -> SchemaNode:
    """The whole schema, read and linked once."""
    schema = load()
    return _Compiler(schema["definitions"], schema["x-docs"]).node(schema)


@cache
def load() -> Mapping[str, Any]:
    """The schema as it is in its file."""
    loaded: Mapping[str, Any] = json.loads(SCHEMA_FILE.read_bytes())
    return loaded


@cache
def pattern_lists() -> Mapping[str, About]:
    """The lists of patterns, and what each is about, in the order in which typos uses them."""
    return {name: node.about for name, node in _engine() if node.about and node.is_list}


@cache
def word_tables() -> Mapping[str, About]:
    """The tables of words and identifiers."""
    return {name: node.about for name, node in _engine() if node.about and node.is_table}


def key_about(known: Mapping[str, About], about: About) -> str:
    """The list or table that is about something."""
    return next(name for name, each in known.items() if each is about)


def _engine() -> Iterator[tuple[str, "SchemaNode"]]:
    properties = root().properties["default"].properties
    return iter(sorted(properties.items(), key=lambda each: list(About).index(each[1].about or About.WORD)))


def tables_with(key: str) -> Sequence[tuple[str, ...]]:
    """The tables that know `key` by name: where a misplaced one belongs. `*` represents any type name."""
    return _tables_by_key().get(key, ())


@cache
def _tables_by_key() -> Mapping[str, Sequence[tuple[str, ...]]]:
    found: dict[str, list[tuple[str, ...]]] = {}

    def visit(node: SchemaNode, path: tuple[str, ...]) -> None:
        for name, child in node.properties.items():
            found.setdefault(name, []).append(path)
            visit(child, (*path, name))
        if node.additional:
            visit(node.additional, (*path, "*"))

    visit(root(), ())
    return found


class _Compiler:
    """Builds linked nodes of a schema; its references are resolved here, once."""

    def __init__(self, definitions: Mapping[str, Any], docs: str) -> None:
        self._definitions = definitions
        self._docs = docs

    def node(self, schema: Mapping[str, Any]) -> SchemaNode:
        merged = self._merged(schema)
        properties = {name: self.node(each) for name, each in merged.get("properties", {}).items()}
        others = merged.get("additionalProperties", False)
        return SchemaNode(
            types=tuple(merged["type"]),
            description=merged.get("description", ""),
            default=merged.get("default"),
            effective=merged.get("x-effective"),
            falls_back_to=tuple(merged.get("x-falls-back-to", ())),
            examples=tuple(merged.get("examples", ())),
            enum=tuple(merged.get("enum", ())),
            enum_descriptions=tuple(merged.get("x-enum-descriptions", ())),
            deprecated=merged.get("deprecated", False),
            rank=merged.get("x-rank", 99),
            format=Format(merged.get("x-format", "")),
            about=About(merged["x-about"]) if "x-about" in merged else None,
            docs=self._docs,
            properties=dict(sorted(properties.items(), key=lambda each: each[1].rank)),
            additional=self.node(others) if others else None,
            items=self.node(merged["items"]) if "items" in merged else None,
            source=schema,
        )

    def _merged(self, schema: Mapping[str, Any]) -> dict[str, Any]:
        """The schema with its references folded in; its own values override theirs."""
        merged: dict[str, Any] = {}
        types: list[str] = []
        for part in self._parts(schema):
            inner = self._merged(part)
            types += inner["type"]
            merged |= inner
        merged |= {key: value for key, value in schema.items() if key not in _COMBINING}
        own = schema.get("type", types)
        return merged | {"type": [own] if isinstance(own, str) else own}

    def _parts(self, schema: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
        if "$ref" in schema:
            yield self._definitions[schema["$ref"].removeprefix("#/definitions/")]
        yield from schema.get("allOf", ())
        yield from schema.get("anyOf", ())
