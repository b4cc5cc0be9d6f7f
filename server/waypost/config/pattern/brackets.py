"""Finds the end of a bracketed class."""

import re
from typing import Final

from waypost.config.pattern.cursor import Flags, PatternCursor, UnreadablePattern

_POSIX: Final = re.compile(r"\[:\^?[a-z]+:\]")
_DEEPEST: Final = 20


def skip_brackets(cursor: PatternCursor, flags: Flags, depth: int = 0) -> None:
    """Skip a class, from its opening bracket to its closing one."""
    if depth > _DEEPEST or not cursor.takes("["):
        raise UnreadablePattern
    cursor.skip_blanks(flags)
    cursor.takes("^")
    cursor.skip_blanks(flags)
    _skip_leading(cursor, flags)
    while not cursor.takes("]"):
        _skip_member(cursor, flags, depth)
        cursor.skip_blanks(flags)


def _skip_leading(cursor: PatternCursor, flags: Flags) -> None:
    """Leading dashes are literal, and so is a bracket that comes first."""
    if cursor.takes("]"):
        cursor.skip_blanks(flags)
        return
    while cursor.takes("-"):
        cursor.skip_blanks(flags)


def _skip_member(cursor: PatternCursor, flags: Flags, depth: int) -> None:
    if cursor.try_match(_POSIX):
        return
    if cursor.sees("["):
        skip_brackets(cursor, flags, depth + 1)
    else:
        _skip_character(cursor)
        cursor.skip_blanks(flags)
        if cursor.sees("-") and _after_dash(cursor, flags) not in ("]", "-", ""):
            cursor.takes("-")
            cursor.skip_blanks(flags)
            _skip_character(cursor)


def _skip_character(cursor: PatternCursor) -> None:
    """A backslash escapes the next character; the rest of the escape contains no bracket."""
    if cursor.take() == "\\":
        cursor.take()


def _after_dash(cursor: PatternCursor, flags: Flags) -> str:
    ahead = PatternCursor(cursor.text, cursor.at + 1)
    ahead.skip_blanks(flags)
    return ahead.peek()
