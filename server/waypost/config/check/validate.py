"""Validates values with jsonschema: against the whole schema, at the path of the value.

A value and its members are validated separately, and the result for one value is reused for every similar value:
ten thousand words cost one validation, and an edited one none.

Values that clearly fit are not validated: loading jsonschema takes a third of a whole `waypost check`, and most
configurations are correct. `test_what_evidently_fits_is_what_the_validator_takes` checks that both agree.
"""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from waypost.config.model.schema import SchemaNode, load
from waypost.config.parse import Array, Scalar, ScalarKind, Table, Value

if TYPE_CHECKING:
    from jsonschema import Draft7Validator, ValidationError


class Violation(StrEnum):
    """How a value violates the schema, by keyword; the most important first."""

    TYPE = "type"
    ENUM = "enum"
    KEY = "additionalProperties"


# A sample for each kind of value of which only the type counts. JSON has no dates.
_SAMPLES: dict[ScalarKind, Any] = {
    ScalarKind.STRING: "",
    ScalarKind.INTEGER: 1,
    ScalarKind.FLOAT: 1.5,
    ScalarKind.BOOLEAN: True,
    ScalarKind.DATETIME: ...,
    ScalarKind.NULL: None,
}


# The schema's names for the types of scalars.
_TYPES: dict[ScalarKind, str] = {
    ScalarKind.STRING: "string",
    ScalarKind.BOOLEAN: "boolean",
    ScalarKind.NULL: "null",
}


def violation(value: Value, node: SchemaNode) -> Violation | None:
    """How a value itself violates the schema; its members are validated separately."""
    return None if evidently_fits(value, node) else _violation(node, _sample(value))


def evidently_fits(value: Value, node: SchemaNode) -> bool:
    """Whether the value fits without asking a validator."""
    if isinstance(value, Scalar):
        return value.value in node.enum if node.enum and value.is_string else _TYPES.get(value.kind) in node.types
    return node.is_list if isinstance(value, Array) else node.is_table or not isinstance(value, Table)


def unknown_keys(table: Table, node: SchemaNode) -> Iterator[str]:
    """The keys of a table that the schema does not know there, in text order."""
    if node.takes_any_key:
        return
    for name in table.entries:
        if name not in node.properties and _violation(node, frozenset({name})) is Violation.KEY:
            yield name


def _sample(value: Value) -> Any:
    """A sample for all similar values. Tuples and sets are lists and tables: a sample must be hashable."""
    if isinstance(value, Scalar):
        return value.value if value.is_string else _SAMPLES[value.kind]
    return () if isinstance(value, Array) else frozenset()


@lru_cache(maxsize=4096, typed=True)
def _violation(node: SchemaNode, sample: Any) -> Violation | None:
    instance = [] if sample == () else dict.fromkeys(sample) if isinstance(sample, frozenset) else sample
    faults = set(_faults(_validator().evolve(schema=node.source).iter_errors(instance)))
    return next((each for each in Violation if each in faults), None)


def _faults(errors: "Iterable[ValidationError]") -> Iterator[str]:
    """The keywords that a value violates; of alternatives, those of the ones with its type."""
    for error in errors:
        if error.path:  # a member's
            continue
        if error.validator != "anyOf":
            yield str(error.validator)
            continue
        ways = groupby(error.context, key=lambda each: each.schema_path[0])
        typed = [faults for _, way in ways if Violation.TYPE not in (faults := set(_faults(way)))]
        yield from set().union(*typed) if typed else {Violation.TYPE}


@cache
def _validator() -> "Draft7Validator":
    from jsonschema import Draft7Validator

    return Draft7Validator(load())
