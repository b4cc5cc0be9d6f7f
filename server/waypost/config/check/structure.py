"""unknown-key, wrong-type, unknown-locale: violations of the schema, with one sentence for each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from waypost.config import edit
from waypost.config.check.finding import Draft, NodeFinding
from waypost.config.check.validate import Violation, meant_key, nearest, plain_name, takes, unknown_keys, violation
from waypost.config.model.schema import Key, SchemaNode, key_about, pattern_lists, root, tables_with, word_tables
from waypost.config.model.subject import Subject
from waypost.config.model.tables import expected, is_whole, kind_of, table_name, within
from waypost.config.parse import Array, Entry, Form, Placed, Scalar, ScalarKind, Table, Tree, Value
from waypost.config.typos.regex import regex_error
from waypost.config.typos.tokens import is_identifier
from waypost.results import Edit
from waypost.workspace.homes import HOMES

_FLAGS: Final = {
    "true": "true",
    "yes": "true",
    "on": "true",
    "1": "true",
    "false": "false",
    "no": "false",
    "off": "false",
    "0": "false",
}


def wrong_type(value: Value, node: SchemaNode, where: Placed, name: str, *, is_item: bool = False) -> NodeFinding:
    """The finding for a value that does not fit `node`."""
    wanted = "a list of strings; this item is" if is_item else f"{expected(node)}, not"
    message = f"`{name}` must be {wanted} {kind_of(value)}"
    return NodeFinding(
        "wrong-type", where, message, tuple(_of_scalar(value, node) if isinstance(value, Scalar) else ())
    )


def is_list_of_words(value: Value, node: SchemaNode) -> bool:
    """Whether there is a list of texts where a table of words is expected: each of them is meant to be accepted."""
    is_words = node.additional is not None and node.additional.is_text
    return (
        is_words
        and isinstance(value, Array)
        and not value.of_tables
        and value.closed
        and all(map(_is_text, value.items))
    )


def _is_text(value: Value) -> bool:
    return isinstance(value, Scalar) and value.is_string and is_whole(value)


def _of_scalar(value: Scalar, node: SchemaNode) -> Sequence[Draft]:
    if node.is_flag:
        flag = _FLAGS.get(str(value.value).strip().lower())
        return [_replacing(value, flag, f"Change to `{flag}`", preferred=True)] if flag else ()
    if node.is_list and value.is_string:
        return [_around(value, "[", "]", "Change to a list")]
    if node.is_text and not node.enum and value.kind is not ScalarKind.NULL:
        return [_around(value, '"', '"', "Change to a string")]
    return ()


def _replacing(value: Placed, text: str, title: str, *, preferred: bool) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, value, text)

    return Draft(title, edits, preferred)


def _around(value: Scalar, before: str, after: str, title: str) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        span = tree.span(value)
        return [Edit(span, f"{before}{span.of(tree.source).decode()}{after}")]

    return Draft(title, edits, preferred=True)


_SURE = 0.88
_FEW = 7


def check_structure(subject: Subject) -> Iterator[NodeFinding]:
    """Everything in the document's configurations except the entries of word tables: there may be thousands."""
    for number, (prefix, table) in enumerate(subject.held):
        yield from _Walk(subject, prefix, table, is_used=number == 0).table(table, root(), ())
    yield from _not_tables(subject)


def check_text(entry: Entry, node: SchemaNode, *, is_json: bool) -> Iterator[NodeFinding]:
    """An entry of a word table."""
    value = entry.value
    if not _is_unread(value, is_json=is_json) and violation(value, node):
        yield wrong_type(value, node, place_of(value, entry), entry.name)


def place_of(value: Value, entry: Entry | None) -> Placed:
    """The value, or its name if a header defines it: the rest of the section is not at fault."""
    spread = isinstance(value, Table) and value.form is not Form.INLINE
    if entry is not None and (spread or (isinstance(value, Array) and value.of_tables)):
        return entry.key
    return value


def is_word_table(node: SchemaNode) -> bool:
    return node.additional is not None and node.additional.is_text


def _is_unread(value: Value, *, is_json: bool) -> bool:
    """Whether a value is already reported because it is not a value at all."""
    if isinstance(value, Scalar):
        return not is_whole(value) or (value.kind is ScalarKind.NULL and not is_json)
    return not isinstance(value, Array | Table)


def _not_tables(subject: Subject) -> Iterator[NodeFinding]:
    """`tool = 3` in a shared file: typos also reads the path to its table."""
    for path in subject.home.tables:
        table: Table = subject.tree.root
        for depth, name in enumerate(path):
            entry = table.entries.get(name)
            if entry is None:
                break
            if isinstance(entry.value, Table):
                table = entry.value
                continue
            if not _is_unread(entry.value, is_json=subject.is_json):
                where = place_of(entry.value, entry)
                yield NodeFinding("wrong-type", where, f"`{'.'.join(path[: depth + 1])}` must be a table")
            break


class _Claims:
    """What safe fixes set. Of two that set the same, or of which one makes the table of the other, one is safe."""

    def __init__(self) -> None:
        self._taken: set[tuple[Key, ...]] = set()
        self._around: set[tuple[Key, ...]] = set()

    def take(self, target: tuple[Key, ...]) -> bool:
        *around, whole = (target[: end + 1] for end in range(len(target)))
        is_free = self._taken.isdisjoint((*around, whole)) and whole not in self._around
        self._taken.add(whole)
        self._around.update(around)
        return is_free


@dataclass(frozen=True)
class _Walk:
    """Walks through one configuration."""

    subject: Subject
    prefix: tuple[str, ...]
    config: Table
    is_used: bool
    claims: _Claims = field(default_factory=_Claims)

    def table(self, table: Table, node: SchemaNode, path: tuple[Key, ...]) -> Iterator[NodeFinding]:
        if is_word_table(node):
            yield from self._texts(table, node)
            return
        unknown = frozenset(unknown_keys(table, node))
        for name, entry in table.entries.items():
            child = node.child(name)
            if child is not None:
                yield from self._value(entry.value, child, (*path, name), entry)
            elif name in unknown and self._minds(name, path):
                yield self._unknown(entry, node, path)

    def _texts(self, table: Table, node: SchemaNode) -> Iterator[NodeFinding]:
        """The words of an overridden table: those of the table in use are tracked elsewhere."""
        if not self.is_used and node.additional is not None:
            for entry in table.entries.values():
                yield from check_text(entry, node.additional, is_json=self.subject.is_json)

    def _minds(self, name: str, path: tuple[Key, ...]) -> bool:
        """Editors put `$schema` into JSON. In an overridden table, typos reads only the outer keys."""
        if self.subject.is_json and not path and name == "$schema":
            return False
        return self.is_used or not path or path == ("files",)

    def _value(
        self, value: Value, node: SchemaNode, path: tuple[Key, ...], entry: Entry | None
    ) -> Iterator[NodeFinding]:
        if _is_unread(value, is_json=self.subject.is_json):
            return
        fault = violation(value, node)
        if fault is Violation.ENUM:
            assert isinstance(value, Scalar)
            yield _unknown_locale(value, node)
        elif fault is Violation.TYPE:
            name = str(path[-1] if entry else path[-2])
            found = wrong_type(value, node, place_of(value, entry), name, is_item=entry is None)
            is_words = entry is not None and is_list_of_words(value, node)
            yield found._replace(drafts=(self._as_words(entry, path),)) if is_words and entry else found
        elif isinstance(value, Table):
            yield from self.table(value, node, path)
        elif isinstance(value, Array) and node.items is not None:
            for index, item in enumerate(value.items):
                yield from self._value(item, node.items, (*path, index), None)

    def _as_words(self, entry: Entry, path: tuple[Key, ...]) -> Draft:
        """The words of a list, each accepted by an entry of a table."""
        there = table_name((*self.prefix, *path), is_json=self.subject.is_json)

        def edits(tree: Tree) -> Sequence[Edit]:
            return edit.turn_into_words(tree, self.prefix, entry, tuple(map(str, path)))

        return Draft("Change to a table" if path[-1] == entry.name else f"Accept these words in {there}", edits)

    def _unknown(self, entry: Entry, node: SchemaNode, path: tuple[Key, ...]) -> NodeFinding:
        foreign = None if path or self.prefix else _foreign_prefix(self.config)
        if foreign is not None and foreign[0] == entry.name:
            return _with_prefix(entry, foreign)
        if path and entry.name in root().properties and isinstance(entry.value, Table):
            return self._table_within(entry, path)
        here = within((*self.prefix, *path), is_json=self.subject.is_json)
        home = self._belongs_to(entry, path)
        if home is not None:
            return self._misplaced(entry, here, home)
        meant = meant_key(entry.name, entry.value, node.properties)
        if meant is not None:
            return self._misnamed(entry, here, meant, path)
        listed = ", ".join(f"`{name}`" for name in node.properties) if len(node.properties) <= _FEW else ""
        message = f"Unknown key `{entry.name}` {here}" + (f"; known are {listed}" if listed else "")
        return NodeFinding("unknown-key", entry.key, message)

    def _table_within(self, entry: Entry, path: tuple[Key, ...]) -> NodeFinding:
        """`default.locale` below `[default]`, whose header already names the table; or another top-level table."""
        here = table_name((*self.prefix, *path), is_json=self.subject.is_json)
        if path != (entry.name,):
            there = table_name((*self.prefix, entry.name), is_json=self.subject.is_json)
            return NodeFinding("unknown-key", entry.key, f"{there} is a separate table, not part of {here}")

        def edits(tree: Tree) -> Sequence[Edit]:
            return [each for key in entry.keys for each in edit.drop_key(tree, key)]

        message = f"Below {here}, keys are written without `{entry.name}.`"
        targets = {(*path, name) for name in entry.value.entries} if isinstance(entry.value, Table) else set()
        if any(self.config.find(*map(str, target)) is not None for target in targets):
            return NodeFinding("unknown-key", entry.key, message)
        taken = [self.claims.take(target) for target in targets]
        return NodeFinding("unknown-key", entry.key, message, (Draft(f"Remove `{entry.name}.`", edits, all(taken)),))

    def _misnamed(self, entry: Entry, here: str, meant: str, path: tuple[Key, ...]) -> NodeFinding:
        message = f"Unknown key `{entry.name}` {here}; did you mean `{meant}`?"
        if not takes(_at((*path, meant)), entry.value):
            return NodeFinding("unknown-key", entry.key, message)
        if is_list_of_words(entry.value, _at((*path, meant))):
            return NodeFinding("unknown-key", entry.key, message, tuple(self._ways_to_accept(entry, meant, path)))
        sure = nearest(plain_name(entry.name), [meant], _SURE) is not None
        return self._moving(entry, message, (*path, meant), _renaming(entry, meant, preferred=sure))

    def _ways_to_accept(self, entry: Entry, meant: str, path: tuple[Key, ...]) -> Iterator[Draft]:
        """A list where a table belongs: of words that it accepts, or of patterns, which have a key for lists."""
        items = entry.value.items if isinstance(entry.value, Array) else []
        texts = [item.value for item in items if isinstance(item, Scalar)]
        if all(map(is_identifier, texts)):
            yield self._as_words(entry, (*path, meant))
        patterns = key_about(pattern_lists(), word_tables()[meant])
        if self.config.find(*map(str, path), patterns) is None and not any(map(regex_error, texts)):
            yield _renaming(entry, patterns)

    def _misplaced(self, entry: Entry, here: str, home: tuple[str, ...]) -> NodeFinding:
        name = plain_name(entry.name)
        names = (*self.prefix, *("NAME" if each == "*" else each for each in home))
        there = table_name(names, is_json=self.subject.is_json)
        message = f"`{name}` belongs in {there}, not {here}"
        unread = _is_unread(entry.value, is_json=self.subject.is_json)
        if "*" in home or unread or violation(entry.value, _at((*home, name))):
            return NodeFinding("unknown-key", entry.key, message)

        def edits(tree: Tree) -> Sequence[Edit]:
            return edit.move_entry(tree, self.prefix, entry, (*home, name))

        return self._moving(entry, message, (*home, name), Draft(f"Move to {there}", edits, preferred=True))

    def _moving(self, entry: Entry, message: str, target: tuple[Key, ...], draft: Draft) -> NodeFinding:
        """With a fix that sets `target`, unless something is already there. Only one such fix is safe."""
        there = self.config.find(*map(str, target))
        if there is not None and not draft.title.startswith("Move"):
            return NodeFinding("unknown-key", entry.key, message)
        if not self.claims.take(target):
            draft = Draft(draft.title, draft.edits)
        return NodeFinding("unknown-key", entry.key, message, (draft,))

    def _belongs_to(self, entry: Entry, path: tuple[Key, ...]) -> tuple[str, ...] | None:
        """The other table that knows this exact key, which this one does not."""
        name = plain_name(entry.name)
        homes = tables_with(name)
        if tuple("*" if depth and path[0] == "type" else each for depth, each in enumerate(path)) in homes:
            return None
        return next((home for home in homes if home and takes(_at((*home, name)), entry.value)), None)


def _renaming(entry: Entry, name: str, *, preferred: bool = False) -> Draft:
    def edits(tree: Tree) -> Sequence[Edit]:
        return [each for key in entry.keys for each in edit.rename(tree, key, name)]

    return Draft(f"Rename to `{name}`", edits, preferred)


def _foreign_prefix(config: Table) -> tuple[str, ...] | None:
    """The table for the configuration in a shared file, where this is the whole file."""
    paths = (path for home in HOMES.values() for path in home.tables if path)
    return next((path for path in paths if config.find(*path) is not None), None)


def _with_prefix(entry: Entry, prefix: tuple[str, ...]) -> NodeFinding:
    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.drop_prefix(tree, prefix)

    dotted = ".".join(prefix)
    message = f"In this file, tables are written without `{dotted}`: the whole file is the configuration"
    return NodeFinding("unknown-key", entry.key, message, (Draft(f"Remove `{dotted}`", edits, preferred=True),))


def _at(path: Sequence[Key]) -> SchemaNode:
    node = root()
    for key in path:
        child = node.child(key)
        assert child is not None, "only known paths are asked for"
        node = child
    return node


def _unknown_locale(value: Scalar, node: SchemaNode) -> NodeFinding:
    meant = _meant_locale(value.value, node.enum)
    *others, last = node.enum
    message = f"`{value.value}` is not a locale of typos: use {', '.join(others)} or {last}"

    def edits(tree: Tree) -> Sequence[Edit]:
        return edit.replace(tree, value, edit.string_text(meant or "", value.style))

    drafts = (Draft(f'Change to "{meant}"', edits, preferred=True),) if meant else ()
    return NodeFinding("unknown-locale", value, message, drafts)


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
