"""The context of a request: the place, what the schema says about it, and the text that a completion replaces."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cached_property

from waypost.config.model.schema import Key, SchemaNode, matching
from waypost.config.model.subject import Subject
from waypost.config.parse import CursorPlace, Entry, Member, PlacePart, Scalar, Syntax, Table, Tree
from waypost.config.parse.toml_tree import TomlTree
from waypost.text import Span

# How far around the cursor to search.
_NEAR = 4_000


@dataclass(frozen=True)
class CursorContext:
    """An offset of a configuration document."""

    subject: Subject
    offset: int
    # Where typos refuses the document.
    refused: Sequence[Span] = ()

    @property
    def tree(self) -> Tree:
        return self.subject.tree

    @property
    def source(self) -> bytes:
        return self.tree.source

    @property
    def is_json(self) -> bool:
        return self.tree.syntax is Syntax.JSON

    @cached_property
    def place(self) -> CursorPlace:
        return self.tree.at(self.offset)

    @property
    def prefixes(self) -> Collection[tuple[str, ...]]:
        """Where configurations are in the document, or may be."""
        held = [path for path, _ in self.subject.held]
        tables = self.subject.home.tables
        # A `[workspace.…]` would turn a package into a workspace.
        there = [path for path in tables if path and self.tree.root.get(path[0]) is not None]
        return held or there or tables

    @cached_property
    def prefix(self) -> tuple[str, ...] | None:
        """The prefix of the configuration that contains this place; None outside of any."""
        path = self.place.path
        return next((each for each in self.prefixes if path[: len(each)] == each), None)

    @property
    def path(self) -> Sequence[Key]:
        """The place's path in its configuration."""
        return self.place.path[len(self.prefix or ()) :]

    @property
    def value_path(self) -> Sequence[Key]:
        """The path of the value at the cursor, or of the one whose key the cursor is on."""
        return (*self.path, self.place.key.name) if self.place.key is not None else self.path

    @cached_property
    def node(self) -> SchemaNode | None:
        return matching(self.path) if self.prefix is not None else None

    @property
    def member(self) -> Member | None:
        """The member whose key is at the cursor."""
        member, key = self.place.member, self.place.key
        return member if member and key and any(each is key for each in member.keys) else None

    def table(self, path: Sequence[Key] | None = None) -> Table | None:
        """The table at a path of the document, if it exists."""
        table: object = self.tree.root
        for name in self.place.path if path is None else path:
            if isinstance(table, Table):
                table = table.get(str(name))
            else:
                return None
        return table if isinstance(table, Table) else None

    @cached_property
    def taken(self) -> Collection[str]:
        """The keys in the same table as the one at the cursor."""
        table = self.table()
        if table is None:
            return ()
        names = set(table.entries)
        key = self.place.key
        own = table.entries.get(key.name) if key is not None and self.place.part is PlacePart.KEY else None
        if key is not None and own is not None:
            span = self.tree.span(key)
            if all(self.tree.span(each) == span for each in own.keys):
                names.discard(key.name)
        return names

    @cached_property
    def replaced(self) -> Span:
        """The key or plain value at the cursor, or None."""
        if self.place.key is not None:
            return self.tree.span(self.place.key)
        value = self.place.value
        if value is not None and not isinstance(value, Table):
            span = self.tree.span(value)
            if span.length:
                return span
        return Span.at(self.offset)

    @property
    def typed(self) -> str:
        """The text that is replaced, up to the cursor."""
        return self.source[self.replaced.start : self.offset].decode(errors="replace")

    @property
    def quote(self) -> str:
        """The quote that is already typed, if any."""
        return self.typed[:1] if self.typed[:1] in ('"', "'") else ""

    @property
    def indent(self) -> str:
        """The blanks at the start of the line."""
        start = self.source.rfind(b"\n", 0, self.replaced.start) + 1
        line = self.source[start : self.replaced.start]
        return line[: len(line) - len(line.lstrip(b" \t"))].decode()

    @property
    def newline(self) -> str:
        first = self.source.find(b"\n")
        return "\r\n" if first > 0 and self.source[first - 1 : first] == b"\r" else "\n"

    def before(self, count: int = 1) -> bytes:
        """The bytes before the replaced text."""
        return self.source[max(self.replaced.start - count, 0) : self.replaced.start]

    @cached_property
    def behind(self) -> bytes:
        """The first character after the replaced text, ignoring comments."""
        rest = self.source[self.replaced.end : self.replaced.end + _NEAR].lstrip()
        while rest.startswith(b"#") and not self.is_json:
            rest = rest.partition(b"\n")[2].lstrip()
        return rest[:1]

    @cached_property
    def ahead(self) -> int:
        """Where the last text before the replaced text ends; in TOML, comments do not count."""
        end = self.replaced.start
        while True:
            end = len(self.source[max(end - _NEAR, 0) : end].rstrip()) + max(end - _NEAR, 0)
            place = self.tree.at(end) if end and not self.is_json else None
            if place is None or place.part is not PlacePart.COMMENT:
                return end
            end = self._comment_start(end)

    def _comment_start(self, end: int) -> int:
        start = self.source.rfind(b"\n", 0, end) + 1
        while self.tree.at(start + 1).part is not PlacePart.COMMENT or self.source[start : start + 1] != b"#":
            start += 1
        return start

    def section_entries(self) -> Collection[Entry]:
        """The content below the header at the cursor."""
        if not isinstance(self.tree, TomlTree):
            return ()
        section = next(each for each in self.tree.sections if each.header is self.place.statement)
        return section.entries.values()

    @property
    def scalar(self) -> Scalar | None:
        return self.place.value if isinstance(self.place.value, Scalar) else None
