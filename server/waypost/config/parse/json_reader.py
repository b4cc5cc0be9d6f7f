"""Reads JSON, finished or not: a document is one statement, except for plain lines, each of which is one.

Written by hand: `json` stops at the first error and has no positions. What is not strict JSON is an error, but it is
understood: comments, single quotes, bare keys, too many or too few commas, unclosed brackets.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence

from waypost.cancel import checkpoint
from waypost.config.parse.brackets import read_bracketed, swallows
from waypost.config.parse.cursor import Lookahead, TextCursor
from waypost.config.parse.entries import JsonLine, collect
from waypost.config.parse.locate import locate_in_root
from waypost.config.parse.nodes import (
    Array,
    Bad,
    CursorPlace,
    Form,
    Key,
    Member,
    Missing,
    PieceProblem,
    Scalar,
    Statement,
    Style,
    Table,
    Value,
)
from waypost.config.parse.quoted import in_quotes, read_string
from waypost.config.parse.scalars import json_scalar
from waypost.config.parse.tree import Tree, joined
from waypost.text import AppliedEdit
from waypost.text.encoding import decode
from waypost.workspace.homes import Syntax

_DEPTH_LIMIT = 128
_NEWLINE = ord("\n")
_BOM = b"\xef\xbb\xbf"
_SPACE = re.compile(rb"[ \t\r\n]*")
_COMMENT = re.compile(rb"//[^\r\n]*|/\*(?:[^*]++|\*(?!/))*(?:\*/)?|#[^\r\n]*")
_TOKEN = re.compile(rb"""[^\s,\[\]{}:"']+""")
_plain_line = JsonLine.pattern.match
_LITERALS = {"True": "true", "False": "false", "None": "null", "nil": "null", "undefined": "null", "NULL": "null"}


class Whole(Statement):
    """A JSON document, which contains all its nodes except those of plain lines."""

    __slots__ = ("_problems",)

    _problems: tuple[PieceProblem, ...]

    @property
    def problems(self) -> tuple[PieceProblem, ...]:
        return self._problems


def read_json(source: bytes, known: Mapping[int, JsonLine]) -> tuple[Table, Whole, dict[int, JsonLine]]:
    """The root object, the document as a statement, and its plain lines by position.

    `known` are lines of the previous version at their positions in this one.
    """
    whole = Whole(source)
    start = len(_BOM) if source.startswith(_BOM) else 0
    reader = _JsonReader(TextCursor(source, whole, 0, start, Lookahead(source)), known)
    root = reader.read_document()
    whole._problems = tuple(reader.cursor.problems)  # noqa: SLF001 - it is being made
    return root, whole, reader.lines


class _JsonReader:
    def __init__(self, cursor: TextCursor, known: Mapping[int, JsonLine]) -> None:
        self.cursor = cursor
        self.lines: dict[int, JsonLine] = {}
        self._known = known

    def read_document(self) -> Table:
        cursor = self.cursor
        skip_space(cursor)
        start = cursor.pos
        value = self._read_value(0)
        if not isinstance(value, Table):
            if not isinstance(value, Bad):
                cursor.report("root", "A configuration is an object: `{…}`", start, max(cursor.pos, start))
            value = Table(cursor.statement, 0, 0, Form.ROOT)
        skip_space(cursor)
        if not cursor.at_end and not cursor.problems:
            end = len(cursor.source.rstrip())
            cursor.report("trailing", "Nothing else may follow the object", cursor.pos, max(end, cursor.pos + 1))
        value.form = Form.ROOT
        return value

    def _read_value(self, depth: int) -> Value:
        cursor = self.cursor
        first = cursor.peek()
        if first == b'"':
            return read_string(cursor, Style.JSON, nested=depth > 0)
        if first == b"'":
            return self._single_quoted()
        if first in (b"[", b"{"):
            if depth >= _DEPTH_LIMIT:
                return self._too_deep()
            return self._read_array(depth) if first == b"[" else self._read_object(depth)
        return self._read_bare()

    def _single_quoted(self) -> Scalar:
        cursor = self.cursor
        start = cursor.pos
        scalar = read_string(cursor, Style.LITERAL, nested=True)
        if scalar.closed:
            text = cursor.source[start + 1 : cursor.pos - 1]
            fix = None
            if b'"' not in text and b"\\" not in text:
                fix = cursor.mend("Use double quotes", (start, start + 1, '"'), (cursor.pos - 1, cursor.pos, '"'))
            cursor.report("quotes", "JSON strings need double quotes", start, cursor.pos, fix)
        scalar.broken = True
        return scalar

    def _too_deep(self) -> Bad:
        cursor = self.cursor
        start = cursor.pos
        if not any(each.code == "too-deep" for each in cursor.problems):
            cursor.report("too-deep", f"Nested more than {_DEPTH_LIMIT} levels deep", start, start + 1)
        cursor.pos = len(cursor.source)
        return Bad(cursor.statement, start, cursor.pos)

    def _read_bare(self) -> Value:
        cursor = self.cursor
        start = cursor.pos
        match = _TOKEN.match(cursor.source, start)
        if not match:
            return Missing(cursor.statement, start, start)
        cursor.pos = match.end()
        text = match[0].decode(errors="replace")
        found = json_scalar(text)
        if found:
            return Scalar(cursor.statement, start, cursor.pos, *found)
        meant = _LITERALS.get(text)
        if meant:
            known = cursor.mend(f"Write `{meant}`", (start, cursor.pos, meant))
            cursor.report("bare-value", f"In JSON, this is written `{meant}`", start, cursor.pos, known)
        else:
            fix = in_quotes(cursor, start, cursor.pos, text)
            message = f"`{text[:40]}` is not a value: text needs double quotes"
            cursor.report("bare-value", message, start, cursor.pos, fix)
        return Bad(cursor.statement, start, cursor.pos)

    def _read_array(self, depth: int) -> Array:
        cursor = self.cursor
        array = Array(cursor.statement, cursor.pos, cursor.pos)

        def read_item() -> bool:
            start = cursor.pos
            item = self._read_value(depth + 1)
            if isinstance(item, Missing):
                item = Bad(cursor.statement, start, start + 1)
                cursor.pos += 1
                cursor.report("stray", f"`{cursor.shown(start)}` does not belong here", start, cursor.pos)
            array.items.append(item)
            return swallows(item)

        read_bracketed(cursor, array, read_item, skip_space)
        return array

    def _read_object(self, depth: int) -> Table:
        cursor = self.cursor
        table = Table(cursor.statement, cursor.pos, cursor.pos, Form.INLINE)

        def read_member() -> bool:
            self._read_lines(table)
            if cursor.peek() in (b"}", b"]", b",", b""):
                return True
            member = self._read_member(depth)
            table.members.append(member)
            return swallows(member.value)

        read_bracketed(cursor, table, read_member, skip_space)
        table.entries, problems = collect(table.members)
        cursor.problems.extend(problems)
        return table

    def _read_lines(self, table: Table) -> None:
        """The plain lines at the cursor, if it is in the blanks at the start of a line."""
        cursor = self.cursor
        start = cursor.pos
        while start and cursor.source[start - 1] in b" \t":
            start -= 1
        if not start or cursor.source[start - 1] != _NEWLINE:
            return
        while True:
            checkpoint()
            line = self._known.get(start)
            if line is None:
                match = _plain_line(cursor.source, start)
                if not match:
                    break
                text, key, value = match.group(0, "key", "value")
                line = JsonLine(text, decode(key), decode(value))
            self.lines[start] = line
            table.members.append(line)
            start += len(line.text)
            cursor.pos = start
        skip_space(cursor)

    def _read_member(self, depth: int) -> Member:
        cursor = self.cursor
        start = cursor.pos
        known = len(cursor.problems)
        key = self._read_key()
        behind, told = cursor.pos, len(cursor.problems)
        skip_space(cursor)
        if cursor.peek() != b":":
            cursor.pos = behind
            del cursor.problems[told:]
            if told == known and key.end > key.start:
                message = f"`{key.name[:40]}` has no value: write `: …` after it"
                cursor.report("no-value", message, start, cursor.pos)
            return Member(cursor.statement, start, behind, (key,), None, Missing(cursor.statement, behind, behind))
        sign = cursor.pos
        cursor.pos += 1
        skip_space(cursor)
        value = self._read_value(depth + 1)
        if isinstance(value, Missing):
            cursor.pos = sign + 1
            value = Missing(cursor.statement, sign + 1, sign + 1)
            cursor.report("no-value", "A value is missing after `:`", sign, sign + 1)
        return Member(cursor.statement, start, cursor.pos, (key,), sign + 1, value)

    def _read_key(self) -> Key:
        cursor = self.cursor
        start = cursor.pos
        if cursor.peek() in (b'"', b"'"):
            single = cursor.peek() == b"'"
            scalar = self._single_quoted() if single else read_string(cursor, Style.JSON, nested=True)
            return Key(cursor.statement, start, cursor.pos, str(scalar.value), scalar.style)
        match = _TOKEN.match(cursor.source, start)
        if match:
            cursor.pos = match.end()
            name = match[0].decode(errors="replace")
            fix = in_quotes(cursor, start, cursor.pos, name)
            cursor.report("bare-key", "JSON keys need double quotes", start, cursor.pos, fix)
            return Key(cursor.statement, start, cursor.pos, name)
        if cursor.peek() != b":":
            cursor.pos += 1
        cursor.report("no-key", "A key is missing here", start, start + 1)
        return Key(cursor.statement, start, start, "")


def skip_space(cursor: TextCursor) -> bool:
    """Skip blanks, line ends and comments, which are reported; returns whether a new line was begun."""
    start = cursor.pos
    while True:
        cursor.skip(_SPACE)
        match = _COMMENT.match(cursor.source, cursor.pos)
        if not match:
            return b"\n" in cursor.source[start : cursor.pos]
        cursor.report("comment", "JSON has no comments", match.start(), match.end())
        cursor.pos = match.end()


class JsonTree(Tree):
    """A JSON document. Its nodes are in one statement, except for plain lines, each of which is a separate one."""

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
        edit = joined(edits)
        shift = edit.new_end - edit.old_end
        lines = list(self._lines.items())
        before = bisect_right(lines, edit.start, key=_line_end)
        after = bisect_left(self.starts, edit.old_end, 1) - 1
        known: dict[int, JsonLine] = dict(lines[:before])
        known.update((start + shift, line) for start, line in lines[after:])
        return JsonTree(source, known)


def _line_end(line: tuple[int, JsonLine]) -> int:
    return line[0] + len(line[1].text)
