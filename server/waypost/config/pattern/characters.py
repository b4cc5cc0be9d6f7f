"""Single characters in words: one of them, and several."""

from typing import Final, NamedTuple

from waypost.config.pattern.nodes import AnyCharacter, LiteralCharacter, Single
from waypost.markup import code


class Noun(NamedTuple):
    one: str
    many: str


_CHARACTERS: Final = {
    " ": Noun("a space", "spaces"),
    "\t": Noun("a tab", "tabs"),
    "\n": Noun("a line break", "line breaks"),
    "\r": Noun("a carriage return", "carriage returns"),
}
_ANY: Final = {
    "": Noun("any character", "characters of any kind"),
    "\n": Noun("any character but a line break", "characters other than line breaks"),
    "\r\n": Noun("any character but CR and LF", "characters other than CR and LF"),
}
# Common classes; any other is shown as it is written.
_CLASSES: Final = {
    r"\d": Noun("a digit", "digits"),
    r"\s": Noun("a whitespace character", "whitespace characters"),
    r"\w": Noun("a word character", "word characters"),
    r"\D": Noun("any character but a digit", "characters other than digits"),
    r"\S": Noun("any character but whitespace", "characters other than whitespace"),
    r"\W": Noun("any character but a word character", "characters other than word characters"),
    r"[\s\S]": _ANY[""],
}


def noun(node: Single) -> Noun:
    """What a node matches: `a digit`, `digits`."""
    match node:
        case LiteralCharacter(text, any_case):
            return _literal(text, any_case=any_case)
        case AnyCharacter(but):
            return _ANY[but]
    known = _CLASSES.get(node.source)
    return known or Noun(f"a character of {code(node.source)}", f"characters of {code(node.source)}")


def _literal(text: str, *, any_case: bool) -> Noun:
    if text in _CHARACTERS:
        return _CHARACTERS[text]
    shown = code(text) if text.isprintable() else f"U+{ord(text):04X}"
    if any_case and text.lower() != text.upper():
        shown += " in any casing"
    return Noun(shown, shown)
