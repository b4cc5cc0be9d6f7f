"""A value of an OpenAPI document with its place."""

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from waypost.apis.openapi.files import DocumentFile
from waypost.apis.openapi.text import Pointer

# A value that exists but could not be read: nothing may be concluded from it.
UNREAD: Final = object()


class DocumentCursor(NamedTuple):
    """A value, its pointer from the root of its file, and the file."""

    value: Any
    pointer: Pointer
    file: DocumentFile

    @classmethod
    def root(cls, file: DocumentFile) -> "DocumentCursor":
        return cls(file.value, (), file)

    @property
    def is_unread(self) -> bool:
        return self.value is UNREAD

    def get(self, key: str) -> "DocumentCursor":
        """The member of that name; a cursor at None if there is none."""
        value = self.value.get(key) if isinstance(self.value, dict) else None
        return DocumentCursor(value, (*self.pointer, key), self.file)

    def items(self) -> Iterator[tuple[str, "DocumentCursor"]]:
        """The members of a mapping; none for anything else."""
        if isinstance(self.value, dict):
            for key, value in self.value.items():
                yield key, DocumentCursor(value, (*self.pointer, key), self.file)

    def each(self) -> Iterator["DocumentCursor"]:
        """The items of a list; none for anything else."""
        if isinstance(self.value, list):
            for at, value in enumerate(self.value):
                yield DocumentCursor(value, (*self.pointer, at), self.file)

    def text(self, key: str) -> str:
        """The member if it is a string, otherwise an empty string."""
        value = self.get(key).value
        return value if isinstance(value, str) else ""

    def flag(self, key: str) -> bool:
        return self.get(key).value is True


# Reports a fault in the value at a cursor.
Report = Callable[[DocumentCursor, str], None]
