"""A token that is written in the source, read from the environment instead."""

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from waypost.results import Edit, Fix
from waypost.routes.syntax.tree import parse
from waypost.shown.tokens import maker_of
from waypost.text import Span

_LITERAL: Final = re.compile(rb"([fFrR]{0,2})(\"|')(?!\2\2)")
_HAS_OS: Final = re.compile(rb"^import[ \t]+(?:[\w., \t]+,[ \t]*)?os[ \t]*(?:,|#|\r?$)", re.MULTILINE)


def environment_fix(source: bytes, token: Span, key: str = "") -> Iterator[Fix]:
    """The fix for a token in a string in one line: what holds nothing else is replaced as a whole.

    The variable is named after the token's maker, or after the key that it has.
    """
    root = parse(source)
    node = root.descendant_for_byte_range(token.start, token.end)
    while node is not None and node.type != "string":
        node = node.parent
    maker = maker_of(token.of(source).decode("ascii", "replace"))
    words = f"{maker} token" if maker else "token" if key.lower() == "authorization" else key
    name = re.sub(r"[^A-Za-z]+", "_", words).strip("_").upper() or "TOKEN"
    edits = _edits(source, Span(node.start_byte, node.end_byte), token) if node is not None else []
    written = tuple(edit._replace(text=edit.text.replace("$", name)) for edit in edits)
    added = _import(root, source)
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


def _import(root: Node, source: bytes) -> tuple[Edit, ...] | None:
    """`import os` before the first import, if there is none yet; None if no import shows where it belongs."""
    if _HAS_OS.search(source):
        return ()
    imports = (each for each in root.children if each.type in ("import_statement", "import_from_statement"))
    first = next(imports, None)
    end = "\r\n" if b"\r\n" in source else "\n"
    return (Edit(Span.at(first.start_byte), f"import os{end}"),) if first is not None else None


def _after(source: bytes, edits: tuple[Edit, ...]) -> bytes:
    for edit in sorted(edits, key=lambda each: each.span, reverse=True):
        source = source[: edit.span.start] + edit.text.encode() + source[edit.span.end :]
    return source
