"""A parsed configuration: its root table, its errors, and where everything is."""

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate

from waypost.config.model.homes import Syntax
from waypost.config.parse.assemble import assemble
from waypost.config.parse.entries import JsonLine
from waypost.config.parse.json_reader import read_json
from waypost.config.parse.lookahead import Lookahead
from waypost.config.parse.nodes import Mend, PieceProblem, Placed, Statement, Table
from waypost.config.parse.place import CursorPlace, locate, locate_in_root
from waypost.config.parse.sections import Section, split
from waypost.config.parse.toml_statements import Blank, Bom, Header, Pair, read_statement
from waypost.config.parse.utf8 import malformed
from waypost.text import AppliedEdit, Span

# More than anybody reads. What has more is no configuration, and must not cost as if it were one.
_MOST_ERRORS = 1_000


@dataclass(frozen=True, slots=True)
class SyntaxFault:
    """A syntax error with its places in the document."""

    code: str
    message: str
    span: Span
    related: tuple[tuple[Span, str], ...] = ()
    fix: "tuple[str, tuple[tuple[Span, str], ...]] | None" = None


class Tree:
    """One version of a document. Make one with `parse`, and the next version's with `updated`."""

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

    def statement_at(self, offset: int) -> Statement:
        """The statement that holds `offset`; at the start of a line, the one that begins there."""
        return self.statements[max(bisect_right(self.starts, offset) - 1, 0)]

    def at(self, offset: int) -> CursorPlace:
        """What stands at `offset`, or may be typed there."""
        raise NotImplementedError

    def updated(self, source: bytes, edits: Sequence[AppliedEdit]) -> "Tree":
        """The tree of the text that `edits` led to; what they left alone is shared with this one."""
        raise NotImplementedError

    @cached_property
    def errors(self) -> Sequence[SyntaxFault]:
        """Every syntax error, in the order of the text."""
        faults = [self._fault(problem) for problem in self._problems[:_MOST_ERRORS]]
        faults.extend(SyntaxFault("encoding", "These bytes are not UTF-8", span) for span in malformed(self.source))
        return sorted(faults, key=lambda fault: fault.span)

    @cached_property
    def _start_of(self) -> dict[Statement, int]:
        return dict(zip(self.statements, self.starts, strict=True))

    def _fault(self, problem: PieceProblem) -> SyntaxFault:
        related = tuple((self.span(piece), message) for piece, message in problem.related)
        return SyntaxFault(problem.code, problem.message, self.span(problem.piece), related, self._fix(problem.fix))

    def _fix(self, mend: Mend | None) -> tuple[str, tuple[tuple[Span, str], ...]] | None:
        if mend is None:
            return None
        return mend.title, tuple((self.span(piece), text) for piece, text in mend.edits)


class TomlTree(Tree):
    """A TOML document: statements in a row, which sections gather."""

    syntax = Syntax.TOML

    def __init__(
        self, source: bytes, statements: Sequence[Statement], starts: Sequence[int], sections: Sequence[Section]
    ) -> None:
        self.source = source
        self.statements = statements
        self.starts = starts
        self.sections = sections
        self.root, between, self.paths = assemble(sections)
        self._problems = [*(problem for section in sections for problem in section.problems), *between]

    @classmethod
    def of(cls, source: bytes) -> "TomlTree":
        statements: list[Statement] = []
        ahead = Lookahead(source)
        position = 0
        end = len(source)
        while position < end:
            statement = read_statement(source, position, ahead)
            statements.append(statement)
            position += len(statement.text)
        if not source or source.endswith(b"\n"):
            statements.append(Blank(b""))
        return cls(source, statements, _starts(statements), split(statements))

    def at(self, offset: int) -> CursorPlace:
        index = max(bisect_right(self.starts, offset) - 1, 0)
        path = self.section_path(index)
        opened = self._opened_before(index, offset)
        if opened is not None:
            place = locate(self, offset, opened, path)
            if place.container is not None:
                return place
        return locate(self, offset, self.statements[index], path)

    def _opened_before(self, index: int, offset: int) -> Statement | None:
        """The statement whose open bracket a blank line goes on with: the line is indented, or the next one."""
        indented = self.starts[index] < offset
        if index == 0 or type(self.statements[index]) is not Blank:
            return None
        before = index - 1
        while indented and before and type(self.statements[before]) is Blank:
            before -= 1
        statement = self.statements[before]
        is_open = isinstance(statement, Pair) and any(each.code == "unclosed-bracket" for each in statement.problems)
        return statement if is_open else None

    def section_path(self, index: int) -> tuple[str | int, ...]:
        """The path of the table that a key in the statement at `index` goes into."""
        first = 0
        for section, path in zip(self.sections, self.paths, strict=True):
            first += len(section.statements)
            if index < first:
                return path
        return ()

    def updated(self, source: bytes, edits: Sequence[AppliedEdit]) -> "TomlTree":
        if not edits:
            return self
        edit = _joined(edits)
        first, last, fresh = self._reread(source, edit)
        statements = [*self.statements[:first], *fresh, *self.statements[last:]]
        shift = edit.new_end - edit.old_end
        begin = self.starts[first] if first < len(self.starts) else len(self.source)
        starts = [
            *self.starts[:first],
            *_starts(fresh, begin),
            *([each + shift for each in self.starts[last:]] if shift else self.starts[last:]),
        ]
        return TomlTree(source, statements, starts, self._sections_with(first, last, fresh))

    def _reread(self, source: bytes, edit: AppliedEdit) -> tuple[int, int, list[Statement]]:
        """The statements `first:last` that the edit touches, and what they are now."""
        first = self._first_touched(edit.start)
        position = self.starts[first]
        shift = edit.new_end - edit.old_end
        last = bisect_left(self.starts, edit.old_end)
        fresh: list[Statement] = []
        ahead = Lookahead(source)
        while True:
            while last < len(self.starts) and not self._meets(last, position - shift):
                last += 1
            if last < len(self.starts) and self.starts[last] + shift == position >= edit.new_end:
                return first, last, fresh
            if position >= len(source):
                break
            statement = read_statement(source, position, ahead)
            fresh.append(statement)
            position += len(statement.text)
        if not source or source.endswith(b"\n"):
            fresh.append(Blank(b""))
        return first, len(self.starts), fresh

    def _meets(self, index: int, offset: int) -> bool:
        """Whether reading may stop before a statement. One that is bound to an end of the document is read again."""
        statement = self.statements[index]
        return self.starts[index] >= offset and bool(statement.text) and not isinstance(statement, Bom)

    def _first_touched(self, offset: int) -> int:
        """The first statement that text changed at `offset` may change."""
        first = max(bisect_left(self.starts, offset) - 1, 0)
        base = 0
        for section in self.sections:
            for index in section.far_reaching:
                here = base + index
                if here < first and self.starts[here] + self.statements[here].reach >= offset:
                    return here
            base += len(section.statements)
        return first

    def _sections_with(self, first: int, last: int, fresh: Sequence[Statement]) -> Sequence[Section]:
        """The sections after statements `first:last` became `fresh`; those out of reach stay as they are."""
        bounds = [0, *accumulate(len(section.statements) for section in self.sections)]
        low = bisect_right(bounds, max(first - 1, 0)) - 1
        high = max(bisect_left(bounds, last), low + 1)
        row = [
            *self.statements[bounds[low] : first],
            *fresh,
            *self.statements[last : bounds[high]],
        ]
        within = high == low + 1 and first > bounds[low] and not any(type(each) is Header for each in fresh)
        anew = [Section(row)] if within else split(row) if row else []
        return [*self.sections[:low], *anew, *self.sections[high:]]


class JsonTree(Tree):
    """A JSON document. Its nodes stand in one statement, but for plain lines, which each are one of their own."""

    syntax = Syntax.JSON

    def __init__(self, source: bytes, known: Mapping[int, JsonLine]) -> None:
        self.source = source
        self.root, whole, lines = read_json(source, known)
        self._lines = lines
        self.statements = [whole, *lines.values()]
        self.starts = [0, *lines]
        self._problems = whole.problems

    @classmethod
    def of(cls, source: bytes) -> "JsonTree":
        return cls(source, {})

    def at(self, offset: int) -> CursorPlace:
        return locate_in_root(self, offset, self.statements[0], self.root)

    def updated(self, source: bytes, edits: Sequence[AppliedEdit]) -> "JsonTree":
        if not edits:
            return self
        edit = _joined(edits)
        shift = edit.new_end - edit.old_end
        lines = list(self._lines.items())
        before = bisect_right(lines, edit.start, key=_line_end)
        after = bisect_left(self.starts, edit.old_end, 1) - 1
        known: dict[int, JsonLine] = dict(lines[:before])
        known.update((start + shift, line) for start, line in lines[after:])
        return JsonTree(source, known)


def _line_end(line: tuple[int, JsonLine]) -> int:
    return line[0] + len(line[1].text)


def _starts(statements: Sequence[Statement], begin: int = 0) -> list[int]:
    starts = list(accumulate((len(each.text) for each in statements), initial=begin))
    starts.pop()
    return starts


def _joined(edits: Sequence[AppliedEdit]) -> AppliedEdit:
    """One edit that covers several, each of which counts in the text the one before it left."""
    start, old_end, new_end = edits[0]
    for each in edits[1:]:
        start = min(start, each.start)
        old_end += max(each.old_end - new_end, 0)
        new_end = max(new_end, each.old_end) + each.new_end - each.old_end
    return AppliedEdit(start, old_end, new_end)
