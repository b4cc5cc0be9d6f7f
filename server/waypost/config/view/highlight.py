"""Semantic tokens that show more than the syntax: patterns, types, dialects, deprecated keys."""

from collections.abc import Iterator

from waypost.config.model.engines import engines, strings
from waypost.config.model.schema import Format, matching
from waypost.config.model.subject import Subject
from waypost.config.parse import Form, Scalar, Table
from waypost.results import Token
from waypost.text import Span


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
