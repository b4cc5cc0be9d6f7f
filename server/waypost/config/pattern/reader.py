"""Parses a pattern that the engine accepts. What is not understood gives no tree, rather than a wrong one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from waypost.config.pattern.nodes import (
    Alternation,
    AnyCharacter,
    Assertion,
    CharacterClass,
    LiteralCharacter,
    Look,
    Node,
    Repeat,
    Sequence,
)

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
_DEEPEST_CLASS: Final = 20


def skip_brackets(cursor: PatternCursor, flags: Flags, depth: int = 0) -> None:
    """Skip a class, from its opening bracket to its closing one."""
    if depth > _DEEPEST_CLASS or not cursor.takes("["):
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


# Deeper than anybody nests, and far below the limit of Python's stack.
_DEEPEST = 50
_FLAGS = re.compile(r"\?([imsRUux]*)(?:-([imsRUux]+))?([:)])")
_NAME = re.compile(r"\?P?<([^>]+)>")
_COUNT = re.compile(r"\{\s*(\d+)\s*(,\s*(\d*)\s*)?\}")
_NAMED_BOUNDARY = re.compile(r"b\{\s*([a-z-]+)\s*\}")
_BOUNDARIES = {
    "start": Look.WORD_START,
    "end": Look.WORD_END,
    "start-half": Look.NO_WORD_BEFORE,
    "end-half": Look.NO_WORD_BEHIND,
}
_PLACES = {
    "A": Look.TEXT_START,
    "z": Look.TEXT_END,
    "b": Look.BOUNDARY,
    "B": Look.NO_BOUNDARY,
    "<": Look.WORD_START,
    ">": Look.WORD_END,
}


@lru_cache(maxsize=1024)
def read(pattern: str) -> Node | None:
    """The tree of a pattern that the engine accepts; None if it is beyond this reader."""
    reader = _PatternReader(PatternCursor(pattern))
    try:
        node = reader.choice(Flags(), 0)
    except UnreadablePattern:
        return None
    return node if reader.cursor.at_end else None


@dataclass
class _PatternReader:
    cursor: PatternCursor

    def choice(self, flags: Flags, depth: int) -> Node:
        """Alternatives up to the end of the group. A flag set in one also applies to those after it."""
        if depth > _DEEPEST:
            raise UnreadablePattern
        branches: list[Node] = []
        nodes: list[Node] = []
        cursor = self.cursor
        while True:
            cursor.skip_blanks(flags)
            if cursor.at_end or cursor.sees(")"):
                break
            if cursor.takes("|"):
                branches.append(_sequence(nodes))
                nodes = []
            elif not nodes or not self._repeats(nodes, flags):
                node, flags = self._next(flags, depth)
                nodes += node
        branches.append(_sequence(nodes))
        return branches[0] if len(branches) == 1 else Alternation(tuple(branches))

    def _repeats(self, nodes: list[Node], flags: Flags) -> bool:
        """Consumes a repetition operator, which applies to the last node."""
        bounds = self._bounds()
        if bounds is None:
            return False
        lazy = self.cursor.takes("?")
        nodes[-1] = Repeat(nodes[-1], *bounds, greedy=lazy == flags.swap_greed)
        return True

    def _bounds(self) -> tuple[int, int | None] | None:
        cursor = self.cursor
        for sign, low, high in (("*", 0, None), ("+", 1, None), ("?", 0, 1)):
            if cursor.takes(sign):
                return low, high
        if not cursor.sees("{"):
            return None
        found = cursor.match(_COUNT)
        low = int(found[1])
        if found[2] is None:
            return low, low
        return low, int(found[3]) if found[3] else None

    def _next(self, flags: Flags, depth: int) -> tuple[list[Node], Flags]:
        """The next node, or the flags in effect from here on."""
        cursor = self.cursor
        if cursor.takes("("):
            return self._group(flags, depth)
        if cursor.sees("["):
            start = cursor.at
            skip_brackets(cursor, flags)
            return [CharacterClass(flags.scoped(cursor.text[start : cursor.at]))], flags
        if cursor.takes("\\"):
            return [self._escaped(flags)], flags
        char = cursor.take()
        if char in "*+?{":
            raise UnreadablePattern
        return [_plain(char, flags)], flags

    def _group(self, flags: Flags, depth: int) -> tuple[list[Node], Flags]:
        cursor = self.cursor
        cursor.skip_blanks(flags)
        inner = flags
        if cursor.sees("?") and not cursor.try_match(_NAME):
            found = cursor.match(_FLAGS)
            inner = flags.changed(found[1], on=True).changed(found[2] or "", on=False)
            if found[3] == ")":
                return [], inner
        node = self.choice(inner, depth + 1)
        if not cursor.takes(")"):
            raise UnreadablePattern
        return [node], flags

    def _escaped(self, flags: Flags) -> Node:
        cursor = self.cursor
        word = r"\w" if flags.unicode else r"(?-u:\w)"
        if found := cursor.try_match(_NAMED_BOUNDARY):
            if found[1] not in _BOUNDARIES:
                raise UnreadablePattern
            return Assertion(_BOUNDARIES[found[1]], word)
        if cursor.peek() in _PLACES:
            look = _PLACES[cursor.take()]
            return Assertion(look, "" if look in (Look.TEXT_START, Look.TEXT_END) else word)
        if named := cursor.named_class(flags):
            return CharacterClass(named)
        return _literal(cursor.escaped_char(), flags)


def _plain(char: str, flags: Flags) -> Node:
    if char == ".":
        return AnyCharacter("" if flags.dot_all else "\r\n" if flags.crlf else "\n")
    if char not in "^$":
        return _literal(char, flags)
    if not flags.lines:
        return Assertion(Look.TEXT_START if char == "^" else Look.TEXT_END)
    if flags.crlf:
        return Assertion(Look.LINE_START_CRLF if char == "^" else Look.LINE_END_CRLF)
    return Assertion(Look.LINE_START if char == "^" else Look.LINE_END)


def _literal(char: str, flags: Flags) -> Node:
    if flags.any_case and not flags.unicode and char.isalpha():  # a `k` is then not a Kelvin sign
        return CharacterClass(flags.scoped(char))
    return LiteralCharacter(char, flags.any_case)


def _sequence(nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Sequence(tuple(_flat(nodes)))


def _flat(nodes: list[Node]) -> Iterator[Node]:
    for node in nodes:
        if isinstance(node, Sequence):
            yield from node.nodes
        else:
            yield node
