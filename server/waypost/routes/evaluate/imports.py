"""Values imported from other files of the workspace: found by path, read, never run."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from waypost.routes.values import Value
from waypost.workspace.uris import path_of, uri_of

if TYPE_CHECKING:
    from waypost.routes.evaluate.module import Module

_LARGEST = 2_000_000


def value_of(module: "Module", dotted: str) -> Value | None:
    """The value of `package.module.NAME`, or of `.module.NAME` next to this file."""
    path = path_of(module.uri)
    if path is None:
        return None
    level = len(dotted) - len(dotted.lstrip("."))
    names = [name for name in dotted.split(".") if name]
    if len(names) < (1 if level else 2):
        return None
    for root in _roots(module, path, level):
        found = _find(str(root), tuple(names))
        if found is not None:
            return _in_file(module, *found)
    return None


def _roots(module: "Module", path: Path, level: int) -> list[Path]:
    """The folders in which a module's first name may be found."""
    if level:
        root = path.parent
        for _ in range(level - 1):
            root = root.parent
        return [root]
    folder = module.workspace.folder_of(module.uri)
    if folder is None:
        return [path.parent]
    return [path.parent, folder.path, folder.path / "src"]


def _find(root: str, names: tuple[str, ...]) -> tuple[Path, tuple[str, ...]] | None:
    """The file that holds a dotted name, and the names that are left to look up in it."""
    for length in range(len(names) - 1, -1, -1):
        place = os.path.join(root, *names[:length])  # noqa: PTH118 - a path object costs more than the look at the disk
        for file in ((f"{place}.py",) if length else ()) + (f"{place}{os.sep}__init__.py",):
            if os.path.isfile(file):  # noqa: PTH113 - the same
                return Path(file), names[length:]
    return None


def _in_file(module: "Module", file: Path, names: tuple[str, ...]) -> Value | None:
    uri = uri_of(file)
    if uri == module.uri:
        return None
    module.note(f"file:{uri}")
    source = module.workspace.read(file)
    if source is None or len(source) > _LARGEST:
        return None
    if len(names) != 1:
        return None
    return module.other(uri, source).lookup(names[0])
