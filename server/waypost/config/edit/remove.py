"""Removals, each with its own comma or line. Comments stay, unless they are carried along."""

import re
from collections.abc import Sequence
from typing import Final

from waypost.config.edit.comments import comments_above, is_line, surroundings
from waypost.config.parse import Placed, Tree
from waypost.results import Edit
from waypost.text import Span

_BLANKS: Final = re.compile(rb"[ \t]*")
_REST_OF_LINE: Final = re.compile(rb"[ \t]*((?:#|//)[^\r\n]*)?(?:\r\n|\n|\r|\Z)")


def remove(tree: Tree, placed: Placed, *, comments: bool = False) -> Sequence[Edit]:
    """Without an entry or an item: its whole line, or its part of a line with one comma.

    With `comments`, also without those that belong to it: they are about to be written elsewhere.
    """
    return (
        _without_line(tree, placed, comments=comments)
        if is_line(tree, placed)
        else _without_member(tree, tree.span(placed), comments=comments)
    )


def _without_line(tree: Tree, placed: Placed, *, comments: bool) -> Sequence[Edit]:
    span, start = tree.span(placed), tree.start(placed.statement)
    end = start + len(placed.statement.text)
    rest = _REST_OF_LINE.fullmatch(tree.source, span.end, end)
    if rest is None:  # if more than a comment follows it, the line is broken, and the user must decide what it is
        return []
    if rest[1] and not comments:
        return [Edit(Span(span.start, rest.start(1)), "")]
    above = comments_above(tree, start) if comments else ()
    return [Edit(Span(line_start(tree.source, above[0].start) if above else start, end), "")]


def _without_member(tree: Tree, span: Span, *, comments: bool) -> Sequence[Edit]:
    """A member is removed with the comma after it; the last one, with the comma before it."""
    source, around = tree.source, surroundings(tree, span)
    if around is None:
        return [Edit(span, "")]
    after, before = around.after, around.before
    comma = after.comma
    before_comma = before.comma if comma is None else None
    outside = [] if before_comma is None else [Edit(Span(before_comma, before_comma + 1), "")]
    # A comment that stands between the member and its comma stays where it is.
    parted = comma is not None and after.behind is not None and after.behind.start < comma
    end = span.end if comma is None or parted else comma + 1
    if parted and comma is not None:
        outside.append(Edit(Span(comma, comma + 1), ""))
    behind = after.behind
    if behind is not None and comments:
        end = max(end, behind.end)
    line = _own_lines(source, Span(span.start, end))
    if line is None:
        if before_comma is not None and not source[before_comma + 1 : span.start].strip():
            return [Edit(Span(before_comma, end), "")]
        return [*outside, _part_of_line(source, Span(span.start, end))]
    if behind is not None and not comments:
        return [*outside, Edit(Span(span.start, max(behind.start, end)), "")]
    first = before.above[0].start if comments and before.above else span.start
    return [*outside, Edit(Span(line_start(source, first), line.end), "")]


def _part_of_line(source: bytes, span: Span) -> Edit:
    """What shares its line with others, with the blanks after its comma."""
    after = _BLANKS.match(source, span.end)
    is_followed = source[span.end - 1 : span.end] == b","
    return Edit(Span(span.start, after.end() if after and is_followed else span.end), "")


def line_start(source: bytes, offset: int) -> int:
    return max(source.rfind(b"\n", 0, offset), source.rfind(b"\r", 0, offset)) + 1


def _own_lines(source: bytes, span: Span) -> Span | None:
    """The whole lines of a member that shares them with only a comment."""
    start = line_start(source, span.start)
    rest = _REST_OF_LINE.match(source, span.end)
    if rest is None or source[start : span.start].strip():
        return None
    return Span(start, rest.end())
