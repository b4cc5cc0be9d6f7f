"""Puts several descriptions on one table of schemas, in which equal schemas are stored once, including cycles."""

from collections.abc import Callable, Sequence
from functools import partial
from operator import add
from typing import Any, Final

from waypost.apis.model import NO_SCHEMA, Body, Description, Parameter

_ONE: Final = ("items", "additionalProperties", "not")
_MANY: Final = ("allOf", "oneOf", "anyOf", "prefixItems")


def merged(descriptions: Sequence[Description]) -> list[Description]:
    """The descriptions with one common table; the first one's schemas come first."""
    rows: list[Any] = []
    starts = []
    for each in descriptions:
        start = len(rows)
        starts.append(start)
        rows += [_renumbered(row, partial(add, start)) for row in each.schemas]
    kinds = _kinds(rows)
    firsts: dict[int, int] = {}
    for kind in kinds:
        firsts.setdefault(kind, len(firsts))
    numbers = [firsts[kind] for kind in kinds]
    table: dict[int, Any] = {}
    for number, row in zip(numbers, rows, strict=True):
        table.setdefault(number, _renumbered(row, lambda each: numbers[each]))
    schemas = tuple(table[number] for number in range(len(table)))
    return [_on(each, schemas, numbers[start:]) for each, start in zip(descriptions, starts, strict=True)]


def inner_numbers(row: Any) -> list[int]:
    """The numbers of the schemas that a row refers to."""
    found: list[int] = []

    def noted(number: int) -> int:
        found.append(number)
        return number

    _renumbered(row, noted)
    return found


def _kinds(rows: Sequence[Any]) -> list[int]:
    """A number for each schema, the same for equal ones; each step distinguishes more of them."""
    kinds = [0] * len(rows)
    count = 0
    while True:
        seen: dict[str, int] = {}
        known = [repr((kind, _renumbered(row, kinds.__getitem__))) for kind, row in zip(kinds, rows, strict=True)]
        kinds = [seen.setdefault(each, len(seen)) for each in known]
        if len(seen) == count:
            return kinds
        count = len(seen)


def _renumbered(row: Any, number: Callable[[int], int]) -> Any:
    """A row with other numbers for the schemas that it refers to."""
    found = dict(row)
    for key in _ONE:
        if key in found and not isinstance(found[key], bool):
            found[key] = _known(found[key], number)
    for key in _MANY:
        if key in found:
            found[key] = [_known(each, number) for each in found[key]]
    if "properties" in found:
        found["properties"] = {name: _known(each, number) for name, each in found["properties"].items()}
    if "discriminator" in found:
        mapping = {name: _known(each, number) for name, each in found["discriminator"]["mapping"].items()}
        found["discriminator"] = {**found["discriminator"], "mapping": mapping}
    return found


def _known(schema: int, number: Callable[[int], int]) -> int:
    return schema if schema == NO_SCHEMA else number(schema)


def _on(description: Description, schemas: tuple[Any, ...], numbers: Sequence[int]) -> Description:
    def parameter(each: Parameter) -> Parameter:
        return each._replace(schema=_known(each.schema, numbers.__getitem__))

    def body(each: Body) -> Body:
        return each._replace(schema=_known(each.schema, numbers.__getitem__))

    operations = tuple(
        each._replace(parameters=tuple(map(parameter, each.parameters)), bodies=tuple(map(body, each.bodies)))
        for each in description.operations
    )
    return description._replace(schemas=schemas, operations=operations)
