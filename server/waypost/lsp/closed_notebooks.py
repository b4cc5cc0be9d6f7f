"""Findings in notebooks that no editor shows: at the lines of the file that hold the cell's text.

The protocol has no address for the cell of such a notebook. A place in the file is one that every editor can show.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from waypost.config.parse import Array, Scalar, Syntax, Table, Value, parse
from waypost.contents import Content
from waypost.results import Diagnostic
from waypost.text import Span
from waypost.text.encoding import decode


class NotebookFile:
    """A notebook as the text of its file."""

    def __init__(self, source: bytes) -> None:
        self._tree = parse(source, Syntax.JSON)
        cells = self._tree.root.get("cells")
        items = cells.items if isinstance(cells, Array) else ()
        self._cells = [_lines(item.get("source")) for item in items if isinstance(item, Table)]

    def placed(self, content: Content, found: Diagnostic) -> Diagnostic:
        """A finding of a cell, without what refers to other places in it: the cell shows that once it is open."""
        assert content.cell is not None, "only cells are in notebooks"
        source, span = content.document.source, found.span
        start = len(decode(source[: span.start]))
        lines = self._cells[content.cell - 1] if content.cell <= len(self._cells) else ()
        place = self._span(lines, start, start + len(decode(span.of(source))))
        return found._replace(span=place, related=(), fixes=())

    def _span(self, lines: "Sequence[_Line]", start: int, end: int) -> Span:
        """Where some characters of a cell are written."""
        if not lines:
            return Span.at(0)
        first = max(bisect_right(lines, start, key=_start) - 1, 0)
        last = max(bisect_left(lines, end, key=_start) - 1, first)
        before, after = lines[first], lines[last]
        from_ = before.string.part(start - before.start, start - before.start + 1)
        to = after.string.part(0, end - after.start)
        return Span(self._tree.span(from_).start, self._tree.span(to).end)


class _Line(NamedTuple):
    """One string of a cell's text, and the number of its first character."""

    start: int
    string: Scalar


def _lines(source: Value | None) -> list[_Line]:
    lines, start = [], 0
    for each in source.items if isinstance(source, Array) else (source,):
        if isinstance(each, Scalar):
            lines.append(_Line(start, each))
            start += len(str(each.value))
    return lines


def _start(line: _Line) -> int:
    return line.start
