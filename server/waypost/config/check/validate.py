"""What the schema says of values and names: which it violates, and which known name a wrong one was meant to be."""

from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any

from waypost.config.model.schema import SchemaNode, load
from waypost.config.parse import Array, Scalar, ScalarKind, Table, Value

if TYPE_CHECKING:
    from jsonschema import Draft7Validator, ValidationError
from collections.abc import Collection, Mapping
from typing import Final


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


# Common mistakes that are not similar to the key: names that guides mention and that never existed.
_INVENTED: Final[Mapping[str, tuple[str, ...]]] = {
    "exclude": ("extend-exclude",),
    "excludes": ("extend-exclude",),
    "extend-ignore-files": ("extend-exclude",),
    "ignore-paths": ("extend-exclude",),
    "ignore-glob": ("extend-exclude",),
    "ignore": ("extend-exclude",),
    "extend-ignore-words": ("extend-words", "extend-ignore-words-re"),
    "ignore-words": ("extend-words", "extend-ignore-words-re"),
    "words": ("extend-words",),
    "extend-ignore-identifiers": ("extend-identifiers", "extend-ignore-identifiers-re"),
    "ignore-identifiers": ("extend-identifiers", "extend-ignore-identifiers-re"),
    "identifiers": ("extend-identifiers",),
    "ignore-re": ("extend-ignore-re",),
    "ignore-patterns": ("extend-ignore-re",),
    "glob": ("extend-glob",),
    "globs": ("extend-glob",),
    "language": ("locale",),
}
# Similar to a key, and its opposite.
_OPPOSITES: Final = frozenset({"extend-include", "include", "includes"})
_NEAR: Final = 0.75


def meant_key(name: str, value: Value, known: Mapping[str, SchemaNode]) -> str | None:
    """The key that `name` with this value was meant to be."""
    written = plain_name(name)
    if written in known:
        return written
    fitting = {key for key, node in known.items() if takes(node, value)}
    for key in _INVENTED.get(written, ()):
        if key in fitting:
            return key
    return None if written in _OPPOSITES else nearest(written, fitting)


def plain_name(name: str) -> str:
    """A name in the spelling of the configuration's keys."""
    return name.strip().lower().replace("_", "-").replace(" ", "-")


def takes(node: SchemaNode, value: Value) -> bool:
    """Whether a value has the shape that a key accepts; a missing value fits every key."""
    if isinstance(value, Table):
        return node.is_table
    if isinstance(value, Array):
        return node.is_list or (node.is_table and not node.properties)
    if isinstance(value, Scalar):
        return node.is_flag or node.is_text or (node.is_list and value.is_string)
    return True


def nearest(name: str, known: Collection[str], cutoff: float = _NEAR) -> str | None:
    """The known name most similar to `name`, if any is similar enough."""
    if not known:
        return None
    from rapidfuzz import process
    from rapidfuzz.distance import Indel

    found = process.extractOne(name, sorted(known), scorer=Indel.normalized_similarity, score_cutoff=cutoff)
    return found[0] if found else None
