"""What can be done with a route besides fixing it: rewrite it, or copy its request."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from waypost.results import Action, ActionKind, Diagnostic, Edit
from waypost.routes.actions.copy import copied_form
from waypost.routes.edit import rewrite
from waypost.routes.model.site import Site
from waypost.routes.sites.file_sites import Routes
from waypost.suppressions import with_rule
from waypost.text import Span

if TYPE_CHECKING:
    from tree_sitter import Node

COPY_COMMAND = "waypost.copyRequest"
_FORMATS = {
    "curl": "curl",
    "httpie": "HTTPie",
    "http": "an .http block",
    "httpx": "an httpx call",
    "requests": "a requests call",
}


def actions_in(routes: Routes, span: Span, found: Sequence[Diagnostic]) -> list[Action]:
    """The actions of the route at a cursor, or of those in a selection's first call; `found` are the findings."""
    silencing = _silencing(routes, [each for each in found if each.span.meets(span)])
    site = routes.site_at(span.start)
    if site is None:
        sent = routes.sent_at(span.start)
        return [*silencing, *(_copies(sent[0], routes, span) if sent is not None else ())]
    return [*_rewrites(site, routes.document.source), *silencing, *_copies(site, routes, span)]


def _silencing(routes: Routes, found: Sequence[Diagnostic]) -> Iterator[Action]:
    """One for each rule, if the line can have a comment."""
    for each in {each.rule: each for each in reversed(found)}.values():
        line = routes.document.lines.line_at(each.span.start)
        edit = with_rule(routes.document, line, [each.rule])
        is_new = edit.text.encode() != edit.span.of(routes.document.source)
        if is_new and _may_have_comment(routes, routes.document.line_end(each.span.start)):
            yield Action(f"Silence `{each.rule}` on this line", ActionKind.QUICK_FIX, (edit,), diagnostic=each)


def _may_have_comment(routes: Routes, end: int) -> bool:
    """Whether a line ends outside of a string, and without a backslash that continues it."""
    source = routes.document.source
    node: Node | None = routes.blocks.node_at(max(end - 1, 0)) if end else None
    while node is not None and node.type != "string":
        node = node.parent
    ends_here = node is None or not (node.text or b"").count(b"\n")
    return ends_here and not source[:end].rstrip(b" \t").endswith(b"\\")


def _rewrites(site: Site, source: bytes) -> Iterator[Action]:
    """Only of a route that is written in the call: through another call, the text has other callers, too."""
    spans = [site.literal] if site.route.span is None else [site.literal, site.route.span]
    if site.through or not all(map(site.span.holds, spans)):
        return
    for fix in rewrite.template_fixes(site, source):
        yield Action(fix.title, ActionKind.REWRITE, fix.edits)
    colons = tuple(rewrite.colon_edits(site, source))
    if colons:
        yield Action("Write placeholders in braces", ActionKind.REWRITE, colons)
    relative = rewrite.relative_edit(site)
    if relative is not None:
        yield Action("Make the URL relative to the base URL", ActionKind.REWRITE, (relative,))
    split: tuple[Edit, ...] = tuple(rewrite.split_query(site, source))
    if split:
        yield Action("Split the query into parameters", ActionKind.REWRITE, split)


def _copies(site: Site, routes: Routes, span: Span) -> Iterator[Action]:
    if copied_form(site, routes) is None:
        return
    for form, shown in _FORMATS.items():
        argument = {"uri": routes.document.uri, "offset": span.start, "format": form}
        yield Action(f"Copy as {shown}", ActionKind.SOURCE, command=COPY_COMMAND, arguments=(argument,))
