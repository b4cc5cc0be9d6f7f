"""The tables of a configuration by name, as in workspace-wide lists."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from waypost.config.parse import Table, Tree, parse
from waypost.results import SymbolKind
from waypost.text import Span
from waypost.workspace import Workspace
from waypost.workspace.homes import Home, home_of

# Deeper than any configuration goes.
_DEEPEST = 8


class NamedTable(NamedTuple):
    """A table: its name in its configuration, such as `type.py`, and its position."""

    name: str
    kind: SymbolKind
    span: Span
    uri: str


def named_tables(workspace: Workspace) -> Iterator[NamedTable]:
    """The tables of every configuration of the workspace, as far as its files are known, and of the open ones."""
    for uri in dict.fromkeys([*sorted(workspace.configurations), *workspace.open]):
        workspace.checkpoint()
        document = workspace.document(uri)
        home = home_of(document, workspace.settings_of(uri)) if document else None
        if document is not None and home is not None:
            yield from (
                NamedTable(*each, document.uri) for each in workspace.services.kept(_tables, document.source, home)
            )


def _tables(source: bytes, home: Home) -> Sequence[tuple[str, SymbolKind, Span]]:
    """Most files that may contain a configuration have none: they are not parsed."""
    if not home.is_whole_file and b"typos" not in source:
        return ()
    tree = parse(source, home.syntax)
    found = (tree.root.find(*path) if path else None for path in home.tables)
    roots = [tree.root] if home.is_whole_file else [each.value for each in found if each is not None]
    return [table for root in roots if isinstance(root, Table) for table in _below(tree, root, "")]


def _below(tree: Tree, table: Table, path: str, depth: int = 0) -> Iterator[tuple[str, SymbolKind, Span]]:
    for entry in table.entries.values():
        if not entry.name or not isinstance(entry.value, Table):
            continue
        name = f"{path}{entry.name}"
        if name != "type":  # nobody searches for the table of all types
            yield name, _kind(path), tree.span(entry.key)
        if depth < _DEEPEST:
            yield from _below(tree, entry.value, f"{name}.", depth + 1)


def _kind(path: str) -> SymbolKind:
    return SymbolKind.TYPE if path == "type." else SymbolKind.TABLE
