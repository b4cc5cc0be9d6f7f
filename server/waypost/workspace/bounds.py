"""What may be read: folders that the user opened or named, and nothing outside that a link or `..` leads to."""

import os
from collections.abc import Iterable, Sequence
from pathlib import Path


def is_within(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a file is really inside one of the folders, after resolving links."""
    return is_really_within(path, real_paths(*folders))


def is_really_within(path: Path, folders: Iterable[Path]) -> bool:
    """The same for folders whose links are already resolved."""
    try:
        real = real_path(path)
    except ValueError:  # a name that no file can have
        return False
    return any(map(real.is_relative_to, folders))


def real_path(path: Path) -> Path:
    """A path without links; `Path.resolve()` raises an error for a link that leads to itself."""
    return Path(os.path.realpath(path))


def real_paths(*folders: Path) -> Sequence[Path]:
    return [*map(real_path, folders)]


def repository_of(folder: Path) -> Path:
    """The checkout that contains a folder; the folder itself if there is none."""
    return next((each for each in (folder, *folder.parents) if os.path.lexists(each / ".git")), folder)
