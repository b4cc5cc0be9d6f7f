"""Merges all sections into one table, as TOML does: a table may be named in many places, but defined only once."""

from collections.abc import Sequence

from waypost.config.parse.entries import NamedEntry, duplicate, not_a_table
from waypost.config.parse.nodes import Array, Entry, Form, Key, PieceProblem, Table
from waypost.config.parse.toml_statements import Header, Section

Path = tuple[str | int, ...]


def assemble(sections: Sequence[Section]) -> tuple[Table, list[PieceProblem], list[Path]]:
    """The root table, the errors between sections, and the path of each section's table."""
    return _Assembler(sections).assembled()


class _Assembler:
    """Creates new tables only for headers.

    The content of a section is shared with other trees: it is copied before anything is added to it.
    """

    def __init__(self, sections: Sequence[Section]) -> None:
        self._sections = sections
        first = sections[0].statements[0]
        self._root = Table(first, 0, 0, Form.ROOT, last=sections[-1].statements[-1])
        self._own: set[int] = {id(self._root)}
        self._problems: list[PieceProblem] = []
        # Where the section that is read belongs.
        self._path: list[str | int] = []

    def assembled(self) -> tuple[Table, list[PieceProblem], list[Path]]:
        paths: list[Path] = []
        table: Table | None = self._root
        for section in self._sections:
            known = len(self._problems)
            header = section.header
            if header is not None and header.names:
                self._path = []
                table = self._place(header, section)
                paths.append(tuple(self._path))
            else:  # the top, or `[` without a name so far: the content after it stays where it was
                paths.append(paths[-1] if paths else ())
            if table is not None:
                told = len(self._problems)
                self._fill(table, section)
                if told > known or (header and not header.closed):  # its keys may also be duplicates
                    del self._problems[told:]
        return self._root, self._problems, paths

    def _fill(self, table: Table, section: Section) -> None:
        if not table.entries:
            table.entries = section.entries
            self._own.discard(id(table.entries))
            return
        self._make_own(table)
        for name, entry in section.entries.items():
            known = table.entries.get(name)
            if known is None:
                table.entries[name] = entry
            elif isinstance(known.value, Table) and known.value.form is Form.IMPLICIT:
                self._join(table, known, entry)
            else:
                self._problems.append(duplicate("duplicate-key", f"`{name}` is set twice", entry.key, known.keys))

    def _join(self, table: Table, known: Entry, entry: Entry) -> None:
        """A dotted key continues a table that longer headers before it have begun."""
        if not (isinstance(entry.value, Table) and entry.value.form is Form.DOTTED):
            self._problems.append(duplicate("duplicate-key", f"`{entry.name}` is set twice", entry.key, known.keys))
            return
        inner = self._child(table, known)
        self._name_again(table, inner, known, entry.keys)
        self._make_own(inner)
        for name, each in entry.value.entries.items():
            present = inner.entries.get(name)
            if present is None:
                inner.entries[name] = each
            elif isinstance(present.value, Table) and present.value.form is Form.IMPLICIT:
                self._join(inner, present, each)
            else:
                self._problems.append(duplicate("duplicate-key", f"`{name}` is set twice", each.key, present.keys))

    def _place(self, header: Header, section: Section) -> Table | None:
        """The table that a header names, created if it is missing; None if that is not possible."""
        table = self._root
        names = header.names
        for key in names[:-1]:
            inner = self._step(table, key)
            if inner is None:
                return None
            table = inner
        if len(names) < len(header.keys):  # `[default.`: still being typed
            return self._step(table, names[-1])
        return self._element(table, names[-1], section) if header.double else self._named(table, names[-1], section)

    def _step(self, table: Table, key: Key) -> Table | None:
        """Into a table on the way to a header's last name."""
        self._path.append(key.name)
        entry = table.entries.get(key.name)
        if entry is None:
            return self._add(table, key, Table(key.statement, key.start, key.end, Form.IMPLICIT))
        if isinstance(entry.value, Array) and entry.value.of_tables:
            last = entry.value.items[-1]
            assert isinstance(last, Table), "an array of tables holds tables"
            self._path.append(len(entry.value.items) - 1)
            return last
        if not isinstance(entry.value, Table) or entry.value.form is Form.INLINE:
            self._problems.append(not_a_table(key, entry))
            return None
        inner = self._child(table, entry)
        self._name_again(table, inner, entry, (key,))
        return inner

    def _named(self, table: Table, key: Key, section: Section) -> Table | None:
        """The table of `[a.b]`."""
        self._path.append(key.name)
        header = section.header
        assert header, "only headers name tables"
        entry = table.entries.get(key.name)
        if entry is None:
            return self._add(table, key, Table(header, header.start, header.end, Form.HEADER, last=section.last))
        if not isinstance(entry.value, Table) or entry.value.form is Form.INLINE:
            self._problems.append(self._again(key, entry))
            return None
        inner = self._child(table, entry)
        if inner.form is not Form.IMPLICIT:
            if header.closed:  # otherwise it is still being typed, and may get another name
                self._problems.append(self._again(key, entry))
            self._name_again(table, inner, entry, (key,))
            return inner
        inner.form, inner.statement, inner.start, inner.end = Form.HEADER, header, header.start, header.end
        inner.last = section.last
        self._name_again(table, inner, entry, (key,))
        return inner

    def _element(self, table: Table, key: Key, section: Section) -> Table | None:
        """A new table of the list `[[a.b]]`."""
        self._path.append(key.name)
        header = section.header
        assert header, "only headers name tables"
        element = Table(header, header.start, header.end, Form.ELEMENT, last=section.last)
        self._own.add(id(element))
        entry = table.entries.get(key.name)
        if entry is None:
            array = Array(header, header.start, header.end, [element], of_tables=True)
            self._make_own(table)
            self._path.append(0)
            table.entries[key.name] = NamedEntry([key], array, header.start, header.end, header)
            return element
        if isinstance(entry.value, Array) and entry.value.of_tables:
            self._path.append(len(entry.value.items))
            entry.value.items.append(element)
            return element
        self._problems.append(self._again(key, entry))
        return None

    def _again(self, key: Key, entry: Entry) -> PieceProblem:
        what = "table" if isinstance(entry.value, Table) else "key"
        return duplicate("duplicate-table", f"The {what} `{key.name}` is defined twice", key, entry.keys)

    def _add(self, table: Table, key: Key, inner: Table) -> Table:
        self._own.add(id(inner))
        self._enter(table, NamedEntry([key], inner, inner.start, inner.end, inner.statement))
        return inner

    def _name_again(self, table: Table, inner: Table, entry: Entry, keys: Sequence[Key]) -> None:
        if id(entry) in self._own and isinstance(entry.keys, list):
            entry.keys.extend(keys)
        else:
            again = NamedEntry([*entry.keys, *keys], inner, entry.start, entry.end, entry.statement)
            self._enter(table, again)

    def _enter(self, table: Table, entry: NamedEntry) -> None:
        """Add an entry that belongs to this tree, so that its list of keys may grow."""
        self._own.add(id(entry))
        self._make_own(table)
        table.entries[entry.name] = entry

    def _child(self, table: Table, entry: Entry) -> Table:
        """The table of an entry, copied if it does not belong to this tree."""
        inner = entry.value
        assert isinstance(inner, Table), "only tables are gone into"
        if id(inner) in self._own:
            return inner
        copy = Table(inner.statement, inner.start, inner.end, inner.form, dict(inner.entries), last=inner.last)
        self._own.update((id(copy), id(copy.entries)))
        self._make_own(table)
        table.entries[entry.name] = NamedEntry(entry.keys, copy, entry.start, entry.end, entry.statement)
        return copy

    def _make_own(self, table: Table) -> None:
        if id(table.entries) not in self._own:
            table.entries = dict(table.entries)
            self._own.add(id(table.entries))
