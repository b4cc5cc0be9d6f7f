"""The files of a folder that Waypost may have something to say of, as the spell checker would meet them.

Walking is `ignore-python`'s: ignore files and hidden files count as they do for the checker.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from waypost import cancel
from waypost.config.homes import HOMES

PYTHON = (".py", ".pyi")
_MAY_MATTER = (*PYTHON, ".json", ".jsonc", ".toml")
_HIDDEN_HOMES = tuple(name for name in HOMES if name.startswith("."))
# Hidden folders in which projects keep a configuration for a workflow.
_HIDDEN_FOLDERS = (".github", ".config")
_CHECK_EVERY = 256


def walk(folder: Path) -> Iterator[Path]:
    """Every file below `folder` that may be a configuration or a Python source, each once."""
    folders = {str(folder)}
    for count, path in enumerate(_visible(folder)):
        if count % _CHECK_EVERY == 0:
            cancel.checkpoint()
        folders.add(str(path.parent))
        if path.name in HOMES or path.suffix in _MAY_MATTER[:-1]:
            yield path
    yield from _hidden(folder, map(Path, sorted(folders)))


def _visible(folder: Path) -> Iterator[Path]:
    from ignore import WalkBuilder

    for entry in WalkBuilder(folder).require_git(False).build():  # noqa: FBT003 - a builder's own signature
        path = entry.path()
        if path.suffix in _MAY_MATTER:
            yield path


def _hidden(root: Path, folders: Iterable[Path]) -> Iterator[Path]:
    """Hidden configurations, which the walk leaves out: beside visible files, and in folders meant for tools."""
    for folder in folders:
        for name in _HIDDEN_HOMES:
            if (folder / name).is_file():
                yield folder / name
    for hidden in _HIDDEN_FOLDERS:
        for name in HOMES:
            if (root / hidden / name).is_file():
                yield root / hidden / name
