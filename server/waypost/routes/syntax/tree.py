"""The syntax tree of a piece of Python, and small helpers for its nodes."""

import re
import threading
from collections.abc import Iterator
from functools import cache
from typing import Final, cast

from tree_sitter import Language, Node, Parser, Tree

from waypost.text.indentation import is_too_deep

_local = threading.local()
# A shorter source takes a tenth of a second at most, whatever it is.
_SHORT: Final = 2_000
# The grammar's library counts its steps by the hundred. In ordinary Python, one hundred is for 70 bytes at least.
_FIRST_STEPS: Final = 1_000
_BYTES_PER_STEP: Final = 10
_CHUNK: Final = 4_096
# How often it is asked for a piece of the source: in ordinary Python, once for 70 bytes at most.
_FIRST_CHUNKS: Final = 2_000
_BYTES_PER_CHUNK: Final = 10
# How many lines may go on after a backslash: the time for errors between them grows with their square.
_MOST_CONTINUED: Final = 2_000
# Lines of comments, and empty ones, that follow one another: the grammar reads all that are left for each comment.
_COMMENTS: Final = re.compile(rb"^(?:[ \t\f]*+(?:#(?![^\n]*waypost:)[^\n]*+|\r?)\n){100,}", re.MULTILINE)
_BLANKS: Final = bytes(each if each == ord("\n") else ord(" ") for each in range(256))


def _parser() -> Parser:
    """One parser per thread: trees may be shared, parsers may not."""
    parser: Parser | None = getattr(_local, "parser", None)
    if parser is None:
        parser = _local.parser = Parser(_language())
    return parser


@cache
def _language() -> Language:
    import tree_sitter_python

    return Language(tree_sitter_python.language())


def parse(source: bytes) -> Node:
    """The tree of a source; an empty one if it is nested too deeply for the grammar, or is broken all over."""
    tree = None if is_too_deep(source) else _tree(source)
    return (tree or _parser().parse(b"")).root_node


def _tree(source: bytes) -> Tree | None:
    parser = _parser()
    if len(source) < _SHORT:
        return parser.parse(source)
    if source.count(b"\\\n") + source.count(b"\\\r\n") > _MOST_CONTINUED:
        return None
    uncommented = _uncommented(source)
    tried = _tried(parser, uncommented)
    if tried is None:
        return None
    if uncommented != source:
        uncommented = _uncommented(source, tried)
    # Only from bytes, nodes give their texts at once. Without errors, this takes a seventh of the time.
    return parser.parse(uncommented) if tried.root_node.has_error else parser.parse(uncommented, tried)


def _uncommented(source: bytes, tree: Tree | None = None) -> bytes:
    """A source with blanks for thousands of comments, but not where its tree has them in the text of a string."""

    def blank(found: re.Match[bytes]) -> bytes:
        node = tree.root_node.descendant_for_byte_range(found.start(), found.start()) if tree is not None else None
        return found[0] if node is not None and node.type == "string_content" else found[0].translate(_BLANKS)

    return _COMMENTS.sub(blank, source)


def _tried(parser: Parser, source: bytes) -> Tree | None:
    """The tree, if it takes some times as many steps as that of ordinary Python at most.

    The time for errors after errors grows with their square: 60 kB of them take minutes.
    """
    steps = _FIRST_STEPS + len(source) // _BYTES_PER_STEP
    chunks = _FIRST_CHUNKS + len(source) // _BYTES_PER_CHUNK

    def chunk(offset: int, _: object) -> bytes:
        nonlocal chunks
        chunks -= 1
        return source[offset : offset + _CHUNK]  # to the end: a source that ends earlier than before is a crash

    def is_over(*_: object) -> bool:
        nonlocal steps
        steps -= 1
        return steps < 0 or chunks < 0

    try:
        return parser.parse(chunk, progress_callback=is_over)
    except ValueError:  # it was stopped
        parser.reset()
        return None


def field(node: Node, name: str) -> Node | None:
    return node.child_by_field_name(name)


def part(node: Node, name: str) -> Node:
    """A part that the grammar has in all nodes of this type: where somebody is still typing, it is an empty one."""
    return cast("Node", node.child_by_field_name(name))


def nodes_of(root: Node) -> Iterator[Node]:
    """A node and what is below it, in order. In a loop: what somebody wrote may be nested thousands deep."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.named_children))


def text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def names_in(root: Node) -> Iterator[Node]:
    """The names in a target or a parameter, in order."""
    return (node for node in nodes_of(root) if node.type == "identifier")


def assigned_of_type(alias: Node) -> Node | None:
    """The target of `type(self).path = …`, which the grammar takes for a type alias, as it does `type X = …`."""
    left = field(alias, "left")
    inner = left.named_children[0] if left is not None and left.named_children else None
    return inner if inner is not None and inner.type in ("attribute", "subscript") else None


def is_given_to_type(node: Node) -> bool:
    """Whether what is in parentheses is the argument of `type` there."""
    around = node.parent
    while around is not None and around.type in ("attribute", "subscript") and around.start_byte == node.start_byte:
        around = around.parent
    alias = around.parent if around is not None and around.type == "type" else None
    return alias is not None and alias.type == "type_alias_statement" and around == field(alias, "left")
