"""Looks ahead from a line in brackets: what may be the next statement, and where the bracket is finally closed."""

import re

# Also one that needs quotes, so that adding these changes nothing else.
_KEY = rb"""(?:[^\s.=\[\]{},"'#]+|"[^"\\\r\n]*"|'[^'\r\n]*')"""
_DOTTED = _KEY + rb"[ \t]*+(?:\.[ \t]*" + _KEY + rb"[ \t]*+)*"
_PAIR = re.compile(rb"[ \t]*" + _DOTTED + rb"=")
_HEADER = re.compile(rb"[ \t]*\[{1,2}[ \t]*(" + _DOTTED + rb")\]{0,2}[ \t]*(?:#[^\n]*)?(?=\r?\n|\Z)")
# What looks like a header and is also a list of one value.
_VALUE = re.compile(rb"""[ \t]*(?:"[^"\n]*"|'[^'\n]*'|true|false|[+-]?[0-9][0-9_.:eTZ+\-]*)[ \t]*""")
# The start of a line with an optional bracket, a comment, a string, a bracket.
_MARKS = re.compile(rb"""\n[ \t]*+\[?|#[^\n]*|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?|[\[\]{}]""")


def starts_statement(source: bytes, start: int) -> bool:
    """Whether there is a header or a key with `=` at `start`."""
    if source[start : start + 1] == b"[":
        return _is_header(source, start)
    return bool(_PAIR.match(source, start))


class Lookahead:
    """Where the brackets open at the start of a line are closed: one scan up to a header serves all lines before it.

    A separate scan for each open bracket would take quadratic time in a document of open brackets.
    """

    def __init__(self, source: bytes) -> None:
        self._source = source
        self._looked: dict[bytes, tuple[range, dict[int, int]]] = {}

    def closed_at(self, start: int, closing: bytes) -> int:
        """Where a bracket open at `start`, the first text on its line, is closed before a header; -1 if it is not."""
        looked, closed = self._looked.get(closing, (range(0), {}))
        if start not in looked:
            end, closed = _closings(self._source, start, closing)
            self._looked[closing] = range(start, end), closed
        return closed.get(start, -1)


def _is_header(source: bytes, start: int) -> bool:
    match = _HEADER.match(source, start)
    return bool(match and not _VALUE.fullmatch(match[1]))


def _closings(source: bytes, start: int, closing: bytes) -> tuple[int, dict[int, int]]:
    """The end of the next header, and for the lines from `start` to there where their open brackets are closed."""
    opening = b"[" if closing == b"]" else b"{"
    closed: dict[int, int] = {}
    waiting: list[tuple[int, int]] = []  # lines with their initial depth, the innermost last
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
