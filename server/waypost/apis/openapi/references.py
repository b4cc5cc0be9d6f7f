"""Follows `$ref` in a document and into other files."""

from typing import Any, Final
from urllib.parse import unquote

from waypost.apis.openapi.cursor import UNREAD, DocumentCursor, Report
from waypost.apis.openapi.files import DocumentFiles, MissingFile

_MOST_HOPS: Final = 32
_LONGEST_INDEX: Final = 9


class References:
    """The targets of references. A broken one is reported once, and its target counts as unread."""

    def __init__(self, files: DocumentFiles, report: Report) -> None:
        self._files = files
        self._report = report
        # The anchors of each file, by the identity of its root.
        self._anchors: dict[int, dict[str, DocumentCursor]] = {}

    def follow(self, cursor: DocumentCursor) -> DocumentCursor:
        """What a value refers to, or the value itself if it is not a reference."""
        for _ in range(_MOST_HOPS):
            if not isinstance(cursor.value, dict) or not isinstance(cursor.value.get("$ref"), str):
                return cursor
            cursor = self.target(cursor)
        self._report(cursor, "the reference refers to itself")
        return cursor._replace(value=UNREAD)

    def target(self, cursor: DocumentCursor) -> DocumentCursor:
        """What the `$ref` of a value names, after one step."""
        reference: str = cursor.value["$ref"]
        name, _, fragment = reference.partition("#")
        at = cursor.get("$ref")
        try:
            file = self._files.sibling(cursor.file, name, at) if name else cursor.file
        except MissingFile as missing:
            self._report(at, f"`{name}` is not read: {missing}")
            return at._replace(value=UNREAD)
        found = self._at(DocumentCursor.root(file), unquote(fragment))
        if found is not None:
            return found
        where = "this document" if file is cursor.file and cursor.file.referrer is None else f"`{name or 'the file'}`"
        self._report(at, f"`#{fragment}` is not in {where}")
        return at._replace(value=UNREAD)

    def _at(self, root: DocumentCursor, fragment: str) -> DocumentCursor | None:
        if fragment and not fragment.startswith("/"):
            return self._anchors_of(root).get(fragment)
        cursor = root
        for part in fragment.split("/")[1:]:
            found = _member(cursor, part.replace("~1", "/").replace("~0", "~"))
            if found is None:
                return None
            cursor = found
        return cursor

    def _anchors_of(self, root: DocumentCursor) -> dict[str, DocumentCursor]:
        key = id(root.value)
        if key not in self._anchors:
            self._anchors[key] = _anchors(root)
        return self._anchors[key]


def _member(cursor: DocumentCursor, key: str) -> DocumentCursor | None:
    value: Any = cursor.value
    if isinstance(value, dict) and key in value:
        return cursor.get(key)
    if isinstance(value, list) and key.isdecimal() and len(key) < _LONGEST_INDEX and int(key) < len(value):
        return DocumentCursor(value[int(key)], (*cursor.pointer, int(key)), cursor.file)
    return None


def _anchors(root: DocumentCursor) -> dict[str, DocumentCursor]:
    """Every `$anchor` of a file, visiting each shared value once."""
    found: dict[str, DocumentCursor] = {}
    stack, seen = [root], set[int]()
    while stack:
        cursor = stack.pop()
        if id(cursor.value) in seen or not isinstance(cursor.value, dict | list):
            continue
        seen.add(id(cursor.value))
        if name := cursor.text("$anchor"):
            found.setdefault(name, cursor)
        stack.extend(each for _, each in cursor.items())
        stack.extend(cursor.each())
    return found
