"""Where a pattern matches in a text.

The engine finds which part of a text a match starts in, in microseconds; its exact start and end are computed from
there.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final

from waypost import cancel
from waypost.config.pattern.program import PatternTooLargeError, Run, program
from waypost.config.typos.regex import finds, regex_error

# Sizes of the parts in which a start is searched for: large ones are skipped quickly, a small one locates it.
_FAR: Final = 2_048
_NEAR: Final = 256


def matches(pattern: str, text: str, most: int | None = None) -> Sequence[tuple[int, int]] | None:
    """Every match of a valid pattern that is not empty, or the first ones; None if that is too much work."""
    try:
        return tuple(islice(_found(pattern, text), most))
    except PatternTooLargeError:
        return None


def _found(pattern: str, text: str) -> Iterator[tuple[int, int]]:
    if not finds(pattern, text):
        return
    run = Run(program(pattern), text)
    at: int | None = 0
    while at is not None and (at := _before_start(pattern, text, at)) is not None:
        found = run.first(at, at + _NEAR - 1)
        if found is None:
            at += _NEAR
        elif found[0] == found[1]:
            at = found[1] + 1
        else:
            yield found
            at = found[1]


def _before_start(pattern: str, text: str, at: int) -> int | None:
    """The position at `at` or after it from which a match is not far; None if there are no more.

    Text before a position does not affect a match, except for one character: that is kept before it.
    """
    near = _framed(pattern, f".{{0,{_NEAR - 1}}}")
    if near is None or _starts(near, text, at):
        return at if at <= len(text) else None
    if not _starts(_framed(pattern, ".*") or pattern, text, at):
        return None
    for part in (_FAR, _NEAR):
        framed = _framed(pattern, f".{{0,{part - 1}}}")
        while framed is not None and not _starts(framed, text, at):
            cancel.checkpoint()
            at += part
            if at > len(text):
                return None
    return at


def _starts(framed: str, text: str, at: int) -> bool:
    if at > len(text):
        return False
    return finds(rf"\A{framed}", text) if at == 0 else finds(rf"\A(?s:.){framed}", text[at - 1 :])


@lru_cache(maxsize=512)
def _framed(pattern: str, lead: str) -> str | None:
    """The pattern after a prefix of this length; None if it is too large for that."""
    for end in ("", "\n"):  # a comment at its end would swallow the bracket
        framed = rf"(?s:{lead})(?:{pattern}{end})"
        if regex_error(framed) is None:
            return framed
    return None
