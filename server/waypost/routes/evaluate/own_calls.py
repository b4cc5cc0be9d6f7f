"""Functions and methods of the workspace whose calls settings describe: `[tool.waypost.calls]`."""

from typing import cast

from waypost.clients.shape import At
from waypost.routes.evaluate import imports
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.model.values import (
    Arguments,
    Class,
    Function,
    Instance,
    KeyedValue,
    Method,
    Reference,
    Thing,
    Value,
    given_to,
)
from waypost.routes.syntax.tree import field, text


def as_described(flow: Evaluation, function: Function, expression: str) -> Value | None:
    """A function under the dotted name that settings describe it by; None if they do not."""
    name = field(function.node, "name")
    callees = flow.module.shapes.own_callees.get(text(name), ()) if name is not None else ()
    dotted = next((each for each in callees if _is_at(flow, function, each)), None)
    if dotted is None:
        return None
    owner, _, last = dotted.rpartition(".")
    receiver = function.receiver
    if not isinstance(receiver, Instance):
        return Reference(dotted)
    return Method(_client(flow, receiver, owner), last, expression)


def _is_at(flow: Evaluation, function: Function, dotted: str) -> bool:
    """Whether a dotted name leads to a function, perhaps through other modules that import it."""
    found = imports.value_anywhere(flow.module, dotted)
    return isinstance(found, Function) and _place(found) == _place(function)


def _place(function: Function) -> tuple[str, int, int]:
    return function.module.uri, function.block, function.node.start_byte


def _client(flow: Evaluation, made: Instance, type_: str) -> Thing:
    """An object of a workspace class, as the client that settings describe.

    What it gives to its calls is in its attributes, or in the arguments of its `__init__`; otherwise it is not known.
    """
    given = [
        KeyedValue(name, value)
        for name, role in flow.module.shapes.roles_of(type_).items()
        if (value := _given(flow, made, type_, name, role.place)) is not None
    ]
    return Thing(type_, Arguments(keywords=made.built.keywords.with_entries(given)), whole=False)


def _given(flow: Evaluation, made: Instance, type_: str, name: str, place: At) -> Value | None:
    found: Value | None = made.of.module.attribute(made.of, name, made)
    if found is not None and not isinstance(found, Function):
        return found
    described = imports.value_anywhere(flow.module, type_)
    maker = described.module.attribute(described, "__init__", described) if isinstance(described, Class) else None
    if isinstance(maker, Function):
        owner = maker.module.class_of(maker.block)
        return cast("Value | None", made.of.module.attribute(made.of, given_to(owner, name), made))
    entry = made.built.at(*place)
    return entry.value if entry is not None else None
