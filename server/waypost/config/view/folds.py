"""What can be folded: sections, multi-line brackets and strings, and runs of comments."""

import re
from collections.abc import Iterable, Iterator

from waypost.config.parse import Array, Member, Table, Tree, Value
from waypost.config.parse.toml_statements import Pair
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Fold
from waypost.text import Span

_COMMENTS = re.compile(rb"(?:^[ \t]*#[^\r\n]*(?:\r?\n|\Z)){2,}", re.MULTILINE)


def folds(tree: Tree) -> Iterator[Fold]:
    """Every range of more than one line, for the whole file: an editor asks one server for all of them."""
    if isinstance(tree, TomlTree):
        yield from _sections(tree)
        yield from _comments(tree)
        members = (each.member for each in tree.statements if isinstance(each, Pair))
        yield from _values(tree, (member.value for member in members))
    else:
        yield from _values(tree, [tree.root])


def _sections(tree: TomlTree) -> Iterator[Fold]:
    for section in tree.sections:
        if section.header is None:
            continue
        last = section.last
        end = tree.start(last) + len(last.text.rstrip())
        yield from _fold(tree, Span(tree.start(section.header) + section.header.start, end))


def _comments(tree: Tree) -> Iterator[Fold]:
    for match in _COMMENTS.finditer(tree.source):
        end = match.start() + len(match[0].rstrip())
        if tree.at(match.end() - 1).container is None:
            yield Fold(Span(match.start(), end), "comment")


def _values(tree: Tree, values: Iterable[Value]) -> Iterator[Fold]:
    for value in values:
        if isinstance(value, Table | Array) and not (isinstance(value, Array) and value.of_tables):
            yield from _fold(tree, _own_span(tree, value))
        if isinstance(value, Array):
            yield from _values(tree, value.items)
        elif isinstance(value, Table):
            yield from _values(tree, (each.value for each in value.members if isinstance(each, Member)))
        else:
            yield from _fold(tree, tree.span(value))


def _own_span(tree: Tree, value: Table | Array) -> Span:
    start = tree.start(value.statement)
    return Span(start + value.start, start + value.end)


def _fold(tree: Tree, span: Span) -> Iterator[Fold]:
    if b"\n" in tree.source[span.start : span.end]:
        yield Fold(span)
