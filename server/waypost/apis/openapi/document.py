"""Reads an OpenAPI document. It never fails: each error is a fault with its place, and the rest is used."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from waypost.apis.model import MOST_BYTES, Description, DocumentFault
from waypost.apis.openapi.cursor import DocumentCursor
from waypost.apis.openapi.files import DocumentFile, DocumentFiles, chain
from waypost.apis.openapi.operations import OperationReader
from waypost.apis.openapi.references import References
from waypost.apis.openapi.source import read_source
from waypost.apis.openapi.text import Pointer, UnreadableDocument
from waypost.text import Span
from waypost.workspace.bounds import real_path

_MOST_FAULTS: Final = 100
_VERSIONS: Final = ("3.0", "3.1", "3.2")
_READ: Final = "only OpenAPI 3.0 to 3.2 and Swagger 2.0 are"
UNREAD: Final = Description("", "", "", (), whole=False)


class DocumentReading(NamedTuple):
    """What a document says, as far as it could be read, and the content of the files it refers to."""

    description: Description
    faults: tuple[DocumentFault, ...]
    files: Mapping[Path, bytes | None] = {}


def read_document(source: bytes, path: Path | None = None, folder: Path | None = None) -> DocumentReading:
    """The operations of a document; references are relative to its `path`, and never lead out of `folder`."""
    if len(source) > MOST_BYTES:
        return _nothing(Span.at(0), f"the document is larger than {MOST_BYTES // 1024 // 1024} MB, so it is not read")
    try:
        document = read_source(source)
    except UnreadableDocument as error:
        return _nothing(error.span, error.message)
    problem = _foreign(document.value)
    if problem is not None:
        return _nothing(document.spans([problem[0]])[problem[0]], problem[1])
    files = DocumentFiles(folder)
    main = DocumentFile(real_path(path) if path is not None else None, document)
    files.add(main)
    return _read(main, files)


def _read(main: DocumentFile, files: DocumentFiles) -> DocumentReading:
    faults = Faults()
    root = DocumentCursor.root(main)
    references = References(files, faults.report)
    reader = OperationReader(root, references, faults.report)
    operations = tuple(reader.operations())
    servers = reader.servers()
    info = root.get("info")
    description = Description(
        info.text("title"),
        info.text("version"),
        servers[0].url if servers else "",
        operations,
        tuple(reader.schemas.table.rows),
        servers,
        reader.schemes(),
        tuple(reader.unread),
        reader.whole,
    )
    return DocumentReading(description, faults.placed(main), files.contents)


class Faults:
    """The faults in a document and its files, each once."""

    def __init__(self) -> None:
        self._found: dict[tuple[int, Pointer, str], DocumentCursor] = {}

    def report(self, at: DocumentCursor, message: str) -> None:
        if len(self._found) < _MOST_FAULTS:
            self._found.setdefault((id(at.file), at.pointer, message), at)

    def placed(self, main: DocumentFile) -> tuple[DocumentFault, ...]:
        """Each fault at its place; a fault in another file at the reference that leads there."""
        placed = [(list(chain(at))[-1].pointer, _worded(at, message)) for (*_, message), at in self._found.items()]
        spans = main.spans([pointer for pointer, _ in placed])
        return tuple(sorted(dict.fromkeys(DocumentFault(spans[pointer], message) for pointer, message in placed)))


def _worded(at: DocumentCursor, message: str) -> str:
    if at.file.referrer is None or at.file.path is None:
        return message
    return f"{at.file.path.name}:{at.file.line(at.pointer)}: {message}"


def _foreign(value: Any) -> tuple[Pointer, str] | None:
    """Why a document cannot be read, if it cannot."""
    if not isinstance(value, dict):
        return (), "not an OpenAPI document: it is not a mapping"
    key = "swagger" if "swagger" in value else "openapi"
    version = str(value.get(key, ""))
    if not version:
        return (), "not an OpenAPI document: `openapi` with its version is missing"
    if key == "swagger":
        return None if version in ("2.0", "2") else ((key,), f"Swagger {version[:20]} is not supported: {_READ}")
    if ".".join(version.split(".")[:2]) in _VERSIONS:
        return None
    return (key,), f"OpenAPI {version[:20]} is not supported: {_READ}"


def _nothing(span: Span, message: str) -> DocumentReading:
    return DocumentReading(UNREAD, (DocumentFault(span, message),))
