"""A TOML document: a sequence of statements, grouped into sections."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import accumulate

from waypost.cancel import checkpoint
from waypost.config.parse.assemble import assemble
from waypost.config.parse.cursor import Lookahead
from waypost.config.parse.locate import locate
from waypost.config.parse.nodes import CursorPlace, Statement
from waypost.config.parse.toml_statements import Blank, Bom, Header, Pair, Section, read_statement, split
from waypost.config.parse.tree import Tree, joined
from waypost.text import AppliedEdit
from waypost.workspace.homes import Syntax


class TomlTree(Tree):
    """A TOML document: a sequence of statements, grouped into sections."""

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
            checkpoint()
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
        """The statement whose open bracket a blank line continues: the line is indented, or the next one is."""
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
        """The path of the table that a key in the statement at `index` belongs to."""
        first = 0
        for section, path in zip(self.sections, self.paths, strict=True):
            first += len(section.statements)
            if index < first:
                return path
        return ()

    def updated(self, source: bytes, edits: Sequence[AppliedEdit]) -> "TomlTree":
        if not edits:
            return self
        edit = joined(edits)
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
        """The statements `first:last` that the edit touches, and their replacements."""
        first = self._first_touched(edit.start)
        position = self.starts[first]
        shift = edit.new_end - edit.old_end
        last = bisect_left(self.starts, edit.old_end)
        fresh: list[Statement] = []
        ahead = Lookahead(source)
        while True:
            checkpoint()
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
        """Whether reading may stop before a statement. One at an end of the document is read again."""
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
        """The sections after statements `first:last` became `fresh`; those out of reach are unchanged."""
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


def _starts(statements: Sequence[Statement], begin: int = 0) -> list[int]:
    starts = list(accumulate((len(each.text) for each in statements), initial=begin))
    starts.pop()
    return starts
