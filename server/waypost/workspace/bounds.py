"""What may be read: the folders that somebody opened or named, and nothing that a link or `..` leads to outside."""

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path


def is_within(path: Path, folders: Iterable[Path]) -> bool:
    """Whether a file is really inside one of the folders, wherever links lead."""
    real = Path(os.path.realpath(path))
    return any(real.is_relative_to(_real(folder)) for folder in folders)


@lru_cache(maxsize=256)
def repository_of(folder: Path) -> Path:
    """The checkout that a folder is in, all of which belongs together; the folder itself where there is none."""
    return next((each for each in (folder, *folder.parents) if os.path.lexists(each / ".git")), folder)


@lru_cache(maxsize=256)
def _real(folder: Path) -> Path:
    return Path(os.path.realpath(folder))
