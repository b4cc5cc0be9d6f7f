"""A reader's position in a document, the errors it has found so far, and what may be the next statement."""

import re
from dataclasses import dataclass, field, replace

from waypost.config.parse import strings
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


# Also one that needs quotes, so that adding these changes nothing else.
_KEY = rb"""(?:[^\s.=\[\]{},"'#]+|"[^"\\\r\n]*"|'[^'\r\n]*')"""
_DOTTED = _KEY + rb"[ \t]*+(?:\.[ \t]*" + _KEY + rb"[ \t]*+)*"
_PAIR = re.compile(rb"[ \t]*" + _DOTTED + rb"=")
_HEADER = re.compile(rb"[ \t]*\[{1,2}[ \t]*(" + _DOTTED + rb")\]{0,2}[ \t]*(?:#[^\n]*)?(?=\r?\n|\Z)")
# What looks like a header and is also a list of one value.
_VALUE = re.compile(rb"""[ \t]*(?:"[^"\n]*"|'[^'\n]*'|true|false|[+-]?[0-9][0-9_.:eTZ+\-]*)[ \t]*""")
# The start of a line with an optional bracket, a comment, a string, a bracket.
_MARKS = re.compile(rb"""\n[ \t]*+\[?|#[^\n]*|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|[\[\]{}]""")


def starts_statement(source: bytes, start: int) -> bool:
    """Whether there is a header or a key with `=` at `start`."""
    if source[start : start + 1] == b"[":
        return _is_header(source, start)
    return bool(_PAIR.match(source, start))


class Lookahead:
    """Where the brackets open at the start of a line are closed: one scan up to a header serves all lines before it.

    A separate scan for each open bracket would take quadratic time in a document of open brackets.
    """

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._looked: dict[bytes, tuple[range, dict[int, int]]] = {}

    def closed_at(self, start: int, closing: bytes) -> int:
        """Where a bracket open at `start`, the first text on its line, is closed before a header; -1 if it is not."""
        looked, closed = self._looked.get(closing, (range(0), {}))
        if start not in looked:
            end, closed = _closings(self._source, start, closing)
            self._looked[closing] = range(start, end), closed
        return closed.get(start, -1)


def _is_header(source: bytes, start: int) -> bool:
    match = _HEADER.match(source, start)
    return bool(match and not _VALUE.fullmatch(match[1]))


def _closings(source: bytes, start: int, closing: bytes) -> tuple[int, dict[int, int]]:
    """The end of the next header, and for the lines from `start` to there where their open brackets are closed."""
    opening = b"[" if closing == b"]" else b"{"
    closed: dict[int, int] = {}
    waiting: list[tuple[int, int]] = []  # lines with their initial depth, the innermost last
    depth = 0
    for mark in _MARKS.finditer(source, source.rfind(b"\n", 0, start)):
        text = mark[0]
        if text.startswith(b"\n"):
            bracket = text.endswith(b"[")
            line = mark.end() - bracket
            if bracket and _is_header(source, line):
                return line + 1, closed
            waiting.append((depth, line))
            depth += bracket and opening == b"["
        elif text == closing:
            depth -= 1
            while waiting and waiting[-1][0] > depth:
                closed[waiting.pop()[1]] = mark.start()
        else:
            depth += text == opening
    return len(source) + 1, closed


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
    reported: int = 0
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
        self.reported += 1
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
        reported = [
            each for each in self.problems[-_MOST_ON_A_LINE:] if each.piece.start >= line and each.code not in _ALONE
        ]
        return len(reported) == _MOST_ON_A_LINE

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
