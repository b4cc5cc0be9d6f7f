"""Schemas by number: what a value may be, for the checks and the editor."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final

from waypost.apis.model import NO_SCHEMA

_OFFERS: Final = frozenset(("default", "examples"))


class Schema:
    """One schema of a table. Anything it does not mention is allowed."""

    def __init__(self, table: "SchemaTable", number: int, row: Mapping[str, Any]) -> None:
        self.table = table
        self.number = number
        self.row = row

    @property
    def known(self) -> bool:
        """Whether it restricts a value: a default and examples do not."""
        return not self.row.keys() <= _OFFERS

    @property
    def types(self) -> Sequence[str]:
        """The types it names itself."""
        return tuple(self.row.get("type", ()))

    @property
    def enum(self) -> Sequence[Any]:
        return tuple(self.row.get("enum", ()))

    @property
    def format(self) -> str:
        return str(self.row.get("format", ""))

    @property
    def is_nullable(self) -> bool:
        return bool(self.row.get("nullable")) or "null" in self.types or None in self.enum

    @property
    def is_read_only(self) -> bool:
        return any(each.row.get("readOnly") is True for each in (self, *self.parts("allOf")))

    @property
    def is_deprecated(self) -> bool:
        return any(each.row.get("deprecated") is True for each in (self, *self.parts("allOf")))

    @property
    def required(self) -> Sequence[str]:
        return tuple(self.row.get("required", ()))

    @cached_property
    def properties(self) -> Mapping[str, "Schema"]:
        """The keys it names itself."""
        return {name: self.table[number] for name, number in self.row.get("properties", {}).items()}

    @property
    def items(self) -> "Schema":
        return self.table[self.row.get("items", NO_SCHEMA)]

    @property
    def extra(self) -> "Schema | bool | None":
        """The schema of keys that it does not name, or whether there may be any; None if it does not say."""
        extra = self.row.get("additionalProperties")
        return extra if extra is None or isinstance(extra, bool) else self.table[extra]

    def parts(self, keyword: str) -> list["Schema"]:
        """The schemas that `allOf`, `oneOf` or `anyOf` lists."""
        return [self.table[number] for number in self.row.get(keyword, ())]

    @property
    def branches(self) -> list["Schema"]:
        """The alternatives of which it may be one."""
        return [*self.parts("oneOf"), *self.parts("anyOf")]

    @property
    def excluded(self) -> "Schema | None":
        return self.table[self.row["not"]] if "not" in self.row else None

    def item(self, at: int) -> "Schema":
        """The schema of a list's item."""
        first = self.row.get("prefixItems", ())
        return self.table[first[at]] if at < len(first) else self.items

    @cached_property
    def scalars(self) -> frozenset[tuple[bool, Any]]:
        """The values that it lists, true and false apart from the numbers that equal them."""
        return frozenset((isinstance(each, bool), each) for each in self.enum if not isinstance(each, list | dict))

    @cached_property
    def keys(self) -> Mapping[str, Sequence["Schema"]]:
        """Every key that a value may have in any part or branch, with the schemas that they give it."""
        found: dict[str, dict[int, Schema]] = {}
        for schema in self.every_part:
            for name, each in schema.properties.items():
                found.setdefault(name, {})[each.number] = each
        return {name: tuple(each.values()) for name, each in found.items()}

    @cached_property
    def every_part(self) -> Sequence["Schema"]:
        """The schema and all schemas that it is composed of, each once."""
        return self._closure(lambda each: (*each.parts("allOf"), *each.branches))

    def required_keys(self) -> set[str]:
        """The keys that a value must have in any case."""
        return {name for part in self._closure(lambda each: each.parts("allOf")) for name in part.required}

    def _closure(self, parts_of: Callable[["Schema"], Iterable["Schema"]]) -> tuple["Schema", ...]:
        found, stack = {self.number: self}, [self]
        while stack:
            for each in parts_of(stack.pop()):
                if each.number not in found:
                    found[each.number] = each
                    stack.append(each)
        return tuple(found.values())


class SchemaTable:
    """The schemas of an API, each created once on demand."""

    def __init__(self, rows: Sequence[Mapping[str, Any]] = ()) -> None:
        self.rows = rows
        self._made: dict[int, Schema] = {}
        self._anything = Schema(self, NO_SCHEMA, {})

    def __getitem__(self, number: object) -> Schema:
        if not isinstance(number, int) or not 0 <= number < len(self.rows):
            return self._anything
        found = self._made.get(number)
        if found is None:
            found = self._made[number] = Schema(self, number, self.rows[number])
        return found
