"""Silence this rule here: a comment after the line."""

from collections.abc import Iterator, Sequence

from waypost.config.model.subject import Subject
from waypost.config.parse import PlacePart
from waypost.results import Action, ActionKind, Diagnostic, Edit
from waypost.rules import RULES
from waypost.text import Span


def silence_actions(subject: Subject, span: Span, found: Sequence[Diagnostic]) -> Iterator[Action]:
    """One for each rule that reports something in the selection, but for what typos refuses. JSON has no comments."""
    if subject.is_json:
        return
    told: set[str] = set()
    for each in found:
        if RULES[each.rule].is_refusal or each.rule in told or not each.span.meets(span):
            continue
        edit = _comment(subject, each)
        if edit is not None:
            told.add(each.rule)
            yield Action(f"Silence `{each.rule}` on this line", ActionKind.QUICK_FIX, (edit,), diagnostic=each)


def _comment(subject: Subject, found: Diagnostic) -> Edit | None:
    source = subject.tree.source
    end = source.find(b"\n", found.span.end)
    end = len(source) if end < 0 else end - (source[end - 1 : end] == b"\r")
    text = f"waypost: ignore[{found.rule}]"
    place = subject.tree.at(end)
    if place.part is PlacePart.COMMENT:
        return Edit(Span.at(end), f" # {text}")
    if place.value is not None and end < subject.tree.span(place.value).end:  # in a multi-line string
        return None
    return Edit(Span.at(len(source[:end].rstrip(b" \t"))), f"  # {text}")
