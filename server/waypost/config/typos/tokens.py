"""How typos splits text into identifiers, and identifiers into words.

Written by hand: no library splits at exactly these places, and every entry of a configuration depends on them.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import Final, NamedTuple

_PLAIN_WORD: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+", re.ASCII)
_RUN: Final = re.compile(r"\w+")
_SHORTEST_HASH: Final = 32
# Numbers, ordinals, hexadecimal numbers, `_` alone, hashes: typos ignores them.
_NOT_CHECKED: Final = re.compile(
    r"[0-9_]+|_*[0-9]+(?:st|nd|rd|th)_*|0[xX][0-9A-Fa-f_]+|[0-9a-f]{32,}|[0-9A-F]{32,}", re.ASCII
)


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
    """Whether typos reads a text as one identifier."""
    return is_identifier_text(text) and not _NOT_CHECKED.fullmatch(text)


def identifiers(text: str) -> Iterator[str]:
    """The identifiers of a short text, such as a correction; typos recognises more text that it does not read."""
    return (text[start:end] for start, end in identifier_spans(text))


def identifier_spans(text: str) -> Iterator[tuple[int, int]]:
    """Their positions."""
    return (found.span() for found in _RUN.finditer(text) if is_identifier(found[0]))


def is_identifier_text(text: str) -> bool:
    """Whether a text is never split: a run of letters, digits, `_` and other characters that continue an identifier."""
    return f"_{text}".isidentifier() and text != ""


def is_word(text: str) -> bool:
    """Whether a text is a single word."""
    if _PLAIN_WORD.fullmatch(text):
        return len(text) < _SHORTEST_HASH or is_identifier(text)
    return is_identifier(text) and [word.text for word in words(text)] == [text]


def casings(word: str) -> Sequence[str]:
    """The words that an entry of this name covers, ignoring case; none if it is never a word."""
    if is_word(word) and word.isascii():
        return tuple(dict.fromkeys((word.lower(), word.capitalize(), word.upper())))
    every = (word.lower(), word.capitalize(), word.upper(), word, word.casefold())
    return tuple(dict.fromkeys(each for each in every if is_word(each)))


def words(identifier: str) -> Iterator[Word]:
    """The words of an identifier: it is split at `_`, at digits and where the case changes."""
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
    """Every pair of characters is split, except within a case and from upper to lower."""
    return mode is not after and (mode, after) != (_Mode.UPPER, _Mode.LOWER)


def _mode(character: str) -> _Mode:
    if character.islower():
        return _Mode.LOWER
    if character.isupper():
        return _Mode.UPPER
    return _Mode.DIGIT if character in "0123456789" else _Mode.BOUNDARY
