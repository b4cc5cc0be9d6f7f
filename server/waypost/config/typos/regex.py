"""Regular expressions as typos reads them: by Rust's own engine, never by Python's, which differs."""

import re
from functools import lru_cache
from typing import Any, Final, NamedTuple

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
    try:
        _compiled(pattern)
    except _schema_error() as error:
        return _read(str(error), pattern)
    return None


def finds(pattern: str, text: str) -> bool:
    """Whether a valid pattern matches anywhere in a text."""
    validator = _compiled(pattern)
    return bool(validator.isinstance_python(text))


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> Any:
    from pydantic_core import SchemaValidator, core_schema

    return SchemaValidator(core_schema.str_schema(pattern=pattern))


def _schema_error() -> type[Exception]:
    from pydantic_core import SchemaError

    return SchemaError


def _read(report: str, pattern: str) -> RegexError:
    """The engine's report: the pattern with carets under the fault, then a sentence."""
    said = _MESSAGE.search(report)
    if said is None:  # too large: no position
        return RegexError(report.partition("SchemaError: ")[2], 0, len(pattern))
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
