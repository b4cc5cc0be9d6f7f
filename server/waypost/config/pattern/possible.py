"""Whether a pattern can match at all in texts of a kind: words have a form, and nothing follows the end of a text.

The pattern becomes a machine that runs beside a second one, which knows the form of the texts. Characters that neither
of them tells apart count as one, so there are few. Where this knows less than the engine, everything is possible.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from string import ascii_letters, digits, punctuation
from typing import Final, NamedTuple

from waypost.config.model.schema import About
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
from waypost.config.typos.regex import matches

# Letters of a few scripts, with and without case: a class beyond ASCII is taken to contain everything.
_SAMPLES: Final = ascii_letters + digits + punctuation + " \t\n\rЖλéß中あ한ع"
_LOWER, _UPPER, _UNCASED, _DIGIT, _BREAK, _OTHER = "aA中0\n-"
# No form of a word or identifier counts further than this.
_COPIES: Final = 3
_MOST_STATES: Final = 400
_MOST_STEPS: Final = 60_000


class _TextForm(NamedTuple):
    """The texts of a kind, as a machine: where each kind of character leads, and where a text may end."""

    steps: Mapping[str, Mapping[str, str]]
    ends: frozenset[str]


_FORMS: Final = {
    About.TEXT: _TextForm({"": dict.fromkeys((_LOWER, _UPPER, _UNCASED, _DIGIT, _BREAK, _OTHER), "")}, frozenset({""})),
    # Numbers are no identifiers.
    About.IDENTIFIER: _TextForm(
        {
            "": {_DIGIT: "", _LOWER: "named", _UPPER: "named", _UNCASED: "named"},
            "named": dict.fromkeys((_DIGIT, _LOWER, _UPPER, _UNCASED), "named"),
        },
        frozenset({"named"}),
    ),
    # `word`, `Word`, `WORD`: typos splits where the case changes.
    About.WORD: _TextForm(
        {
            "": {_LOWER: "lower", _UPPER: "first"},
            "lower": {_LOWER: "lower"},
            "first": {_LOWER: "lower", _UPPER: "upper"},
            "upper": {_UPPER: "upper"},
        },
        frozenset({"lower", "first", "upper"}),
    ),
}


class _Between(NamedTuple):
    """A position in a text: the characters around it, empty at its ends, and how far its form is known."""

    before: str
    behind: str
    form: str


class _Edge(NamedTuple):
    """What leads to another state: a character, a condition, or nothing."""

    to: int
    by: Single | Assertion | None


@lru_cache(maxsize=4096)
def can_match(pattern: str, about: About, without: int | None = None) -> bool:
    """Whether any text of a kind has a match; `without` the condition of this number, in the order of the pattern."""
    node = read(pattern)
    if node is None or (about is About.TEXT and next(conditions(node), None) is None):
        return True
    machine = _Machine(without)
    end = machine.add(node, 0)
    return end is None or len(machine.edges) > _MOST_STATES or _reaches(machine, end, _Characters(machine, about))


def conditions(node: Node) -> Iterator[Assertion]:
    """The conditions in a pattern, in its order."""
    match node:
        case Assertion():
            yield node
        case Sequence(nodes) | Alternation(nodes):
            for each in nodes:
                yield from conditions(each)
        case Repeat(inner):
            yield from conditions(inner)


class _Machine:
    def __init__(self, without: int | None) -> None:
        self.edges: list[list[_Edge]] = [[]]
        self._skipped = without
        # The nodes by identity: a repeated one is one condition.
        self._numbers: dict[int, int] = {}

    def add(self, node: Node, start: int) -> int | None:
        """Add what matches a node from a state on; the state after it, None if there are too many."""
        if len(self.edges) > _MOST_STATES:
            return None
        match node:
            case Sequence(nodes):
                return self._in_a_row(nodes, start)
            case Alternation(nodes):
                return self._one_of(nodes, start)
            case Repeat(inner, low, high):
                return self._repeated(inner, low, high, start)
            case Assertion() if self._numbers.setdefault(id(node), len(self._numbers)) == self._skipped:
                return start
        return self._edge(start, node)

    def _edge(self, start: int, by: Single | Assertion | None, to: int | None = None) -> int:
        if to is None:
            self.edges.append([])
            to = len(self.edges) - 1
        self.edges[start].append(_Edge(to, by))
        return to

    def _in_a_row(self, nodes: tuple[Node, ...], start: int) -> int | None:
        at: int | None = start
        for each in nodes:
            at = self.add(each, at) if at is not None else None
        return at

    def _one_of(self, nodes: tuple[Node, ...], start: int) -> int | None:
        ends = [self.add(each, self._edge(start, None)) for each in nodes]
        joined = self._edge(start, None) if not ends else None
        for end in ends:
            if end is None:
                return None
            joined = self._edge(end, None, joined)
        return joined

    def _repeated(self, inner: Node, low: int, high: int | None, start: int) -> int | None:
        if high == 0:
            return start
        at = self._in_a_row((inner,) * min(low, _COPIES), start)
        if at is None or high == low:
            return at
        loop = self._edge(at, None)
        end = self.add(inner, loop)
        if end is not None:
            self._edge(end, None, loop)
        return None if end is None else loop


class _Characters:
    """One character for all that neither the pattern nor the form tells apart."""

    def __init__(self, machine: _Machine, about: About) -> None:
        parts = [edge.by for edges in machine.edges for edge in edges if edge.by is not None]
        self._taken = {part: _taken(part) for part in dict.fromkeys(parts)}
        self.form = _FORMS[about]
        sorts = {
            (_kind(each), each == "\r", *(each in taken for taken in self._taken.values())): each
            for each in _samples(parts)
        }
        self._every = tuple(sorts.values())

    def after(self, before: str, form: str) -> Iterator[_Between]:
        """The places behind a character, by what follows."""
        for each in self._every:
            if _kind(each) in self.form.steps[form]:
                yield _Between(before, each, form)
        if form in self.form.ends:
            yield _Between(before, "", form)

    def step(self, place: _Between) -> Iterator[_Between]:
        """Over the next character."""
        return self.after(place.behind, self.form.steps[place.form][_kind(place.behind)])

    def takes(self, part: Single, char: str) -> bool:
        return char != "" and char in self._taken[part]

    def holds(self, part: Assertion, place: _Between) -> bool:
        inside, following = (each != "" and each in self._taken[part] for each in place[:2])
        holds = {
            Look.TEXT_START: not place.before,
            Look.TEXT_END: not place.behind,
            Look.LINE_START: place.before in ("", "\n"),
            Look.LINE_START_CRLF: place.before in ("", "\n", "\r"),
            Look.LINE_END: place.behind in ("", "\n"),
            Look.LINE_END_CRLF: place.behind in ("", "\n", "\r"),
            Look.BOUNDARY: inside is not following,
            Look.NO_BOUNDARY: inside is following,
            Look.WORD_START: following and not inside,
            Look.WORD_END: inside and not following,
            Look.NO_WORD_BEFORE: not inside,
            Look.NO_WORD_BEHIND: not following,
        }
        return holds[part.look]


def _samples(parts: list[Single | Assertion]) -> str:
    literal = "".join(each.char for each in parts if isinstance(each, LiteralCharacter))
    return _SAMPLES + literal + literal.swapcase()


def _taken(part: Single | Assertion) -> frozenset[str]:
    """The characters that a part matches, or that count as part of a word."""
    match part:
        case LiteralCharacter(char, any_case):
            return frozenset({char, char.lower(), char.upper(), char.swapcase()} if any_case else {char})
        case AnyCharacter(but):
            return frozenset(_every_character()) - frozenset(but)
        case CharacterClass(source):
            return _members(source)
        case Assertion(_, word):
            return _members(word) if word else frozenset()


@lru_cache(maxsize=1024)
def _members(source: str) -> frozenset[str]:
    every = _every_character()
    if not source.isascii() or any(sign in source for sign in (r"\p", r"\P", r"\x", r"\u", r"\U")):
        return every
    text = "".join(sorted(every))
    return frozenset(text[start] for start, _ in matches(f"(?:{source})", text))


@lru_cache(maxsize=1)
def _every_character() -> "frozenset[str]":
    return frozenset(chr(code) for code in range(0x250)) | frozenset(_SAMPLES)


@lru_cache(maxsize=4096)
def _kind(char: str) -> str:
    if char.islower():
        return _LOWER
    if char.isupper():
        return _UPPER
    if char in "0123456789_":
        return _DIGIT
    if f"_{char}".isidentifier():
        return _UNCASED
    return _BREAK if char in "\r\n" else _OTHER


def _reaches(machine: _Machine, end: int, characters: _Characters) -> bool:
    seen = {(0, place) for place in _anywhere(characters)}
    waiting = list(seen)
    while waiting:
        state, place = waiting.pop()
        if state == end or len(seen) > _MOST_STEPS:
            return True
        for edge in machine.edges[state]:
            for following in _followed(edge, place, characters):
                if (edge.to, following) not in seen:
                    seen.add((edge.to, following))
                    waiting.append((edge.to, following))
    return False


def _followed(edge: _Edge, place: _Between, characters: _Characters) -> Iterator[_Between]:
    if edge.by is None or (isinstance(edge.by, Assertion) and characters.holds(edge.by, place)):
        yield place
    elif not isinstance(edge.by, Assertion) and characters.takes(edge.by, place.behind):
        yield from characters.step(place)


def _anywhere(characters: _Characters) -> Iterator[_Between]:
    """Every place of every text: a match may start at each."""
    seen = set(characters.after("", ""))
    waiting = list(seen)
    while waiting:
        place = waiting.pop()
        yield place
        for each in characters.step(place) if place.behind else ():
            if each not in seen:
                seen.add(each)
                waiting.append(each)
