"""dead-word, dead-identifier, dead-pattern: patterns that match nothing that there is."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from waypost.config.check.drafts import removing_item
from waypost.config.check.finding import NodeFinding
from waypost.config.model.engines import IN_TEXT
from waypost.config.parse import Scalar
from waypost.config.pattern.nodes import (
    Alternation,
    Assertion,
    CharacterClass,
    LiteralCharacter,
    Node,
    Repeat,
    Sequence,
)
from waypost.config.pattern.reader import read
from waypost.config.typos.regex import finds
from waypost.markup import code

RULES: Final = {
    "extend-ignore-words-re": ("dead-word", "a word holds only letters"),
    "extend-ignore-identifiers-re": ("dead-identifier", "an identifier holds only letters, digits and `_`"),
}
# One character each of many kinds: a class that matches none of them matches nothing that words contain.
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZéßЖλ中あ한ع"
_OTHERS: Final = "0123456789_"


def dead_pattern(item: Scalar, key: str) -> NodeFinding | None:
    """The finding for a pattern that never matches, with the part that prevents it."""
    if (node := read(item.value)) is None:
        return None
    if key == IN_TEXT:
        return _without_text(item, node)
    if key not in RULES:
        return None
    rule, why = RULES[key]
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
        case Sequence(nodes) | Alternation(nodes):
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
        case Sequence(nodes):
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
