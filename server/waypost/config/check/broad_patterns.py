"""broad-ignore: patterns that ignore far more than they seem to. What they ignore is tested, not guessed."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from waypost.config.check.drafts import rewriting_pattern
from waypost.config.check.finding import NodeFinding
from waypost.config.check.word_entries import escaped
from waypost.config.model.engines import IN_TEXT
from waypost.config.parse import Scalar
from waypost.config.pattern import matches
from waypost.config.pattern.nodes import Alternation, Assertion, LiteralCharacter, Look, Node
from waypost.config.pattern.nodes import Sequence as Parts
from waypost.config.pattern.reader import read
from waypost.config.typos.regex import finds
from waypost.config.typos.tokens import identifier_spans, is_word

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
    what = {"extend-ignore-words-re": "word", "extend-ignore-identifiers-re": "identifier"}.get(key, "word")
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
        any(start <= at < end for start, end in found or () for at in (first, last - 1))
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
