"""An entry or item with its comments, which no change may lose or leave beside something else."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from waypost.config.parse import Array, Placed, Syntax, Table, Tree
from waypost.config.parse.toml_statements import Blank
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
