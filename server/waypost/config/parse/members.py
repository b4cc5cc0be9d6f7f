"""Adds keys with their values to a table: dotted keys to the tables they name; a second definition is an error."""

from collections.abc import Iterable, Sequence

from waypost.config.parse.entries import NamedEntry
from waypost.config.parse.nodes import Entry, Form, Key, Member, PieceProblem, Placed, SourcePiece, Table


def collect(members: Iterable[Member | Entry]) -> tuple[dict[str, Entry], list[PieceProblem]]:
    """The entries of members, and their duplicates. A member without `=` defines nothing yet."""
    entries: dict[str, Entry] = {}
    problems: list[PieceProblem] = []
    for member in members:
        if isinstance(member, Entry):
            if member.name in entries:
                problems.append(_twice(member.key, entries[member.name]))
            else:
                entries[member.name] = member
        elif member.is_whole:
            _insert(entries, member, problems)
    return entries, problems


def _insert(entries: dict[str, Entry], member: Member, problems: list[PieceProblem]) -> None:
    for key in member.keys[:-1]:
        table = _dotted(entries, key, member, problems)
        if table is None:
            return
        entries = table.entries
    last = member.keys[-1]
    if last.name in entries:
        problems.append(_twice(last, entries[last.name]))
    else:
        if member.entry is None:
            member.entry = NamedEntry((last,), member.value, member.start, member.end, member.statement)
        entries[last.name] = member.entry


def _dotted(entries: dict[str, Entry], key: Key, member: Member, problems: list[PieceProblem]) -> Table | None:
    """The table that `key` of a dotted key names, which dotted keys before it may have begun."""
    entry = entries.get(key.name)
    if entry is None:
        table = Table(key.statement, key.start, key.end, Form.DOTTED, last=member.statement)
        entries[key.name] = NamedEntry([key], table, member.start, member.end, member.statement)
        return table
    if isinstance(entry.value, Table) and entry.value.form is Form.DOTTED and isinstance(entry.keys, list):
        entry.keys.append(key)
        return entry.value
    problems.append(not_a_table(key, entry))
    return None


def _twice(key: Key, first: Entry) -> PieceProblem:
    return duplicate("duplicate-key", f"`{key.name}` is set twice", key, first.keys)


def not_a_table(key: Key, first: Entry) -> PieceProblem:
    """A dotted key or header adds to something that cannot be extended."""
    if isinstance(first.value, Table):
        message = f"`{key.name}` is a complete table: nothing can be added to it here"
    else:
        message = f"`{key.name}` already has a value, so it cannot be a table"
    return duplicate("duplicate-key", message, key, first.keys)


def duplicate(code: str, message: str, place: Placed, first: Sequence[Key]) -> PieceProblem:
    earlier = first[0]
    related = SourcePiece(earlier.statement, earlier.start, earlier.end)
    return PieceProblem(
        code, message, SourcePiece(place.statement, place.start, place.end), ((related, "It is set here first"),)
    )
