"""A parsed configuration: its root table, its errors, and the position of everything."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from waypost.config.parse.nodes import CursorPlace, PieceProblem, Placed, Statement, SyntaxFix, Table
from waypost.text import AppliedEdit, Span
from waypost.text.encoding import is_half
from waypost.workspace.homes import Syntax

_LIMIT = 20


def malformed(source: bytes) -> Iterator[Span]:
    """The first malformed stretches; almost free if there are none."""
    position = 0
    for _ in range(_LIMIT):
        if source.isascii():
            return
        try:
            source[position:].decode()
        except UnicodeDecodeError as error:
            start, end = position + error.start, position + error.end
            if is_half(source[start : start + 3]):
                end = start + 3
            yield Span(start, end)
            position = end
        else:
            return


# More than anybody reads. A file with more is not a configuration, and must not cost as much as one.
_MOST_ERRORS = 1_000


class SyntaxFault(NamedTuple):
    """A syntax error with its positions in the document."""

    code: str
    message: str
    span: Span
    related: tuple[tuple[Span, str], ...] = ()
    fix: "tuple[str, tuple[tuple[Span, str], ...]] | None" = None


class Tree:
    """One version of a document. Create the first with `parse`, and later versions with `updated`."""

    syntax: Syntax
    source: bytes
    root: Table
    statements: Sequence[Statement]
    starts: Sequence[int]
    _problems: Sequence[PieceProblem]

    def start(self, statement: Statement) -> int:
        """Where a statement of this tree begins in the document."""
        return self._start_of[statement]

    def span(self, placed: Placed) -> Span:
        """Where a node, an entry or a piece is in the document."""
        base = self._start_of[placed.statement]
        if not isinstance(placed, Table) or placed.last is None:
            return Span(base + placed.start, base + placed.end)
        end = self._start_of[placed.last] + len(placed.last.text.rstrip(b" \t\r\n"))
        return Span(base + placed.start, max(end, base + placed.end))

    @cached_property
    def is_text(self) -> bool:
        """Whether all of it is UTF-8: only text can be moved by an edit."""
        return next(malformed(self.source), None) is None

    def statement_at(self, offset: int) -> Statement:
        """The statement that contains `offset`; at the start of a line, the one that begins there."""
        return self.statements[max(bisect_right(self.starts, offset) - 1, 0)]

    def at(self, offset: int) -> CursorPlace:
        """What is at `offset`, or can be typed there."""
        raise NotImplementedError

    def updated(self, source: bytes, edits: Sequence[AppliedEdit]) -> "Tree":
        """The tree of the text after `edits`; everything they left alone is shared with this one."""
        raise NotImplementedError

    @cached_property
    def errors(self) -> Sequence[SyntaxFault]:
        """Every syntax error, in text order."""
        faults = [self._fault(problem) for problem in self._problems[:_MOST_ERRORS]]
        faults.extend(SyntaxFault("encoding", "These bytes are not UTF-8", span) for span in malformed(self.source))
        return sorted(faults, key=lambda fault: fault.span)

    @cached_property
    def _start_of(self) -> dict[Statement, int]:
        return dict(zip(self.statements, self.starts, strict=True))

    def _fault(self, problem: PieceProblem) -> SyntaxFault:
        related = tuple((self.span(piece), message) for piece, message in problem.related)
        return SyntaxFault(problem.code, problem.message, self.span(problem.piece), related, self._fix(problem.fix))

    def _fix(self, mend: SyntaxFix | None) -> tuple[str, tuple[tuple[Span, str], ...]] | None:
        if mend is None:
            return None
        return mend.title, tuple((self.span(piece), text) for piece, text in mend.edits)


def joined(edits: Sequence[AppliedEdit]) -> AppliedEdit:
    """One edit that covers several; the positions of each count in the text that the previous one produced."""
    start, old_end, new_end = edits[0]
    for each in edits[1:]:
        start = min(start, each.start)
        old_end += max(each.old_end - new_end, 0)
        new_end = max(new_end, each.old_end) + each.new_end - each.old_end
    return AppliedEdit(start, old_end, new_end)
