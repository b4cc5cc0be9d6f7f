"""broad-ignore, dead-pattern, dead-word, dead-identifier: patterns that ignore far more than it seems, or nothing."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from waypost.config.check.finding import NodeFinding, removing_item, rewriting_pattern
from waypost.config.check.word_tables import escaped
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
from waypost.config.pattern.possible import can_match, conditions
from waypost.config.pattern.reader import read
from waypost.config.typos.regex import finds, matches
from waypost.config.typos.tokens import identifier_spans, is_identifier, is_identifier_text, is_word
from waypost.markup import code

# Unrelated words: a pattern that matches all of them matches everything.
_LOWER: Final = ("qozxv", "vrebltaku", "amp")
_OTHER: Final = ("ZORKMID", "Wumpus", "éclaté")
_TEXT: Final = "qozxv vrebltaku\n  amp = {}(x)  # frob\n\nfrotz\n"
_SHORT: Final = 3
# In one case: hashes in both are checked.
_HEX: Final = re.compile(r"\[(?:0-9a-f|a-f0-9|0-9A-F|A-F0-9|\\da-f|a-f\\d)\]")
_HEX_RANGES: Final = frozenset(("0-9", "a-f", "A-F"))
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


def plain_texts(pattern: str, key: str) -> Sequence[str]:
    """The whole texts that a pattern of plain text ignores; none where it also matches in longer ones."""
    ways = list(_ways(read(pattern)))
    is_whole = all((way.starts and way.ends) or (key == IN_TEXT and not is_identifier_text(way.text)) for way in ways)
    return [way.text for way in ways] if is_whole and "(?i" not in pattern else []


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
_FORMS: Final = {
    About.WORD: "typos splits text where the case changes, so a word is in lower case, in upper case or capitalized",
    About.IDENTIFIER: "no identifier has this form, and typos does not check numbers",
}
_PLACES: Final = {
    Look.TEXT_START: "`^` is the start of the text, and nothing comes before that",
    Look.LINE_START: "`^` is the start of a line, and nothing in the line comes before that",
    Look.LINE_START_CRLF: "`^` is the start of a line, and nothing in the line comes before that",
    Look.TEXT_END: "`$` is the end of the text, and nothing comes after that",
    Look.LINE_END: "`$` is the end of a line, and nothing in the line comes after that",
    Look.LINE_END_CRLF: "`$` is the end of a line, and nothing in the line comes after that",
    Look.BOUNDARY: "no boundary of a word is where `\\b` is",
    Look.NO_BOUNDARY: "there is a boundary of a word where `\\B` is",
}
# One character each of many kinds: a class that matches none of them matches nothing that words contain.
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéßЖλ中あ한ع"
_OTHERS: Final = "0123456789_"


def dead_pattern(item: Scalar, key: str) -> NodeFinding | None:
    """The finding for a pattern that never matches, with the part that prevents it."""
    if (node := read(item.value)) is None:
        return None
    about = pattern_lists()[key]
    if about is About.TEXT and (found := _without_text(item, node)):
        return found
    rule, why = RULES.get(about, ("dead-pattern", ""))
    if about is not About.TEXT:
        odd = _missing_character(node, _word_character if about is About.WORD else _identifier_character)
        if odd is not None:
            return _never(rule, item, f"{why}, and it requires {odd}")
    if about is About.IDENTIFIER and _is_hash(node):
        return _never(rule, item, "typos does not check hashes or hexadecimal numbers")
    if can_match(item.value, about):
        return None
    return _never(rule, item, _FORMS.get(about) or _culprit(item.value, node, about))


def _is_hash(node: Node) -> bool:
    """Whether a whole identifier is a hexadecimal number, or a run of such digits that is long enough for a hash."""
    match node:
        case Parts((Assertion(start), LiteralCharacter("0"), sign, Repeat(CharacterClass(source)), Assertion(end))):
            digits = source.removeprefix("(?i)").strip("[]")
            is_x = isinstance(sign, LiteralCharacter) and sign.char in "xX"
            is_x = is_x or (isinstance(sign, CharacterClass) and sign.source in ("[xX]", "[Xx]"))
            is_whole = start in _START and end in _END and is_x
            return is_whole and {digits[at : at + 3] for at in range(0, len(digits), 3)} <= _HEX_RANGES
        case Parts((Assertion(start), Repeat(CharacterClass(source), low), Assertion(end))):
            is_whole = start in _START and end in _END
            return is_whole and not is_identifier("a" * low) and bool(_HEX.fullmatch(source))
    return False


def _never(rule: str, item: Scalar, why: str) -> NodeFinding:
    return NodeFinding(rule, item, f"This pattern never matches: {why}", (removing_item(item),))


def _culprit(pattern: str, node: Node, about: About) -> str:
    """The condition without which the pattern would match."""
    places = list(conditions(node))
    found = (_PLACES.get(place.look) for number, place in enumerate(places) if can_match(pattern, about, number))
    return next((each for each in found if each), "what it requires is not possible together")


def _without_text(item: Scalar, node: Node) -> NodeFinding | None:
    """The finding for a pattern whose matches hold nothing of a word."""
    if _takes_text(node, _identifier_character):
        return None
    if not item.value:
        why = "is empty: a match of it has no text"
    elif _takes_text(node, lambda _: True):
        why = "takes no letter, digit or `_`: no word is in a match of it"
    else:
        why = "only looks at places: a match of it has no text"
    message = f"This pattern {why}, so it ignores none"
    return NodeFinding("dead-pattern", item, message, (removing_item(item),))


def _takes_text(node: Node, holds: Callable[[str], bool]) -> bool:
    """Whether a match may have a character of a kind."""
    match node:
        case Assertion():
            return False
        case LiteralCharacter(char):
            return holds(char)
        case CharacterClass(source):
            return _takes_any(source, holds) or holds("#")
        case Parts(nodes) | Alternation(nodes):
            return any(_takes_text(each, holds) for each in nodes)
        case Repeat(inner, _, high):
            return high != 0 and _takes_text(inner, holds)
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
