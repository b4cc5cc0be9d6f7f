"""A TOML document's sections: each header with its content, up to the next one."""

from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter

from waypost.config.parse.entries import PlainLine, TomlLine, collect
from waypost.config.parse.nodes import Entry, Member, PieceProblem, Statement
from waypost.config.parse.toml_statements import Blank, Header, Pair, Stray
from waypost.text.derived import Deriving

_name = attrgetter("name")


class Section(Deriving):
    """A header, or None before the first one, and the statements below it.

    Its content depends on nothing outside it, so a section that an edit left alone is reused as it is.
    """

    def __init__(self, statements: Sequence[Statement]) -> None:
        self.statements = statements
        first = statements[0] if statements else None
        self.header = first if isinstance(first, Header) else None

    @cached_property
    def last(self) -> Statement:
        """The last statement that is more than a comment or a blank line."""
        for statement in reversed(self.statements):
            if not isinstance(statement, Blank):
                return statement
        return self.statements[0]

    @cached_property
    def _held(self) -> tuple[dict[str, Entry], tuple[PieceProblem, ...]]:
        lines = [each for each in self.statements if type(each) is TomlLine]
        others = [each for _, each in self._others]
        entries: dict[str, Entry] = dict(zip(map(_name, lines), lines, strict=True))
        if len(entries) == len(lines) and not any(type(each) is Pair for each in others):
            doubles: Sequence[PieceProblem] = ()
        else:
            entries, doubles = collect(_members(self.statements))
        return entries, (*_own_problems(others), *doubles)

    @cached_property
    def far_reaching(self) -> Sequence[int]:
        """Which of the statements depend on text after them: unfinished ones."""
        return [index for index, each in self._others if each.reach > len(each.text)]

    @cached_property
    def _others(self) -> Sequence[tuple[int, Statement]]:
        """Statements that are neither plain nor blank lines, with their indexes."""
        return [
            (index, each)
            for index, each in enumerate(self.statements)
            if type(each) is not TomlLine and type(each) is not Blank
        ]

    @property
    def entries(self) -> dict[str, Entry]:
        return self._held[0]

    @property
    def problems(self) -> tuple[PieceProblem, ...]:
        return self._held[1]


def split(statements: Sequence[Statement]) -> list[Section]:
    """The sections of a sequence of statements."""
    bounds = [index for index, each in enumerate(statements) if type(each) is Header]
    starts = [0, *bounds] if not bounds or bounds[0] else bounds
    return [Section(statements[start:end]) for start, end in zip(starts, [*starts[1:], len(statements)], strict=True)]


def _members(statements: Sequence[Statement]) -> list[Member | Entry]:
    found: list[Member | Entry] = []
    for each in statements:
        if isinstance(each, PlainLine):
            found.append(each)
        elif isinstance(each, Pair):
            found.append(each.member)
    return found


def _own_problems(statements: Sequence[Statement]) -> list[PieceProblem]:
    """The statements' own errors. For a list whose beginning is broken, the errors of its items are left out."""
    found: list[PieceProblem] = []
    goes_on = False
    for each in statements:
        problems = each.problems
        loose = bool(problems) and _is_loose(each)
        if not (goes_on and loose):
            found.extend(problems)
        goes_on = loose or (bool(problems) and each.text.rstrip().endswith((b"[", b"{", b",")))
    return found


def _is_loose(statement: Statement) -> bool:
    """Whether a line is a bracket, or an item, without a list."""
    if isinstance(statement, Stray):
        return True
    return isinstance(statement, Pair) and statement.member.equals is None and statement.member.keys[0].quoted
