"""Dict, list, tuple and set displays."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.limits import MOST_PARTS, TooMuchError, bounded
from waypost.routes.evaluate.lookups import looked_up
from waypost.routes.model.values import KeyedValue, KeyedValues, Row, Text, Unknown, Value
from waypost.routes.syntax.tree import field


def dictionary(flow: Evaluation, node: Node) -> Value:
    table = KeyedValues()
    # Consecutive pairs are added at once: a table may have thousands.
    pairs: list[KeyedValue] = []
    for child in node.named_children:
        if child.type == "pair":
            pair = _pair(flow, child)
            if pair is not None:
                pairs.append(pair)
            else:
                table = replace(table, open=True)
        elif child.type == "dictionary_splat":
            inner = flow.evaluate(child.named_children[0]) if child.named_children else Unknown("…")
            table, pairs = table.with_entries(pairs).merged(inner), []
    return bounded(replace(table.with_entries(pairs), span=flow.place(node)), node.end_byte - node.start_byte)


def _pair(flow: Evaluation, node: Node) -> KeyedValue | None:
    """`key: value`; None if the key is not known."""
    key_node, value_node = field(node, "key"), field(node, "value")
    if key_node is None or value_node is None:
        return None
    key, value = looked_up(flow, key_node), flow.evaluate(value_node)
    known = key.known if isinstance(key, Text) else None
    return KeyedValue(known, value, flow.place(key_node), flow.place(value_node)) if known is not None else None


def row(flow: Evaluation, node: Node) -> Value:
    items: list[Value] = []
    is_open = False
    rest: Value | None = None
    for child in node.named_children:
        if child.type == "list_splat":
            value = flow.evaluate(child.named_children[0]) if child.named_children else Unknown("…")
            rest = None if is_open else value.rest if isinstance(value, Row) else value
            is_open = is_open or not isinstance(value, Row) or value.open
            items.extend(value.items if isinstance(value, Row) else ())
            if len(items) > MOST_PARTS + node.end_byte - node.start_byte:
                raise TooMuchError
        elif child.type != "comment":
            items.append(flow.evaluate(child))
            rest = None
    made = Row(tuple(items), is_open, flow.place(node), rest)
    bounded(made, node.end_byte - node.start_byte)
    if flow.recorder is not None and node.type == "tuple" and not flow.decorator:
        flow.recorder.pair(made)
    return made


EXPRESSIONS: Final[Mapping[str, Callable[[Evaluation, Node], Value]]] = {
    "dictionary": dictionary,
    "expression_list": row,
    "list": row,
    "set": row,
    "tuple": row,
}
