"""What can be folded, and what encloses a cursor."""

import re
from collections.abc import Iterable, Iterator

from waypost.config.parse import Array, Form, Member, Scalar, Table, Tree, Value
from waypost.config.parse.entries import PlainLine
from waypost.config.parse.toml_statements import Header, Pair
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import Fold, SelectionRange
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


def selection(tree: Tree, offset: int) -> SelectionRange:
    """Each range contains the one before it."""
    spans: list[Span] = []
    for span in sorted(_around(tree, offset), key=lambda each: each.length):
        if span.touches(offset) and (not spans or (span.holds(spans[-1]) and span != spans[-1])):
            spans.append(span)
    return SelectionRange(tuple(spans))


def _around(tree: Tree, offset: int) -> Iterator[Span]:
    place = tree.at(offset)
    if place.key is not None:
        yield tree.span(place.key)
    if place.value is not None:
        yield tree.span(place.value)
        if isinstance(place.value, Scalar) and place.value.is_string:
            yield tree.span(place.value.inner)
    if place.member is not None:
        yield from _member(tree, place.member)
    yield from _brackets(tree, tree.root, offset)
    if isinstance(tree, TomlTree):
        yield from _section(tree, offset)
    yield Span(0, len(tree.source))


def _member(tree: Tree, member: Member) -> Iterator[Span]:
    yield tree.span(member)
    yield tree.span(member.keys[0]).cover(tree.span(member.keys[-1]))


def _brackets(tree: Tree, root: Table, offset: int) -> Iterator[Span]:
    """The brackets around the offset, and their content. A header may name a thousand nested tables."""
    left: list[Table | Array] = [root]
    while left:
        value = left.pop()
        entries = () if isinstance(value, Array) else value.entries.values()
        below = (
            value.items
            if isinstance(value, Array)
            else [each.value for each in entries if not isinstance(each, PlainLine)]
        )
        for each in below:
            if isinstance(each, Table | Array):
                left.append(each)
                yield from _pair(tree, each, offset)


def _pair(tree: Tree, value: Table | Array, offset: int) -> Iterator[Span]:
    start = tree.start(value.statement)
    span = Span(start + value.start, start + value.end)
    if span.touches(offset) and _is_bracketed(value):
        yield span
        yield Span(span.start + 1, span.end - (1 if value.closed else 0))


def _is_bracketed(value: Table | Array) -> bool:
    """Whether a value is one pair of brackets with its content: a table below headers or dots is not."""
    if isinstance(value, Array):
        return not value.of_tables
    return value.form is Form.INLINE


def _section(tree: TomlTree, offset: int) -> Iterator[Span]:
    for section in tree.sections:
        start, last = tree.start(section.statements[0]), section.last
        yield Span(start, tree.start(last) + len(last.text.rstrip(b" \t\r\n")))
        if section.header is not None:
            yield from _header(section.header, start)
        if start > offset:
            return


def _header(header: Header, start: int) -> Iterator[Span]:
    """A header, and the text between its brackets."""
    whole = Span(start + header.start, start + header.end)
    width = 2 if header.double else 1
    yield whole
    yield Span(whole.start + width, whole.end - (width if header.closed else 0))
