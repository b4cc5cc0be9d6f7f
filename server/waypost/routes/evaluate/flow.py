"""Walks through statements in order and keeps what each name is known to be: branches are joined, loops forget."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Protocol

from tree_sitter import Node

from waypost.routes.evaluate import expressions
from waypost.routes.evaluate.parameters import bind
from waypost.routes.source.names import collect_names
from waypost.routes.source.tree import field, is_static, text
from waypost.routes.values import (
    Arguments,
    Class,
    Constant,
    Entry,
    Function,
    Instance,
    Method,
    Reference,
    Row,
    Table,
    Text,
    Thing,
    Unknown,
    Value,
    either,
    options_of,
)
from waypost.text import Span

if TYPE_CHECKING:
    from waypost.routes.evaluate.module import Meter, Module

_DEEPEST_CALL: Final = 4
# Expressions that one function called from here may take.
_CALL_BUDGET: Final = 1_500


@dataclass(frozen=True)
class Call:
    """A call as it was met: `through` are the spans that the outermost caller's own texts take up."""

    callee: Value
    arguments: Arguments
    span: Span
    callee_span: Span
    callee_text: str
    # Where the call that led here stands, if it was met inside a function of the same file.
    through: tuple[Span, ...] | None = None
    decorator: bool = False


class Recorder(Protocol):
    """Who is told of every call and every string."""

    count: int

    def call(self, call: Call) -> Value | None:
        """A call was met; the value that it gives, where the table of shapes knows it."""

    def string(self, value: Text, *, decorator: bool) -> None:
        """A string literal was met."""


# The caller of what nobody of this file calls.
_NOWHERE: Final = Call(Unknown("…"), Arguments(), Span(0, 0), Span(0, 0), "", through=())


class Flow:
    """The state of one walk: names, attributes set on `self`, and what was returned."""

    def __init__(
        self,
        module: "Module",
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
        self._later: list[tuple[Node, dict[str, Value], int]] = []
        self.active: tuple[int, ...] = ()

    # Places ---------------------------------------------------------------------------------------------------------

    def span(self, node: Node) -> Span:
        """Where a node stands in the document."""
        return Span(self.base + node.start_byte, self.base + node.end_byte)

    def place(self, node: Node) -> Span | None:
        """The same for values, which have no place here if they are of another file."""
        return None if self.module.foreign else self.span(node)

    # Names ----------------------------------------------------------------------------------------------------------

    def name(self, name: str) -> Value | None:
        """The value of a name; None where nothing binds it."""
        found = self.env.get(name)
        if found is not None:
            return found
        before = self.block if self.scope == 0 and self.outer is None else None
        return self.module.lookup(name, before)

    # Statements -----------------------------------------------------------------------------------------------------

    def run(self, root: Node) -> None:
        """Execute a block, then the functions that it defines: by then the names around them are settled."""
        self.execute(root)
        while self._later:
            node, around, scope = self._later.pop()
            self._enter(node, around, scope)

    def execute(self, node: Node) -> bool:
        """Execute the statements in a node. Whether control never leaves at their end."""
        for child in node.children:
            if child.is_named and self.statement(child):
                return True
        return False

    def statement(self, node: Node) -> bool:
        """Execute one statement. Whether control never gets behind it."""
        meter = self.module.meter
        if meter.spent:
            return False
        self.nesting += 1
        meter.level += 1
        try:
            handler = _STATEMENTS.get(node.type)
            return bool(handler(self, node)) if handler else self._other(node)
        finally:
            self.nesting -= 1
            meter.level -= 1

    def _other(self, node: Node) -> bool:
        if node.type in expressions.EXPRESSIONS:
            self.evaluate(node)
            return False
        return self.execute(node)

    def evaluate(self, node: Node | None) -> Value:
        """The value of an expression."""
        if node is None:
            return Unknown("…")
        return expressions.evaluate(self, node)

    def _expression(self, node: Node) -> None:
        for child in node.named_children:
            if child.type not in ("string", "concatenated_string"):  # documentation, or of no effect
                self.statement(child)

    def _assignment(self, node: Node) -> None:
        left, right, kind = field(node, "left"), field(node, "right"), field(node, "type")
        value = self.evaluate(right) if right is not None else None
        if kind is not None and not _says_type(value):
            value = expressions.annotated(self, kind) or value
        if left is not None and value is not None:
            self.assign(left, value)
        elif left is not None and left.type == "identifier":
            self.env.setdefault(text(left), Unknown(text(left), self.place(left)))

    def assign(self, target: Node, value: Value) -> None:
        """Bind a pattern."""
        match target.type:
            case "identifier":
                self.env[text(target)] = value
            case "attribute":
                self._assign_attribute(target, value)
            case "subscript":
                self._assign_item(target, value)
            case "pattern_list" | "tuple_pattern" | "list_pattern":
                self._unpack(target, value)
            case "parenthesized_expression" | "as_pattern_target" | "list_splat_pattern":
                for child in target.named_children:
                    self.assign(child, value)
            case _:
                self.evaluate(target)

    def _assign_attribute(self, target: Node, value: Value) -> None:
        owner, name = field(target, "object"), field(target, "attribute")
        if owner is None or name is None:
            return
        if owner.type == "identifier" and text(owner) == "self":
            self.attributes[text(name)] = value
            self.env[f"self.{text(name)}"] = value
        else:
            self.evaluate(owner)

    def _assign_item(self, target: Node, value: Value) -> None:
        owner, key = field(target, "value"), field(target, "subscript")
        if owner is None or key is None:
            return
        table, name = self.evaluate(owner), self.evaluate(key)
        if isinstance(table, Table):
            known = name.known if isinstance(name, Text) else None
            if known is None:
                self._rebind(owner, replace(table, open=True))
            else:
                self._rebind(owner, table.with_entry(Entry(known, value, self.place(key), self.place(target))))

    def _rebind(self, target: Node, value: Value) -> None:
        if target.type in ("identifier", "attribute"):
            self.assign(target, value)

    def rebind_mutated(self, target: Node, value: Value) -> None:
        """A method has changed the object that a name stands for."""
        self._rebind(target, value)

    def _unpack(self, target: Node, value: Value) -> None:
        targets = target.named_children
        known = isinstance(value, Row) and not value.open and len(value.items) == len(targets)
        for index, child in enumerate(targets):
            item = value.items[index] if known and isinstance(value, Row) else Unknown(text(child), self.place(child))
            self.assign(child, item)

    def _augmented(self, node: Node) -> None:
        left, right, operator = field(node, "left"), field(node, "right"), field(node, "operator")
        if left is None or right is None or operator is None:
            return
        old, new = self.evaluate(left), self.evaluate(right)
        sign = text(operator).rstrip("=")
        self.assign(left, expressions.combine(self, sign, old, new, left, right))

    def _if(self, node: Node) -> bool:
        taken = expressions.truth(self, field(node, "condition"))
        branches: list[Node | None] = [field(node, "consequence")]
        if taken and branches[0] is not None:
            return self.execute(branches[0])
        if taken is False:
            branches = []
        for alternative in node.children_by_field_name("alternative"):
            if alternative.type == "elif_clause":
                self.evaluate(field(alternative, "condition"))
                branches.append(field(alternative, "consequence"))
            else:
                branches.append(field(alternative, "body"))
        if not any(child.type == "else_clause" for child in node.children):
            branches.append(None)
        return self._branch(branches)

    def _branch(self, branches: list[Node | None]) -> bool:
        """Execute each branch from here, and join those that get to their end."""
        before = self.env
        after: list[dict[str, Value]] = []
        for branch in branches:
            self.env = dict(before)
            if branch is None or not self.execute(branch):
                after.append(self.env)
        self.env = joined(after) if after else before
        return not after

    def _loop(self, node: Node) -> None:
        iterated = field(node, "right")
        if iterated is not None:
            self.evaluate(iterated)
        else:
            self.evaluate(field(node, "condition"))
        before = dict(self.env)
        self._forget(node)
        target = field(node, "left")
        if target is not None:
            self._unknown_target(target)
        for part in (field(node, "body"), field(node, "alternative")):
            if part is not None:
                self.execute(part)
        self._forget_texts(before)

    def _forget_texts(self, before: dict[str, Value]) -> None:
        """What a loop has changed: it may have run never, once or often."""
        after, self.env = self.env, joined([before, self.env])
        for name, value in after.items():
            old = before.get(name)
            if old is not None and old is not value and not isinstance(old, Table):
                self.env[name] = Unknown(name)

    def _unknown_target(self, target: Node) -> None:
        if target.type == "identifier":
            self.env[text(target)] = Unknown(text(target), self.place(target))
        for child in target.named_children:
            self._unknown_target(child)

    def _forget(self, node: Node) -> None:
        """What a loop changes is not known while it runs; a table may have more keys."""
        for name in collect_names(node):
            old = self.env.get(name)
            if isinstance(old, Table):
                self.env[name] = replace(old, open=True)
            elif old is not None:
                self.env[name] = Unknown(name)

    def _try(self, node: Node) -> bool:
        before = dict(self.env)
        body = field(node, "body")
        ended = self.execute(body) if body is not None else False
        after = [] if ended else [self.env]
        for clause in node.children:
            if clause.type in ("except_clause", "except_group_clause"):
                self.env = joined([before, self.env])
                if not self.execute(clause):
                    after.append(self.env)
            elif clause.type == "else_clause" and not ended:
                self.env = after[0]
                self.execute(clause)
        self.env = joined(after) if after else self.env
        for clause in node.children:
            if clause.type == "finally_clause":
                self.execute(clause)
        return not after

    def _with(self, node: Node) -> bool:
        for child in node.children:
            if child.type == "with_clause":
                self.execute(child)
        body = field(node, "body")
        return self.execute(body) if body is not None else False

    def _as(self, node: Node) -> None:
        expressions.evaluate(self, node)

    def _return(self, node: Node) -> bool:
        self.returned.append(self.evaluate(node.named_children[0]) if node.named_children else Constant(None))
        return True

    def _leave(self, node: Node) -> bool:
        for child in node.named_children:
            self.statement(child)
        return True

    # Definitions ----------------------------------------------------------------------------------------------------

    def _function(self, node: Node) -> None:
        name = field(node, "name")
        if name is not None:
            receiver = self.env.get("self") if self.scope == 0 and self.holder else None
            self.env[text(name)] = Function(node, self.block, self.module, self.env if self.scope else {}, receiver)
        if self.outer is None:
            self._later.append((node, self.env, self.scope))

    def _class(self, node: Node) -> None:
        bases = field(node, "superclasses")
        if bases is not None:
            values = [self.evaluate(child) for child in bases.named_children if child.type != "keyword_argument"]
            if self.scope == 0 and not self.bases:
                self.bases = [_base(value) for value in values]
        body = field(node, "body")
        if body is None:
            return
        if self.nesting <= 2 and (self.holder is not None):  # noqa: PLR2004 - the block's own class, not one inside
            self.execute(body)
        else:
            inner, self.env = self.env, dict(self.env)
            self.execute(body)
            self.env = inner

    def _decorated(self, node: Node) -> None:
        for child in node.named_children:
            if child.type == "decorator":
                self.decorator = True
                self.execute(child)
                self.decorator = False
            else:
                self.statement(child)

    def _enter(self, node: Node, around: Mapping[str, Value], scope: int) -> None:
        """Walk through a function's body with its parameters unknown."""
        outer_env, outer_scope = self.env, self.scope
        self.env = dict(around) if scope else {}
        self.scope = scope + 1
        self.env.update(bind(self, node, None, self._receiver(node, scope)))
        body = field(node, "body")
        if body is not None:
            self.execute(body)
        self.env, self.scope = outer_env, outer_scope

    def _receiver(self, node: Node, scope: int) -> Value | None:
        if scope or self.holder is None:
            return None
        return None if node.type == "lambda" or is_static(node) else Instance(self.holder)

    def later(self, node: Node) -> None:
        """Walk through a function's body once the names around it are settled."""
        self._later.append((node, self.env, max(self.scope, 1)))

    def _import(self, node: Node) -> None:
        for name in node.children_by_field_name("name"):
            dotted = field(name, "name") if name.type == "aliased_import" else name
            alias = field(name, "alias")
            if dotted is None:
                continue
            if alias is not None:
                self.env[text(alias)] = Reference(text(dotted))
            else:
                root = text(dotted).split(".")[0]
                self.env[root] = Reference(root)

    def _import_from(self, node: Node) -> None:
        module = field(node, "module_name")
        if module is None:
            return
        source = text(module)
        for name in node.children_by_field_name("name"):
            dotted = field(name, "name") if name.type == "aliased_import" else name
            alias = field(name, "alias")
            if dotted is not None:
                joiner = "" if source.endswith(".") else "."
                self.env[text(alias or dotted)] = Reference(f"{source}{joiner}{text(dotted)}")

    # Calls ----------------------------------------------------------------------------------------------------------

    def call_function(self, function: Function, arguments: Arguments | None = None, outer: Call | None = None) -> Value:
        """What a function of the workspace returns for these arguments."""
        key = hash((id(function.module), function.block, function.node.start_byte))
        if self.depth >= _DEEPEST_CALL or key in self.active or self.module.meter.spent:
            return Unknown(_function_name(function))
        module = function.module
        inner = Flow(
            module,
            function.block,
            holder=self._holder_of(function),
            recorder=self.recorder,
            env=function.around,
            depth=self.depth + 1,
            outer=outer or self.outer or _NOWHERE,
        )
        inner.active = (*self.active, key)
        inner.scope = 1
        inner.env.update(bind(inner, function.node, arguments or Arguments(), function.receiver))
        body = field(function.node, "body")
        if body is None:
            return Unknown(_function_name(function))
        if function.node.type == "lambda":
            return inner.evaluate(body)
        ended = _within(self.module.meter, lambda: inner.execute(body))
        if inner.yielded:
            return Unknown(_function_name(function))
        values = inner.returned if ended or not inner.returned else [*inner.returned, Constant(None)]
        return either(*values) if values else Constant(None)

    @staticmethod
    def _holder_of(function: Function) -> Class | None:
        receiver = function.receiver
        return receiver.of if isinstance(receiver, Instance) else None


def _within(meter: "Meter", work: Callable[[], bool]) -> bool:
    """Work that may take a small part of what is left."""
    left = meter.budget
    meter.budget = min(left, _CALL_BUDGET)
    given = meter.budget
    try:
        return work()
    finally:
        meter.budget = left - (given - meter.budget)


def _base(value: Value) -> Value:
    """A class to inherit from: of the workspace, or a foreign one as the type of its instances."""
    if isinstance(value, Reference):
        return Thing(value.name, whole=False)
    if isinstance(value, Method):
        return Thing(value.expression, whole=False)
    return value


def _says_type(value: Value | None) -> bool:
    return any(isinstance(each, Thing | Instance) for each in options_of(value)) if value is not None else False


def _function_name(function: Function) -> str:
    name = field(function.node, "name")
    return f"{text(name)}()" if name is not None else "lambda"


def joined(environments: list[dict[str, Value]]) -> dict[str, Value]:
    """What is known where several paths meet."""
    first, *others = environments
    if not others:
        return first
    result: dict[str, Value] = {}
    for environment in environments:
        for name in environment:
            if name not in result:
                result[name] = _met([each[name] for each in environments if name in each])
    return result


def _met(values: list[Value]) -> Value:
    first = values[0]
    if all(value is first for value in values):
        return first
    if all(isinstance(value, Table) for value in values):
        return _met_tables([value for value in values if isinstance(value, Table)])
    return either(*values)


def _met_tables(tables: list[Table]) -> Table:
    """One table with what any of them holds: a key that some lack is only maybe there."""
    entries: list[Entry] = []
    for key in dict.fromkeys(key for table in tables for key in table.by_key):
        found = [table.by_key[key] for table in tables if key in table.by_key]
        sure = len(found) == len(tables) and not any(entry.maybe for entry in found)
        entries.append(replace(found[-1], value=either(*(entry.value for entry in found)), maybe=not sure))
    return Table(tuple(entries), any(table.open for table in tables), tables[0].span)


_STATEMENTS: Mapping[str, Callable[[Flow, Node], bool | None]] = {
    "assignment": Flow._assignment,
    "as_pattern": Flow._as,
    "augmented_assignment": Flow._augmented,
    "break_statement": Flow._leave,
    "class_definition": Flow._class,
    "continue_statement": Flow._leave,
    "decorated_definition": Flow._decorated,
    "expression_statement": Flow._expression,
    "for_statement": Flow._loop,
    "function_definition": Flow._function,
    "if_statement": Flow._if,
    "import_from_statement": Flow._import_from,
    "import_statement": Flow._import,
    "raise_statement": Flow._leave,
    "return_statement": Flow._return,
    "try_statement": Flow._try,
    "while_statement": Flow._loop,
    "with_statement": Flow._with,
}
