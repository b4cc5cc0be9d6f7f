"""What an editor shows of the whole text: the outline in its nesting, links, and tokens that show more than syntax."""

from collections.abc import Iterator
from itertools import islice

from waypost.config.model.schema import Format, matching, word_tables
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, strings
from waypost.config.parse import Array, Entry, Form, Scalar, ScalarKind, Table, Tree, Value
from waypost.config.parse.entries import PlainLine
from waypost.markup import noun
from waypost.results import Link, Symbol, SymbolKind, Token
from waypost.text import Span
from waypost.workspace import path_of, uri_of
from waypost.workspace.files import is_file

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


_SIGNS = frozenset("*?[]{}!#\\")


def links(subject: Subject) -> Iterator[Link]:
    """What can be opened from a configuration."""
    schema = subject.tree.root.get("$schema")
    if subject.is_json and isinstance(schema, Scalar) and str(schema.value).startswith(("http://", "https://")):
        yield Link(subject.tree.span(schema.inner), str(schema.value), "The schema")
    yield from _files(subject)


def _files(subject: Subject) -> Iterator[Link]:
    """Excludes that name one file; editors do not open folders."""
    path = path_of(subject.document.uri)
    files = subject.config.get("files") if subject.config else None
    if path is None or not isinstance(files, Table):
        return
    for item in strings(files, "extend-exclude"):
        name = item.value.removeprefix("/")
        if name and not _SIGNS & set(name) and is_file(path.parent / name):
            yield Link(subject.tree.span(item.inner), uri_of(path.parent / name), "Open the file")


def tokens(subject: Subject, span: Span | None = None) -> tuple[Token, ...]:
    """In text order; each in one line, as editors require."""
    found = (each for each in _tokens(subject) if span is None or span.meets(each.span))
    source = subject.tree.source
    return tuple(sorted({each for each in found if b"\n" not in each.span.of(source)}))


def _tokens(subject: Subject) -> Iterator[Token]:
    tree, config = subject.tree, subject.config
    types = config.get("type") if config else None
    if isinstance(types, Table) and types.form is not Form.ROOT:
        for entry in types.entries.values():
            yield from (Token(tree.span(key), "type") for key in entry.keys)
    for path, table in engines(config) if config else ():
        yield from _of_engine(subject, path, table)


def _of_engine(subject: Subject, path: tuple[str, ...], table: Table) -> Iterator[Token]:
    tree = subject.tree
    for name, entry in table.entries.items():
        node = matching((*path, name))
        if node is None:
            continue
        if node.deprecated:
            yield from (Token(tree.span(key), "property", ("deprecated",)) for key in entry.keys)
        if node.format is Format.REGEX:
            yield from (Token(tree.span(item), "regexp") for item in strings(table, name))
        if isinstance(entry.value, Scalar) and entry.value.value in node.enum:
            yield Token(tree.span(entry.value), "enumMember")
