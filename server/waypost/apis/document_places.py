"""Where an operation is in its document, what it accepts, and other targets of references."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple
from urllib.parse import unquote

from waypost.apis.by_address import ApiDocument
from waypost.apis.load import Stamps
from waypost.apis.model import Operation, ParameterPlace
from waypost.apis.openapi.cursor import DocumentCursor
from waypost.apis.openapi.files import DocumentFile, DocumentFiles
from waypost.apis.openapi.references import References
from waypost.apis.openapi.source import read_source
from waypost.apis.openapi.text import UnreadableDocument
from waypost.text import Span
from waypost.workspace.answer_cache import AnswerCache
from waypost.workspace.bounds import real_path
from waypost.workspace.files import read_file

_COMPOSED: Final = ("allOf", "oneOf", "anyOf")
_DEEPEST: Final = 12


class DocumentPlace(NamedTuple):
    """A place in a file; no path means the document that was given as text."""

    path: Path | None
    span: Span


class DocumentPlaces:
    """The places in one document, and in the files that it refers to."""

    def __init__(self, source: bytes, path: Path, folder: Path) -> None:
        files = DocumentFiles(folder)
        main = DocumentFile(real_path(path), read_source(source))
        files.add(main)
        self._path = path
        self._main = main
        self._root = DocumentCursor.root(main)
        self._references = References(files, lambda *_: None)

    @classmethod
    def of(cls, document: ApiDocument) -> "DocumentPlaces | None":
        """The places in a document on disk; None if it cannot be read."""
        source = read_file(document.path) if document.may_be_read else None
        try:
            return cls(source, document.path, document.folder) if source is not None else None
        except UnreadableDocument:
            return None

    def of_operation(self, operation: Operation) -> DocumentPlace | None:
        at = self._operation(operation)
        return self._placed(at) if at is not None else None

    def of_operations(self, operations: Iterable[Operation]) -> Iterator[tuple[Operation, Span | None]]:
        """The operations, each with its place in the document itself, if it is there."""
        found = [(each, self._operation(each)) for each in operations]
        spans = self._main.spans([at.pointer for _, at in found if at is not None and at.file is self._main])
        return ((each, spans.get(at.pointer) if at is not None else None) for each, at in found)

    def of_parameter(self, operation: Operation, name: str, place: ParameterPlace) -> DocumentPlace | None:
        """Where a parameter is described: the operation's own, or that of its path."""
        at, item = self._operation(operation), self._item(operation)
        for listed in (each.get("parameters") for each in (at, item) if each is not None):
            for each in listed.each():
                found = self._references.follow(each)
                if found.text("name").lower() == name.lower() and found.text("in") == place:
                    return self._placed(found)
        return None

    def of_key(self, operation: Operation, keys: Sequence[str]) -> DocumentPlace | None:
        """Where a key of the body is described, by the keys that lead to it."""
        at = self._operation(operation)
        for schema in self._bodies(at) if at is not None else ():
            found = self._key(schema, keys, 0)
            if found is not None:
                return self._placed(found)
        return None

    def named_at(self, offset: int, operations: Iterable[Operation]) -> list[Operation]:
        """The operations whose path, verb or name is at an offset of the document itself."""
        named = [(each, at.pointer) for each in operations for at in self._names(each) if at.file is self._main]
        spans = self._main.spans([pointer for _, pointer in named])
        return [each for each, pointer in named if spans[pointer].touches(offset)]

    def links(self) -> Iterator[tuple[Span, Path]]:
        """The references to other files, and the files."""
        found = list(_outward(self._root))
        spans = self._main.spans([each.pointer for each in found])
        for each in found:
            yield spans[each.pointer], self._path.parent / unquote(str(each.value).partition("#")[0])

    def _names(self, operation: Operation) -> Iterator[DocumentCursor]:
        at = self._operation(operation)
        found = (self._item_as_written(operation), at, at.get("operationId") if at is not None else None)
        return (each for each in found if each is not None and each.value is not None)

    def _item_as_written(self, operation: Operation) -> DocumentCursor | None:
        key = operation.path + (f"?{operation.query}" if operation.query else "")
        at = self._root.get("paths").get(key)
        return at if isinstance(at.value, dict) else None

    def _item(self, operation: Operation) -> DocumentCursor | None:
        at = self._item_as_written(operation)
        return self._references.follow(at) if at is not None else None

    def _operation(self, operation: Operation) -> DocumentCursor | None:
        at = self._item(operation)
        found = [at.get(operation.verb.lower()), at.get("additionalOperations").get(operation.verb)] if at else []
        return next((each for each in found if isinstance(each.value, dict)), None)

    def _bodies(self, at: DocumentCursor) -> Iterator[DocumentCursor]:
        content = self._references.follow(at.get("requestBody")).get("content")
        yield from (self._references.follow(media).get("schema") for _, media in content.items())
        for each in at.get("parameters").each():  # of Swagger 2
            found = self._references.follow(each)
            if found.text("in") == "body":
                yield found.get("schema")

    def _key(self, schema: DocumentCursor, keys: Sequence[str], depth: int) -> DocumentCursor | None:
        if depth > _DEEPEST:
            return None
        at = self._references.follow(schema)
        own = at.get("properties").get(keys[0])
        if own.value is not None:
            return own if len(keys) == 1 else self._key(own, keys[1:], depth + 1)
        inner = [*(part for name in _COMPOSED for part in at.get(name).each()), at.get("items")]
        parts = (self._key(each, keys, depth + 1) for each in inner if isinstance(each.value, dict))
        return next((each for each in parts if each is not None), None)

    @staticmethod
    def _placed(at: DocumentCursor) -> DocumentPlace:
        return DocumentPlace(at.file.path, at.file.spans([at.pointer])[at.pointer])


class DocumentInUse:
    """The places of the document that was used last: those of several would fill the memory."""

    def __init__(self) -> None:
        self._cache = AnswerCache[tuple[ApiDocument, Stamps], tuple[DocumentPlaces | None]](1)

    def places(self, document: ApiDocument, stamps: Stamps) -> DocumentPlaces | None:
        """The places in a document on disk, whose files have these stamps."""
        known = self._cache.get((document, stamps))
        if known is None:
            known = (DocumentPlaces.of(document),)
            self._cache.put((document, stamps), known)
        return known[0]


def _outward(root: DocumentCursor) -> Iterator[DocumentCursor]:
    """Every `$ref` that names another file."""
    stack, seen = [root], set[int]()
    while stack:
        at = stack.pop()
        if id(at.value) in seen or not isinstance(at.value, dict | list):
            continue
        seen.add(id(at.value))
        name = at.text("$ref").partition("#")[0] if isinstance(at.value, dict) else ""
        if name and "://" not in name:
            yield at.get("$ref")
        stack.extend(each for _, each in at.items())
        stack.extend(at.each())
