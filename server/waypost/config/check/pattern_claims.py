"""broad-ignore, dead-pattern, dead-word, dead-identifier: patterns that ignore far more than it seems, or nothing."""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from waypost.config.check.finding import NodeFinding, removing_item, rewriting_pattern
from waypost.config.check.word_entries import escaped
from waypost.config.model.schema import About, pattern_lists
from waypost.config.model.tables import IN_TEXT
from waypost.config.parse import Scalar
from waypost.config.pattern.nodes import (
    Alternation,
    Assertion,
    CharacterClass,
    LiteralCharacter,
    Look,
    Node,
    Repeat,
)
from waypost.config.pattern.nodes import Sequence as Parts
from waypost.config.pattern.reader import read
from waypost.config.typos.regex import finds, matches
from waypost.config.typos.tokens import identifier_spans, is_word
from waypost.markup import code

# Unrelated words: a pattern that matches all of them matches everything.
_LOWER: Final = ("qozxv", "vrebltaku", "amp")
_OTHER: Final = ("ZORKMID", "Wumpus", "éclaté")
_TEXT: Final = "qozxv vrebltaku\n  amp = {}(x)  # frob\n\nfrotz\n"
_SHORT: Final = 3
_START: Final = (Look.TEXT_START, Look.LINE_START, Look.LINE_START_CRLF, Look.BOUNDARY, Look.WORD_START)
_END: Final = (Look.TEXT_END, Look.LINE_END, Look.LINE_END_CRLF, Look.BOUNDARY, Look.WORD_END)


class _Way(NamedTuple):
    """A text that a pattern matches, and whether the match must begin or end there."""

    text: str
    starts: bool
    ends: bool


def broad_pattern(item: Scalar, key: str) -> NodeFinding | None:
    taken = _taken(item.value, key)
    if taken:
        return NodeFinding("broad-ignore", item, f"This pattern matches {taken}, so typos does not report any of them")
    ways = list(_ways(read(item.value)))
    short = next((way for way in ways if _is_short(way, key)), None)
    if short is None:
        return None
    what = About.IDENTIFIER if pattern_lists()[key] is About.IDENTIFIER else About.WORD
    message = f"`{short.text}` also matches within longer text: typos ignores every {what} that {_where(short, key)} it"
    if any(not way.text for way in ways):
        return NodeFinding("broad-ignore", item, message)
    better = _anchored([way.text for way in ways], key, any_case="(?i" in item.value)
    draft = rewriting_pattern(item, better, f"Change to `{better}`, which ignores only the whole {what}")
    return NodeFinding("broad-ignore", item, message, (draft,))


def _taken(pattern: str, key: str) -> str:
    """What is completely ignored."""
    takes = (lambda word: _covers(pattern, word)) if key == IN_TEXT else (lambda word: finds(pattern, word))
    if not all(map(takes, _LOWER)):
        return ""
    return "all words" if all(map(takes, _OTHER)) else "all words in lower case"


def _covers(pattern: str, word: str) -> bool:
    """Whether each token of a text is ignored: one of its ends is in a match."""
    text = _TEXT.replace("{}", word)
    found = matches(pattern, text)
    return bool(found) and all(
        any(start <= at < end for start, end in found for at in (first, last - 1))
        for first, last in identifier_spans(text)
    )


def _is_short(way: _Way, key: str) -> bool:
    """In a text, `^te` matches only in its first word, and `PnP` is not part of any single word."""
    if key == IN_TEXT and (way.starts or way.ends or not is_word(way.text)):
        return False
    return 0 < len(way.text) <= _SHORT and way.text.isalpha() and not (way.starts and way.ends)


def _where(way: _Way, key: str) -> str:
    if key == IN_TEXT:
        return "starts or ends with"
    return "starts with" if way.starts else "ends with" if way.ends else "holds"


def _anchored(texts: Sequence[str], key: str, *, any_case: bool) -> str:
    either = "|".join(map(escaped, texts))
    inner = f"(?:{either})" if len(texts) > 1 else either
    flag = "(?i)" if any_case else ""
    return rf"{flag}\b{inner}\b" if key == IN_TEXT else f"{flag}^{inner}$"


def _ways(node: Node | None) -> Iterator[_Way]:
    """Every text that a pattern of plain text matches; nothing for any other pattern."""
    match node:
        case LiteralCharacter(char):
            yield _Way(char, starts=False, ends=False)
        case Alternation(nodes):
            every = [list(_ways(each)) for each in nodes]
            yield from (way for ways in every for way in ways) if all(every) else ()
        case Parts(nodes):
            yield from _in_a_row(nodes)


def _in_a_row(nodes: Sequence[Node]) -> Iterator[_Way]:
    starts = bool(nodes) and isinstance(nodes[0], Assertion) and nodes[0].look in _START
    ends = len(nodes) > 1 and isinstance(nodes[-1], Assertion) and nodes[-1].look in _END
    inner = nodes[starts : len(nodes) - ends]
    if len(inner) == 1:
        yield from (_Way(way.text, starts or way.starts, ends or way.ends) for way in _ways(inner[0]))
    elif inner and all(isinstance(each, LiteralCharacter) for each in inner):
        yield _Way("".join(each.char for each in inner if isinstance(each, LiteralCharacter)), starts, ends)


RULES: Final = {
    About.WORD: ("dead-word", "a word holds only letters"),
    About.IDENTIFIER: ("dead-identifier", "an identifier holds only letters, digits and `_`"),
}
# One character each of many kinds: a class that matches none of them matches nothing that words contain.
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéßЖλ中あ한ع"
_OTHERS: Final = "0123456789_"


def dead_pattern(item: Scalar, key: str) -> NodeFinding | None:
    """The finding for a pattern that never matches, with the part that prevents it."""
    if (node := read(item.value)) is None:
        return None
    about = pattern_lists()[key]
    if about is About.TEXT:
        return _without_text(item, node)
    rule, why = RULES[about]
    odd = _missing_character(node, _word_character if rule == "dead-word" else _identifier_character)
    if odd is None:
        return None
    message = f"This pattern never matches: {why}, and it requires {odd}"
    return NodeFinding(rule, item, message, (removing_item(item),))


def _without_text(item: Scalar, node: Node) -> NodeFinding | None:
    """The finding for a pattern whose matches are all empty."""
    if _takes_text(node):
        return None
    what = "only looks at places" if item.value else "is empty"
    message = f"This pattern {what}: a match of it has no text, so it ignores none"
    return NodeFinding("dead-pattern", item, message, (removing_item(item),))


def _takes_text(node: Node) -> bool:
    match node:
        case Assertion():
            return False
        case Parts(nodes) | Alternation(nodes):
            return any(map(_takes_text, nodes))
        case Repeat(inner, _, high):
            return high != 0 and _takes_text(inner)
        case _:
            return True


def _missing_character(node: Node, holds: Callable[[str], bool]) -> str | None:
    """The part that every match requires and that never occurs; None if there may be a match."""
    match node:
        case LiteralCharacter(char):
            return None if holds(char) else {" ": "a space"}.get(char, code(char))
        case CharacterClass(source):
            return None if _takes_any(source, holds) else code(source)
        case Parts(nodes):
            return next((odd for each in nodes if (odd := _missing_character(each, holds))), None)
        case Alternation(nodes):
            every = [_missing_character(each, holds) for each in nodes]
            return every[0] if all(every) else None
        case Repeat(inner, low):
            return _missing_character(inner, holds) if low else None
        case _:
            return None


def _identifier_character(char: str) -> bool:
    return f"_{char}".isidentifier()


def _word_character(char: str) -> bool:
    return _identifier_character(char) and char not in _OTHERS


@lru_cache(maxsize=1024)
def _takes_any(source: str, holds: Callable[[str], bool]) -> bool:
    if not source.isascii() or r"\p" in source or r"\x" in source or r"\u" in source:
        return True
    return any(holds(char) and finds(rf"\A(?:{source})\z", char) for char in _LETTERS + _OTHERS)
