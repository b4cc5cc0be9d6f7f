"""What functions send that a call makes: `books = endpoint("GET", "/books")`, or `@endpoint("GET", "/books")`."""

from dataclasses import replace
from typing import Final, TypeGuard

from tree_sitter import Node

from waypost.routes.evaluate.interface import Call, Evaluation
from waypost.routes.model.values import Arguments, Function, Instance, KeyedValue, KeyedValues, Unknown, Value
from waypost.routes.syntax.tree import field, is_static, text

_ANYTHING: Final = Arguments(keywords=KeyedValues(open=True), open=True)
# Where a function gets a name; one that is called at once is followed there.
_NAMED: Final = frozenset(("assignment", "pair"))


def send_made(flow: Evaluation, made: Value, node: Node, outer: Call) -> None:
    """Record what a function sends that the call of `node` has made, whatever it will be given."""
    around = node.parent
    if around is None or flow.recorder is None or not _is_made(made):
        return
    is_method = around.type != "pair" and not flow.scope
    if around.type == "decorator":
        function = field(around.parent, "definition") if around.parent is not None else None
        if function is None or function.type != "function_definition":
            return
        made = _applied(flow, made, function)
        is_method = is_method and not is_static(function)
    elif around.type not in _NAMED:
        return
    if _is_made(made):
        receiver = Instance(flow.holder) if is_method and flow.holder is not None else None
        flow.call_function(replace(made, receiver=receiver), _ANYTHING, outer)


def _is_made(value: Value) -> TypeGuard[Function]:
    """Whether a value is a function inside another one, with the names around it."""
    return isinstance(value, Function) and bool(value.around)


def _applied(flow: Evaluation, decorator: Function, function: Node) -> Value:
    """What a decorator makes of a function, whose own requests are its own."""
    name = field(function, "name")
    given = Unknown(text(name) if name is not None else "function")
    recorder, flow.recorder = flow.recorder, None
    try:
        return flow.call_function(decorator, Arguments((KeyedValue("", given),)))
    finally:
        flow.recorder = recorder
