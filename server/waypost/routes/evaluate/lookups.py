"""Keys: a route that is one is looked up, and not requested."""

from typing import Final

from tree_sitter import Node

from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import Value

_WRITTEN: Final = ("string", "concatenated_string", "tuple")


def looked_up(flow: Evaluation, node: Node) -> Value:
    """The value of a key of a mapping."""
    if node.type not in _WRITTEN:
        return flow.evaluate(node)
    recorder, flow.recorder = flow.recorder, None
    try:
        return flow.evaluate(node)
    finally:
        flow.recorder = recorder
