"""What an annotation says about a value."""

from tree_sitter import Node

from waypost.routes.calls import client_types as types
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import Class, Instance, Reference, Thing, Value
from waypost.routes.source.tree import text


def annotated(flow: Evaluation, node: Node) -> Value | None:
    """The value that an annotation describes: an object of a known type, or of a class of the workspace."""
    meter = flow.module.meter
    if meter.spent:
        return None
    meter.level += 1
    try:
        return _described(flow, node)
    finally:
        meter.level -= 1


def _described(flow: Evaluation, node: Node) -> Value | None:  # noqa: PLR0911 - one answer for each kind of value
    match node.type:
        case "type" | "parenthesized_expression":
            return annotated(flow, node.named_children[0]) if node.named_children else None
        case "identifier" | "attribute":
            return _instance_of(flow, _quiet(flow, node))
        case "string":
            return _from_words(flow, text(node).strip("\"'"))
        case "binary_operator" | "union_type":
            found = [annotated(flow, child) for child in node.named_children]
            return next((each for each in found if each is not None), None)
        case "generic_type" | "subscript":
            found = [annotated(flow, child) for child in node.named_children[1:]]
            return next((each for each in found if each is not None), None)
        case "type_parameter":
            found = [annotated(flow, child) for child in node.named_children]
            return next((each for each in found if each is not None), None)
    return None


def _from_words(flow: Evaluation, written: str) -> Value | None:
    """The type that a quoted annotation names."""
    names = written.split("|", maxsplit=1)[0].strip().split(".")
    if not all(name.isidentifier() for name in names):
        return None
    value = flow.name(names[0])
    for name in names[1:]:
        value = Reference(f"{value.name}.{name}") if isinstance(value, Reference) else None
    return _instance_of(flow, value) if value is not None else None


def _quiet(flow: Evaluation, node: Node) -> Value:
    recorder, flow.recorder = flow.recorder, None
    try:
        return flow.evaluate(node)
    finally:
        flow.recorder = recorder


def _instance_of(flow: Evaluation, value: Value) -> Value | None:
    if isinstance(value, Class):
        return Instance(value)
    if isinstance(value, Reference) and flow.module.shapes.is_type(value.name):
        return Thing(types.canonical(value.name), whole=False)
    return None
