"""What an annotation says about a value."""

import re
from collections.abc import Sequence
from typing import Final

from tree_sitter import Node

from waypost.routes.calls import client_types as types
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import Class, Instance, Reference, Row, Thing, Unknown, Value
from waypost.routes.syntax.tree import field, parse, text

# What is written around the type of a value, or of what is awaited, entered or gone through to get it.
_SAYS_HOW: Final = ("Optional", "Union", "Annotated", "ClassVar", "Final", "InitVar", "Required", "NotRequired")
_GIVES: Final = ("Awaitable", "Coroutine", "Iterator", "AsyncIterator", "Generator", "AsyncGenerator")
_ENTERED: Final = ("ContextManager", "AsyncContextManager", "AbstractContextManager", "AbstractAsyncContextManager")
_AROUND: Final = frozenset((*_SAYS_HOW, *_GIVES, *_ENTERED))
# What holds any number of values of a type.
_LISTS: Final = ("list", "List", "tuple", "Tuple", "set", "Set", "frozenset", "FrozenSet", "deque")
_MANY: Final = frozenset((*_LISTS, "Sequence", "MutableSequence", "Collection", "Iterable"))
# `isinstance(given, Client)`
_IS_OF_TYPE: Final = re.compile(r"isinstance\(\s*(\w+)\s*,\s*[\w.]+\s*\)")
# A quoted annotation that is longer names no client.
_LONGEST_QUOTED: Final = 200


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


def _described(flow: Evaluation, node: Node) -> Value | None:
    match node.type:
        case "type" | "parenthesized_expression":
            return annotated(flow, node.named_children[0]) if node.named_children else None
        case "identifier" | "attribute":
            return _instance_of(flow, _quiet(flow, node))
        case "string":
            return _quoted(flow, text(node).strip("\"'"))
        case "binary_operator" | "union_type":
            found = [annotated(flow, child) for child in node.named_children]
            return next((each for each in found if each is not None), None)
        case "generic_type" | "subscript":
            head, *inner = node.named_children
            written = inner[0].named_children if node.type == "generic_type" else inner
            return _generic(flow, head, written)
    return None


def _generic(flow: Evaluation, head: Node, inner: Sequence[Node]) -> Value | None:
    """`Optional[Client]`, `list[Client]`, `Resource[User]`; a dict of clients is none: its `get` sends nothing."""
    own = annotated(flow, head)
    if own is not None:
        return own
    name = text(head).rpartition(".")[2]
    if name not in _AROUND and name not in _MANY:
        return None
    if name == "Annotated":
        inner = inner[:1]
    found = next((each for node in inner if (each := annotated(flow, node)) is not None), None)
    return Row(open=True, rest=found) if found is not None and name in _MANY else found


def _quoted(flow: Evaluation, written: str) -> Value | None:
    """The type that a quoted annotation names."""
    if len(written) > _LONGEST_QUOTED:
        return None
    statements = parse(written.encode()).named_children
    is_expression = len(statements) == 1 and statements[0].type == "expression_statement"
    return annotated(flow, statements[0].named_children[0]) if is_expression else None


def told_apart(flow: Evaluation, condition: Node | None) -> dict[str, Value]:
    """The unknown objects whose classes a condition names where it is true: `isinstance(given, Client)`."""
    found: dict[str, Value] = {}
    waiting = [condition] if condition is not None and b"isinstance(" in (condition.text or b"") else []
    while waiting:
        part = waiting.pop()
        asked = _IS_OF_TYPE.fullmatch(text(part)) if part.type == "call" else None
        if part.type == "parenthesized_expression" or (
            part.type == "boolean_operator" and part.children[1].type == "and"
        ):
            waiting += part.named_children
        elif asked is not None and isinstance(flow.env.get(asked[1]), Unknown):
            arguments = field(part, "arguments")
            kind = annotated(flow, arguments.named_children[1]) if arguments is not None else None
            found |= {asked[1]: kind} if kind is not None else {}
    return found


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
