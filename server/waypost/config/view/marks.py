"""Links, and semantic tokens that show more than the syntax."""

from collections.abc import Iterator

from waypost.config.model.schema import Format, matching
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, strings
from waypost.config.parse import Form, Scalar, Table
from waypost.results import Link, Token
from waypost.text import Span
from waypost.workspace import path_of, uri_of
from waypost.workspace.files import is_file

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
