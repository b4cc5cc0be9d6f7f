"""Reads the responses of operations."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from waypost.apis.model import Operation
from waypost.apis.openapi.cursor import DocumentCursor
from waypost.apis.openapi.files import DocumentFile, DocumentFiles
from waypost.apis.openapi.references import References
from waypost.apis.openapi.schema_rows import SchemaRows
from waypost.apis.openapi.source import read_source
from waypost.apis.responses import Response, Responses
from waypost.workspace.bounds import real_path

_JSON: Final = "application/json"


def read_responses(source: bytes, path: Path, folder: Path, operations: Iterable[Operation]) -> Responses:
    """The responses of some operations; raises `UnreadableDocument`."""
    files = DocumentFiles(folder)
    main = DocumentFile(real_path(path), read_source(source))
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
