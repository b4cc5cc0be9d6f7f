"""The request at a cursor: that of the call around it, or of the statement around it."""

from collections.abc import Iterator

from tree_sitter import Node

from waypost.routes.model.site import Site
from waypost.routes.sites.file_sites import Routes
from waypost.text import Span


def site_near(routes: Routes, offset: int) -> Site | None:
    """The route whose call contains an offset, or that is sent there, or the next one in the same statement."""
    around = routes.site_at(offset)
    if around is not None:
        return around
    sent = routes.sent_at(offset)
    if sent is not None:
        return sent[0]
    span = _statement(routes, offset)
    inside = [found for found in _places(routes) if span.holds(found[1])] if span is not None else []
    return min(inside, key=lambda found: (_distance(found[1], offset), found[1].length), default=(None, None))[0]


def _places(routes: Routes) -> Iterator[tuple[Site, Span]]:
    """The routes with each place where they are made or sent."""
    return ((site, span) for site in routes.sites() for span in (site.span, *site.sent_at))


def _statement(routes: Routes, offset: int) -> Span | None:
    """The simple statement, or the head of a compound one, that contains an offset or is on its line."""
    if not len(routes.blocks):
        return None
    index = routes.blocks.at(offset)
    block, start = routes.blocks[index], routes.blocks.starts[index]
    at = offset - start + block.prefix
    # The statement on this line begins after the indentation.
    line = block.root.text or b""
    while at < len(line) and line[at : at + 1] in (b" ", b"\t"):
        at += 1
    found = next(_simple(block.root.descendant_for_byte_range(at, at)), None)
    move = start - block.prefix
    return Span(found[0] + move, found[1] + move) if found else None


def _simple(node: Node | None) -> Iterator[tuple[int, int]]:
    while node is not None and node.parent is not None:
        parent = node.parent
        body = parent.child_by_field_name("body") or parent.child_by_field_name("consequence")
        if body is not None and parent.type.endswith(("_statement", "_definition")) and node.id != body.id:
            yield parent.start_byte, body.start_byte
        if parent.type in ("block", "module") and not node.type.endswith("_definition") and not _has_body(node):
            yield node.start_byte, node.end_byte
        node = parent


def _has_body(node: Node) -> bool:
    return any(node.child_by_field_name(name) is not None for name in ("body", "consequence"))


def _distance(span: Span, offset: int) -> int:
    return max(span.start - offset, offset - span.end, 0)
