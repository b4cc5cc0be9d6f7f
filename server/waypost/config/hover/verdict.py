"""What the spell checker will do with an entry of a word table."""

from waypost.config.typos.tokens import is_identifier, is_word, words
from waypost.markup import code


def verdict(name: str, value: str, *, identifiers: bool) -> str:
    """In a sentence or two."""
    said = _identifier(name, value) if identifiers else _word(name, value)
    return f"{_does(value, name)} {said}"


def _does(value: str, name: str) -> str:
    if not value:
        return f"{code(name)} is **always an error**, without a correction."
    if value == name:
        return f"{code(name)} is **always right**."
    return f"{code(name)} is **corrected to** {code(value)}."


def _identifier(name: str, value: str) -> str:
    if not is_identifier(name):
        return "But it never matches: an identifier is a run of letters, digits and `_`."
    if value == name:
        return "As a whole identifier, in this very casing; its parts elsewhere are not."
    return "As a whole identifier, in this very casing."


def _word(name: str, value: str) -> str:
    if not is_word(name):
        parts = [code(word.text) for word in words(name)]
        split = f" `{name}` is read as {', '.join(parts)}." if is_identifier(name) and parts else ""
        return f"But it never matches: it is not a single word.{split}"
    if value and value != name and value.lower() == name.lower():
        return f"In any casing; so {code(value)} is reported as well, and nothing satisfies it."
    return "In any casing, and as a part of longer identifiers."
