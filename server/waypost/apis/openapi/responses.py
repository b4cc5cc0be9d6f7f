"""What operations answer, read only where somebody asks: checking a call never needs it."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from waypost.apis.model import Operation
from waypost.apis.openapi.cursor import DocumentCursor
from waypost.apis.openapi.files import DocumentFile, DocumentFiles
from waypost.apis.openapi.references import References
from waypost.apis.openapi.schema_rows import SchemaRows
from waypost.apis.openapi.source import read_source

_JSON: Final = "application/json"


class Response(NamedTuple):
    """An answer: its status as the document writes it, what it means, and the schema of each media type."""

    status: str
    description: str
    content: Mapping[str, int]


class Responses(NamedTuple):
    """The answers of operations by their routes, and the table of their schemas."""

    by_route: Mapping[str, tuple[Response, ...]]
    schemas: list[dict[str, Any]]


def read_responses(source: bytes, path: Path, folder: Path, operations: Iterable[Operation]) -> Responses:
    """The answers of some operations; raises `UnreadableDocument`."""
    files = DocumentFiles(folder)
    main = DocumentFile(path.resolve(), read_source(source))
    files.add(main)
    root = DocumentCursor.root(main)
    references = References(files, lambda *_: None)
    rows = SchemaRows(references, siblings=str(root.value.get("openapi", "")).startswith(("3.1", "3.2")))
    found = {each.route: tuple(_responses(root, references, rows, each)) for each in operations}
    return Responses(found, rows.rows)


def _responses(
    root: DocumentCursor, references: References, rows: SchemaRows, operation: Operation
) -> Iterator[Response]:
    key = operation.path + (f"?{operation.query}" if operation.query else "")
    item = references.follow(root.get("paths").get(key))
    for status, listed in item.get(operation.verb.lower()).get("responses").items():
        if status == "default" or status[:1].isdigit():
            at = references.follow(listed)
            yield Response(status, at.text("description"), dict(_content(at, references, rows)))


def _content(at: DocumentCursor, references: References, rows: SchemaRows) -> Iterator[tuple[str, int]]:
    for media, each in at.get("content").items():
        yield media, rows.number(references.follow(each).get("schema"))
    if at.get("schema").value is not None:  # of Swagger 2
        yield _JSON, rows.number(at.get("schema"))
