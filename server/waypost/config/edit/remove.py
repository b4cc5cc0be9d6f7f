"""Removals, each with its own comma or line."""

import re
from collections.abc import Sequence

from waypost.config.parse import Placed, Syntax, Tree
from waypost.results import Edit
from waypost.text import Span

_AFTER = re.compile(rb"[ \t]*(?:,[ \t]*)?")
_COMMA_AFTER = re.compile(rb"[ \t\r\n]*,")
_REST_OF_LINE = re.compile(rb"[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r|\Z)")


def remove_entry(tree: Tree, entry: Placed) -> Sequence[Edit]:
    """Without this entry: its whole line, or its part of a line with one comma."""
    span = tree.span(entry)
    start = tree.start(entry.statement)
    end = start + len(entry.statement.text)
    before = tree.source[start : span.start]
    if tree.syntax is Syntax.TOML and not before.strip():
        # If more than a comment follows it, the line is broken, and the user must decide what it should be.
        return [Edit(Span(start, end), "")] if _REST_OF_LINE.fullmatch(tree.source[span.end : end]) else []
    return _remove_member(tree.source, span)


def remove_item(tree: Tree, item: Placed) -> Sequence[Edit]:
    """Without this item of a list."""
    return _remove_member(tree.source, tree.span(item))


def _remove_member(source: bytes, span: Span) -> Sequence[Edit]:
    """A member is removed with the comma after it; the last one, with the comma before it."""
    comma = _COMMA_AFTER.match(source, span.end)
    if comma is None:
        return _remove_last(source, span)
    line = _own_lines(source, Span(span.start, comma.end()))
    if line is not None:
        return [Edit(line, "")]
    after = _AFTER.match(source, comma.end())
    return [Edit(Span(span.start, after.end() if after else comma.end()), "")]


def _remove_last(source: bytes, span: Span) -> Sequence[Edit]:
    head = source[: span.start].rstrip(b" \t\r\n")
    line = _own_lines(source, span)
    if not head.endswith(b","):
        return [Edit(line or span, "")]
    comma = len(head) - 1
    if line is None:
        return [Edit(Span(comma, span.end), "")]
    return [Edit(Span(comma, comma + 1), ""), Edit(line, "")]


def _own_lines(source: bytes, span: Span) -> Span | None:
    """The whole lines of a member that shares them with only a comment."""
    start = max(source.rfind(b"\n", 0, span.start), source.rfind(b"\r", 0, span.start)) + 1
    rest = _REST_OF_LINE.match(source, span.end)
    if rest is None or source[start : span.start].strip():
        return None
    return Span(start, rest.end())
