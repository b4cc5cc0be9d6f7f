"""A value of an OpenAPI document together with where it stands, and the references between values.

Only references inside the document are followed: nothing is fetched and no other file is read.
"""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

Pointer = tuple[str | int, ...]
# Reports what is wrong with the value at a pointer.
Report = Callable[[Pointer, str], None]

_MOST_HOPS = 32


class DocumentCursor(NamedTuple):
    """A value and its pointer from the document's root."""

    value: Any
    pointer: Pointer

    def get(self, key: str) -> "DocumentCursor":
        """The member of that name; a cursor at None where there is none."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return DocumentCursor(value, (*self.pointer, key))

    def items(self) -> Iterator[tuple[str, "DocumentCursor"]]:
        """The members of a mapping, none of anything else."""
        if isinstance(self.value, dict):
            yield from ((key, DocumentCursor(value, (*self.pointer, key))) for key, value in self.value.items())

    def each(self) -> Iterator["DocumentCursor"]:
        """The items of a list, none of anything else."""
        if isinstance(self.value, list):
            yield from (DocumentCursor(value, (*self.pointer, at)) for at, value in enumerate(self.value))

    def text(self, key: str) -> str:
        """The member where it is a string, else nothing."""
        value = self.get(key).value
        return value if isinstance(value, str) else ""


class References:
    """Follows `$ref` inside one document."""

    def __init__(self, root: Any, report: Report) -> None:
        self._root = root
        self._report = report

    def follow(self, cursor: DocumentCursor) -> DocumentCursor:
        """What a value refers to, itself if it is no reference, a cursor at None where that leads nowhere."""
        seen: set[str] = set()
        while isinstance(cursor.value, dict) and isinstance(cursor.value.get("$ref"), str):
            target = cursor.value["$ref"]
            if target in seen or len(seen) >= _MOST_HOPS:
                self._report((*cursor.pointer, "$ref"), f"{target} refers to itself")
                return DocumentCursor(None, cursor.pointer)
            seen.add(target)
            found = self._target(target)
            if found is None:
                self._report((*cursor.pointer, "$ref"), _missing(target))
                return DocumentCursor(None, cursor.pointer)
            cursor = found
        return cursor

    def _target(self, reference: str) -> DocumentCursor | None:
        if not reference.startswith("#"):
            return None
        value, pointer = self._root, []
        for part in reference[1:].split("/")[1:]:
            key: str | int = part.replace("~1", "/").replace("~0", "~").replace("%7B", "{").replace("%7D", "}")
            if isinstance(value, list) and part.isdecimal() and len(part) < 9 and int(part) < len(value):  # noqa: PLR2004 - no list is longer
                key = int(part)
            elif not isinstance(value, dict) or key not in value:
                return None
            value = value[key]
            pointer.append(key)
        return DocumentCursor(value, tuple(pointer))


def _missing(reference: str) -> str:
    if reference.startswith("#"):
        return f"there is no {reference} in this document"
    return f"{reference} is in another document: only references inside this one are followed"
