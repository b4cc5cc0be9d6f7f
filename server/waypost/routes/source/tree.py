"""The syntax tree of a piece of Python, and small helpers for its nodes."""

import re
import threading
from functools import cache
from typing import Final

from tree_sitter import Language, Node, Parser

from waypost.text.indentation import is_too_deep

_local = threading.local()
_BRANCHES: Final = frozenset(("if_statement", "for_statement", "while_statement", "try_statement", "match_statement"))


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
    """The tree of a source; an empty one if it is nested too deeply for the grammar."""
    return _parser().parse(b"" if is_too_deep(source) else source).root_node


def field(node: Node, name: str) -> Node | None:
    return node.child_by_field_name(name)


def text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def is_conditional(node: Node) -> bool:
    """Whether a node is in a branch or a loop of its function."""
    parent = node.parent
    while parent is not None and parent.type not in ("function_definition", "module"):
        if parent.type in _BRANCHES:
            return True
        parent = parent.parent
    return False


def _decorators(node: Node) -> list[bytes]:
    parent = node.parent
    if parent is None or parent.type != "decorated_definition":
        return []
    return [child.text or b"" for child in parent.children if child.type == "decorator"]


def is_static(node: Node) -> bool:
    return any(b"staticmethod" in each for each in _decorators(node))


def is_context(node: Node) -> bool:
    """Whether a `with` statement gets what a function yields."""
    return any(b"contextmanager" in each for each in _decorators(node))


def is_property(node: Node) -> bool:
    return any(re.match(rb"@(?:\w+\.)?(?:cached_)?property\b", each) for each in _decorators(node))
