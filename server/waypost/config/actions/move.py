"""Move a key between `default` and the declared types."""

from collections.abc import Iterator

from waypost.config import edit
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import matching
from waypost.config.model.subject import Subject
from waypost.config.model.wording import table_name
from waypost.config.parse import Entry, Table
from waypost.results import Action, ActionKind
from waypost.text import Span

_MOST = 6


def move_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """For the key at the start of the selection: the other tables that could contain it and do not."""
    cursor = CursorContext(subject, span.start)
    key = cursor.place.key
    if cursor.prefix is None or key is None or cursor.member is None or not subject.tree.is_text:
        return
    entry = subject.entry(*map(str, (*cursor.path, key.name)))
    if entry is None or key is not cursor.member.keys[-1]:
        return
    for path in list(_others(subject, tuple(map(str, cursor.path)), entry))[:_MOST]:
        edits = tuple(edit.move_entry(subject.tree, cursor.prefix, entry, (*path, entry.name)))
        if edits:
            there = table_name((*cursor.prefix, *path), is_json=subject.is_json)
            yield Action(f"Move `{entry.name}` to {there}", ActionKind.REWRITE, edits)


def _others(subject: Subject, path: tuple[str, ...], entry: Entry) -> Iterator[tuple[str, ...]]:
    if not (path == ("default",) or (len(path) == 2 and path[0] == "type")):  # noqa: PLR2004 - a type's path
        return
    types = subject.entry("type")
    names = types.value.entries if types and isinstance(types.value, Table) else {}
    for other in (("default",), *(("type", name) for name in names)):
        there = subject.entry(*other, entry.name)
        if other != path and there is None and matching((*other, entry.name)) is not None:
            yield other
