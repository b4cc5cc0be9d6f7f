"""An argument that names a file, and lines of it where it goes on with `:LINE` or `:LINE-LINE`."""

import re
from pathlib import Path
from typing import Any, Final, NamedTuple

import click

_LINES: Final = re.compile(r"(?P<path>.+):(?P<first>\d+)(?:-(?P<last>\d+))?\Z")


class FileLines(NamedTuple):
    """A file and the lines that are meant, counted from 1; all of it where there are none."""

    path: Path
    first: int | None = None
    last: int | None = None


class FileLinesType(click.ParamType[FileLines]):
    """A file whose name has a colon itself is taken as it is, if it exists."""

    name = "file[:line[-line]]"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> FileLines:
        path = Path(value)
        if path.exists():
            return FileLines(path)
        found = _LINES.match(str(value))
        if found is None or not Path(found["path"]).exists():
            self.fail(f"{value!r} does not exist", param, ctx)
        first = int(found["first"])
        return FileLines(Path(found["path"]), first, int(found["last"] or first))
