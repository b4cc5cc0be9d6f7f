"""The compact format: a description as small JSON that loads in a few milliseconds.

Each parameter is stored once in a table, operations refer to it by number, and trailing defaults are left out.
Operations are unpacked one by one on demand: a session needs few of an API's thousand.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from waypost.apis.model import Body, Description, Operation, Parameter, ParameterPlace, SecurityScheme, Server

# Increment this whenever the packed data changes: a cache in another format is not read.
FORMAT = 3
_PLACES = {place.value: place for place in ParameterPlace}
_REQUIRED = ("name", "version", "base", "docs", "parameters", "operations", "schemas")
_PARAMETER_DEFAULTS = tuple(Parameter("", ParameterPlace.PATH))
_SERVERS = Operation._fields.index("servers")
_OPERATION_DEFAULTS = tuple(Operation("", ""))


class Packed(NamedTuple):
    """A packed description, ready to be unpacked operation by operation."""

    name: str
    version: str
    base: str
    docs: str
    parameters: Sequence[Sequence[Any]]
    operations: Sequence[Sequence[Any]]
    schemas: Sequence[Mapping[str, Any]] = ()
    servers: Sequence[Sequence[Any]] = ()
    security: Sequence[Sequence[str]] = ()
    unread: Sequence[str] = ()
    whole: bool = True

    def operation(self, number: int) -> Operation:
        row = list(self.operations[number])
        row[3:] = [self.docs + row[3] if row[3] else "", tuple(map(self._parameter, row[4])), *row[5:]]
        found = Operation(*row)
        return found._replace(
            previews=tuple(found.previews),
            servers=servers_of(found.servers),
            bodies=tuple(Body(*each) for each in found.bodies),
            security=tuple(map(tuple, found.security)),
            unread=tuple(_PLACES[each] for each in found.unread),
        )

    def servers_of(self, number: int) -> tuple[Server, ...]:
        """The addresses of a single operation."""
        row = self.operations[number]
        return servers_of(row[_SERVERS]) if len(row) > _SERVERS else ()

    def names_with_slashes(self) -> dict[int, str]:
        """The names of parameters whose values may span segments, by their number."""
        at = Parameter._fields.index("many_segments")
        return {number: row[0] for number, row in enumerate(self.parameters) if len(row) > at and row[at]}

    def _parameter(self, number: int) -> Parameter:
        name, place, *rest = self.parameters[number]
        found = Parameter(name, _PLACES[place], *rest)
        return found._replace(enum=tuple(found.enum)) if found.enum else found


def servers_of(rows: Sequence[Sequence[Any]]) -> tuple[Server, ...]:
    """Servers, unpacked."""
    return tuple(
        Server(url, tuple((name, tuple(values)) for name, values in (variables[0] if variables else ())))
        for url, *variables in rows
    )


def schemes_of(rows: Sequence[Sequence[str]]) -> tuple[SecurityScheme, ...]:
    """Security schemes, unpacked."""
    return tuple(SecurityScheme(*each) for each in rows)


def pack(description: Description) -> dict[str, Any]:
    """The description as plain JSON data."""
    docs = _shared([each.docs for each in description.operations if each.docs])
    table: dict[Parameter, int] = {}
    operations = [_row(_packed(each, docs, table), _OPERATION_DEFAULTS, 5) for each in description.operations]
    return {
        "format": FORMAT,
        "name": description.name,
        "version": description.version,
        "base": description.base,
        "docs": docs,
        "parameters": [_row(each, _PARAMETER_DEFAULTS, 2) for each in table],
        "operations": operations,
        "schemas": description.schemas,
        "servers": description.servers,
        "security": description.security,
        "unread": description.unread,
        "whole": description.whole,
    }


def pack_editions(base: Mapping[str, Any], descriptions: Mapping[str, Description]) -> dict[str, Any]:
    """Descriptions by name, as their differences from another one; all have the same table of schemas."""
    rows = {key: {_key(each): number for number, each in enumerate(base[key])} for key in ("parameters", "operations")}
    editions = {name: _difference(pack(each), rows) for name, each in descriptions.items()}
    schemas = next(iter(descriptions.values())).schemas
    added = {key: [json.loads(each) for each in list(known)[len(base[key]) :]] for key, known in rows.items()}
    return {"format": FORMAT, "editions": editions, **added, "schemas": schemas[len(base["schemas"]) :]}


def unpack_edition(base: Mapping[str, Any], data: Mapping[str, Any], name: str) -> Packed:
    """One of the descriptions that were packed with `base`."""
    edition = data["editions"][name]
    operations = [*base["operations"], *data["operations"]]
    runs = [operations[start : start + count] for start, count in edition["operations"]]
    shared = {key: [*base[key], *data[key]] for key in ("parameters", "schemas")}
    return unpack(base | edition | shared | {"operations": [each for run in runs for each in run]})


def _difference(packed: dict[str, Any], rows: Mapping[str, dict[str, int]]) -> dict[str, Any]:
    """A packed description with its operations as runs of rows; new rows are added."""
    known = rows["parameters"]
    numbers = [known.setdefault(_key(each), len(known)) for each in packed["parameters"]]
    known = rows["operations"]
    runs: list[list[int]] = []
    for row in packed["operations"]:
        renumbered = [*row[:4], [numbers[each] for each in row[4]], *row[5:]]
        at = known.setdefault(_key(renumbered), len(known))
        if runs and sum(runs[-1]) == at:
            runs[-1][1] += 1
        else:
            runs.append([at, 1])
    own = {key: each for key, each in packed.items() if key not in ("parameters", "schemas", "format")}
    return own | {"operations": runs}


def _key(row: Any) -> str:
    return json.dumps(row, ensure_ascii=False)


def unpack(data: Mapping[str, Any]) -> Packed:
    """The reverse; raises `ValueError` if the data is in another format."""
    if data.get("format") != FORMAT:
        raise ValueError("a catalogue of another format")
    return Packed(**{field: data[field] for field in Packed._fields if field in data or field in _REQUIRED})


def dumps(data: Mapping[str, Any]) -> str:
    """JSON with a line for each parameter and operation: small, and readable in a diff."""
    parts = [f"{json.dumps(key)}: {_lines(value)}" for key, value in data.items()]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _packed(operation: Operation, docs: str, table: dict[Parameter, int]) -> tuple[Any, ...]:
    numbers = [table.setdefault(each, len(table)) for each in operation.parameters]
    return operation._replace(docs=operation.docs.removeprefix(docs), parameters=numbers)  # type: ignore[arg-type] # the row, not the operation


def _shared(links: Sequence[str]) -> str:
    """The common start of all links, up to a slash: that of the first and the last one in order."""
    first, last = (min(links), max(links)) if links else ("", "")
    end = next((at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    return first[: first.rfind("/", 0, end) + 1]


def _row(values: Sequence[Any], defaults: Sequence[Any], least: int) -> list[Any]:
    end = len(values)
    while end > least and values[end - 1] == defaults[end - 1]:
        end -= 1
    return list(values[:end])


def _lines(value: Any) -> str:
    if not isinstance(value, list | tuple):
        return json.dumps(value, ensure_ascii=False)
    return "[\n" + ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in value) + "\n]"
