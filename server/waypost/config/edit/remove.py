"""Removals, each with its own comma or line."""

import re
from bisect import bisect_left
from collections.abc import Sequence

from waypost.config.parse import Array, Placed, Syntax, Tree
from waypost.results import Edit
from waypost.text import Span

_AFTER = re.compile(rb"[ \t]*(?:,[ \t]*)?")
_COMMENT = rb"(?:#|//)[^\r\n]*(?![^\r\n])"
_COMMA_AFTER = re.compile(rb"((?:[ \t\r\n]|" + _COMMENT + rb")*),")
_COMMA_OR_COMMENT = re.compile(rb"(,)|" + _COMMENT)
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
    return _remove_member(tree, span)


def remove_item(tree: Tree, item: Placed) -> Sequence[Edit]:
    """Without this item of a list."""
    return _remove_member(tree, tree.span(item))


def _remove_member(tree: Tree, span: Span) -> Sequence[Edit]:
    """A member is removed with the comma after it; the last one, with the comma before it."""
    source = tree.source
    comma = _COMMA_AFTER.match(source, span.end)
    if comma is None:
        return _remove_last(tree, span)
    if comma[1].strip():  # a comment, which stays
        return [Edit(span, ""), Edit(Span(comma.end() - 1, comma.end()), "")]
    line = _own_lines(source, Span(span.start, comma.end()))
    if line is not None:
        return [Edit(line, "")]
    after = _AFTER.match(source, comma.end())
    return [Edit(Span(span.start, after.end() if after else comma.end()), "")]


def _remove_last(tree: Tree, span: Span) -> Sequence[Edit]:
    line = _own_lines(tree.source, span)
    comma = _comma_before(tree, span.start)
    if comma is None:
        return [Edit(line or span, "")]
    if line is None and not tree.source[comma + 1 : span.start].strip():
        return [Edit(Span(comma, span.end), "")]
    return [Edit(Span(comma, comma + 1), ""), Edit(line or span, "")]


def _comma_before(tree: Tree, start: int) -> int | None:
    """The comma between a member and the one before it; a comment may contain others."""
    container = tree.at(start).container
    if container is None:
        return None
    members: Sequence[Placed] = container.items if isinstance(container, Array) else container.members
    index = bisect_left(members, start, key=lambda each: tree.span(each).start)
    end = tree.span(members[index - 1]).end if index else tree.span(container).start
    commas = [found.start() for found in _COMMA_OR_COMMENT.finditer(tree.source, end, start) if found[1]]
    return commas[-1] if commas else None


def _own_lines(source: bytes, span: Span) -> Span | None:
    """The whole lines of a member that shares them with only a comment."""
    start = max(source.rfind(b"\n", 0, span.start), source.rfind(b"\r", 0, span.start)) + 1
    rest = _REST_OF_LINE.match(source, span.end)
    if rest is None or source[start : span.start].strip():
        return None
    return Span(start, rest.end())
