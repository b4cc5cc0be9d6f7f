"""Asks jsonschema whether values fit the schema.

A value is validated on its own, its members aside, and what is known of one value holds for every value like it:
ten thousand words cost one validation, and an edited one none. What evidently fits, by its very type or name, is not
asked about: loading the validator takes longer than all the rest of a check.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any

from waypost.config.model.schema import SchemaNode
from waypost.config.parse import Array, Scalar, ScalarKind, Table, Value

if TYPE_CHECKING:
    from jsonschema import Draft7Validator


class Violation(StrEnum):
    """How a value does not fit."""

    TYPE = "type"
    ENUM = "enum"
    KEY = "additionalProperties"


# What stands for a value of a kind of which only the type counts. A date is nothing that JSON knows.
_SAMPLES: dict[ScalarKind, Any] = {
    ScalarKind.STRING: "",
    ScalarKind.INTEGER: 1,
    ScalarKind.FLOAT: 1.5,
    ScalarKind.BOOLEAN: True,
    ScalarKind.DATETIME: ...,
    ScalarKind.NULL: None,
}


# The schema's names of the types of scalars.
_TYPES: dict[ScalarKind, str] = {
    ScalarKind.STRING: "string",
    ScalarKind.BOOLEAN: "boolean",
    ScalarKind.NULL: "null",
}


def violation(value: Value, node: SchemaNode) -> Violation | None:
    """How a value does not fit in itself; its members are for whoever goes on to them."""
    if isinstance(value, Scalar):
        if node.enum and value.is_string:
            return None if value.value in node.enum else _violation(node, value.value)
        return None if _TYPES.get(value.kind) in node.types else _violation(node, _SAMPLES[value.kind])
    if isinstance(value, Array):
        return None if node.is_list else _violation(node, ())
    return None if node.is_table or not isinstance(value, Table) else _violation(node, frozenset())


def unknown_keys(table: Table, node: SchemaNode) -> Iterator[str]:
    """The keys of a table that the schema does not know there, in the order of the text."""
    if node.takes_any_key:
        return
    for name in table.entries:
        if name not in node.properties and _violation(node, frozenset({name})) is Violation.KEY:
            yield name


@lru_cache(maxsize=4096, typed=True)
def _violation(node: SchemaNode, value: Any) -> Violation | None:
    """Tuples and sets stand for lists and tables here: a sample must be hashable."""
    instance: Any = value
    if value == ():
        instance = []
    elif isinstance(value, frozenset):
        instance = dict.fromkeys(value)
    errors = sorted(error.validator for error in _validator(node).iter_errors(instance))
    return Violation(errors[-1]) if errors else None  # the type outranks the rest


@cache
def _validator(node: SchemaNode) -> "Draft7Validator":
    from jsonschema import Draft7Validator

    return Draft7Validator(node.shallow)
