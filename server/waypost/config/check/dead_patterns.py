"""dead-word, dead-identifier: patterns that ask for a character no word or identifier has.

Only patterns without groups and alternatives are looked at: there, whatever is not optional must be matched.
"""

import re
from collections.abc import Iterator
from typing import Final

from waypost.config.check.finding import NodeFinding
from waypost.config.parse import Scalar

_TOKEN: Final = re.compile(r"\\[pP]\{[^}]*\}|\\.|\[(?:\^?\]?(?:\\.|[^\]\\])*)\]|.", re.DOTALL)
_OPTIONAL: Final = ("?", "*", "{")
# What stands for something else than itself.
_SIGNS: Final = frozenset("^$.*+?{}()|[]\\")
_OUTSIDE: Final = (r"\s", r"\W", r"\n", r"\t")

RULES: Final = {
    "extend-ignore-words-re": ("dead-word", "a word"),
    "extend-ignore-identifiers-re": ("dead-identifier", "an identifier"),
}


def dead_pattern(item: Scalar, key: str) -> NodeFinding | None:
    """The finding for a pattern that never matches, with the first character that sees to it."""
    if key not in RULES:
        return None
    rule, what = RULES[key]
    for start, token in _required(item.value):
        if _is_outside(token, words=rule == "dead-word"):
            odd = "blank" if token in (" ", r"\s") else f"`{token}`"
            message = f"This never matches: the pattern sees {what} and nothing around it, and there is no {odd} in one"
            return NodeFinding(rule, item.part(start, start + len(token)), message)
    return None


def _required(pattern: str) -> Iterator[tuple[int, str]]:
    """The parts of a pattern that a match cannot do without, with where they start; none where that is hard to say."""
    if "(" in pattern or "|" in pattern:
        return
    tokens = list(_TOKEN.finditer(pattern))
    for number, token in enumerate(tokens):
        if token[0] == "{":  # a count: the rest is not text
            return
        after = tokens[number + 1][0] if number + 1 < len(tokens) else ""
        if after not in _OPTIONAL:
            yield token.start(), token[0]


def _is_outside(token: str, *, words: bool) -> bool:
    """Whether a part matches nothing but what identifiers, or words, never hold."""
    if token in _OUTSIDE:
        return True
    literal = token[1:] if token.startswith("\\") and not token[1:].isalnum() else token
    if len(literal) != 1 or (literal == token and literal in _SIGNS):
        return False
    return not f"_{literal}".isidentifier() or (words and literal == "_")
