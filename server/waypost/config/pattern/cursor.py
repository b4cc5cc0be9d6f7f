"""A position in a pattern, the flags in effect there, and the escapes and classes that stand there."""

import re
from dataclasses import dataclass, replace
from typing import Final

_BLANKS = frozenset("\t\n\v\f\r \x85\u200e\u200f\u2028\u2029")
_CONTROLS = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_CODE = re.compile(r"x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|[xuU]\{\s*([0-9A-Fa-f]+)\s*\}")
_NAMED_CLASS = re.compile(r"([dDsSwW])|[pP](?:[A-Za-z]|\{[^}]+\})")
_NAMES = {"i": "any_case", "m": "lines", "s": "dot_all", "R": "crlf", "U": "swap_greed", "u": "unicode", "x": "verbose"}


class UnreadablePattern(Exception):  # noqa: N818 - no error: what is not understood is left alone
    """The pattern contains something that is not understood here."""


@dataclass(frozen=True, slots=True)
class Flags:
    """The flags set by `(?i)` and the like."""

    any_case: bool = False
    lines: bool = False
    dot_all: bool = False
    crlf: bool = False
    swap_greed: bool = False
    unicode: bool = True
    verbose: bool = False

    def changed(self, letters: str, *, on: bool) -> "Flags":
        return replace(self, **{_NAMES[letter]: on for letter in letters})

    def scoped(self, source: str) -> str:
        """A class as written here, in a form that is valid anywhere."""
        letters = ("i" if self.any_case else "") + ("x" if self.verbose else "") + ("" if self.unicode else "-u")
        return f"(?{letters}:{source})" if letters else source


@dataclass(slots=True)
class PatternCursor:
    text: str
    at: int = 0

    @property
    def at_end(self) -> bool:
        return self.at >= len(self.text)

    def peek(self, ahead: int = 0) -> str:
        return self.text[self.at + ahead : self.at + ahead + 1]

    def sees(self, expected: str) -> bool:
        return self.text.startswith(expected, self.at)

    def takes(self, expected: str) -> bool:
        found = self.sees(expected)
        self.at += len(expected) if found else 0
        return found

    def take(self) -> str:
        if self.at_end:
            raise UnreadablePattern
        self.at += 1
        return self.text[self.at - 1]

    def try_match(self, expected: re.Pattern[str]) -> re.Match[str] | None:
        found = expected.match(self.text, self.at)
        self.at = found.end() if found else self.at
        return found

    def match(self, expected: re.Pattern[str]) -> re.Match[str]:
        found = self.try_match(expected)
        if found is None:
            raise UnreadablePattern
        return found

    def skip_blanks(self, flags: Flags) -> None:
        """With `(?x)`, blanks and comments are ignored."""
        while flags.verbose and not self.at_end:
            if self.sees("#"):
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif self.peek() not in _BLANKS:
                return
            else:
                self.at += 1

    def named_class(self, flags: Flags) -> str:
        """How to write the class after a backslash; empty if there is none."""
        found = self.try_match(_NAMED_CLASS)
        if found is None:
            return ""
        source = f"\\{found[0]}"
        return flags.scoped(source) if not found[1] else source if flags.unicode else f"(?-u:{source})"

    def escaped_char(self) -> str:
        """The character after a backslash."""
        found = self.try_match(_CODE)
        if found:
            return chr(int(found[1] or found[2] or found[3] or found[4], 16))
        char = self.take()
        if char in _CONTROLS:
            return _CONTROLS[char]
        if char.isalnum():
            raise UnreadablePattern
        return char


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
