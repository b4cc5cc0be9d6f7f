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
