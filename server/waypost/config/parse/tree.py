"""A parsed configuration: its root table, its errors, and where everything is."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from waypost.config.homes import Syntax
from waypost.config.parse.nodes import Placed, Statement, Table
from waypost.config.parse.place import Place
from waypost.text import AppliedEdit, Span


@dataclass(frozen=True)
class Tree:
    """One version of a document. Make one with `parse`, and the next version's with `updated`."""

    source: bytes
    syntax: Syntax
    root: Table
    statements: Sequence[Statement]
    starts: Sequence[int]

    @cached_property
    def _start_of(self) -> dict[Statement, int]:
        return dict(zip(self.statements, self.starts, strict=True))

    def start(self, statement: Statement) -> int:
        """Where a statement of this tree begins in the document."""
        return self._start_of[statement]

    def span(self, placed: Placed) -> Span:
        """Where a node, an entry or a piece is in the document."""
        base = self._start_of[placed.statement]
        if isinstance(placed, Table) and placed.last is not None:
            return Span(base + placed.start, self._end_of(placed.last))
        return Span(base + placed.start, base + placed.end)

    def at(self, offset: int) -> Place:
        """What stands at `offset`, or may be typed there."""
        raise NotImplementedError

    def updated(self, source: bytes, edits: Sequence[AppliedEdit]) -> "Tree":
        """The tree of the text that `edits` led to; what they left alone is shared with this one."""
        raise NotImplementedError

    @cached_property
    def errors(self) -> Sequence["Fault"]:
        """Every syntax error, in the order of the text."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Fault:
    """A syntax error with its places in the document."""

    code: str
    message: str
    span: Span
    related: tuple[tuple[Span, str], ...] = ()
    fix: tuple[str, tuple[tuple[Span, str], ...]] | None = None
