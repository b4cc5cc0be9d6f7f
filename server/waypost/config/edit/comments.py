"""An entry or item with its comments, which no change may lose or leave beside something else; and its removal."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from waypost.config.parse import Array, Entry, Form, Placed, Syntax, Table, Tree
from waypost.config.parse.toml_statements import Blank
from waypost.results import Edit
from waypost.text import Span
from waypost.text.encoding import decode

# In JSON, comments are errors, which is no reason to lose them.
_TOKEN: Final = re.compile(rb"(?P<comma>,)|(?P<comment>(?:#|//)[^\r\n]*|/\*[\s\S]*?(?:\*/|\Z))|(?P<line>\r?\n)")


class Carried(NamedTuple):
    """Something as it is written, with the comments directly above it and the one behind it, that with its gap."""

    text: str
    above: tuple[str, ...] = ()
    behind: str = ""

    @property
    def has_comments(self) -> bool:
        return bool(self.above or self.behind)

    @property
    def comments(self) -> tuple[str, ...]:
        """All of them, as lines of their own."""
        return (*self.above, *([self.behind.strip()] if self.behind else []))


class Gap(NamedTuple):
    """What is between two members of brackets, or between one and its bracket."""

    comma: int | None
    # The comment on the line of the member before.
    behind: Span | None
    # The comments directly above the member after.
    above: Sequence[Span]
    # Every comment.
    every: Sequence[Span]


def gap_in(source: bytes, start: int, end: int) -> Gap:
    comma, behind, lines = None, None, 0
    above: list[Span] = []
    every: list[Span] = []
    is_blank = False
    for token in _TOKEN.finditer(source, start, end):
        if token["line"] is not None:
            if is_blank:
                above = []
            lines, is_blank = lines + 1, lines > 0
        elif token["comma"] is not None:
            comma = token.start() if comma is None else comma
        else:
            is_blank = False
            every.append(Span(*token.span()))
            if lines:
                above.append(every[-1])
            else:
                behind = every[-1] if behind is None else behind.cover(every[-1])
    return Gap(comma, behind, above, every)


class Surroundings(NamedTuple):
    """A member of brackets: the gaps before and after it."""

    container: Array | Table
    before: Gap
    after: Gap
    # Whether another member follows.
    is_last: bool


def is_line(tree: Tree, placed: Placed) -> bool:
    """Whether something is a statement of its own, not a member of brackets."""
    start = tree.start(placed.statement)
    return tree.syntax is Syntax.TOML and not tree.source[start : tree.span(placed).start].strip()


def members_of(container: Array | Table) -> Sequence[Placed]:
    return container.items if isinstance(container, Array) else container.members


def inner_span(tree: Tree, container: Array | Table) -> Span:
    """The text between the brackets."""
    start = tree.start(container.statement)
    return Span(start + container.start + 1, start + container.end - (1 if container.closed else 0))


def surroundings(tree: Tree, span: Span) -> Surroundings | None:
    container = tree.at(span.start).container
    if container is None:
        return None
    members, inner = members_of(container), inner_span(tree, container)
    index = bisect_left(members, span.start, key=lambda each: tree.span(each).start)
    start = tree.span(members[index - 1]).end if index else inner.start
    is_last = index + 1 >= len(members)
    end = inner.end if is_last else tree.span(members[index + 1]).start
    before, after = gap_in(tree.source, start, span.start), gap_in(tree.source, span.end, max(end, span.end))
    return Surroundings(container, before, after, is_last)


def carried(tree: Tree, placed: Placed) -> Carried:
    """Something with its comments."""
    span = tree.span(placed)
    above, behind = _of_line(tree, placed) if is_line(tree, placed) else _of_member(tree, span)
    texts = tuple(decode(each.of(tree.source)) for each in above)
    return Carried(decode(span.of(tree.source)), texts, _with_gap(tree, behind) if behind else "")


def _with_gap(tree: Tree, comment: Span) -> str:
    head = tree.source[: comment.start].rstrip(b" \t")
    return (decode(tree.source[len(head) : comment.start]) or " ") + decode(comment.of(tree.source))


def _of_member(tree: Tree, span: Span) -> tuple[Sequence[Span], Span | None]:
    around = surroundings(tree, span)
    return (around.before.above, around.after.behind) if around else ((), None)


def _of_line(tree: Tree, placed: Placed) -> tuple[Sequence[Span], Span | None]:
    start, end = tree.start(placed.statement), tree.span(placed).end
    rest = tree.source[end : start + len(placed.statement.text)]
    at = end + len(rest) - len(rest.lstrip(b" \t"))
    behind = Span(at, end + len(rest.rstrip())) if rest.strip().startswith(b"#") else None
    return comments_above(tree, start), behind


def comments_above(tree: Tree, start: int) -> Sequence[Span]:
    """The comments directly above the statement that starts at an offset."""
    index = bisect_right(tree.starts, start) - 1
    lines = ((tree.statements[each], tree.starts[each]) for each in range(index - 1, -1, -1))
    found = list(takewhile(lambda each: isinstance(each[0], Blank) and each[0].text.strip().startswith(b"#"), lines))
    return [
        Span(at + len(each.text) - len(each.text.lstrip(b" \t")), at + len(each.text.rstrip()))
        for each, at in reversed(found)
    ]


def items_of(tree: Tree, container: Array | Table) -> Sequence[Carried]:
    """The members of brackets with their comments."""
    return [carried(tree, each) for each in members_of(container)]


def loose_comments(tree: Tree, container: Array | Table) -> tuple[str, ...]:
    """The comments in brackets that belong to no member."""
    members, inner = members_of(container), inner_span(tree, container)
    ends = [inner.start, *(end for each in members for end in tree.span(each)), inner.end]
    owned: set[Span] = set()
    every: list[Span] = []
    for number, (start, end) in enumerate(zip(ends[::2], ends[1::2], strict=True)):
        gap = gap_in(tree.source, start, end)
        every += gap.every
        owned |= {*(gap.above if number < len(members) else ())}
        if number and gap.behind:
            owned.update(each for each in gap.every if gap.behind.holds(each))
    return tuple(decode(each.of(tree.source)) for each in every if each not in owned)


_BLANKS: Final = re.compile(rb"[ \t]*")
_REST_OF_LINE: Final = re.compile(rb"[ \t]*((?:#|//)[^\r\n]*)?(?:\r\n|\n|\r|\Z)")


def remove(tree: Tree, placed: Placed, *, comments: bool = False) -> Sequence[Edit]:
    """Without an entry or an item: its whole line, or its part of a line with one comma.

    With `comments`, also without those that belong to it: they are about to be written elsewhere.
    """
    if isinstance(placed, Entry) and isinstance(placed.value, Table) and placed.value.form is Form.HEADER:
        return _without_table(tree, placed, placed.value, comments=comments)
    return (
        _without_line(tree, placed, comments=comments)
        if is_line(tree, placed)
        else _without_member(tree, tree.span(placed), comments=comments)
    )


def _without_table(tree: Tree, entry: Entry, table: Table, *, comments: bool) -> Sequence[Edit]:
    """Without a header and all that is below it, which would belong to the table before.

    Nothing is changed if something of it is broken, or if comments are among the lines of one entry.
    """
    parts = [_without_line(tree, entry, comments=comments) if len(entry.keys) == 1 else []]
    parts += [remove(tree, each, comments=comments) for each in table.entries.values()]
    edits = [edit for part in parts for edit in part]
    lines = (edit.span.of(tree.source).strip() for edit in edits)
    return edits if all(parts) and not any(b"\n" in line and b"#" in line for line in lines) else []


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
