"""Looks ahead from a line in brackets: what may be the next statement, and where the bracket is closed after all."""

import re

_KEY = rb"""(?:[A-Za-z0-9_-]+|"[^"\\\r\n]*"|'[^'\r\n]*')"""
_DOTTED = _KEY + rb"[ \t]*(?:\.[ \t]*" + _KEY + rb"[ \t]*)*"
_PAIR = re.compile(rb"[ \t]*" + _DOTTED + rb"=")
_HEADER = re.compile(rb"[ \t]*\[{1,2}[ \t]*(" + _DOTTED + rb")\]{0,2}[ \t]*(?:#[^\n]*)?(?=\r?\n|\Z)")
# What looks like a header and is as well a list of one value.
_VALUE = re.compile(rb"""[ \t]*(?:"[^"\n]*"|'[^'\n]*'|true|false|[0-9][0-9_.\-]*)[ \t]*""")
# A line's beginning with the bracket it may begin with, a comment, a string, a bracket.
_MARKS = re.compile(rb"""\n[ \t]*+\[?|#[^\n]*|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|[\[\]{}]""")


def starts_statement(source: bytes, start: int) -> bool:
    """Whether a header or a key with `=` stands at `start`."""
    if source[start : start + 1] == b"[":
        return _is_header(source, start)
    return bool(_PAIR.match(source, start))


class Lookahead:
    """Where what is open at the beginning of a line is closed: one look up to a header serves all lines before it.

    Each open bracket looking on its own would cost a document of open brackets the square of its length.
    """

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._looked: dict[bytes, tuple[range, dict[int, int]]] = {}

    def closed_at(self, start: int, closing: bytes) -> int:
        """Where a bracket open at `start`, the first text on its line, is closed before a header; -1: nowhere."""
        looked, closed = self._looked.get(closing, (range(0), {}))
        if start not in looked:
            end, closed = _closings(self._source, start, closing)
            self._looked[closing] = range(start, end), closed
        return closed.get(start, -1)


def _is_header(source: bytes, start: int) -> bool:
    match = _HEADER.match(source, start)
    return bool(match and not _VALUE.fullmatch(match[1]))


def _closings(source: bytes, start: int, closing: bytes) -> tuple[int, dict[int, int]]:
    """After the next header, and for the lines from `start` to there where what is open before each is closed."""
    opening = b"[" if closing == b"]" else b"{"
    closed: dict[int, int] = {}
    waiting: list[tuple[int, int]] = []  # lines with the depth they begin at, the innermost last
    depth = 0
    for mark in _MARKS.finditer(source, source.rfind(b"\n", 0, start)):
        text = mark[0]
        if text.startswith(b"\n"):
            bracket = text.endswith(b"[")
            line = mark.end() - bracket
            if bracket and _is_header(source, line):
                return line + 1, closed
            waiting.append((depth, line))
            depth += bracket and opening == b"["
        elif text == closing:
            depth -= 1
            while waiting and waiting[-1][0] > depth:
                closed[waiting.pop()[1]] = mark.start()
        else:
            depth += text == opening
    return len(source) + 1, closed
