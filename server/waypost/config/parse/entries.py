"""The forms of an entry, and how keys with their values become a table: a second definition is an error."""

import re
from collections.abc import Iterable, Sequence
from typing import ClassVar

from waypost.config.parse.nodes import (
    Entry,
    Form,
    Key,
    Member,
    PieceProblem,
    Placed,
    Scalar,
    ScalarKind,
    SourcePiece,
    Statement,
    Style,
    Table,
    Value,
)


class NamedEntry(Entry):
    """An entry with all its parts in memory."""

    __slots__ = ("__weakref__", "end", "keys", "name", "start", "statement", "value")

    keys: Sequence[Key]
    name: str
    start: int
    end: int
    value: Value
    statement: Statement

    def __init__(self, keys: Sequence[Key], value: Value, start: int, end: int, statement: Statement) -> None:
        self.name = keys[0].name
        self.keys = keys
        self.value = value
        self.start = start
        self.end = end
        self.statement = statement


class PlainLine(Statement, Entry):
    """A plain line, an entry and a statement in one object. Its parts are parsed on first use.

    A word list has thousands of these: reading one costs a match and this object.
    """

    __slots__ = ("name", "text_value")

    name: str
    # The value, without creating a node for it.
    text_value: str

    # With `""` around the value, and no escapes in key and value.
    pattern: ClassVar[re.Pattern[bytes]]
    key_style: ClassVar[Style]
    value_style: ClassVar[Style]

    def __init__(self, text: bytes, name: str, text_value: str) -> None:
        self.text = text
        self.name = name
        self.text_value = text_value

    @property
    def statement(self) -> Statement:
        return self

    @property
    def _match(self) -> re.Match[bytes]:
        match = self.pattern.match(self.text)
        assert match, "a line is made of a match"
        return match

    @property
    def start(self) -> int:
        return self._match.start("key") - self._key_quotes

    @property
    def end(self) -> int:
        return self._match.end("value") + 1

    @property
    def _key_quotes(self) -> int:
        return 0 if self.key_style is Style.BARE else 1

    @property
    def key_range(self) -> tuple[int, int]:
        """The range of the key, with its quotes if it has any."""
        start, end = self._match.span("key")
        return start - self._key_quotes, end + self._key_quotes

    @property
    def keys(self) -> tuple[Key, ...]:
        return (Key(self, *self.key_range, self.name, self.key_style),)

    @property
    def value(self) -> Scalar:
        start, end = self._match.span("value")
        return Scalar(self, start - 1, end + 1, ScalarKind.STRING, self.text_value, self.value_style)

    @property
    def member(self) -> Member:
        equals = self._match.end("sign")
        return Member(self, self.start, self.end, self.keys, equals, self.value)


class TomlLine(PlainLine):
    """`key = "value"` with a bare key, and optionally a comment after it."""

    __slots__ = ()
    pattern = re.compile(
        rb'[ \t]*(?P<key>[A-Za-z0-9_-]+)[ \t]*(?P<sign>=)[ \t]*"(?P<value>[^"\\\x00-\x08\x0a-\x1f\x7f]*)"[ \t]*'
        rb"(?:#[^\x00-\x08\x0a-\x1f\x7f]*)?(?:\r?\n|\Z)"
    )
    key_style = Style.BARE
    value_style = Style.BASIC


class JsonLine(PlainLine):
    """`"key": "value",` on its own line."""

    __slots__ = ()
    pattern = re.compile(
        rb'[ \t]*"(?P<key>[^"\\\x00-\x1f]*)"[ \t]*(?P<sign>:)[ \t]*"(?P<value>[^"\\\x00-\x1f]*)"[ \t]*,[ \t]*\r?\n'
    )
    key_style = Style.JSON
    value_style = Style.JSON


def collect(members: Iterable[Member | Entry]) -> tuple[dict[str, Entry], list[PieceProblem]]:
    """The entries of members, and their duplicates. A member without `=` defines nothing yet."""
    entries: dict[str, Entry] = {}
    problems: list[PieceProblem] = []
    for member in members:
        if isinstance(member, Entry):
            if member.name in entries:
                problems.append(_twice(member.key, entries[member.name]))
            else:
                entries[member.name] = member
        elif member.is_whole:
            _insert(entries, member, problems)
    return entries, problems


def _insert(entries: dict[str, Entry], member: Member, problems: list[PieceProblem]) -> None:
    for key in member.keys[:-1]:
        table = _dotted(entries, key, member, problems)
        if table is None:
            return
        entries = table.entries
    last = member.keys[-1]
    if last.name in entries:
        problems.append(_twice(last, entries[last.name]))
    else:
        if member.entry is None:
            member.entry = NamedEntry((last,), member.value, member.start, member.end, member.statement)
        entries[last.name] = member.entry


def _dotted(entries: dict[str, Entry], key: Key, member: Member, problems: list[PieceProblem]) -> Table | None:
    """The table that `key` of a dotted key names, which dotted keys before it may have begun."""
    entry = entries.get(key.name)
    if entry is None:
        table = Table(key.statement, key.start, key.end, Form.DOTTED, last=member.statement)
        entries[key.name] = NamedEntry([key], table, member.start, member.end, member.statement)
        return table
    if isinstance(entry.value, Table) and entry.value.form is Form.DOTTED and isinstance(entry.keys, list):
        entry.keys.append(key)
        return entry.value
    problems.append(not_a_table(key, entry))
    return None


def _twice(key: Key, first: Entry) -> PieceProblem:
    return duplicate("duplicate-key", f"`{key.name}` is set twice", key, first.keys)


def not_a_table(key: Key, first: Entry) -> PieceProblem:
    """A dotted key or header adds to something that cannot be extended."""
    if isinstance(first.value, Table):
        message = f"`{key.name}` is a complete table: nothing can be added to it here"
    else:
        message = f"`{key.name}` already has a value, so it cannot be a table"
    return duplicate("duplicate-key", message, key, first.keys)


def duplicate(code: str, message: str, place: Placed, first: Sequence[Key]) -> PieceProblem:
    earlier = first[0]
    related = SourcePiece(earlier.statement, earlier.start, earlier.end)
    return PieceProblem(
        code, message, SourcePiece(place.statement, place.start, place.end), ((related, "It is set here first"),)
    )
