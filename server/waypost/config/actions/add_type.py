"""Add a table for a file type: for the types of existing files."""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from itertools import islice

from waypost.config import edit
from waypost.config.files.counts import count_types, present_types
from waypost.config.files.folder import reach
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.subject import Subject
from waypost.config.parse import PlacePart, Syntax
from waypost.config.typos.filetype import type_of
from waypost.markup import noun
from waypost.results import Action, ActionKind, Edit
from waypost.text import Span
from waypost.workspace import FileCounts
from waypost.workspace.uris import named_by

_MOST = 8


def type_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """Where a table can be added, a type for each kind of file that has no table yet; the most common kind first."""
    if span.length or not subject.held or not _is_between(subject, span.start):
        return
    offered = ((name, tuple(_added(subject, name)), count) for name, count in _present(subject).items())
    for name, edits, count in islice((each for each in offered if each[1]), _MOST):
        files = f" ({count} {noun(count, 'file')} here)" if count else ""
        yield Action(f"Add type `{name}`{files}", ActionKind.REWRITE, edits)


def _is_between(subject: Subject, offset: int) -> bool:
    """Whether the cursor is on a header or an empty line or, in JSON, outside all inner tables."""
    cursor = CursorContext(subject, offset)
    if subject.is_json:
        return len(cursor.path) <= 1
    line_start = cursor.source.rfind(b"\n", 0, offset) + 1
    line = cursor.source[line_start:].partition(b"\n")[0]
    return cursor.place.part is PlacePart.HEADER or (not line.strip() and cursor.place.container is None)


def _present(subject: Subject) -> Mapping[str, int]:
    """The types without a table, each with its number of files if that is known, and those of open files."""
    place = reach(subject)
    counted: Mapping[str, int] = {}
    if place is not None:
        counts = subject.workspace.services.of(FileCounts)
        known = present_types(counts, place)
        if known is None:
            subject.workspace.services.soon_hints(partial(count_types, counts, place))
            known = present_types(counts, place)
        counted = known or {}
    names = [*counted, *_open_types(subject)]
    return {name: counted.get(name, 0) for name in names if subject.entry("type", name) is None}


def _open_types(subject: Subject) -> Iterator[str]:
    found: Counter[str] = Counter()
    for document in subject.workspace.open.values():
        match = type_of(named_by(document.uri).name, subject.config)
        if match is not None and document.uri != subject.document.uri:
            found[match.name] += 1
    return (name for name, _ in found.most_common())


def _added(subject: Subject, name: str) -> Iterator[Edit]:
    value = '{ "check-file": true }' if subject.tree.syntax is Syntax.JSON else "true"
    path = ("type", name) if subject.tree.syntax is Syntax.JSON else ("type", name, "check-file")
    yield from edit.insert_entry(subject.tree, subject.prefix, path, value)
