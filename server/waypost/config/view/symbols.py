"""The outline: tables, types, keys, words, in their nesting rather than their order in the text."""

from collections.abc import Iterator
from itertools import islice

from waypost.config.model.schema import word_tables
from waypost.config.model.subject import Subject
from waypost.config.parse import Array, Entry, Scalar, ScalarKind, Table, Tree, Value
from waypost.config.parse.entries import PlainLine
from waypost.markup import noun
from waypost.results import Symbol, SymbolKind
from waypost.text import Span

_SHOWN = 60
# Deeper than any configuration goes; a header may name a thousand nested tables.
_DEEPEST = 20
# Longer tables are cut off: nobody finds anything in such an outline, and every keystroke requests it.
_MOST_ENTRIES = 2_000


def symbols(subject: Subject) -> tuple[Symbol, ...]:
    """The outline of a configuration: of the whole file, or of the tables in it that are typos'."""
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
    for entry in islice(table.entries.values(), _MOST_ENTRIES):
        if isinstance(entry, PlainLine):
            yield _line(tree, entry)
        elif entry.name:
            yield _symbol(tree, entry, path)


def _line(tree: Tree, line: PlainLine) -> Symbol:
    """A plain line, of which there may be many: without creating its nodes."""
    start = tree.start(line)
    key, end = line.key_range, line.end
    span = Span(start + key[0], start + end)
    return Symbol(
        line.name, SymbolKind.STRING, span, Span(start + key[0], start + key[1]), _shortened(f'"{line.text_value}"')
    )


def _symbol(tree: Tree, entry: Entry, path: tuple[str, ...], name: str = "") -> Symbol:
    value = entry.value
    below = (*path, entry.name) if not name else ()
    children = tuple(_members(tree, value, below)) if isinstance(value, Table) and len(path) < _DEEPEST else ()
    selection = tree.span(entry.key)
    span = selection.cover(tree.span(entry)).cover(tree.span(value))
    for child in children:
        span = span.cover(child.span)
    return Symbol(name or entry.name, _kind(value, path), span, selection, _detail(tree, value, entry.name), children)


def _kind(value: Value, path: tuple[str, ...]) -> SymbolKind:
    if isinstance(value, Table):
        return SymbolKind.TYPE if path == ("type",) else SymbolKind.TABLE
    if isinstance(value, Array):
        return SymbolKind.ARRAY
    if isinstance(value, Scalar) and value.kind is ScalarKind.BOOLEAN:
        return SymbolKind.BOOLEAN
    return SymbolKind.STRING if isinstance(value, Scalar) and value.is_string else SymbolKind.KEY


def _detail(tree: Tree, value: Value, name: str) -> str:
    if isinstance(value, Table):
        return _entry_count(value) if name in word_tables() else ""
    if isinstance(value, Array):
        return f"{len(value.items)} {noun(len(value.items), 'item')}"
    return _shortened(tree.span(value).of(tree.source).decode(errors="replace"))


def _entry_count(table: Table) -> str:
    """How many entries a word table has, and that not all are shown."""
    count = len(table.entries)
    left_out = f", the first {_MOST_ENTRIES:,} here" if count > _MOST_ENTRIES else ""
    return f"{count:,} {noun(count, 'entry', 'entries')}{left_out}"


def _shortened(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"
