"""Asks jsonschema whether values fit the schema: the whole schema, at the place of the value.

A value is validated on its own, its members on theirs, and what is known of one value holds for every value like it:
ten thousand words cost one validation, and an edited one none.

What clearly fits is not asked about: loading jsonschema takes a third of a whole `waypost check`, and most
configurations hold nothing wrong. `test_what_evidently_fits_is_what_the_validator_takes` holds the two together.
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
    """How a value does not fit, by the keyword of the schema; the one that outranks the others first."""

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
    """How a value does not fit in itself; its members are validated on their own."""
    return None if evidently_fits(value, node) else _violation(node, _sample(value))


def evidently_fits(value: Value, node: SchemaNode) -> bool:
    """Whether no validator needs to be asked."""
    if isinstance(value, Scalar):
        return value.value in node.enum if node.enum and value.is_string else _TYPES.get(value.kind) in node.types
    return node.is_list if isinstance(value, Array) else node.is_table or not isinstance(value, Table)


def unknown_keys(table: Table, node: SchemaNode) -> Iterator[str]:
    """The keys of a table that the schema does not know there, in the order of the text."""
    if node.takes_any_key:
        return
    for name in table.entries:
        if name not in node.properties and _violation(node, frozenset({name})) is Violation.KEY:
            yield name


def _sample(value: Value) -> Any:
    """What stands for all values like this. Tuples and sets are lists and tables: a sample must be hashable."""
    if isinstance(value, Scalar):
        return value.value if value.is_string else _SAMPLES[value.kind]
    return () if isinstance(value, Array) else frozenset()


@lru_cache(maxsize=4096, typed=True)
def _violation(node: SchemaNode, sample: Any) -> Violation | None:
    instance = [] if sample == () else dict.fromkeys(sample) if isinstance(sample, frozenset) else sample
    faults = set(_faults(_validator().evolve(schema=node.source).iter_errors(instance)))
    return next((each for each in Violation if each in faults), None)


def _faults(errors: "Iterable[ValidationError]") -> Iterator[str]:
    """The keywords that a value does not satisfy; of alternatives, those of the ones whose type it has."""
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
