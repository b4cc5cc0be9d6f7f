"""An immutable text with a version. Editing yields a new one, and the old one can still be read."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from waypost.text.derived import Deriving
from waypost.text.encoding import decode, encode
from waypost.text.line_index import LONG_LINE, Encoding, LineIndex, LongLine, Position
from waypost.text.span import Span

# The two halves of a character that an edit has joined, each encoded separately.
_SPLIT_PAIR = re.compile(rb"\xed[\xa0-\xaf][\x80-\xbf]\xed[\xb0-\xbf][\x80-\xbf]")


class TextChange(NamedTuple):
    """A client's change: the text that replaces a range, or the whole document."""

    text: str
    start: Position | None = None
    end: Position | None = None


class AppliedEdit(NamedTuple):
    """What an edit did to the bytes: `start:old_end` of the text before became `start:new_end` of the text after."""

    start: int
    old_end: int
    new_end: int


@dataclass(frozen=True, slots=False)
class Document(Deriving):
    """The text of one version of a document."""

    uri: str
    source: bytes
    version: int | None = None
    language: str = ""
    _lines: LineIndex | None = field(default=None, repr=False, compare=False)

    @classmethod
    def from_text(cls, uri: str, text: str, version: int | None = None, language: str = "") -> "Document":
        return cls(uri, encode(text), version, language)

    @cached_property
    def lines(self) -> LineIndex:
        return self._lines if self._lines is not None else LineIndex.of(self.source)

    @cached_property
    def text(self) -> str:
        return decode(self.source)

    def slice(self, span: Span) -> str:
        return decode(self.source[span.start : span.end])

    def line_end(self, offset: int) -> int:
        """Where the text of the line that contains an offset ends."""
        line = self.lines.line_at(offset)
        return self.lines.start(line) + len(self.lines.line_bytes(self.source, line))

    def offset(self, position: Position, encoding: Encoding) -> int:
        return self.lines.offset(self.source, position, encoding)

    def position(self, offset: int, encoding: Encoding) -> Position:
        line = self.lines.line_at(offset)
        if offset - self.lines.start(line) < LONG_LINE or offset > len(self.source):
            return self.lines.position(self.source, offset, encoding)
        return Position(line, self.derived(_long_line, line, encoding).units(offset - self.lines.start(line)))

    def edited(
        self, changes: Iterable[TextChange], encoding: Encoding, version: int | None = None
    ) -> tuple["Document", Sequence[AppliedEdit]]:
        """The document after `changes`; the positions of each count in the text that the previous one produced."""
        source, lines = self.source, self.lines
        applied: list[AppliedEdit] = []
        for change in changes:
            source, lines, edit = _apply(source, lines, change, encoding)
            applied.append(edit)
        return Document(self.uri, source, version, self.language, lines), applied


def _long_line(document: Document, line: int, encoding: Encoding) -> LongLine:
    return LongLine(document.lines.line_bytes(document.source, line), encoding)


def _apply(
    source: bytes, lines: LineIndex, change: TextChange, encoding: Encoding
) -> tuple[bytes, LineIndex, AppliedEdit]:
    new = encode(change.text)
    if change.start is None or change.end is None:
        return new, LineIndex.of(new), AppliedEdit(0, len(source), len(new))
    start = lines.offset(source, change.start, encoding)
    end = max(start, lines.offset(source, change.end, encoding))
    start, end, new = _join_pairs(source, start, end, new)
    before, after = memoryview(source)[:start], memoryview(source)[end:]  # of big texts, only one copy is made
    source = b"".join((before, new, after))
    edit = AppliedEdit(start, end, start + len(new))
    return source, lines.edited(source, *edit), edit


def _join_pairs(source: bytes, start: int, end: int, new: bytes) -> tuple[int, int, bytes]:
    """Widen an edit that joins the halves of a character, so that they become that character."""
    before, after = source[max(0, start - 3) : start], source[end : end + 3]
    joined = before + new + after
    if not _SPLIT_PAIR.search(joined):
        return start, end, new
    return start - len(before), end + len(after), _SPLIT_PAIR.sub(_pair, joined)


def _pair(halves: re.Match[bytes]) -> bytes:
    return encode(decode(halves[0]).encode("utf-16", "surrogatepass").decode("utf-16"))
