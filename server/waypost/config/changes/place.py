"""Where a change to the configuration of a file is made: in the file that governs it, or in a new one."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from waypost.config import edit
from waypost.config.changes.change import FileChange, RefusedChangeError, edited
from waypost.config.explain.provenance import Holding
from waypost.config.parse import Array, Entry, Tree, parse
from waypost.results import Edit
from waypost.workspace import Workspace
from waypost.workspace.bounds import repository_of
from waypost.workspace.files import is_folder
from waypost.workspace.homes import Syntax

_NEW_NAME = "_typos.toml"


@dataclass(frozen=True)
class ConfigurationPlace:
    """The configuration that governs a file or folder, to be changed."""

    target: Path
    holding: Holding

    @classmethod
    def of(cls, target: Path, workspace: Workspace) -> "ConfigurationPlace":
        holding = Holding.of(target, workspace)
        if holding.source is not None and holding.source.tree.errors:
            raise RefusedChangeError(f"{holding.source.path} is not valid TOML: fix it first")
        return cls(target, holding)

    @property
    def path(self) -> Path:
        """A new file is created at the top of the repository, otherwise next to the file."""
        if self.holding.source is not None:
            return self.holding.source.path
        folder = self.target if is_folder(self.target) else self.target.parent
        top = repository_of(folder)
        return top / _NEW_NAME

    @property
    def folder(self) -> Path:
        """Where typos is run: excludes are relative to it."""
        return self.path.parent

    @cached_property
    def tree(self) -> Tree:
        return self.holding.source.tree if self.holding.source else parse(b"", Syntax.TOML)

    @property
    def prefix(self) -> tuple[str, ...]:
        return self.holding.source.table if self.holding.source else ()

    def engine(self, *, by_type: bool) -> tuple[str, ...]:
        """The table that says how the file is checked: `default`, or that of its type."""
        if not by_type:
            return ("default",)
        if self.holding.type is None:
            raise RefusedChangeError(f"{self.target} has no type")
        return ("type", self.holding.type.name)

    def entry(self, *path: str) -> Entry | None:
        return self.tree.root.find(*self.prefix, *path)

    def with_entry(self, path: Sequence[str], value: str) -> FileChange:
        """The configuration with `path = value`."""
        there = self.entry(*path)
        if there is not None:
            return self._edited(edit.replace(self.tree, there.value, value))
        return self._edited(edit.insert_entry(self.tree, self.prefix, path, value))

    def with_item(self, path: Sequence[str], value: str) -> FileChange:
        """The configuration with another item in the list at a path."""
        there = self.entry(*path)
        if there is not None and isinstance(there.value, Array):
            return self._edited(edit.append_items(self.tree, there.value, [value]))
        return self._edited([] if there else edit.insert_entry(self.tree, self.prefix, path, f"[{value}]"))

    def _edited(self, edits: Sequence[Edit]) -> FileChange:
        if not edits:
            raise RefusedChangeError(f"{self.path} is written in a way that leaves no room for this change")
        before = self.tree.source if self.holding.source else None
        return FileChange(self.path, before, edited(self.tree.source, edits))
