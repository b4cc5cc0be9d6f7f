"""Where findings go: standard output, or a file that is replaced once everything is written."""

import sys
from io import BytesIO
from pathlib import Path

import click

from waypost.cli.color import echo
from waypost.workspace.write import write_file


class Output:
    """One destination for everything that a run reports."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._buffer = BytesIO()
        self._to_stderr = False

    @property
    def is_terminal(self) -> bool:
        return self._path is None and sys.stdout.isatty()

    def use_stderr(self) -> None:
        """Standard output is taken."""
        self._to_stderr = True

    def line(self, text: str) -> None:
        """Write text of one or more lines; write nothing if it is empty."""
        if self._path is not None:
            plain = click.unstyle(text)
            self._buffer.write(f"{plain}\n".encode("utf-8", "surrogateescape") if plain else b"")
        elif text:
            echo(text, err=self._to_stderr)

    def data(self, data: bytes) -> None:
        if self._path is not None:
            self._buffer.write(data)
        else:
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()

    def close(self) -> None:
        if self._path is not None:
            write_file(self._path, self._buffer.getvalue())
