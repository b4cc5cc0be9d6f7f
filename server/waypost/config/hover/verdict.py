"""What typos does with an entry of a word table."""

from waypost.config.typos.tokens import casings, is_identifier, is_word, words
from waypost.markup import code


def verdict(name: str, value: str, *, identifiers: bool) -> str:
    """In a sentence or two."""
    return f"{_does(value, name)} {_identifier(name, value) if identifiers else _word(name, value)}"


def _does(value: str, name: str) -> str:
    if not value:
        return f"{code(name)} is **always an error**, without a correction."
    if value == name:
        return f"{code(name)} is **always right**."
    return f"{code(name)} is **corrected to** {code(value)}."


def _identifier(name: str, value: str) -> str:
    if not is_identifier(name):
        return "But it never matches: an identifier holds letters, digits and `_`, and is more than a number or a hash."
    if value == name:
        return "Only as a whole identifier and in this casing, not as a part of another one."
    return "Only as a whole identifier and in this casing."


def _word(name: str, value: str) -> str:
    covered = casings(name)
    if not covered:
        return f"But it never matches: a word holds only letters.{_parts(name)}"
    if value != name and value.lower() == name.lower() and is_word(value):
        return f"In any casing: so {code(value)} is reported as well, and no casing of it passes."
    if not is_word(name):
        return f"Only as the words {', '.join(map(code, covered))}.{_parts(name)}"
    return "In any casing, and as a part of longer identifiers."


def _parts(name: str) -> str:
    parts = " + ".join(code(word.text) for word in words(name)) if is_identifier(name) else ""
    return f" typos reads {code(name)} as {parts}." if parts and parts != code(name) else ""
