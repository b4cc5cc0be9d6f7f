"""Regular expressions as typos reads them: by Rust's own engine, never by Python's, which differs."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from waypost.text.rust_regex import matcher, spans

_MESSAGE: Final = re.compile(r"^error: (.*)\Z", re.MULTILINE | re.DOTALL)
# The pattern is repeated after this many blanks, or after a line number if it has several lines.
_INDENT: Final = 4
_NUMBERED: Final = re.compile(r"^ *(\d+): ")


class RegexError(NamedTuple):
    """The engine's message, and the characters of the pattern that it is about."""

    message: str
    start: int
    end: int


@lru_cache(maxsize=4096)
def regex_error(pattern: str) -> RegexError | None:
    """What is wrong with a pattern; None for a valid one."""
    fault = matcher(pattern)
    if isinstance(fault, UnicodeEncodeError):
        return RegexError("a lone surrogate is not a character", fault.start, fault.end)
    return _read(str(fault), pattern) if isinstance(fault, ValueError) else None


def finds(pattern: str, text: str) -> bool:
    """Whether a valid pattern matches anywhere in a text."""
    tells = matcher(pattern)
    return not isinstance(tells, ValueError) and tells(text)


def matches(pattern: str, text: str, most: int | None = None) -> Sequence[tuple[int, int]]:
    """Every match of a valid pattern that is not empty, or the first ones, in characters."""
    return spans(pattern, text)[:most] if finds(pattern, text) else ()


def _read(report: str, pattern: str) -> RegexError:
    """The engine's report: the pattern with carets under the fault, then a sentence."""
    said = _MESSAGE.search(report)
    if said is None:  # too large: no position
        return RegexError(report, 0, len(pattern))
    lines = report[: said.start()].split("\n")
    carets = next((number for number, line in enumerate(lines) if number and set(line) == {" ", "^"}), None)
    if carets is None:
        return RegexError(said[1], 0, len(pattern))
    start, end = _pointed_at(lines[carets])
    numbered = _NUMBERED.match(lines[carets - 1])
    if numbered is None:
        return RegexError(said[1], start - _INDENT, end - _INDENT)
    line_start = sum(len(line) + 1 for line in pattern.split("\n")[: int(numbered[1]) - 1])
    return RegexError(said[1], line_start + start - numbered.end(), line_start + end - numbered.end())


def _pointed_at(carets: str) -> tuple[int, int]:
    """The last run of carets: if there are two, the second is the error and the first what it conflicts with."""
    end = len(carets.rstrip())
    start = carets.rindex(" ", 0, end) + 1
    return start, end
