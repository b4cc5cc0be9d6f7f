"""Converts schema tables back to JSON Schema: each schema used becomes a component of the output document."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

_ONE: Final = ("items", "additionalProperties", "not")
_MANY: Final = ("allOf", "oneOf", "anyOf", "prefixItems")
Json = dict[str, Any]


class WrittenSchemas:
    """The components of one document, each written once."""

    def __init__(self) -> None:
        self.components: dict[str, Json] = {}
        self._names: dict[tuple[int, int], str] = {}
        # The tables stay alive, so that no other one gets the identity of one.
        self._tables: dict[int, Sequence[Mapping[str, Any]]] = {}

    def schema(self, rows: Sequence[Mapping[str, Any]], number: int) -> Json:
        """A schema by its number: inline if it is simple, otherwise a reference to a component."""
        if not 0 <= number < len(rows):
            return {}
        row = rows[number]
        if not any(key in row for key in (*_ONE, *_MANY, "properties")):
            return self._written(rows, row)
        self._tables[id(rows)] = rows
        key = id(rows), number
        if key not in self._names:
            name = self._names[key] = f"Schema{len(self._names) + 1}"
            self.components[name] = {}
            self.components[name] = self._written(rows, row)
        return {"$ref": f"#/components/schemas/{self._names[key]}"}

    def _written(self, rows: Sequence[Mapping[str, Any]], row: Mapping[str, Any]) -> Json:
        found = {key: each for key, each in row.items() if key not in ("nullable", "discriminator")}
        if row.get("nullable") and isinstance(found.get("type"), list):
            found["type"] = list(dict.fromkeys((*found["type"], "null")))
            if "enum" in found:
                found["enum"] = list(dict.fromkeys((*found["enum"], None)))
        if isinstance(found.get("type"), list) and len(found["type"]) == 1:
            found["type"] = found["type"][0]
        for key in _ONE:
            if key in found and not isinstance(found[key], bool):
                found[key] = self.schema(rows, found[key])
        for key in _MANY:
            if key in found:
                found[key] = [self.schema(rows, each) for each in found[key]]
        if "properties" in found:
            found["properties"] = {name: self.schema(rows, each) for name, each in found["properties"].items()}
        return found
