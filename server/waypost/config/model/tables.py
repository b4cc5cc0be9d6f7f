"""The tables that say how to check, those of a workspace by name, and how sentences name them."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from waypost.cancel import checkpoint
from waypost.config.model.schema import Key, SchemaNode
from waypost.config.parse import Array, Scalar, ScalarKind, Table, Tree, Value, parse
from waypost.markup import code
from waypost.results import SymbolKind
from waypost.text import Span
from waypost.workspace import Workspace
from waypost.workspace.homes import Home, home_of

# The list of patterns that are searched for in text, not in identifiers or words.
IN_TEXT: Final = "extend-ignore-re"
EngineTable = tuple[tuple[str, ...], Table]


def engines(config: Table) -> Iterator[EngineTable]:
    """Every such table with its path, `default` first."""
    default = config.get("default")
    if isinstance(default, Table):
        yield ("default",), default
    types = config.get("type")
    for name, entry in types.entries.items() if isinstance(types, Table) else ():
        if isinstance(entry.value, Table):
            yield ("type", name), entry.value


def strings(table: Table | None, key: str) -> Iterator[Scalar]:
    """The complete strings in a list."""
    value = table.get(key) if table else None
    for item in value.items if isinstance(value, Array) else ():
        if isinstance(item, Scalar) and item.is_string and is_whole(item):
            yield item


def is_whole(value: Scalar) -> bool:
    """Whether the syntax of a value is valid."""
    return value.closed and not value.broken


_KINDS = {
    ScalarKind.STRING: "a string",
    ScalarKind.INTEGER: "a number",
    ScalarKind.FLOAT: "a number",
    ScalarKind.BOOLEAN: "`true` or `false`",
    ScalarKind.DATETIME: "a date",
    ScalarKind.NULL: "null",
}


def table_name(path: Sequence[Key], *, is_json: bool) -> str:
    """A table's name in a sentence: `[default]`, or `default` in JSON."""
    dotted = ".".join(map(str, path))
    return code(dotted if is_json else f"[{dotted}]")


def within(path: Sequence[Key], *, is_json: bool) -> str:
    """Where a key is."""
    return f"in {table_name(path, is_json=is_json)}" if path else "at the top level"


def kind_of(value: Value) -> str:
    """What a value is."""
    if isinstance(value, Table):
        return "a table"
    if isinstance(value, Array):
        return "a list"
    return _KINDS[value.kind] if isinstance(value, Scalar) else "nothing"


def expected(node: SchemaNode) -> str:
    """What the schema expects in a place."""
    if node.is_flag:
        return "`true` or `false`"
    if node.enum:
        return "one of " + ", ".join(f'"{each}"' for each in node.enum)
    if node.is_list:
        return "a list of strings"
    if node.is_table:
        return "a table"
    return "a string"


def shape(node: SchemaNode) -> str:
    """What a key contains, in a few words."""
    if node.enum:
        return " | ".join(node.enum)
    if node.is_flag:
        return "true | false"
    if node.is_list:
        return "list of strings"
    return "table" if node.is_table else "string"


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
        checkpoint()
        document = workspace.document(uri)
        home = home_of(document, workspace.settings_of(uri)) if document else None
        if document is not None and home is not None:
            yield from (
                NamedTable(*each, document.uri) for each in workspace.services.cached(_tables, document.source, home)
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
