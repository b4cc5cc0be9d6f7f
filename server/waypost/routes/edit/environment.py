"""A token that is written in the source, read from the environment instead."""

import re
from collections.abc import Iterator
from typing import Final

from waypost.results import Edit, Fix
from waypost.routes.source import BlockKind, Blocks
from waypost.routes.source.tree import parse
from waypost.shown.tokens import maker_of
from waypost.text import Span

_LITERAL: Final = re.compile(rb"([fFrR]{0,2})(\"|')(?!\2\2)")
_IMPORTS: Final = re.compile(rb"(?:import|from)[ \t]")
_HAS_OS: Final = re.compile(rb"^import[ \t]+(?:[\w., \t]+,[ \t]*)?os[ \t]*(?:,|#|\r?$)", re.MULTILINE)


def environment_fix(source: bytes, token: Span) -> Iterator[Fix]:
    """The fix for a token in a string in one line: what holds nothing else is replaced as a whole."""
    blocks = Blocks.of(source)
    node = blocks.node_at(token.start)
    while node.type != "string":
        if node.parent is None:
            return
        node = node.parent
    index = blocks.at(token.start)
    start = blocks.starts[index] - blocks[index].prefix + node.start_byte
    edits = _edits(source, Span(start, start + len(node.text or b"")), token)
    maker = re.sub(r"[^A-Za-z]+", "_", maker_of(token.of(source).decode("ascii", "replace"))).strip("_")
    name = f"{maker.upper()}_TOKEN"
    written = tuple(edit._replace(text=edit.text.replace("$", name)) for edit in edits)
    added = _import(blocks, source)
    if written and added is not None and not parse(_after(source, written)).has_error:
        yield Fix(f'Read it from `os.environ["{name}"]`', (*added, *written))


def _edits(source: bytes, literal: Span, token: Span) -> list[Edit]:
    """`$` stands for the variable's name."""
    prefix = _LITERAL.match(source, literal.start)
    inner = literal.of(source)
    if prefix is None or b"\n" in inner:
        return []
    start = literal.start + len(prefix[0])
    if (start, literal.end - 1) == token:
        return [Edit(literal, 'os.environ["$"]')]
    other = "'" if prefix[2] == b'"' else '"'
    value = Edit(token, f"{{os.environ[{other}${other}]}}")
    if b"f" in prefix[1].lower():
        return [value]
    # In a template, its braces would become those of an f-string.
    return [] if b"{" in inner or b"}" in inner else [Edit(Span.at(literal.start), "f"), value]


def _import(blocks: Blocks, source: bytes) -> tuple[Edit, ...] | None:
    """`import os` before the first import, if there is none yet; None if no import shows where it belongs."""
    if _HAS_OS.search(source):
        return ()
    for index, block in enumerate(blocks):
        text = block.text.lstrip()
        if block.kind is BlockKind.PLAIN and _IMPORTS.match(text) and not text.startswith(b"from __future__"):
            at = blocks.starts[index] + len(block.text) - len(text)
            end = "\r\n" if b"\r\n" in source[:at] + text else "\n"
            return (Edit(Span.at(at), f"import os{end}"),)
    return None


def _after(source: bytes, edits: tuple[Edit, ...]) -> bytes:
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
        source = source[: edit.span.start] + edit.text.encode() + source[edit.span.end :]
    return source
