"""The two forms of an entry: any, and the plain `key = "value"` line of which word lists consist."""

import re
from collections.abc import Sequence
from typing import ClassVar

from waypost.config.parse.nodes import Entry, Key, Member, Scalar, ScalarKind, Statement, Style, Value


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
