"""The texts that a value may be, with one character for each part that is not known."""

from typing import Final

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.values import Piece, Value

# In the place of a part that is not known.
UNKNOWN_PART: Final = "\ue000"


def texts_of(value: Value) -> list[tuple[str, bool]]:
    """The texts that a value may be, and whether all of each is known: unknown parts are one character.

    What is unknown beside something known is what it may be set to elsewhere: the default is what is served.
    """
    options = value.options()
    known = [each for each in options if each.textual or isinstance(each.literal(), str)]
    found: list[tuple[str, bool]] = []
    for option in known or options:
        ways: list[tuple[str, bool]] = [("", True)]
        for part in option.parts():
            more = [(part.text, True)] if isinstance(part, Piece) else _inserted(part.value, option)
            ways = [(text + added, sure and also) for text, sure in ways for added, also in more][: BOUNDS.options]
        found += ways
    return list(dict.fromkeys(found))


def _inserted(value: Value, around: Value) -> list[tuple[str, bool]]:
    """The same of a value in a text."""
    literal = value.literal()
    if isinstance(literal, str | int | float):
        return [(str(literal), True)]
    is_text = value is not around and any(each.textual for each in value.options())
    return texts_of(value) if is_text else [(UNKNOWN_PART, False)]
