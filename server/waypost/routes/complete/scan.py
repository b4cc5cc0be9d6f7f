"""Where a cursor is among the strings and brackets of a statement that may not be finished.

By hand: in the syntax tree of half a call its parts may be anywhere. One pass over the statement's bytes is enough.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

_TOKEN: Final = re.compile(
    rb"#[^\r\n]*|(?P<prefix>(?<![A-Za-z0-9_])[rRbBfFuU]{1,2}+|)(?P<quote>\"{3}|'{3}|\"|')|(?P<open>[(\[{])|(?P<close>[)\]}])"
)
_ENDS: Final = {
    quote: re.compile(rb"(?:[^\\]|\\[\s\S])*?(?:" + quote + (rb"|(?=[\r\n])" if len(quote) == 1 else rb"") + rb")")
    for quote in (b'"', b"'", b'"""', b"'''")
}
_PAIRS: Final = {b"(": b")", b"[": b"]", b"{": b"}"}


@dataclass(frozen=True, slots=True)
class StringLiteral:
    """A string literal: its letters, its quotes, and its content."""

    prefix: bytes
    quote: bytes
    start: int
    content: int
    end: int
    closed: bool

    @property
    def is_formatted(self) -> bool:
        return b"f" in self.prefix.lower()


class Bracket(NamedTuple):
    """An open bracket and its offset."""

    kind: bytes
    at: int


class SourceCursor(NamedTuple):
    """What is around an offset, the outermost first, and whether the offset is in a comment."""

    literal: StringLiteral | None
    open: tuple[Bracket, ...]
    comment: bool = False

    @property
    def closers(self) -> bytes:
        """The text that closes every bracket that is open here."""
        return b"".join(_PAIRS[each.kind] for each in reversed(self.open))


def scan(text: bytes, offset: int) -> SourceCursor:
    """The strings and brackets around `offset`."""
    stack: list[Bracket] = []
    for token in _tokens(text, 0):
        if isinstance(token, StringLiteral):
            if token.start >= offset:
                break
            if token.content <= offset <= token.end:
                return SourceCursor(token, tuple(stack))
        elif token.start() >= offset:
            break
        elif token["open"]:
            stack.append(Bracket(token["open"], token.start()))
        elif token["close"]:
            if stack:
                stack.pop()
        elif offset <= token.end():
            return SourceCursor(None, tuple(stack), comment=True)
    return SourceCursor(None, tuple(stack))


def leaves_open(line: bytes) -> bool:
    """Whether a string begins in what follows on a line, and has to end there, and does not."""
    literals = (each for each in _tokens(line, 0) if isinstance(each, StringLiteral))
    return any(not each.closed and len(each.quote) == 1 for each in literals)


def closed_behind(text: bytes, offset: int) -> int:
    """How many of the brackets that are open at an offset are closed behind it."""
    closed = depth = 0
    for token in _tokens(text, offset):
        if isinstance(token, StringLiteral):
            continue
        if token["open"]:
            depth += 1
        elif token["close"]:
            closed += not depth
            depth = max(0, depth - 1)
    return closed


def _tokens(text: bytes, offset: int) -> Iterator[re.Match[bytes] | StringLiteral]:
    """The strings behind an offset, and what is between them: brackets and comments."""
    while (token := _TOKEN.search(text, offset)) is not None:
        offset = token.end()
        if not token["quote"]:
            yield token
            continue
        literal = _literal(text, token)
        offset = max(literal.end + len(literal.quote) * literal.closed, offset)
        yield literal


def _literal(text: bytes, token: re.Match[bytes]) -> StringLiteral:
    quote, content = token["quote"], token.end()
    found = _ENDS[quote].match(text, content)
    closed = found is not None and found[0].endswith(quote)
    end = (found.end() - len(quote) * closed) if found is not None else len(text)
    return StringLiteral(token["prefix"], quote, token.start(), content, end, closed)
