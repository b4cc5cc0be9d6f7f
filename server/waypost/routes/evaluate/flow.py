"""Walks through statements in order and tracks the value of each name: branches are joined, loops forget."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from tree_sitter import Node

from waypost.cancel import let_others_pass
from waypost.routes.evaluate import assign, calls, displays, expressions
from waypost.routes.evaluate.interface import Call, ModuleNames, Recorder
from waypost.routes.evaluate.join import joined
from waypost.routes.evaluate.limits import TooMuchError, kept_small
from waypost.routes.evaluate.meter import MOST_LEFT, Meter
from waypost.routes.evaluate.parameters import bind
from waypost.routes.evaluate.statements import STATEMENTS
from waypost.routes.evaluate.unknowns import unknown
from waypost.routes.model.values import (
    Arguments,
    Class,
    Constant,
    Function,
    Instance,
    KeyedValue,
    Text,
    Thing,
    Unknown,
    Value,
    either,
    given_to,
)
from waypost.routes.source.changes import NAME, changes
from waypost.routes.source.names import own_names
from waypost.routes.syntax.tree import field, is_context, is_static, text
from waypost.text import Span

_DEEPEST_CALL: Final = 4
# Others may pass between the statements of so few levels: they need a part of the stack.
_SHALLOW: Final = 4
# How many expressions one called function may evaluate.
_CALL_BUDGET: Final = 1_500


_EXPRESSIONS: Final = {**expressions.EXPRESSIONS, **displays.EXPRESSIONS, **calls.EXPRESSIONS}

# The caller of functions that this file does not call.
_NOWHERE: Final = Call(Unknown("…"), Arguments(), Span(0, 0), Span(0, 0), "", through=None)


class Flow:
    """The state of one walk: names, attributes set on `self`, and what was returned."""

    def __init__(
        self,
        module: ModuleNames,
        block: int,
        *,
        holder: Class | None = None,
        recorder: Recorder | None = None,
        env: Mapping[str, Value] | None = None,
        depth: int = 0,
        outer: Call | None = None,
    ) -> None:
        self.module = module
        self.block = block
        self.base = module.base(block)
        self.holder = holder
        self.recorder = recorder
        self.env: dict[str, Value] = dict(env or {})
        self.attributes: dict[str, Value] = {}
        self.bases: list[Value] = []
        self.returned: list[Value] = []
        self.yielded: list[Value] = []
        self.depth = depth
        self.outer = outer
        self.nesting = 0
        self.decorator = False
        self.scope = 0
        self.later_bodies: list[tuple[Node, list[dict[str, Value]], int]] = []
        # The functions that are defined here, which see what becomes of the names around them.
        self.inner: set[int] = set()
        # The walk that came here by following functions, None if this is it, and how many it did not follow.
        self.root: Flow | None = None
        self.left = 0
        self.active: tuple[int, ...] = ()
        self.chain: tuple[Function, ...] = ()

    @property
    def holder_of_code(self) -> Class | None:
        """The class that contains the current code; the object may be of a subclass."""
        return self.module.class_of(self.block)

    def span(self, node: Node) -> Span:
        """The span of a node in the document."""
        return Span(self.base + node.start_byte, self.base + node.end_byte)

    def place(self, node: Node) -> Span | None:
        """The same for values, which have no place here if they come from another file."""
        return None if self.module.foreign else self.span(node)

    def name(self, name: str) -> Value | None:
        """The value of a name; None if nothing binds it."""
        found = self.env.get(name)
        if found is not None:
            return found
        return self._outside(name)

    def around(self, name: str) -> Value | None:
        """The value of a name, or of an attribute of `self`, where this walk has not bound it."""
        owner, _, attribute = name.rpartition(".")
        if not owner:
            return self._outside(name) if name in self.module.binders and self.is_shared(name) else None
        made = self.env.get("self") if owner == "self" else None
        found = self.module.attribute(made.of, attribute, made) if isinstance(made, Instance) else None
        return None if isinstance(found, Function) else found

    def is_shared(self, name: str) -> bool:
        """Whether a name of the module is the same one here: functions have names of their own."""
        block = self.module.blocks[self.block]
        return not (self.scope or self.outer) or name not in own_names(block) or NAME in changes(block).get(name, ())

    def _outside(self, name: str) -> Value | None:
        before = self.block if self.scope == 0 and self.outer is None else None
        return self.module.lookup(name, before)

    def run(self, root: Node) -> None:
        """Execute a block, then the functions that it defines: by then the names around them are known."""
        self.execute(root)
        while self.later_bodies:
            node, around, scope = self.later_bodies.pop()
            self._enter(node, around, scope)

    def execute(self, node: Node) -> bool:
        """Execute the statements in a node. Returns whether control never reaches their end."""
        if self.module.meter.level < _SHALLOW:
            return any(self._next_statement(child) for child in node.named_children)
        return any(self.statement(child) for child in node.named_children)

    def _next_statement(self, node: Node) -> bool:
        let_others_pass()
        return self.statement(node)

    def step(self, node: Node) -> bool:
        """Execute one of several statements, whose states are looked at one by one."""
        return self._next_statement(node) if self.module.meter.level < _SHALLOW else self.statement(node)

    def statement(self, node: Node) -> bool:
        """Execute one statement. Returns whether control never gets past it."""
        meter = self.module.meter
        if meter.spent:
            return False
        self.nesting += 1
        meter.level += 1
        try:
            handler = STATEMENTS.get(node.type)
            return bool(handler(self, node)) if handler else self._other(node)
        finally:
            self.nesting -= 1
            meter.level -= 1

    def _other(self, node: Node) -> bool:
        if node.type in _EXPRESSIONS:
            self.evaluate(node)
            return False
        return self.execute(node)

    def evaluate(self, node: Node | None) -> Value:
        """The value of an expression."""
        if node is None:
            return Unknown("…")
        meter = self.module.meter
        meter.budget -= 1
        if meter.spent:
            return unknown(self, node)
        meter.level += 1
        try:
            return _EXPRESSIONS.get(node.type, expressions.parts_only)(self, node)
        except TooMuchError:
            return unknown(self, node)
        finally:
            meter.level -= 1

    def assign(self, target: Node, value: Value) -> None:
        """Bind a pattern."""
        assign.assign(self, target, value)

    def change(self, target: Node, before: Value, value: Value) -> None:
        """The object that a name stands for has changed, for all its names."""
        assign.change(self, target, before, value)

    def _enter(self, node: Node, around: list[dict[str, Value]], scope: int) -> None:
        """Walk through a function's body with unknown parameters."""
        outer_env, outer_scope = self.env, self.scope
        self.env = self._as_it_becomes(around) if scope else {}
        self.scope = scope + 1
        self.env.update(bind(self, node, None, self._receiver(node, scope)))
        body, known = field(node, "body"), len(self.later_bodies)
        if body is not None:
            self.statement(body)
        for _, states, _ in self.later_bodies[known:]:
            states.append(self.env)
        self.env, self.scope = outer_env, outer_scope

    def _as_it_becomes(self, states: list[dict[str, Value]]) -> dict[str, Value]:
        """What an inner function may find around it: what was there before it, at the end, or in between."""
        before, *later = states
        changed = {name for each in later for name in each if name in before and each[name] is not before[name]}
        return joined(states, self.around) | {
            name: either(*(each[name] for each in states if name in each), Unknown(name)) for name in changed
        }

    def _receiver(self, node: Node, scope: int) -> Value | None:
        if scope or self.holder is None or node.type == "lambda" or is_static(node):
            return None
        # Half-typed code after the head of a class is not a method, which would ask for what the head has yet to give.
        is_after_head = self.block == self.holder.block and _is_outermost(node)
        return None if is_after_head or _is_in_inner_class(node) else Instance(self.holder)

    def later(self, node: Node) -> None:
        """Walk through a function's body once the names around it are known."""
        around = [dict(self.env), self.env] if self.scope else [self.env]
        self.later_bodies.append((node, around, max(self.scope, 1) if node.type == "lambda" else self.scope))

    def call_function(self, function: Function, arguments: Arguments | None = None, outer: Call | None = None) -> Value:
        """What a function of the workspace returns for these arguments."""
        key = hash((id(function.module), function.block, function.node.start_byte))
        root = self.root or self
        if not self._follows(key):
            root.left += 1
            return Unknown(_function_name(function))
        module = function.module
        inner = Flow(
            module,
            function.block,
            holder=self._holder_of(function),
            recorder=self.recorder,
            env={**function.around, **self.env} if function.node.id in self.inner else function.around,
            depth=self.depth + 1,
            outer=outer or self.outer or _NOWHERE,
        )
        inner.root = root
        inner.active = (*self.active, key)
        inner.chain = (*self.chain, function)
        inner.scope = 1
        given = bind(inner, function.node, arguments or Arguments(), function.receiver)
        inner.env.update(given)
        if isinstance(function.receiver, Instance) and _function_name(function) == "__init__()":
            owner = module.class_of(function.block)
            inner.attributes.update({given_to(owner, name): value for name, value in given.items()})
        texts = _texts_before(function)
        inner.env.update(self._known_on(function.receiver, texts))
        body = field(function.node, "body")
        if body is None:
            return Unknown(_function_name(function))
        if function.node.type == "lambda":
            return inner.evaluate(body)
        ended = _within(self.module.meter, lambda: inner.execute(body))
        self._take_over(function.receiver, texts, inner)
        for name, value in given.items():
            if isinstance(value, Thing) and isinstance(now := inner.env.get(name), Thing) and now.type == value.type:
                assign.replace_object(self, value, now)
        if inner.yielded:
            return either(*inner.yielded) if is_context(function.node) else Unknown(_function_name(function))
        values = inner.returned if ended or not inner.returned else [*inner.returned, Constant(None)]
        return either(*values) if values else Constant(None)

    def _follows(self, key: int) -> bool:
        """Whether a function is followed.

        What is asked of other blocks meanwhile has a root of its own: it is kept, and must not depend on who asks.
        """
        meter = self.module.meter
        if self.depth >= _DEEPEST_CALL or key in self.active or meter.spent:
            return False
        return meter.follows(first=not self.depth) and (self.root is None or self.root.left < MOST_LEFT)

    def _known_on(self, receiver: Value | None, texts: Mapping[str, Value]) -> dict[str, Value]:
        """The attributes of a method's object: its texts, and its clients with what was set on them so far."""
        found: dict[str, Value] = {f"self.{name}": value for name, value in texts.items()}
        if receiver is not None and receiver is self.env.get("self"):
            known = {name: value for name, value in self.env.items() if isinstance(value, Thing | Text)}
            found |= {name: value for name, value in known.items() if name.startswith("self.")}
        return found

    def _take_over(self, receiver: Value | None, texts: Mapping[str, Value], inner: "Flow") -> None:
        """What a method has set on its object: the one that this method belongs to, too, or another one's texts."""
        now = {name: inner.env.get(f"self.{name}", before) for name, before in texts.items()}
        if receiver is not None and receiver is self.env.get("self"):
            self.attributes |= inner.attributes
            self.env |= {f"self.{name}": value for name, value in (inner.attributes | now).items()}
            return
        entries = [KeyedValue(name, value) for name, value in now.items() if value is not texts[name]]
        if entries and isinstance(receiver, Instance):
            changed = replace(receiver, given=kept_small(receiver.given.with_entries(entries)))
            assign.replace_object(self, receiver, changed)
            inner.returned = [changed if value is receiver else value for value in inner.returned]

    def within(self, function: Function) -> "Flow":
        """A flow that knows the names visible in a function, for its annotations."""
        return self if function.module is self.module else Flow(function.module, function.block)

    @staticmethod
    def _holder_of(function: Function) -> Class | None:
        receiver = function.receiver
        return receiver.of if isinstance(receiver, Instance) else None


def _within(meter: Meter, work: Callable[[], bool]) -> bool:
    """Work that may use a small part of the remaining budget."""
    left = meter.budget
    meter.budget = min(left, _CALL_BUDGET)
    given = meter.budget
    try:
        return work()
    finally:
        meter.budget = left - (given - meter.budget)


def _is_outermost(definition: Node) -> bool:
    around = definition.parent
    if around is not None and around.type == "decorated_definition":
        around = around.parent
    return around is not None and around.parent is None


def _is_in_inner_class(definition: Node) -> bool:
    """Whether a method is one of a class inside another."""
    around, depth = definition.parent, 0
    while around is not None:
        depth += around.type == "class_definition"
        around = around.parent
    return depth > 1


def _texts_before(function: Function) -> Mapping[str, Value]:
    """The texts that a method's object has before it is called."""
    receiver = function.receiver
    if not isinstance(receiver, Instance) or not receiver.made or _function_name(function) == "__init__()":
        return {}
    module: ModuleNames = receiver.of.module
    return module.texts_of(receiver)


def _function_name(function: Function) -> str:
    name = field(function.node, "name")
    return f"{text(name)}()" if name is not None else "lambda"
