"""Reads an OpenAPI document. It never fails: what is wrong is a fault with its place, and the rest is understood."""

from typing import Any, NamedTuple

from waypost.apis.model import MOST_BYTES, Description, DocumentFault
from waypost.apis.openapi.cursor import DocumentCursor, Pointer
from waypost.apis.openapi.operations import OperationReader
from waypost.apis.openapi.source import DocumentSource, UnreadableDocument, read_source
from waypost.text import Span

_MOST_FAULTS = 100


class Reading(NamedTuple):
    """What a document says, as far as it could be read."""

    description: Description
    faults: tuple[DocumentFault, ...]


def read_document(source: bytes) -> Reading:
    """The operations of an OpenAPI document of version 3.0 or 3.1, in JSON or YAML."""
    if len(source) > MOST_BYTES:
        return _nothing(Span.at(0), f"the document is larger than {MOST_BYTES // 1024 // 1024} MB and is not read")
    try:
        document = read_source(source)
    except UnreadableDocument as error:
        return _nothing(error.span, error.message)
    problem = _foreign(document.value)
    if problem is not None:
        return _nothing(document.spans([problem[0]])[problem[0]], problem[1])
    return _read(document)


def _read(document: DocumentSource) -> Reading:
    faults: dict[tuple[Pointer, str], None] = {}

    def report(pointer: Pointer, message: str) -> None:
        if len(faults) < _MOST_FAULTS:
            faults[pointer, message] = None

    operations = tuple(OperationReader(document.value, report).operations())
    spans = document.spans([pointer for pointer, _ in faults])
    root = DocumentCursor(document.value, ())
    info = root.get("info")
    base = next((each.text("url") for each in root.get("servers").each()), "")
    description = Description(info.text("title"), info.text("version"), base, operations)
    return Reading(description, tuple(sorted(DocumentFault(spans[pointer], message) for pointer, message in faults)))


def _foreign(value: Any) -> tuple[Pointer, str] | None:
    """Why a document is none of OpenAPI 3, if it is not."""
    if not isinstance(value, dict):
        return (), "this is no OpenAPI document: it is no mapping"
    if "swagger" in value:
        return ("swagger",), "this is Swagger 2.0; only OpenAPI 3.0 and 3.1 are read"
    version = str(value.get("openapi", ""))
    if not version:
        return (), "this is no OpenAPI document: `openapi` with its version is missing"
    if not version.startswith("3."):
        return ("openapi",), f"version {version[:20]} is not known; OpenAPI 3.0 and 3.1 are read"
    return None


def _nothing(span: Span, message: str) -> Reading:
    return Reading(Description("", "", "", ()), (DocumentFault(span, message),))
