"""Growing selections: what encloses a cursor, the narrowest first."""

from collections.abc import Iterator

from waypost.config.parse import Array, Form, Member, Scalar, Table, Tree
from waypost.config.parse.entries import PlainLine
from waypost.config.parse.toml_statements import Header
from waypost.config.parse.toml_tree import TomlTree
from waypost.results import SelectionRange
from waypost.text import Span


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
