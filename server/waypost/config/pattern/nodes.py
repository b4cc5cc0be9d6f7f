"""A pattern as a tree. Flags are not part of it: each node states its meaning under the flags in effect there."""

from dataclasses import dataclass
from enum import Enum


class Look(Enum):
    """A condition on a position; it consumes no character."""

    TEXT_START = "the start of the text"
    TEXT_END = "the end of the text"
    LINE_START = "the start of a line"
    LINE_END = "the end of a line"
    LINE_START_CRLF = "the start of a line, after LF or CR LF"
    LINE_END_CRLF = "the end of a line, before LF or CR LF"
    BOUNDARY = "a word boundary"
    NO_BOUNDARY = "no word boundary"
    WORD_START = "the start of a word"
    WORD_END = "the end of a word"
    NO_WORD_BEFORE = "no word character before"
    NO_WORD_BEHIND = "no word character after"


@dataclass(frozen=True, slots=True)
class Assertion:
    """A position that satisfies a condition; `word` is the class of word characters."""

    look: Look
    word: str = ""


@dataclass(frozen=True, slots=True)
class LiteralCharacter:
    """One literal character, or one in any casing."""

    char: str
    any_case: bool = False


@dataclass(frozen=True, slots=True)
class CharacterClass:
    """One character of a class; `source` is how to write exactly this class, with its flags.

    Only the engine knows what a class contains: it is queried, and people see the class as it is written.
    """

    source: str


@dataclass(frozen=True, slots=True)
class AnyCharacter:
    """Any character except those that end a line, if there are such."""

    but: str = ""


@dataclass(frozen=True, slots=True)
class Repeat:
    """The same between `low` and `high` times, which may be unbounded."""

    node: "Node"
    low: int
    high: int | None
    greedy: bool


@dataclass(frozen=True, slots=True)
class Sequence:
    """One after the other."""

    nodes: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Alternation:
    """One of several, in order of preference."""

    nodes: tuple["Node", ...]


Single = LiteralCharacter | CharacterClass | AnyCharacter
Node = Single | Assertion | Repeat | Sequence | Alternation
