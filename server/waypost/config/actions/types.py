"""Add a table for a file type: for the types of the files that are open."""

from collections.abc import Iterator

from waypost.config import edit
from waypost.config.check.subject import Subject
from waypost.config.filetype import type_of
from waypost.config.parse import Syntax
from waypost.results import Action, ActionKind, Edit
from waypost.text import Span
from waypost.workspace.uris import named_by

_MOST = 5


def type_actions(subject: Subject, span: Span) -> Iterator[Action]:
    """Where nothing is selected, a type for each kind of open file that has no table yet."""
    if span.length or not subject.held:
        return
    for name in list(dict.fromkeys(_open_types(subject)))[:_MOST]:
        edits = tuple(_added(subject, name))
        if edits:
            yield Action(f"Add type `{name}`", ActionKind.REWRITE, edits)


def _open_types(subject: Subject) -> Iterator[str]:
    for document in subject.workspace.open.values():
        base = named_by(document.uri).name
        found = type_of(base, subject.config)
        if found is not None and document.uri != subject.document.uri and subject.entry("type", found.name) is None:
            yield found.name


def _added(subject: Subject, name: str) -> Iterator[Edit]:
    value = '{ "check-file": true }' if subject.tree.syntax is Syntax.JSON else "true"
    path = ("type", name) if subject.tree.syntax is Syntax.JSON else ("type", name, "check-file")
    yield from edit.insert_entry(subject.tree, subject.prefix, path, value)
