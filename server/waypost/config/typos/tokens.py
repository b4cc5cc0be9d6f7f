"""How the spell checker cuts text into identifiers, and identifiers into words.

Written by hand: no library cuts at exactly these places, and every entry of a configuration depends on them.
"""

import re
from collections.abc import Iterator
from enum import Enum
from typing import Final, NamedTuple

_PLAIN_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+", re.ASCII)


class Word(NamedTuple):
    """A word of an identifier and where it starts, in characters."""

    text: str
    start: int


class _Mode(Enum):
    BOUNDARY = 0
    LOWER = 1
    UPPER = 2
    DIGIT = 3


def is_identifier(text: str) -> bool:
    """Whether a text is cut nowhere: a run of letters, digits, `_` and what else continues an identifier."""
    return f"_{text}".isidentifier() and text != ""


def is_word(text: str) -> bool:
    """Whether a text is a single word."""
    if _PLAIN_WORD.fullmatch(text):
        return True
    return is_identifier(text) and [word.text for word in words(text)] == [text]


def words(identifier: str) -> Iterator[Word]:
    """The words of an identifier: it is cut at `_`, at digits and where the case changes."""
    start: int | None = None
    before = _Mode.BOUNDARY
    for at, character in enumerate(identifier):
        mode = _mode(character)
        if mode is _Mode.BOUNDARY:
            start, before = None, mode
            continue
        after = _mode(identifier[at + 1]) if at + 1 < len(identifier) else _Mode.BOUNDARY
        if start is None:
            start = at
        elif before is mode is _Mode.UPPER and after is _Mode.LOWER:  # `P` of `HTTPServer` starts the next word
            yield Word(identifier[start:at], start)
            start = at
        if _ends_word(mode, after):
            yield Word(identifier[start : at + 1], start)
            start, mode = None, _Mode.BOUNDARY
        before = mode


def _ends_word(mode: _Mode, after: _Mode) -> bool:
    """Between two characters there is a cut, except within a case and from upper to lower."""
    return mode is not after and (mode, after) != (_Mode.UPPER, _Mode.LOWER)


def _mode(character: str) -> _Mode:
    if character.islower():
        return _Mode.LOWER
    if character.isupper():
        return _Mode.UPPER
    return _Mode.DIGIT if character in "0123456789" else _Mode.BOUNDARY
