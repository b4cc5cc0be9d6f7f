"""The files of a folder that Waypost may have something to say of, as the spell checker would meet them.

Walking is `ignore-python`'s: ignore files and hidden files count as they do for the checker. Paths are strings here:
a tree has tens of thousands, and making a `Path` of each takes longer than finding it.
"""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from waypost import cancel
from waypost.config.homes import HOMES

PYTHON = (".py", ".pyi")
JSON = (".json", ".jsonc")
_MAY_MATTER = (*PYTHON, *JSON)
_HIDDEN_HOMES = tuple(name for name in HOMES if name.startswith("."))
# Hidden folders in which projects keep a configuration for a workflow.
_HIDDEN_FOLDERS = (".github", ".config")
# Half of a large tree: not to be told of these saves more than a third of the walk.
_NEVER_OURS = ("__pycache__/", "*.{so,pyc,pyd,txt,md,rst,html,js,ts,css,h,c,cpp,rs,png,svg,gz,pyx,pxd,typed}")
_CHECK_EVERY = 256


def walk(folder: Path) -> Iterator[Path]:
    """Every file below `folder` that may be a configuration or a Python source, each once."""
    return map(Path, walk_names(folder))


def walk_names(folder: Path) -> Iterator[str]:
    """The same as strings."""
    root = "" if folder == Path() else os.fspath(folder)  # as the walk writes it
    folders = {root}
    for count, path in enumerate(visible_names(folder, _NEVER_OURS)):
        if count % _CHECK_EVERY == 0:
            cancel.checkpoint()
        parent, _, name = path.rpartition(os.sep)
        folders.add(parent)
        if name.endswith(_MAY_MATTER) or name in HOMES:
            yield path
    yield from _hidden(root, sorted(folders))


def python_files(folder: Path) -> Iterator[Path]:
    """Every Python source below a folder that ignore files do not hide."""
    for count, name in enumerate(visible_names(folder, _NEVER_OURS)):
        if count % _CHECK_EVERY == 0:
            cancel.checkpoint()
        if name.endswith(PYTHON):
            yield Path(name)


def is_walked(folder: Path, path: Path) -> bool:
    """Whether a walk of `folder` comes by `path`: each folder on the way must be visible in the one above it."""
    from ignore import WalkBuilder

    above = folder
    for part in path.relative_to(folder).parts:
        walker = WalkBuilder(above).require_git(False).max_depth(1).build()  # noqa: FBT003 - a builder's own signature
        above /= part
        if not any(entry.path() == above for entry in walker):
            return False
    return True


def visible_names(folder: Path, without: Sequence[str] = ()) -> Iterator[str]:
    """Every path below `folder` that the spell checker would come by, folders among them; none that `without` names."""
    from ignore import WalkBuilder
    from ignore.overrides import OverrideBuilder

    left_out = OverrideBuilder(folder)
    for glob in without:
        left_out.add(f"!{glob}")
    walker = WalkBuilder(folder).require_git(False).overrides(left_out.build())  # noqa: FBT003 - its own signature
    for entry in walker.build():
        yield os.fspath(entry.path())


def _hidden(root: str, folders: Iterable[str]) -> Iterator[str]:
    """Hidden configurations, which the walk leaves out: beside visible files, and in folders meant for tools."""
    inside = ((folder, _HIDDEN_HOMES) for folder in folders)
    for_tools = ((os.path.join(root, folder), HOMES) for folder in _HIDDEN_FOLDERS)  # noqa: PTH118 - strings, see above
    for folder, names in (*inside, *for_tools):
        for name in names:
            path = os.path.join(folder, name)  # noqa: PTH118
            if os.path.isfile(path):  # noqa: PTH113
                yield path
