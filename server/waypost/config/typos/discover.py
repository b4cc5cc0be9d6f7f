"""Which configuration typos reads for a file, found in the same way."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from waypost.config.parse import Table, Tree, parse
from waypost.workspace import Workspace
from waypost.workspace.files import is_folder
from waypost.workspace.homes import HOMES, Home, Syntax

# typos reads only TOML; JSON is for tools that use the schema.
CANDIDATES = {name: home for name, home in HOMES.items() if home.syntax is Syntax.TOML}


class FoundConfiguration(NamedTuple):
    """A configuration and where it was found."""

    path: Path
    tree: Tree
    table: tuple[str, ...]
    config: Table
    # Whether the file exists but cannot be read: typos stops at it too.
    is_unreadable: bool = False

    @property
    def is_refused(self) -> bool:
        """Whether typos cannot read or parse the file, and stops."""
        return self.is_unreadable or bool(self.tree.errors)

    @property
    def refusal(self) -> str:
        """Why typos stops at it, after its name."""
        return "cannot be read" if self.is_unreadable else "is not valid TOML"


def configuration_for(path: Path, workspace: Workspace) -> FoundConfiguration | None:
    """The configuration that governs a file or folder: only the first on the way up."""
    start = path if is_folder(path) else path.parent
    for folder in (start, *start.parents):
        found = winner(folder, workspace)
        if found is not None:
            return found
    return None


def winner(folder: Path, workspace: Workspace) -> FoundConfiguration | None:
    """The configuration that is read in a folder."""
    return next(iter(_sources(folder, CANDIDATES, workspace)), None)


def outranking(path: Path, workspace: Workspace) -> FoundConfiguration | None:
    """The configuration in the same folder that is read instead of this one."""
    names = list(CANDIDATES)
    stronger = names[: names.index(path.name)] if path.name in names else []
    return next(iter(_sources(path.parent, {name: CANDIDATES[name] for name in stronger}, workspace)), None)


def _sources(folder: Path, names: dict[str, Home], workspace: Workspace) -> Iterator[FoundConfiguration]:
    for name, home in names.items():
        text = workspace.read(folder / name)
        if text is None and not os.path.isfile(folder / name):  # noqa: PTH113 - says no where nobody may look
            continue
        source = _unreadable(folder / name) if text is None else read(folder / name, text, home)
        if source is not None:
            yield source


def _unreadable(path: Path) -> FoundConfiguration:
    tree = parse(b"", Syntax.TOML)
    return FoundConfiguration(path, tree, (), tree.root, is_unreadable=True)


def read(path: Path, text: bytes, home: Home) -> FoundConfiguration | None:
    """The configuration in a text, if any; typos stops at one that it cannot parse, whatever is in it."""
    tree = parse(text, home.syntax)
    for names in home.tables:
        if not names:
            return FoundConfiguration(path, tree, names, tree.root)
        entry = tree.root.find(*names)
        if entry is not None and isinstance(entry.value, Table):
            return FoundConfiguration(path, tree, names, entry.value)
    nothing = parse(b"", home.syntax).root
    return FoundConfiguration(path, tree, (), nothing) if tree.errors else None
