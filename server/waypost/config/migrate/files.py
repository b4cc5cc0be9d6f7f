"""Reading the files of other checkers: regular ones, inside the checkout."""

from pathlib import Path

from waypost.workspace.bounds import is_within, repository_of
from waypost.workspace.files import read_file


def text_in(path: Path, folder: Path) -> str | None:
    """The text of a file that a project in a folder names; None if it cannot be read, or is outside the checkout."""
    source = read_file(path) if is_within(path, [repository_of(folder)]) else None
    try:
        return source.decode() if source is not None else None
    except UnicodeDecodeError:
        return None
