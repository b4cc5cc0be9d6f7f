"""unknown-key, wrong-type, unknown-locale: what the schema has to say, one sentence for each fault."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from waypost.config import edit
from waypost.config.check.finding import Draft, Finding
from waypost.config.check.names import meant_key, nearest, takes
from waypost.config.check.subject import Subject
from waypost.config.check.validate import Violation, unknown_keys, violation
from waypost.config.check.wording import table_name
from waypost.config.check.wrong_type import wrong_type
from waypost.config.parse import Array, Entry, Form, Placed, Scalar, ScalarKind, Table, Tree, Value
from waypost.config.schema import Key, Node, root, tables_with
from waypost.results import Edit

_SURE = 88


def check_structure(subject: Subject) -> Iterator[Finding]:
    """Everything in the document's configurations, save the entries of word tables: there may be thousands."""
    for number, (prefix, table) in enumerate(subject.held):
        yield from _Walk(subject, prefix, table, is_used=number == 0).table(table, root(), ())
    yield from _not_tables(subject)


def check_text(entry: Entry, node: Node) -> Iterator[Finding]:
    """An entry of a word table."""
    value = entry.value
    if not _is_unread(value) and violation(value, node):
        yield wrong_type(value, node, place_of(value, entry), entry.name)


def place_of(value: Value, entry: Entry | None) -> Placed:
    """The value, or its name where a header makes it: all that follows a header is not the fault."""
    spread = isinstance(value, Table) and value.form is not Form.INLINE
    if entry is not None and (spread or (isinstance(value, Array) and value.of_tables)):
        return entry.key
    return value


def is_word_table(node: Node) -> bool:
    return node.additional is not None and node.additional.is_text


def _is_unread(value: Value) -> bool:
    """Whether a value is already reported, as no value at all."""
    if isinstance(value, Scalar):
        return value.broken or not value.closed or value.kind is ScalarKind.NULL
    return not isinstance(value, Array | Table)


def _not_tables(subject: Subject) -> Iterator[Finding]:
    """`tool = 3` in a shared file: the checker reads the way to its table as well."""
    for path in subject.home.tables:
        table: Table = subject.tree.root
        for depth, name in enumerate(path):
            entry = table.entries.get(name)
            if entry is None:
                break
            if isinstance(entry.value, Table):
                table = entry.value
                continue
            if not _is_unread(entry.value):
                where = place_of(entry.value, entry)
                yield Finding("wrong-type", where, f"`{'.'.join(path[: depth + 1])}` must be a table")
            break


@dataclass(frozen=True)
class _Walk:
    """The way through one configuration."""

    subject: Subject
    prefix: tuple[str, ...]
    config: Table
    is_used: bool

    def table(self, table: Table, node: Node, path: tuple[Key, ...]) -> Iterator[Finding]:
        if is_word_table(node):
            return
        unknown = frozenset(unknown_keys(table, node))
        for name, entry in table.entries.items():
            child = node.child(name)
            if child is not None:
                yield from self._value(entry.value, child, (*path, name), entry)
            elif name in unknown and self._minds(name, path):
                yield self._unknown(entry, node, path)

    def _minds(self, name: str, path: tuple[Key, ...]) -> bool:
        """Editors put `$schema` into JSON. Of a table that is outranked, the checker reads the outer keys alone."""
        if self.subject.is_json and not path and name == "$schema":
            return False
        return self.is_used or not path or path == ("files",)

    def _value(self, value: Value, node: Node, path: tuple[Key, ...], entry: Entry | None) -> Iterator[Finding]:
        if isinstance(value, Scalar) and value.kind is ScalarKind.NULL and self.subject.is_json:
            if "null" not in node.types:
                yield wrong_type(value, node, value, str(path[-1]))
            return
        if _is_unread(value):
            return
        fault = violation(value, node)
        if fault is Violation.ENUM:
            assert isinstance(value, Scalar)
            yield _unknown_locale(value, node)
        elif fault is Violation.TYPE:
            yield wrong_type(value, node, place_of(value, entry), str(path[-1] if entry else path[-2]))
        elif isinstance(value, Table):
            yield from self.table(value, node, path)
        elif isinstance(value, Array) and node.items is not None:
            for index, item in enumerate(value.items):
                yield from self._value(item, node.items, (*path, index), None)

    def _unknown(self, entry: Entry, node: Node, path: tuple[Key, ...]) -> Finding:
        here = table_name((*self.prefix, *path), is_json=self.subject.is_json)
        home = self._belongs_to(entry, path)
        meant = None if home else meant_key(entry.name, entry.value, node.properties)
        if home is not None:
            return self._misplaced(entry, here, home)
        if meant is None:
            some = ", ".join(f"`{name}`" for name in node.properties)
            return Finding("unknown-key", entry.key, f"There is no key `{entry.name}` in {here}; it has {some}")
        return self._misnamed(entry, here, meant, path)

    def _misnamed(self, entry: Entry, here: str, meant: str, path: tuple[Key, ...]) -> Finding:
        message = f"There is no key `{entry.name}` in {here}; did you mean `{meant}`?"
        node = _at(path).properties[meant]
        taken = self.config.find(*map(str, path), meant) is not None
        if taken or not takes(node, entry.value):
            return Finding("unknown-key", entry.key, message)

        def edits(tree: Tree) -> Sequence[Edit]:
            return [each for key in entry.keys for each in edit.rename(tree, key, meant)]

        sure = nearest(entry.name.lower().replace("_", "-"), [meant], _SURE) is not None
        return Finding("unknown-key", entry.key, message, (Draft(f"Rename to `{meant}`", edits, sure),))

    def _misplaced(self, entry: Entry, here: str, home: tuple[str, ...]) -> Finding:
        name = entry.name.replace("_", "-")
        there = table_name(
            (*self.prefix, *(("NAME" if each == "*" else each) for each in home)), is_json=self.subject.is_json
        )
        message = (
            f"`{name}` belongs in {there}, not in {here}" if here != "the top level" else f"`{name}` belongs in {there}"
        )
        if "*" in home:
            return Finding("unknown-key", entry.key, message)

        def edits(tree: Tree) -> Sequence[Edit]:
            return edit.move_entry(tree, self.prefix, entry, (*home, name))

        possible = bool(edits(self.subject.tree))
        return Finding(
            "unknown-key", entry.key, message, (Draft(f"Move to {there}", edits, preferred=True),) if possible else ()
        )

    def _belongs_to(self, entry: Entry, path: tuple[Key, ...]) -> tuple[str, ...] | None:
        """The other table that knows this very key."""
        for home in tables_with(entry.name.replace("_", "-")):
            if (
                home
                and home != tuple(map(str, path))
                and takes(_at((*home, entry.name.replace("_", "-"))), entry.value)
            ):
                return home
        return None


def _at(path: Sequence[Key]) -> Node:
    node = root()
    for key in path:
        child = node.child(key)
        assert child is not None, "only known paths are asked for"
        node = child
    return node


def _unknown_locale(value: Scalar, node: Node) -> Finding:
    meant = _meant_locale(value.value, node.enum)
    message = f"There is no locale `{value.value}`; the locales are {', '.join(node.enum)}"

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, value, edit.string_text(meant or "", value.style))

    drafts = (Draft(f'Write "{meant}"', edits, preferred=True),) if meant else ()
    return Finding("unknown-locale", value, message, drafts)


_BY_NAME = {
    "english": "en",
    "american": "en-us",
    "us": "en-us",
    "usa": "en-us",
    "british": "en-gb",
    "uk": "en-gb",
    "en-uk": "en-gb",
    "gb": "en-gb",
    "canadian": "en-ca",
    "ca": "en-ca",
    "australian": "en-au",
    "au": "en-au",
}


def _meant_locale(written: str, known: Sequence[str]) -> str | None:
    plain = written.strip().lower().replace("_", "-").partition(".")[0]
    if plain in known:
        return plain
    return _BY_NAME.get(plain) or nearest(plain, known)
