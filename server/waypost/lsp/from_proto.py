"""Converts protocol types to ours."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

from lsprotocol import types
from lsprotocol.converters import get_converter

from waypost.lsp.errors import INVALID_PARAMS, AnswerError
from waypost.results import Completion, CompletionKind, Edit
from waypost.text import Position, Span, TextChange


def changes(sent: Iterable[Any]) -> list[TextChange]:
    return [_change(each) for each in sent]


def _change(sent: Any) -> TextChange:
    if isinstance(sent, types.TextDocumentContentChangePartial):
        return TextChange(sent.text, position(sent.range.start), position(sent.range.end))
    return TextChange(sent.text)


def position(sent: types.Position) -> Position:
    return Position(sent.line, sent.character)


def plain_position(sent: Any) -> Position:
    """A position in plain JSON, as in a command's argument."""
    try:
        line, character = sent["line"], sent["character"]
    except (KeyError, TypeError, IndexError):
        line = character = None
    if not all(type(each) is int and each >= 0 for each in (line, character)):
        raise AnswerError(INVALID_PARAMS, f"not a position: {sent!r}")
    return Position(line, character)


def plain_range(sent: Any) -> tuple[Position, Position]:
    """A range in plain JSON."""
    if not isinstance(sent, Mapping) or not {"start", "end"} <= sent.keys():
        raise AnswerError(INVALID_PARAMS, f"not a range: {sent!r}")
    return plain_position(sent["start"]), plain_position(sent["end"])


def completion(sent: types.CompletionItem) -> Completion:
    """The parts of an item that are needed to resolve it: its label and our own data."""
    data: Any = sent.data
    return Completion(
        sent.label, Edit(Span.at(0), ""), CompletionKind.VALUE, data=data if isinstance(data, dict) else {}
    )


_converter = cache(get_converter)


def as_json(sent: Any) -> dict[str, Any]:
    """What the client sent, unchanged."""
    shown: dict[str, Any] = _converter().unstructure(sent)
    return shown
