"""What was found in one file, with places as people count them: lines and columns from 1, in characters."""

from collections.abc import Sequence
from dataclasses import dataclass

from waypost.results import Diagnostic
from waypost.text import Document, Encoding, Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where a span starts and ends."""

    line: int
    column: int
    end_line: int
    end_column: int


@dataclass(frozen=True)
class FileReport:
    """A file and its findings; `path` is shown as it was given."""

    path: str
    document: Document
    diagnostics: Sequence[Diagnostic]

    def place(self, span: Span) -> Place:
        start = self.document.position(span.start, Encoding.UTF32)
        end = self.document.position(span.end, Encoding.UTF32)
        return Place(start.line + 1, start.character + 1, end.line + 1, end.character + 1)

    def line(self, number: int) -> str:
        """The text of a line, counted from 1."""
        return self.document.lines.line_bytes(self.document.source, number - 1).decode("utf-8", "replace")
