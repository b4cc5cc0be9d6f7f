"""Formatting of documents and ranges: which clients are offered it, `lsp/formatting.py` decides."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import DocumentSnapshot
from waypost.text import Span


def whole(snapshot: DocumentSnapshot, _: types.DocumentFormattingParams) -> Any:
    return _edits(snapshot, Span(0, len(snapshot.document.source)))


def part(snapshot: DocumentSnapshot, params: types.DocumentRangeFormattingParams) -> Any:
    return _edits(snapshot, snapshot.span(params.range))


def _edits(snapshot: DocumentSnapshot, span: Span) -> Any:
    return [to_proto.text_edit(snapshot, edit) for edit in snapshot.analysis.layout(span)]


FORMATTING = (
    OnSnapshot(types.TEXT_DOCUMENT_FORMATTING, whole),
    OnSnapshot(types.TEXT_DOCUMENT_RANGE_FORMATTING, part),
)
