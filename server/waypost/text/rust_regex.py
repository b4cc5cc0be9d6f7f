"""Patterns of Rust's `regex` crate, which takes time in proportion to the text, whatever the pattern."""

from collections.abc import Callable
from functools import lru_cache


@lru_cache(maxsize=2048)
def matcher(pattern: str) -> Callable[[str], bool] | ValueError:
    """What tells whether the pattern matches anywhere in a text; or the engine's report, kept just as well."""
    from paula import Regex

    try:
        is_match: Callable[[str], bool] = Regex(pattern).is_match
    except ValueError as error:
        return error.with_traceback(None)

    def matches(text: str) -> bool:
        try:
            return is_match(text)
        except UnicodeEncodeError:  # a lone surrogate: the name of a file that is not UTF-8, an escape in JSON
            return is_match(text.encode(errors="replace").decode())

    return matches


def spans(pattern: str, text: str) -> list[tuple[int, int]]:
    """Where a valid pattern matches in a text, in characters; matches without any text are left out."""
    from paula import Regex

    try:
        found = Regex(pattern).find_iter(text)
    except UnicodeEncodeError:
        found = Regex(pattern).find_iter(text.encode(errors="replace").decode())
    places = [(each.start, each.end) for each in found if each.start < each.end]
    return places if text.isascii() else _in_characters(places, text.encode(errors="replace"))


def _in_characters(places: list[tuple[int, int]], source: bytes) -> list[tuple[int, int]]:
    at, seen, moved = 0, 0, []
    for start, end in places:
        first = seen + len(source[at:start].decode())
        seen = first + len(source[start:end].decode())
        at = end
        moved.append((first, seen))
    return moved
