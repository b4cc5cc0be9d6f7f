"""What arguments are read as: a file, with lines of it if `:LINE` or `:LINE-LINE` follows; JSON and TOML.

What is nested too deeply is refused like what cannot be read.
"""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import click

_LINES: Final = re.compile(r"(?P<path>.+):(?P<first>\d+)(?:-(?P<last>\d+))?\Z")


class FileLines(NamedTuple):
    """A file and the chosen lines, counted from 1; without lines, the whole file."""

    path: Path
    first: int | None = None
    last: int | None = None


def file_lines(value: str) -> FileLines:
    """If the whole argument is the name of an existing file, a colon in it is part of the name."""
    path = Path(value)
    if path.exists():
        return FileLines(path)
    found = _LINES.match(value)
    if found is None or not Path(found["path"]).exists():
        raise click.BadParameter(f"{value!r} does not exist")
    first = int(found["first"])
    return FileLines(Path(found["path"]), first, int(found["last"] or first))


_Read = TypeVar("_Read")


def json_in(text: str) -> Any:
    return _bounded(json.loads, text)


def toml_in(text: str) -> dict[str, Any]:
    import tomllib  # only needed for such a file

    return _bounded(tomllib.loads, text)


def _bounded(read: Callable[[str], _Read], text: str) -> _Read:
    try:
        return read(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
