"""A pattern as a program for a machine that follows all paths at once, in time proportional to the text.

The machine is Pike's. It prefers the same path as the engine: alternatives from left to right, and greedy or lazy
repetition as written.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from waypost import cancel
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
    Single,
)
from waypost.config.pattern.reader import read
from waypost.config.typos.regex import finds

# Counted repeats are expanded: longer programs are not worth running.
_MOST_STEPS: Final = 5_000
# The limit of a search, in steps taken.
_MOST_WORK: Final = 3_000_000


class PatternTooLargeError(Exception):
    """The pattern is beyond the reader, or running it would take too long."""


@dataclass(frozen=True, slots=True)
class Take:
    """Consume an accepted character."""

    accepts: Callable[[str], bool]


@dataclass(frozen=True, slots=True)
class Fork:
    """Continue at both steps, preferring the first."""

    first: int
    second: int


Step = Take | Fork | Assertion | None  # None: the pattern has matched


@lru_cache(maxsize=256)
def program(pattern: str) -> tuple[Step, ...]:
    """The steps of a pattern that the engine accepts."""
    node = read(pattern)
    if node is None:
        raise PatternTooLargeError
    steps: list[Step] = []
    _write(node, steps)
    return (*steps, None)


def _write(node: Node, steps: list[Step]) -> None:
    if len(steps) > _MOST_STEPS:
        raise PatternTooLargeError
    match node:
        case Assertion():
            steps.append(node)
        case Sequence():
            for each in node.nodes:
                _write(each, steps)
        case Alternation():
            _write_choice(node, steps)
        case Repeat():
            _write_repeat(node, steps)
        case _:
            steps.append(Take(_acceptor(node)))


def _write_choice(node: Alternation, steps: list[Step]) -> None:
    exits: list[int] = []
    for each in node.nodes[:-1]:
        fork = len(steps)
        steps.append(None)
        _write(each, steps)
        exits.append(len(steps))
        steps.append(None)
        steps[fork] = Fork(fork + 1, len(steps))
    _write(node.nodes[-1], steps)
    for end in exits:
        steps[end] = Fork(len(steps), len(steps))


def _write_repeat(node: Repeat, steps: list[Step]) -> None:
    if node.high is None:
        _write_unbounded(node, steps)
        return
    for _ in range(node.low):
        _write(node.node, steps)
    _write_optional(node, steps, node.high - node.low)


def _write_optional(node: Repeat, steps: list[Step], times: int) -> None:
    """At most this many times."""
    forks = []
    for _ in range(times):
        forks.append(len(steps))
        steps.append(None)
        _write(node.node, steps)
    for each in forks:
        steps[each] = _fork(each + 1, len(steps), greedy=node.greedy)


def _write_unbounded(node: Repeat, steps: list[Step]) -> None:
    """`x*` is `(?:x+)?` if x can be empty, as in the engine: this affects which path is preferred."""
    if node.low == 0 and not may_be_empty(node.node):
        start = len(steps)
        steps.append(None)
        _write(node.node, steps)
        steps.append(Fork(start, start))
        steps[start] = _fork(start + 1, len(steps), greedy=node.greedy)
        return
    skip = len(steps)
    if node.low == 0:
        steps.append(None)
    for _ in range(node.low - 1):
        _write(node.node, steps)
    start = len(steps)
    _write(node.node, steps)
    steps.append(_fork(start, len(steps) + 1, greedy=node.greedy))
    if node.low == 0:
        steps[skip] = _fork(skip + 1, len(steps), greedy=node.greedy)


def may_be_empty(node: Node) -> bool:
    """Whether the node may match without consuming a character."""
    match node:
        case Assertion():
            return True
        case Sequence():
            return all(map(may_be_empty, node.nodes))
        case Alternation():
            return any(map(may_be_empty, node.nodes))
        case Repeat():
            return node.low == 0 or may_be_empty(node.node)
        case _:
            return False


def _fork(into: int, past: int, *, greedy: bool) -> Fork:
    return Fork(into, past) if greedy else Fork(past, into)


@lru_cache(maxsize=1024)
def _acceptor(node: Single) -> Callable[[str], bool]:
    """Whether a character is accepted. Only the engine knows a class's content; it is queried once per character."""
    match node:
        case LiteralCharacter(char, any_case=False):
            return char.__eq__
        case AnyCharacter(but):
            return lambda char: char not in but
        case LiteralCharacter(char):
            return _asked(f"(?i:\\x{{{ord(char):X}}})")
        case CharacterClass(source):
            return _asked(source)


@lru_cache(maxsize=1024)
def _asked(source: str) -> Callable[[str], bool]:
    whole = rf"\A(?:{source})\z"
    known: dict[str, bool] = {}

    def accepts(char: str) -> bool:
        found = known.get(char)
        if found is None:
            found = known[char] = finds(whole, char)
        return found

    return accepts


class Run:
    """One search through a text; its work is counted from match to match."""

    def __init__(self, steps: tuple[Step, ...], text: str) -> None:
        self._steps = steps
        self._text = text
        self._work = 0
        # The steps already visited on the way to the character at a position.
        self._seen: tuple[int, set[int]] = (-1, set())

    def first(self, start: int, last: int) -> tuple[int, int] | None:
        """The first match that starts at `start` or after it, and not after `last`."""
        found: tuple[int, int] | None = None
        # Active paths, the preferred first: a step and where the match would start.
        ways: dict[int, int] = {}
        at = start
        while True:
            if found is None and at <= last:
                self._follow(0, at, at, ways)
            if not ways:
                if found is not None or at >= last:
                    return found
                at += 1
                continue
            found, ways = self._advance(ways, at, found)
            at += 1

    def _advance(
        self, ways: dict[int, int], at: int, found: tuple[int, int] | None
    ) -> tuple[tuple[int, int] | None, dict[int, int]]:
        """Consumes the character at `at` on every path. A path that has matched ends the less preferred ones."""
        self._work += len(ways)
        if self._work > _MOST_WORK:
            raise PatternTooLargeError
        if not at % 256:
            cancel.checkpoint()
        char = self._text[at : at + 1]
        on: dict[int, int] = {}
        for step, began in ways.items():
            taken = self._steps[step]
            if taken is None:
                return (began, at), on
            if char and isinstance(taken, Take) and taken.accepts(char):
                self._follow(step + 1, at + 1, began, on)
        return found, on

    def _follow(self, step: int, at: int, began: int, ways: dict[int, int]) -> None:
        """Adds the steps reachable from one that wait for a character or have matched; the preferred first."""
        stack = [step]
        seen = self._seen_at(at, ways)
        while stack:
            step = stack.pop()
            if step in seen:
                continue
            seen.add(step)
            todo = self._steps[step]
            if isinstance(todo, Fork):
                stack += (todo.second, todo.first)
            elif isinstance(todo, Assertion):
                if holds(todo, self._text, at):
                    stack.append(step + 1)
            else:
                ways[step] = began

    def _seen_at(self, at: int, ways: dict[int, int]) -> set[int]:
        """Those on other paths to the same character: later visitors are less preferred."""
        if not ways or self._seen[0] != at:
            self._seen = (at, set())
        return self._seen[1]


def holds(place: Assertion, text: str, at: int) -> bool:
    """Whether a position in a text satisfies a condition."""
    before, behind = text[at - 1 : at] if at else "", text[at : at + 1]
    if place.word:
        return _holds_of_words(place, before, behind)
    return {
        Look.TEXT_START: not before,
        Look.TEXT_END: not behind,
        Look.LINE_START: before in ("", "\n"),
        Look.LINE_END: behind in ("", "\n"),
        Look.LINE_START_CRLF: before in ("", "\n") or (before == "\r" and behind != "\n"),
        Look.LINE_END_CRLF: behind in ("", "\r") or (behind == "\n" and before != "\r"),
    }[place.look]


def _holds_of_words(place: Assertion, before: str, behind: str) -> bool:
    is_word = _asked(place.word)
    left, right = bool(before) and is_word(before), bool(behind) and is_word(behind)
    return {
        Look.BOUNDARY: left != right,
        Look.NO_BOUNDARY: left == right,
        Look.WORD_START: right and not left,
        Look.WORD_END: left and not right,
        Look.NO_WORD_BEFORE: not left,
        Look.NO_WORD_BEHIND: not right,
    }[place.look]
