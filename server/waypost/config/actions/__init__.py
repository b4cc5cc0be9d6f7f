"""Actions at a place of a configuration, apart from fixes."""

from collections.abc import Iterator, Sequence

from waypost.config.actions.rewrites import move_actions, silence_actions, sort_actions, type_actions
from waypost.config.actions.tidy_layout import layout_actions
from waypost.config.model.subject import Subject
from waypost.results import Action, Diagnostic
from waypost.text import Span


def actions(subject: Subject, span: Span, found: Sequence[Diagnostic]) -> Iterator[Action]:
    """The actions for a selection; `found` are the document's findings."""
    yield from silence_actions(subject, span, found)
    yield from sort_actions(subject, span)
    yield from move_actions(subject, span)
    yield from type_actions(subject, span)
    yield from layout_actions(subject, span)
