"""What is checked: a document's tree, the tables that contain a configuration, and what is left to other servers."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Final

from waypost.config.parse import Entry, Table, Tree
from waypost.results import Severity
from waypost.text import Document
from waypost.workspace import Settings, Workspace
from waypost.workspace.homes import Home, Syntax


class Share(StrEnum):
    """Features that a TOML server with the schema also has."""

    COMPLETION = "completion"
    HOVER = "hover"
    SYMBOLS = "symbols"
    SYNTAX_ERRORS = "syntax_errors"


_TOML_SERVERS: Final = frozenset({"tombi", "taplo"})
# A shared file has its own schema, which may not cover typos.
_IN_SHARED_FILES: Final = frozenset({Share.SYMBOLS, Share.SYNTAX_ERRORS})


def is_left_to_others(share: Share, settings: Settings, home: Home) -> bool:
    """Whether a setting disables a feature, or another server is known to provide it for this kind of file."""
    chosen: str = getattr(settings, f"config_{share}")
    if chosen != "auto":
        return chosen == "off"
    is_done = home.syntax is Syntax.TOML and (home.is_whole_file or share in _IN_SHARED_FILES)
    return is_done and any(name.lower() in _TOML_SERVERS for name in settings.other_servers)


@dataclass(frozen=True)
class Subject:
    """One version of a configuration document."""

    document: Document
    workspace: Workspace
    settings: Settings
    home: Home
    tree: Tree

    @property
    def is_json(self) -> bool:
        return self.tree.syntax is Syntax.JSON

    @cached_property
    def held(self) -> tuple[tuple[tuple[str, ...], Table], ...]:
        """The paths and tables that contain a configuration, the one in use first."""
        found = ((path, self._table_at(path)) for path in self.home.tables)
        return tuple((path, table) for path, table in found if table is not None)

    @property
    def config(self) -> Table | None:
        """The configuration in use."""
        return self.held[0][1] if self.held else None

    @property
    def prefix(self) -> tuple[str, ...]:
        """Where the configuration is, or would be."""
        return self.held[0][0] if self.held else self.home.tables[-1]

    def entry(self, *path: str) -> Entry | None:
        """The entry at a path of the configuration in use."""
        return self.config.find(*path) if self.config else None

    def wants(self, rule: str) -> bool:
        """Whether an opt-in rule is enabled here."""
        return self.severity(rule) is not None

    def severity(self, rule: str) -> Severity | None:
        return self.settings.severity(rule)

    def _table_at(self, path: tuple[str, ...]) -> Table | None:
        if not path:
            return self.tree.root
        entry = self.tree.root.find(*path)
        return entry.value if entry and isinstance(entry.value, Table) else None
