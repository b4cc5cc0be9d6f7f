"""Functions whose decorators change what they are given, or what they return: `function("/v2" + path)`."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.unknowns import unknown
from waypost.routes.model.values import Arguments, Function, KeyedValue, Reference, Value
from waypost.routes.syntax import Block
from waypost.routes.syntax.tree import field, nodes_of, text

# Where the result of a function is passed on as it is, or is used for something else.
_PASSED_ON: Final = frozenset(
    ("argument_list", "assignment", "await", "expression_statement", "parenthesized_expression", "return_statement")
)
_NAMES: Final = ("identifier", "default_parameter", "typed_parameter", "typed_default_parameter")


def as_decorated(flow: Evaluation, function: Function) -> Value | None:
    """What is called instead of a function; None if that is the function itself, as far as is known."""
    around = function.node.parent
    if function.plain or around is None or around.type != "decorated_definition":
        return None
    made: Value = replace(function, receiver=None, plain=True)
    decorators = [child.named_children[0] for child in around.named_children if child.type == "decorator"]
    changing = [(node, found) for node in reversed(decorators) if (found := _changing(function, node)) is not None]
    for node, decorator in changing:
        given = Arguments((KeyedValue("", made),))
        if node.type == "call":
            outer = flow.within(function).evaluate(node)
            made = flow.call_function(outer, given) if isinstance(outer, Function) else outer
        else:
            made = flow.call_function(decorator, given)
        if not isinstance(made, Function):
            return unknown(flow, node)
    return replace(made, receiver=function.receiver) if changing and isinstance(made, Function) else None


def _changing(function: Function, node: Node) -> Function | None:
    """The function of the workspace that a decorator is, if that changes what it passes on."""
    named = field(node, "function") if node.type == "call" else node
    found = function.module.lookup(text(named)) if named is not None and named.type == "identifier" else None
    if isinstance(found, Reference) and "." in found.name:
        found = function.module.imported(found.name)
    if not isinstance(found, Function) or found.node.type != "function_definition":
        return None
    changes = found.module.blocks[found.block].derived(_changes_calls, found.node)
    return found if changes else None


def _changes_calls(_: Block, decorator: Node) -> bool:
    """Whether a decorator calls what it is given with other arguments, or makes something else of its result."""
    return any(_changes(call) for call in _calls_of_given(decorator))


def _calls_of_given(decorator: Node) -> Iterator[Node]:
    given: set[str] = set()
    for node in nodes_of(decorator):
        if node.type == "function_definition":
            given.update(_parameters(node)[:1])
        function = field(node, "function") if node.type == "call" else None
        if function is not None and function.type == "identifier" and text(function) in given:
            yield node


def _changes(call: Node) -> bool:
    around, arguments = call.parent, field(call, "arguments")
    wrapper = call.parent
    while wrapper is not None and wrapper.type not in ("function_definition", "lambda"):
        wrapper = wrapper.parent
    if around is None or arguments is None or wrapper is None:
        return False
    if around.type not in _PASSED_ON and around is not wrapper and around.type != "lambda":
        return True
    written = [child for child in arguments.named_children if not child.type.endswith("_splat")]
    names = _parameters(wrapper)
    return [text(each) for each in written] != names[: len(written)] or _changes_rest(wrapper, arguments)


def _changes_rest(wrapper: Node, arguments: Node) -> bool:
    """Whether a wrapper changes the rest of the arguments that it passes on: `kwargs["timeout"] = 3`."""
    source = wrapper.text or b""
    for child in arguments.named_children:
        name = (child.named_children[0].text or b"") if child.type.endswith("_splat") else b""
        if name and any(name + sign in source for sign in (b"[", b" =", b".update(", b".setdefault(", b".pop(")):
            return True
    return False


def _parameters(function: Node) -> list[str]:
    given = field(function, "parameters")
    nodes = [child for child in given.named_children if child.type in _NAMES] if given is not None else []
    return [
        text(node if node.type == "identifier" else field(node, "name") or node.named_children[0]) for node in nodes
    ]
