"""Parses a pattern that the engine accepts. What is not understood gives no tree, rather than a wrong one."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from waypost.config.pattern.cursor import Flags, PatternCursor, UnreadablePattern, skip_brackets
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
