"""Functions that only write a log: nobody uses what such a call returns, and nothing is sent, so it is not followed."""

import re
from typing import Final

from tree_sitter import Node

from waypost.routes.evaluate.interface import Evaluation, ModuleNames
from waypost.routes.model.values import Function
from waypost.routes.syntax import Block
from waypost.routes.syntax.tree import field, text

_BUILT_IN: Final = frozenset(("bool", "dict", "int", "isinstance", "len", "list", "print", "repr", "str", "type"))
# Methods of texts and tables, and what writes them as texts.
_MAKES_TEXT: Final = frozenset(
    ("dumps", "format", "isoformat", "items", "join", "keys", "lower", "replace", "strip", "upper", "values")
)
_LOGS: Final = frozenset(("critical", "debug", "error", "exception", "info", "log", "warn", "warning"))
_LOGGER: Final = re.compile(r"(?i)(?:\A|[._])log(?:ger|ging)?\Z")
# What may do anything else: other code that is run, or an object that is changed.
_DOES_MORE: Final = frozenset(
    ("await", "class_definition", "decorator", "function_definition", "lambda", "with_statement", "yield")
)
_DEEPEST: Final = 3


def only_reports(flow: Evaluation, function: Function, node: Node) -> bool:
    """Whether a call is a statement, and its function elsewhere makes texts, writes them to a log and does no more."""
    is_statement = node.parent is not None and node.parent.type == "expression_statement"
    is_here = function.module is flow.module and function.block == flow.block
    return is_statement and not is_here and _only_makes_texts(function, _DEEPEST)


def _only_makes_texts(function: Function, depth: int) -> bool:
    module: ModuleNames = function.module
    called = function.module.blocks[function.block].derived(_called_in, function.node)
    if called is None or not depth:
        return False
    others = (module.lookup(name) for name in sorted(called))
    return all(isinstance(other, Function) and _only_makes_texts(other, depth - 1) for other in others)


def _called_in(_: Block, function: Node) -> frozenset[str] | None:
    """The names that a function calls besides what makes texts and writes logs; None if it may do more than that."""
    called: set[str] = set()
    waiting = list(function.named_children)
    for node in waiting:
        callee = field(node, "function") if node.type == "call" else None
        if node.type in _DOES_MORE or _changes_an_object(node):
            return None
        if callee is not None and callee.type == "identifier":
            called.add(text(callee))
        elif callee is not None and not _is_harmless_method(callee):
            return None
        waiting += node.named_children
    return frozenset(called - _BUILT_IN - _MAKES_TEXT)


def _changes_an_object(node: Node) -> bool:
    left = field(node, "left") if node.type in ("assignment", "augmented_assignment") else None
    return node.type == "delete_statement" or (left is not None and left.type != "identifier")


def _is_harmless_method(callee: Node) -> bool:
    owner, name = field(callee, "object"), field(callee, "attribute")
    if owner is None or name is None:
        return False
    is_log = text(name) in _LOGS and _LOGGER.search(text(owner)) is not None
    return is_log or (text(name) in _MAKES_TEXT and text(owner) not in ("self", "cls"))
