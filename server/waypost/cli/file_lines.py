"""An argument that names a file, and lines of it if `:LINE` or `:LINE-LINE` follows."""

import re
from pathlib import Path
from typing import Final, NamedTuple

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
