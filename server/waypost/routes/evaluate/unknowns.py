"""How an expression with an unknown value is shown."""

from typing import Final

from tree_sitter import Node

from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import Unknown
from waypost.routes.syntax.tree import text

_LONGEST_SHOWN: Final = 60


def unknown(flow: Evaluation, node: Node) -> Unknown:
    return Unknown(words(node), flow.place(node))


def words(node: Node) -> str:
    """The source of an expression, on one line."""
    shown = " ".join(text(node).split()) if node.end_byte - node.start_byte < 4 * _LONGEST_SHOWN else "…"
    return shown if len(shown) <= _LONGEST_SHOWN else shown[: _LONGEST_SHOWN - 1] + "…"
