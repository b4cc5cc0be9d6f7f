"""The values of a function's parameters when it starts."""

from tree_sitter import Node

from waypost.clients.shape import VERBS
from waypost.routes.evaluate.annotations import annotated
from waypost.routes.evaluate.interface import Evaluation
from waypost.routes.evaluate.possible_changes import with_possible_changes
from waypost.routes.model.values import (
    Arguments,
    Class,
    InitParameter,
    Instance,
    KeyedValue,
    KeyedValues,
    Row,
    Text,
    Unknown,
    Value,
    address_in,
    as_secret,
    either,
)
from waypost.routes.source.changes import changes
from waypost.routes.syntax.tree import field, names_in, text


def bind(flow: Evaluation, function: Node, arguments: Arguments | None, receiver: Value | None) -> dict[str, Value]:
    """The values of a function's parameters by name; all unknown if `arguments` is None."""
    parameters = field(function, "parameters")
    named = field(function, "name")  # a lambda has none
    is_init = arguments is None and named is not None and text(named) == "__init__"
    binder = _Binder(flow, arguments, receiver.of if isinstance(receiver, Instance) and is_init else None)
    nodes = list(parameters.named_children) if parameters is not None else []
    if receiver is not None and nodes and nodes[0].type in ("identifier", "typed_parameter"):
        binder.names[_name(nodes.pop(0))] = receiver
    for node in nodes:
        binder.add(node)
    return binder.names


class _Binder:
    """Assigns arguments to parameters in order."""

    def __init__(self, flow: Evaluation, arguments: Arguments | None, made: Class | None = None) -> None:
        self.flow = flow
        self.arguments = arguments
        # The class whose objects the function initializes.
        self.made = made
        self.names: dict[str, Value] = {}
        self.position: int | None = 0
        self.taken: set[str] = set()

    def add(self, node: Node) -> None:
        kind = node.type
        inner = node.named_children[0] if kind == "typed_parameter" and node.named_children else node
        if inner.type == "list_splat_pattern":
            self._rest(inner)
        elif inner.type == "dictionary_splat_pattern":
            self.names[_name(inner)] = self._keywords()
        elif kind in ("keyword_separator", "list_splat"):
            self.position = None
        elif kind in ("identifier", "typed_parameter", "default_parameter", "typed_default_parameter"):
            name = _name(node)
            if name:
                self.names[name] = as_secret(self._value(name, node), name)

    def _rest(self, node: Node) -> None:
        rest: tuple[Value, ...] = ()
        is_open = True
        if self.arguments is not None and self.position is not None:
            rest = tuple(entry.value for entry in self.arguments.positional[self.position :])
            is_open = self.arguments.open
        self.position = None
        more = Unknown(_name(node), self.flow.place(node), parameter=self.arguments is None) if is_open else None
        self.names[_name(node)] = Row(rest, is_open, rest=more)

    def _keywords(self) -> KeyedValues:
        if self.arguments is None:
            return KeyedValues(open=True)
        keywords = self.arguments.keywords
        left = tuple(entry for entry in keywords.entries if entry.key not in self.taken)
        return KeyedValues(left, keywords.open)

    def _value(self, name: str, node: Node) -> Value:
        self.taken.add(name)
        found, kind = self._given(name), field(node, "type")
        if found is not None and found.maybe:
            default = field(node, "value")
            return either(found.value, self.flow.evaluate(default) if default is not None else Unknown(name))
        if found is not None and (kind is None or not isinstance(found.value, Unknown)):
            return found.value
        default = field(node, "value")
        if found is None and self.arguments is not None and default is not None:
            value = self._kept(name, self.flow.evaluate(default))
            if not self._may_be_given() or _is_verb(value):
                return value
        typed = annotated(self.flow, kind) if kind is not None else None
        if found is not None:
            return typed or found.value
        written = _written(kind, default) if kind is not None else ""
        return typed or Unknown(
            name,
            self.flow.place(node),
            self.arguments is None,
            written,
            self._address(default),
            required=default is None,
            of_init=self._of_init(name),
        )

    def _kept(self, name: str, default: Value) -> Value:
        """A list or dict that every call has by default, as the ones before may have changed it."""
        if not isinstance(default, Row | KeyedValues):
            return default
        changed = changes(self.flow.module.blocks[self.flow.block]).get(name, frozenset())
        return with_possible_changes(self.flow.module.shapes, name, default, changed)

    def _of_init(self, name: str) -> InitParameter | None:
        if self.made is None:
            return None
        position = len(self.taken) - 1 if self.position is not None else None
        return InitParameter(name, position, self.made, self.flow.block, self.flow.module)

    def _address(self, default: Node | None) -> str:
        """The address that a parameter has by default: written in place, or the value of a name."""
        is_plain = default is not None and default.type in ("string", "identifier", "attribute")
        return address_in(self.flow.evaluate(default)) if is_plain and default is not None else ""

    def _given(self, name: str) -> KeyedValue | None:
        if self.arguments is None:
            return None
        position, self.position = self.position, None if self.position is None else self.position + 1
        return self.arguments.at(position, name)

    def _may_be_given(self) -> bool:
        return self.arguments is None or self.arguments.open or self.arguments.keywords.open


def _written(kind: Node, default: Node | None) -> str:
    """An annotation as it is meant: a default of None is a possible value, too."""
    written = text(kind).strip("\"'")
    return f"{written} | None" if default is not None and default.type == "none" else written


def _is_verb(value: Value) -> bool:
    """A verb, which callers do not give in the mapping of what they send."""
    return isinstance(value, Text) and (value.known or "").upper() in VERBS


def _name(node: Node) -> str:
    named = field(node, "name") or next(names_in(node), None)
    return text(named) if named is not None else ""
