"""Ignore files that are not regular files: the walk would wait for a pipe, or read a device, for ever.

Written by hand because `ignore-python` opens every file with such a name, and cannot be asked before it does.
"""

import os
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ignore import WalkBuilder

_NAMES = (".gitignore", ".ignore")
_EXCLUDES = os.path.join(".git", "info", "exclude")  # noqa: PTH118 - strings: a tree has thousands of folders


def without_pipes(
    builder: "WalkBuilder", folder: Path, unreadable: Callable[[str], object] = len, depth: int | None = None
) -> "WalkBuilder":
    """The walk; if an ignore file is a pipe or a device, it uses no ignore files and reports that one."""
    found = next(_not_files(folder, depth), None)
    if found is None:
        return builder
    unreadable(f"{found}: not a regular file, so no ignore files are used")
    return builder.ignore(False).git_ignore(False).git_exclude(False).parents(False)  # noqa: FBT003 - its own signature


def _not_files(folder: Path, depth: int | None) -> Iterator[str]:
    above = (os.fspath(each) for each in folder.absolute().parents)
    yield from (path for each in (*above, os.fspath(folder)) for path in _in(each, (*_NAMES, _EXCLUDES)))
    waiting = [(os.fspath(folder), 0)]
    while waiting:
        path, level = waiting.pop()
        try:
            with os.scandir(path) as entries:
                folders = [each.path for each in entries if _may_be_walked(each)]
        except OSError:
            continue
        for each in folders:
            yield from _in(each, _NAMES)
        if depth is None or level + 1 < depth:
            waiting.extend((each, level + 1) for each in folders)


def _may_be_walked(entry: "os.DirEntry[str]") -> bool:
    return not entry.name.startswith(".") and entry.is_dir(follow_symlinks=False)


def _in(folder: str, names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        path = os.path.join(folder, name)  # noqa: PTH118
        try:
            kind = os.stat(path).st_mode  # noqa: PTH116
        except OSError:
            continue
        if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
            yield path
