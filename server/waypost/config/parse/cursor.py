"""A reader's position in a document, and the errors it has found so far."""

import re
from dataclasses import dataclass, field, replace

from waypost.config.parse import strings
from waypost.config.parse.lookahead import Lookahead
from waypost.config.parse.nodes import PieceProblem, SourcePiece, Statement, SyntaxFix

# The nesting depth at which typos' own parser fails.
DEPTH_LIMIT = 80

BLANKS = re.compile(rb"[ \t]*")
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
# Errors that are reported as one if they follow each other without a gap.
_JOINED = ("stray", "no-key")
# Errors that cause no others.
_ALONE = ("escape", "control-character", "unclosed-bracket", "quotes", "comment")
_MOST_ON_A_LINE = 3


@dataclass(slots=True)
class TextCursor:
    """A position in the text while one statement is read. Positions are the document's, pieces the statement's."""

    source: bytes
    statement: Statement
    base: int
    pos: int
    ahead: Lookahead
    problems: list[PieceProblem] = field(default_factory=list)
    # How many errors were found, including those merged into the previous one.
    told: int = 0
    # The last position read, if it is beyond the statement's end.
    far: int = 0
    # The brackets that would close what is open, the innermost last.
    open: list[bytes] = field(default_factory=list)
    # Where the last string of several lines that nothing closes was taken to end.
    open_lines_end: int = -1
    # The start of a line, and how far after it no other line starts.
    _line: tuple[int, int] = (0, 0)

    def peek(self, length: int = 1) -> bytes:
        return self.source[self.pos : self.pos + length]

    def shown(self, start: int) -> str:
        """The character at `start`, for a message."""
        return self.source[start : start + 4].decode(errors="replace")[:1]

    @property
    def at_end(self) -> bool:
        return self.pos >= len(self.source)

    def skip(self, pattern: re.Pattern[bytes] = BLANKS) -> None:
        match = pattern.match(self.source, self.pos)
        if match:
            self.pos = match.end()

    def piece(self, start: int, end: int) -> SourcePiece:
        return SourcePiece(self.statement, start - self.base, end - self.base)

    def report(self, code: str, message: str, start: int, end: int, fix: SyntaxFix | None = None) -> None:
        self.told += 1
        last = self.problems[-1] if self.problems else None
        if last and code in _JOINED and last.code == code and last.piece.end == start - self.base:
            last.piece.end = end - self.base
            return
        if code in _ALONE or not self._has_said_enough(start):
            self.problems.append(PieceProblem(code, message, self.piece(start, end), fix=fix))

    def withdraw_fix(self, problem: int) -> None:
        self.problems[problem] = replace(self.problems[problem], fix=None)

    def _has_said_enough(self, at: int) -> bool:
        """Whether a line has so many errors that the rest follow from a stray quote or bracket."""
        line = self._line_start(at) - self.base
        told = [
            each for each in self.problems[-_MOST_ON_A_LINE:] if each.piece.start >= line and each.code not in _ALONE
        ]
        return len(told) == _MOST_ON_A_LINE

    def _line_start(self, at: int) -> int:
        """Where the line that contains `at` starts. Positions mostly increase: no text is searched twice."""
        start, known = self._line
        if at < known:
            return self.source.rfind(b"\n", 0, at) + 1
        start = self.source.rfind(b"\n", known, at) + 1 or start
        self._line = start, at
        return start

    def mend(self, title: str, *edits: tuple[int, int, str]) -> SyntaxFix | None:
        """None if a quote would come next to another one: together, they may mean something else."""
        if any(self._joins_quotes(*edit) for edit in edits):
            return None
        return SyntaxFix(title, tuple((self.piece(start, end), text) for start, end, text in edits))

    def _joins_quotes(self, start: int, end: int, text: str) -> bool:
        before, after = self.source[start - 1 : start].decode("latin-1"), self.source[end : end + 1].decode("latin-1")
        return any(one and one == other and one in "\"'" for one, other in ((before, text[:1]), (text[-1:], after)))

    def character_end(self) -> int:
        """Where the character at the cursor ends."""
        found = strings.CHARACTER.match(self.source, self.pos)
        return found.end() if found else self.pos

    def line_end(self, start: int | None = None) -> int:
        """Where the line that contains `start` ends: before its LF or CRLF, or at the end of the document."""
        start = self.pos if start is None else start
        end = self.source.find(b"\n", start)
        if end < 0:
            return len(self.source)
        return end - 1 if end > start and self.source[end - 1 : end] == b"\r" else end

    def next_line(self, start: int) -> int:
        """Where the line after the one that contains `start` starts."""
        end = self.source.find(b"\n", start)
        return len(self.source) if end < 0 else end + 1
