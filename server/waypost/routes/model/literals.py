"""String literals, decoded so that every character can be mapped back to its place in the source."""

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from waypost.routes.model.values import Part, TextPiece
from waypost.text import Span
from waypost.text.encoding import decode, encode

# Characters of ASCII, and others.
_RUN: Final = re.compile(rb"[\x00-\x7f]+|[\x80-\xff]+")


def prefix_of(string: Node) -> str:
    """The prefix of a literal, in lower case."""
    start = string.children[0].text or b"" if string.children else b""
    return start.rstrip(b"\"'").decode("ascii", "replace").lower()


def content_pieces(content: Node, base: int) -> Iterator[Part]:
    """The text of one `string_content` node; escapes become pieces of their own."""
    source = content.text or b""
    start = content.start_byte
    at = 0
    for child in content.children:
        yield from _plain(source[at : child.start_byte - start], base + start + at)
        yield _escape(child, base)
        at = child.end_byte - start
    yield from _plain(source[at:], base + start + at)


def _plain(source: bytes, start: int) -> Iterator[TextPiece]:
    """Text that needs no decoding, except for line ends, which are read as Python reads them."""
    while (found := source.find(b"\r")) >= 0:
        yield from _decoded(source[:found], start)
        width = 2 if source[found + 1 : found + 2] == b"\n" else 1
        yield TextPiece("\n", Span(start + found, start + found + width), verbatim=False)
        source, start = source[found + width :], start + found + width
    yield from _decoded(source, start)


def _decoded(source: bytes, start: int) -> Iterator[TextPiece]:
    """The same without line ends, in one piece if it is UTF-8, so that each character has a place."""
    if not source:
        return
    text = decode(source)
    if encode(text) == source:
        yield TextPiece(text, Span(start, start + len(source)))
        return
    for run in _RUN.finditer(source):
        text = decode(run[0])
        yield TextPiece(text, Span(start + run.start(), start + run.end()), verbatim=encode(text) == run[0])


def _escape(node: Node, base: int) -> TextPiece:
    span = Span(base + node.start_byte, base + node.end_byte)
    written = decode(node.text or b"")
    if node.type == "escape_interpolation":
        return TextPiece(written[0], span, verbatim=False)
    if written[1:2] in ("\n", "\r"):
        return TextPiece("", span, verbatim=False)
    try:
        value = written.encode("latin-1", "backslashreplace").decode("unicode_escape")
    except (UnicodeDecodeError, DeprecationWarning):  # no escape; an error where warnings are
        value = written
    return TextPiece(value, span, verbatim=False)
