"""Finds what is at an offset: descends from a statement to the node at the cursor."""

import re
from bisect import bisect_right

from waypost.config.parse.entries import PlainLine
from waypost.config.parse.nodes import (
    Array,
    CursorPlace,
    Entry,
    Key,
    Member,
    Missing,
    Path,
    Placed,
    PlacePart,
    Scalar,
    Statement,
    Table,
    Value,
)
from waypost.config.parse.toml_statements import Header, Pair
from waypost.config.parse.tree import Tree
from waypost.text import Span

# Everything on a line that can contain a `#` without beginning a comment, and the comment.
_BEFORE_COMMENT = re.compile(rb"""(?:[^"'#]++|"(?:[^"\\]|\\.)*(?:"|\Z)|'[^']*(?:'|\Z))*(#)?""")


def locate(tree: Tree, offset: int, statement: Statement, section: Path) -> CursorPlace:
    """The place at `offset`, in a statement below a header that names `section`."""
    return _Locator(tree, offset, statement).find(section)


class _Locator:
    """Descends from a statement to the offset; all spans are the document's."""

    def __init__(self, tree: Tree, offset: int, statement: Statement) -> None:
        self._tree = tree
        self._offset = offset
        self._blank = CursorPlace(PlacePart.KEY, (), statement)

    def find(self, section: Path) -> CursorPlace:
        statement = self._blank.statement
        if isinstance(statement, Header):
            return self._in_header(statement, section)
        if isinstance(statement, Pair | PlainLine):
            return self._in_member(statement.member, section, None)
        if self._in_comment():
            return self._blank._replace(part=PlacePart.COMMENT, path=section)
        return self._blank._replace(path=section)

    def in_root(self, root: Table) -> CursorPlace:
        """The place in a document that is one object."""
        if self._inside(root):
            return self._in_table(root, ())
        return self._blank._replace(part=PlacePart.AFTER)

    def _in_comment(self) -> bool:
        source = self._tree.source
        line = source[source.rfind(b"\n", 0, self._offset) + 1 : self._offset]
        match = _BEFORE_COMMENT.match(line)
        return bool(match and match[1])

    def _in_header(self, header: Header, section: Path) -> CursorPlace:
        start = self._tree.start(header)
        width = 2 if header.double else 1
        if self._offset < start + header.start + width:
            return self._blank._replace(part=PlacePart.AFTER, path=section)
        if self._offset > start + header.end - (width if header.closed else 0):
            after = PlacePart.COMMENT if self._in_comment() else PlacePart.AFTER
            return self._blank._replace(part=after, path=section)
        return self._in_keys(header.keys, (), PlacePart.HEADER)

    def _in_keys(self, keys: tuple[Key, ...], path: Path, part: PlacePart) -> CursorPlace:
        index = next((at for at, key in enumerate(keys) if self._offset <= self._tree.span(key).end), len(keys))
        before = (*path, *(each.name for each in keys[:index]))
        if index == len(keys):
            return self._blank._replace(part=PlacePart.AFTER, path=before)
        key = keys[index] if self._tree.span(keys[index]).touches(self._offset) else None
        return self._blank._replace(part=part, path=before, key=key)

    def _in_member(self, member: Member, path: Path, container: Table | None) -> CursorPlace:
        start = self._tree.start(member.statement)
        if member.equals is None or self._offset < start + member.equals:
            place = self._in_keys(member.keys, path, PlacePart.KEY)
            if self._offset < start + member.start:
                place = place._replace(key=None)
            return place._replace(member=member, container=container)
        below = (*path, *(key.name for key in member.keys))
        place = self._in_value(member.value, below)
        return place._replace(member=place.member or member, container=place.container or container)

    def _in_value(self, value: Value, path: Path) -> CursorPlace:
        here = self._blank._replace(part=PlacePart.VALUE, path=path, value=value)
        if isinstance(value, Array | Table) and self._inside(value):
            return self._in_array(value, path) if isinstance(value, Array) else self._in_table(value, path)
        if not isinstance(value, Array | Table) and self._tree.span(value).touches(self._offset):
            return here
        if self._in_comment() and self._tree.syntax == "toml":
            return here._replace(part=PlacePart.COMMENT, value=None)
        if isinstance(value, Missing) or (isinstance(value, Scalar) and not value.closed):
            return here
        return here._replace(part=PlacePart.AFTER, value=None)

    def _inside(self, node: Array | Table) -> bool:
        span = self._tree.span(node)
        return span.start < self._offset < span.end or (not node.closed and span.start < self._offset)

    def _in_array(self, array: Array, path: Path) -> CursorPlace:
        index = self._index(array.items)
        if index >= 0:
            item = array.items[index]
            place = self._in_value(item, (*path, index))
            if place.part is not PlacePart.AFTER or self._span(item).touches(self._offset):
                return place._replace(container=place.container or array)
        return self._gap(array, self._blank._replace(part=PlacePart.VALUE, path=(*path, index + 1)))

    def _in_table(self, table: Table, path: Path) -> CursorPlace:
        index = self._index(table.members)
        if index >= 0:
            member = table.members[index]
            written = member.member if isinstance(member, PlainLine) else member
            assert isinstance(written, Member), "only plain lines are entries of their own"
            if self._belongs(written):
                place = self._in_member(written, path, table)
                return place if place.container is not None else place._replace(container=table)
        return self._gap(table, self._blank._replace(path=path))

    def _belongs(self, member: Member) -> bool:
        """Whether the cursor is in a member, in brackets left open in it, or in the blanks before a missing value."""
        span = self._tree.span(member)
        if span.touches(self._offset):
            return True
        value = member.value
        if isinstance(value, Array | Table):
            return not value.closed
        between = self._tree.source[span.end : self._offset]
        unfinished = isinstance(value, Missing) or (isinstance(value, Scalar) and not value.closed)
        return unfinished and not between.strip(b" \t")

    def _gap(self, container: Array | Table, place: CursorPlace) -> CursorPlace:
        if self._tree.syntax == "toml" and self._in_comment():
            place = place._replace(part=PlacePart.COMMENT)
        return place._replace(container=container)

    def _index(self, nodes: "list[Value] | list[Member | Entry]") -> int:
        """The last node that starts at or before the offset, or -1."""
        return bisect_right(nodes, self._offset, key=lambda node: self._span(node).start) - 1

    def _span(self, node: Placed) -> Span:
        return self._tree.span(node)


def locate_in_root(tree: Tree, offset: int, statement: Statement, root: Table) -> CursorPlace:
    """The place at `offset` in a document that is one object."""
    return _Locator(tree, offset, statement).in_root(root)
