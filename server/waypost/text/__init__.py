"""Text: bytes, lines and the only place where positions are converted."""

from waypost.text.document import AppliedEdit, Document, TextChange
from waypost.text.line_index import Encoding, LineIndex, Position
from waypost.text.span import BySpan, Span

__all__ = ["AppliedEdit", "BySpan", "Document", "Encoding", "LineIndex", "Position", "Span", "TextChange"]
