"""Tells a line in brackets from the next statement, where a bracket was forgotten."""

import re

from waypost.config.parse.cursor import Cursor

_KEY = rb"""(?:[A-Za-z0-9_-]+|"[^"\\\r\n]*"|'[^'\r\n]*')"""
_DOTTED = _KEY + rb"[ \t]*(?:\.[ \t]*" + _KEY + rb"[ \t]*)*"
_PAIR = re.compile(rb"[ \t]*" + _DOTTED + rb"=")
_HEADER = re.compile(rb"[ \t]*\[{1,2}[ \t]*(" + _DOTTED + rb")\]{0,2}[ \t]*(?:#[^\n]*)?(?=\r?\n|\Z)")
# What looks like a header and is as well a list of one value.
_VALUE = re.compile(rb"""[ \t]*(?:"[^"\n]*"|'[^'\n]*'|true|false|[0-9][0-9_.\-]*)[ \t]*""")
_MARKS = re.compile(rb"""#[^\n]*|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|[\[\]{}]""")


class Fence:
    """What an open bracket must not run over: the next statement, where the bracket is never closed."""

    def __init__(self, cursor: Cursor, closing: bytes) -> None:
        self._cursor = cursor
        self._closing = closing
        # Where the bracket is closed, once somebody had to know: looking far ahead is done once a bracket.
        self._closed_at: int | None = None

    def is_behind(self) -> bool:
        """Whether the line that begins at the cursor is the next statement rather than more of what is in brackets."""
        cursor = self._cursor
        if not _starts_statement(cursor.source, cursor.pos):
            return False
        if self._closed_at is None:
            cursor.far = len(cursor.source)
            self._closed_at = _closed_at(cursor.source, cursor.pos, self._closing)
        return cursor.pos > self._closed_at


def _starts_statement(source: bytes, start: int) -> bool:
    if source[start : start + 1] == b"[":
        return _is_header(source, start)
    return bool(_PAIR.match(source, start))


def _is_header(source: bytes, start: int) -> bool:
    match = _HEADER.match(source, start)
    return bool(match and not _VALUE.fullmatch(match[1]))


def _closed_at(source: bytes, start: int, closing: bytes) -> int:
    """Where the bracket open at `start` is closed before the next header; -1 where it is not."""
    opening = b"[" if closing == b"]" else b"{"
    depth = 1
    for mark in _MARKS.finditer(source, start):
        if mark[0] == b"[" and _begins_line(source, mark.start()) and _is_header(source, mark.start()):
            return -1
        depth += (mark[0] == opening) - (mark[0] == closing)
        if depth == 0:
            return mark.start()
    return -1


def _begins_line(source: bytes, start: int) -> bool:
    return not source[source.rfind(b"\n", 0, start) + 1 : start].strip(b" \t")
