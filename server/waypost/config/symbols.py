"""The outline: tables, types, keys, words, as they are nested and not as they are written."""

from collections.abc import Iterator

from waypost.config.check.subject import Subject
from waypost.config.parse import Array, Entry, Scalar, ScalarKind, Table, Tree, Value
from waypost.results import Symbol, SymbolKind

_SHOWN = 60


def symbols(subject: Subject) -> tuple[Symbol, ...]:
    """The outline of a configuration: of the whole file, or of the tables in it that are the checker's."""
    tree = subject.tree
    if subject.home.is_whole_file:
        return tuple(_members(tree, tree.root, ()))
    found = []
    for path, _ in subject.held:
        entry = tree.root.find(*path)
        assert entry is not None, "a table that is held is there"
        found.append(_symbol(tree, entry, (), name=".".join(path)))
    return tuple(found)


def _members(tree: Tree, table: Table, path: tuple[str, ...]) -> Iterator[Symbol]:
    for entry in table.entries.values():
        if entry.name:
            yield _symbol(tree, entry, path)


def _symbol(tree: Tree, entry: Entry, path: tuple[str, ...], name: str = "") -> Symbol:
    value = entry.value
    below = (*path, entry.name) if not name else ()
    children = tuple(_members(tree, value, below)) if isinstance(value, Table) else ()
    selection = tree.span(entry.key)
    span = selection.cover(tree.span(entry)).cover(tree.span(value))
    for child in children:
        span = span.cover(child.span)
    return Symbol(name or entry.name, _kind(value, path), span, selection, _detail(tree, value), children)


def _kind(value: Value, path: tuple[str, ...]) -> SymbolKind:
    if isinstance(value, Table):
        return SymbolKind.TYPE if path == ("type",) else SymbolKind.TABLE
    if isinstance(value, Array):
        return SymbolKind.ARRAY
    if isinstance(value, Scalar) and value.kind is ScalarKind.BOOLEAN:
        return SymbolKind.BOOLEAN
    return SymbolKind.STRING if isinstance(value, Scalar) and value.is_string else SymbolKind.KEY


def _detail(tree: Tree, value: Value) -> str:
    if isinstance(value, Table):
        return ""
    if isinstance(value, Array):
        return f"{len(value.items)} {'item' if len(value.items) == 1 else 'items'}"
    span = tree.span(value)
    text = tree.source[span.start : span.end].decode(errors="replace")
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
