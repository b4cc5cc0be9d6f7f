"""Formatting of documents and ranges: which clients are offered it, `lsp/formatting.py` decides."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import Question
from waypost.text import Span


def whole(ask: Question, _: types.DocumentFormattingParams) -> Any:
    return _edits(ask, Span(0, len(ask.document.source)))


def part(ask: Question, params: types.DocumentRangeFormattingParams) -> Any:
    return _edits(ask, ask.span(params.range))


def _edits(ask: Question, span: Span) -> Any:
    return [to_proto.text_edit(ask, edit) for edit in ask.analysis.layout(span)]


FORMATTING = (
    OnSnapshot(types.TEXT_DOCUMENT_FORMATTING, whole),
    OnSnapshot(types.TEXT_DOCUMENT_RANGE_FORMATTING, part),
)
