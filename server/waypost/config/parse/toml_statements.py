"""Reads TOML statement by statement, and has the sections: each header with its content, up to the next one.

Written by hand: tree-sitter-toml reads TOML 1.0 and leaves errors around what 1.1 allows, `tomllib` stops at the
first error and has no positions. TOML is line-based: a statement can be read separately, so after an edit only the
statements it touched are read again, and an unfinished one ends before the next.
"""

import re
from collections.abc import Sequence
from functools import cached_property
from operator import attrgetter

from waypost.config.parse.cursor import CONTROL, Lookahead, TextCursor
from waypost.config.parse.entries import PlainLine, TomlLine, collect
from waypost.config.parse.nodes import Entry, Key, Member, PieceProblem, Statement
from waypost.config.parse.quoted import control_name
from waypost.config.parse.toml_values import at_sign, read_keys, report_empty, skip_comment, with_value, without_value
from waypost.text.derived import Deriving
from waypost.text.encoding import decode

_BOM = b"\xef\xbb\xbf"
_plain_line = TomlLine.pattern.match
_BLANK = re.compile(rb"[ \t]*(?:\r?\n|\Z)")
_COMMENT = re.compile(rb"[ \t]*#[^\x00-\x08\x0a-\x1f\x7f]*(?:\r?\n|\Z)")


class Blank(Statement):
    """A blank line or a comment."""

    __slots__ = ()


class Bom(Blank):
    """The byte order mark at the start of a file that some editors write."""

    __slots__ = ()


class ParsedStatement(Statement):
    """A statement that is not a plain or blank line."""

    __slots__ = ("_problems", "_reach")

    _problems: tuple[PieceProblem, ...]
    _reach: int

    @property
    def problems(self) -> tuple[PieceProblem, ...]:
        return self._problems

    @property
    def reach(self) -> int:
        return self._reach


class Pair(ParsedStatement):
    """A key with its value, or only a part of that."""

    __slots__ = ("member",)

    member: Member


class Header(ParsedStatement):
    """`[a.b]` or `[[a.b]]`; `end` is after its last bracket."""

    __slots__ = ("closed", "double", "end", "keys", "start")

    keys: tuple[Key, ...]
    double: bool
    closed: bool
    start: int
    end: int

    @property
    def names(self) -> tuple[Key, ...]:
        """The parts that are not missing."""
        return tuple(key for key in self.keys if key.name or key.quoted)


class Stray(ParsedStatement):
    """A line that is not TOML."""

    __slots__ = ()


def read_statement(source: bytes, start: int, ahead: Lookahead) -> Statement:
    """The statement at `start`, the start of a line or of the document."""
    match = _plain_line(source, start)
    if match:
        text, key, value = match.group(0, "key", "value")
        return TomlLine(text, key.decode(), decode(value))
    match = _BLANK.match(source, start) or _COMMENT.match(source, start)
    if match:
        return Blank(match[0])
    if start == 0 and source.startswith(_BOM):
        return Bom(_BOM)
    return _read_closely(source, start, ahead)


def _read_closely(source: bytes, start: int, ahead: Lookahead) -> ParsedStatement:
    cursor = TextCursor(source, Statement(b""), start, start, ahead)
    cursor.skip()
    first = cursor.peek()
    statement: ParsedStatement
    if first == b"[":
        statement = cursor.statement = Header(b"")
        _read_header(cursor, statement)
    elif first in (b"]", b"}", b",", b"{"):
        statement = cursor.statement = Stray(b"")
        _read_stray(cursor)
    else:
        statement = cursor.statement = Pair(b"")
        _read_pair(cursor, statement)
    _read_tail(cursor)
    statement.text = source[start : cursor.pos]
    statement._problems = tuple(cursor.problems)  # noqa: SLF001 - it is being made
    statement._reach = max(cursor.pos, cursor.far) - start  # noqa: SLF001
    return statement


def _read_header(cursor: TextCursor, header: Header) -> None:
    start = cursor.pos
    header.double = cursor.peek(2) == b"[["
    cursor.pos += 2 if header.double else 1
    cursor.skip()
    header.keys = read_keys(cursor, nested=True)
    header.start = start - cursor.base
    behind = cursor.pos
    cursor.skip()
    closing = b"]]" if header.double else b"]"
    header.closed = cursor.peek(len(closing)) == closing
    if header.closed:
        cursor.pos += len(closing)
        report_empty(cursor, header.keys)
    else:
        cursor.pos = behind
        _report_open(cursor, header, start, closing.decode())
    header.end = cursor.pos - cursor.base


def _report_open(cursor: TextCursor, header: Header, start: int, closing: str) -> None:
    """An unfinished header is one error, whatever else is on its line."""
    end = cursor.line_end()
    rest = cursor.source[cursor.pos : end]
    if not report_empty(cursor, header.keys):
        bracket = cursor.pos + (1 if header.double and rest.startswith(b"]") else 0)
        fix = None if rest.strip(b" \t]") else cursor.mend(f"Close it with `{closing}`", (cursor.pos, bracket, closing))
        cursor.report("unclosed-header", f"This header is not closed: `{closing}` is missing", start, cursor.pos, fix)
    cursor.pos = end


def _read_stray(cursor: TextCursor) -> None:
    start = cursor.pos
    cursor.pos = cursor.line_end()
    cursor.report("stray", f"`{cursor.shown(start)}` does not belong here", start, start + 1)


def _read_pair(cursor: TextCursor, pair: Pair) -> None:
    start = cursor.pos
    keys = read_keys(cursor)
    behind = cursor.pos
    cursor.skip()
    if at_sign(cursor, behind):
        pair.member = with_value(cursor, keys, start, 0)
        return
    cursor.pos = behind
    if behind == start:  # not even a name: a character that begins no key
        cursor.pos = cursor.line_end()
        _report_odd(cursor, start)
        known = len(cursor.problems)
        pair.member = without_value(cursor, keys, start)
        del cursor.problems[known:]
        return
    pair.member = without_value(cursor, keys, start)
    cursor.pos = cursor.line_end()


def _report_odd(cursor: TextCursor, start: int) -> None:
    character = cursor.source[start : start + 1]
    if CONTROL.match(character):
        cursor.report("control-character", f"{control_name(character)} is not allowed here", start, start + 1)
    else:
        cursor.report("stray", f"`{cursor.shown(start)}` does not belong here", start, start + 1)


def _read_tail(cursor: TextCursor) -> None:
    """The rest of the line: a comment, or unexpected text."""
    cursor.skip()
    end = cursor.line_end()
    if cursor.peek() == b"#":
        skip_comment(cursor)
    elif cursor.pos < end:
        if not cursor.problems:
            _report_tail(cursor, end)
        cursor.pos = end
    cursor.pos = cursor.next_line(cursor.pos)


def _report_tail(cursor: TextCursor, end: int) -> None:
    start = cursor.pos
    text = cursor.source[start:end].rstrip(b" \t")
    control = CONTROL.match(text)
    if control:
        cursor.report("control-character", f"{control_name(control[0])} is not allowed here", start, start + 1)
    elif text == b",":
        fix = cursor.mend("Remove it", (start, start + 1, ""))
        cursor.report("comma", "TOML has no comma at the end of a line", start, start + 1, fix)
    else:
        cursor.report("trailing", "Nothing else may follow on this line", start, start + len(text))


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
