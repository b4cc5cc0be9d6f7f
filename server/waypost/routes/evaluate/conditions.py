"""Whether a condition holds, as far as it follows from the text."""

from tree_sitter import Node

from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import Constant, Either, KeyedValues, Method, Reference, Row, Text, Unknown, Value
from waypost.routes.source.tree import field, text


def truth(flow: Evaluation, node: Node | None) -> bool | None:
    """Whether a condition holds; None where only running the code would tell."""
    if node is None:
        return None
    if node.type == "not_operator":
        inner = truth(flow, field(node, "argument"))
        return None if inner is None else not inner
    if node.type == "comparison_operator":
        return _is_none(flow, node)
    return _truth_of(flow.evaluate(node))


def _truth_of(value: Value) -> bool | None:
    match value:
        case Text():
            return bool(value.known) if value.known is not None else True if value.marked.strip() else None
        case Constant():
            return bool(value.value)
        case KeyedValues():
            sure = any(not entry.maybe for entry in value.entries)
            return True if sure else None if value.open or value.entries else False
        case Row():
            return True if value.items else None if value.open else False
    return None


def _is_none(flow: Evaluation, node: Node) -> bool | None:
    """`x is None`, `x is not None`."""
    operators = "".join(text(child) for child in node.children if not child.is_named).replace(" ", "")
    operands = [flow.evaluate(child) for child in node.named_children]
    if len(operands) != 2 or operators not in ("is", "isnot"):  # noqa: PLR2004 - left and right
        return None
    value = operands[0]
    if isinstance(value, Unknown | Either | Reference | Method) or node.named_children[1].type != "none":
        return None
    nothing = isinstance(value, Constant) and value.value is None
    return nothing == (operators == "is")
