"""Lowering: the tree of a body becomes operations, once.

One loop works off a list of steps, so that no nesting of the tree nests anything here: a step is a node to lower,
an operation to write, the target of an assignment, or a mark that opens, closes or makes use of a list of
operations that another one will hold.
"""

import re
from ast import literal_eval
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final, NamedTuple, TypeAlias

from tree_sitter import Node

from waypost.routes.domain.code import Code, Parameter
from waypost.routes.domain.places import Block, Place
from waypost.routes.domain.values import FALSE, NONE, TRUE, Constant, Piece, Text, Unknown, Value, nameless, unknown
from waypost.routes.ir.literals import content_pieces, label, number, prefix_of, written
from waypost.routes.ir.operations import (
    ORDERS,
    AnnotatedName,
    Arm,
    Body,
    Case,
    ClassHead,
    Comprehension,
    Do,
    FunctionHead,
    Handler,
    Loop,
    Operation,
    Operations,
    Signature,
    Test,
    Try,
    With,
)
from waypost.routes.syntax.scope import adds_to
from waypost.routes.syntax.tree import assigned_of_type, field, is_given_to_type, part
from waypost.shown.secrets import gives_secrets, holds_secrets


class Target(NamedTuple):
    """The top of the stack is assigned to a node."""

    node: Node
    value: Node | None = None


class Listed(NamedTuple):
    """The last closed lists are given to an operation that holds it."""

    make: Callable[[list[Operations]], Operation]
    lists: int


class Mark(NamedTuple):
    opens: bool


class Within(NamedTuple):
    """What follows is in the body of a class; the empty name ends it."""

    name: str


class Facts(NamedTuple):
    """What a condition says where it holds, and where it does not."""

    holds: tuple[Test, ...] = ()
    fails: tuple[Test, ...] = ()


OPEN: Final = Mark(True)  # noqa: FBT003 - the one pair
CLOSE: Final = Mark(False)  # noqa: FBT003

Step: TypeAlias = Node | Operation | Target | Listed | Mark | Within
Steps: TypeAlias = list[Step]


class Lowered(NamedTuple):
    body: Body
    # The functions in it, whose bodies are lowered when they are first run.
    functions: tuple[tuple[Code, Node], ...]


class ModulePart(NamedTuple):
    """A part of a module that was parsed by itself: some statements of it, or of the body of one of its classes."""

    lowered: Lowered
    # The names that it annotates.
    annotated: tuple[AnnotatedName, ...]


def lower_part(root: Node, file: str, shift: int, names: dict[str, int], classes: list[str]) -> ModulePart:
    """The statements below a node, whose places are farther on in their tree than in the file by some bytes."""
    lowering = Lowering(Block(file, ""), shift)
    lowering.names, lowering.classes = names, classes
    return ModulePart(lowering.run(_statements(root)), tuple(_annotated(root)))


def lower_expression(node: Node, block: Block) -> Operations:
    """An expression by itself, whose value stays on the stack."""
    return Lowering(block, 0).lower([node])


def lower_function(node: Node, block: Block) -> Lowered:
    """The body of a function, or of a lambda."""
    body = part(node, "body")
    lowering = Lowering(block, node.start_byte, in_function=True)
    name = field(node, "name")
    lowering.gives_secrets = name is not None and gives_secrets(written(name))
    if node.type == "lambda":
        return lowering.run([body, Operation(Do.RETURN)])
    return lowering.run(_statements(body))


_UNREAD: Final = frozenset(("comment", "line_continuation"))
_NO_PARTS: Final = _UNREAD | {"ERROR"}
# Methods of texts that say something of the text.
_TESTS: Final = {b"startswith": "startswith", b"endswith": "endswith"}
_ASSIGNMENTS: Final = frozenset(("assignment", "augmented_assignment"))


def _children(node: Node) -> list[Node]:
    """The parts of an expression: without what is half typed in it."""
    return [child for child in node.named_children if child.type not in _NO_PARTS]


def _parts(node: Node) -> list[Node]:
    return [child for child in node.named_children if child.type not in _UNREAD]


def _first(node: Node) -> Node | None:
    """What stands in a node by itself: what is starred, a decorator, a condition."""
    return next(iter(_children(node)), None)


def _last(node: Node) -> Node | None:
    return next(reversed(_children(node)), None)


def _given(right: Node) -> Steps:
    """What an assignment gives. Where it is half typed, that may be an assignment, which is no value."""
    return [right, Operation(Do.PUSH, nameless())] if right.type in _ASSIGNMENTS else [right]


def _statements(block: Node | None) -> Steps:
    return list(_parts(block)) if block is not None else []


def _inside(steps: Iterable[Step]) -> Steps:
    return [OPEN, *steps, CLOSE]


class Lowering:
    """The lowering of one block."""

    def __init__(self, block: Block, base: int, *, in_function: bool = False) -> None:
        self.block = block
        self.base = base
        self.in_function = in_function
        # Whether its name says that it returns a secret.
        self.gives_secrets = False
        self.functions: list[tuple[Code, Node]] = []
        self.names: dict[str, int] = {}
        # The classes around what is lowered, for the names of blocks.
        self.classes: list[str] = []
        self.count = 0
        self.asked: set[str] = set()

    def run(self, steps: Steps) -> Lowered:
        operations = self.lower(steps)
        return Lowered(Body(operations, bool(self.functions), self.count, frozenset(self.asked)), tuple(self.functions))

    def lower(self, steps: Steps) -> Operations:
        out: list[Operation] = []
        outer: list[list[Operation]] = []
        closed: list[Operations] = []
        todo = list(reversed(steps))
        while todo:
            step = todo.pop()
            if isinstance(step, Operation):
                out.append(step)
            elif isinstance(step, Node):
                self.count += 1
                todo.extend(reversed(_LOWERED.get(step.type, Lowering.other)(self, step)))
            elif isinstance(step, Target):
                todo.extend(reversed(self.target(step)))
            elif isinstance(step, Listed):
                held = closed[len(closed) - step.lists :]
                del closed[len(closed) - step.lists :]
                out.append(step.make(held))
            elif isinstance(step, Within):
                self.classes = [*self.classes, step.name] if step.name else self.classes[:-1]
            elif step.opens:
                outer.append(out)
                out = []
            else:
                closed.append(tuple(out))
                out = outer.pop()
        return tuple(out)

    def place(self, node: Node) -> Place:
        return Place(self.block, node.start_byte - self.base, node.end_byte - self.base)

    def other(self, node: Node) -> Steps:
        """Syntax that is not understood: its parts are evaluated, what they give is unknown."""
        parts = _children(node)
        return [*parts, Operation(Do.UNKNOWN, (len(parts), label(node) or "value()"), self.place(node))]

    def inner(self, node: Node) -> Steps:
        parts = _children(node)
        if parts and is_given_to_type(node):
            signature = Signature(("",), ((self.place(parts[0]), None),))
            return [Operation(Do.LOAD, "type"), parts[0], Operation(Do.CALL, (signature, "type"), self.place(node))]
        return [parts[0]] if parts else [Operation(Do.PUSH, NONE)]

    # -- expressions

    def push(self, value: Value) -> Steps:
        return [Operation(Do.PUSH, value)]

    def identifier(self, node: Node) -> Steps:
        return [Operation(Do.LOAD, written(node), self.place(node))]

    def string(self, node: Node) -> Steps:
        prefix = prefix_of(node)
        if "b" in prefix:
            return self.octets(node)
        parts: list[Any] = []
        steps: Steps = []
        for child in node.children:
            if child.type == "string_content":
                parts += content_pieces(child, self.place(child))
            elif child.type == "interpolation":
                expression = part(child, "expression")
                steps.append(expression)
                spec = "".join(
                    written(each) for each in child.children if each.type in ("type_conversion", "format_specifier")
                )
                sign = next((at for at, each in enumerate(child.children) if each.type == "="), None)
                if sign is not None and sign + 1 < len(child.children):
                    # `{name=}` is also what is written there.
                    before = (child.text or b"")[1 : child.children[sign + 1].start_byte - child.start_byte]
                    parts.append(Piece(before.decode(errors="replace"), self.place(child), verbatim=False))
                    spec = spec or "!r"
                parts.append((label(expression), self.place(child), spec))
        if not steps:
            return self.push(Text(tuple(parts)))
        return [*steps, Operation(Do.JOIN, tuple(parts), self.place(node))]

    def concatenated(self, node: Node) -> Steps:
        parts = [child for child in _children(node) if child.type == "string"]
        if any("b" in prefix_of(each) for each in parts):
            return self.octets(node)
        return [*parts, Operation(Do.JOIN, ((None, None, ""),) * len(parts), self.place(node))]

    def octets(self, node: Node) -> Steps:
        """Bytes that are written out."""
        contents = [
            each for string in (node, *node.children) for each in string.children if each.type == "string_content"
        ]
        place = self.place(contents[0])._replace(end=self.place(contents[-1]).end) if contents else None
        try:
            return self.push(Constant(literal_eval(written(node)), place=place))
        except (ValueError, SyntaxError):
            return self.push(unknown("bytes"))

    def number(self, node: Node) -> Steps:
        found = number(node)
        return self.push(Constant(found, place=self.place(node)) if found is not None else nameless("number"))

    def attribute(self, node: Node) -> Steps:
        return [part(node, "object"), Operation(Do.ATTRIBUTE, written(part(node, "attribute")), self.place(node))]

    def dotted(self, node: Node) -> Steps:
        """A name with attributes, as patterns have them."""
        first, *others = _children(node)
        return [first, *(Operation(Do.ATTRIBUTE, written(each), self.place(node)) for each in others)]

    def subscript(self, node: Node) -> Steps:
        return [part(node, "value"), *_key(node), Operation(Do.ITEM, None, self.place(node))]

    def slice(self, node: Node) -> Steps:
        steps: Steps = []
        present: list[bool] = []
        expects = True
        for child in node.children:
            if child.type == ":":
                if expects:
                    present.append(False)
                expects = True
            elif child.is_named and child.type not in _NO_PARTS:
                steps.append(child)
                present.append(True)
                expects = False
        if expects:
            present.append(False)
        return [*steps, Operation(Do.SLICE, tuple(present[:3]))]

    def arguments(self, node: Node | None) -> tuple[Steps, Signature]:
        """The operations for the arguments of a call, and how they are given."""
        kinds: list[str] = []
        places: list[tuple[Place | None, Place | None]] = []
        steps: Steps = []
        children = _children(node) if node is not None and node.type == "argument_list" else [node] if node else []
        for child in children:
            match child.type:
                case "keyword_argument":
                    name, value = part(child, "name"), part(child, "value")
                    kinds.append(written(name))
                    places.append((self.place(value), self.place(name)))
                    steps.append(value)
                case "list_splat" | "dictionary_splat" if (starred := _first(child)) is not None:
                    kinds.append("*" if child.type == "list_splat" else "**")
                    places.append((self.place(child), None))
                    steps.append(starred)
                case _:
                    kinds.append("")
                    places.append((self.place(child), None))
                    steps.append(child)
        return steps, Signature(tuple(kinds), tuple(places))

    def call(self, node: Node) -> Steps:
        callee = part(node, "function")
        steps, signature = self.arguments(part(node, "arguments"))
        if callee.type == "identifier" and callee.text == b"super":
            return [*steps, Operation(Do.SUPER, len(signature.kinds), self.place(node))]
        return [callee, *steps, Operation(Do.CALL, (signature, label(node)), self.place(node))]

    def mapping(self, node: Node) -> Steps:
        kinds: list[tuple[bool, Place | None, Place | None]] = []
        steps: Steps = []
        for child in _children(node):
            if child.type == "pair":
                key, value = part(child, "key"), part(child, "value")
                steps += [key, value]
                kinds.append((False, self.place(value), self.place(key)))
            else:
                steps += _children(child)
                kinds.append((True, self.place(child), None))
        return [*steps, Operation(Do.MAPPING, tuple(kinds), self.place(node))]

    def sequence(self, node: Node) -> Steps:
        parts = _children(node)
        kind = {"list": "list", "set": "set"}.get(node.type, "tuple")
        stars = tuple(part.type == "list_splat" for part in parts)
        steps: Steps = [(_first(part) or part) if star else part for part, star in zip(parts, stars, strict=True)]
        return [*steps, Operation(Do.SEQUENCE, (kind, stars), self.place(node))]

    def binary(self, node: Node) -> Steps:
        left, right = part(node, "left"), part(node, "right")
        argument = (_word(node), label(left), label(right))
        return [left, right, Operation(Do.BINARY, argument, self.place(node))]

    def boolean(self, node: Node) -> Steps:
        """`a and b and c`: the operands one by one, so that a long chain does not nest."""
        word = _word(node)
        operands: list[Node] = []
        at = node
        while at.type == "boolean_operator" and _word(at) == word:
            operands.append(part(at, "right"))
            at = part(at, "left")
        operands.append(at)
        operands.reverse()
        steps: Steps = []
        for operand in operands:
            steps += _inside([operand])
        tests = tuple(map(self.facts, operands))

        def make(held: list[Operations]) -> Operation:
            arms = tuple(Arm(operations, (), *each) for operations, each in zip(held, tests, strict=True))
            return Operation(Do.SHORT, (word, arms), self.place(node))

        return [*steps, Listed(make, len(operands))]

    def negated(self, node: Node) -> Steps:
        return [part(node, "argument"), Operation(Do.NOT)]

    def unary(self, node: Node) -> Steps:
        return [part(node, "argument"), Operation(Do.UNARY, _word(node))]

    def compare(self, node: Node) -> Steps:
        operands = _children(node)
        return [*operands, Operation(Do.COMPARE, tuple(_signs(node)[: len(operands) - 1]), self.place(node))]

    def conditional(self, node: Node) -> Steps:
        """`a if b else c if d else e`: the alternatives one by one."""
        steps: Steps = []
        tests: list[Facts] = []
        at: Node | None = node
        while at is not None and at.type == "conditional_expression" and len(_children(at)) == 3:  # noqa: PLR2004
            then, condition, at = _children(at)
            steps += [*_inside([condition]), *_inside([then])]
            tests.append(self.facts(condition))
        steps += _inside([at] if at is not None else [])

        def make(held: list[Operations]) -> Operation:
            pairs = zip(held[:-1:2], held[1::2], tests, strict=True)
            arms = [Arm(condition, then, *each) for condition, then, each in pairs]
            return Operation(Do.CONDITIONAL, (*arms, Arm((), held[-1])), self.place(node))

        return [*steps, Listed(make, 2 * len(tests) + 1)]

    def function(self, node: Node, name: str, decorators: tuple[Place, ...] = ()) -> Steps:
        """A function, or a lambda: its defaults are evaluated where it is defined."""
        parameters, steps, defaults = self.parameters(field(node, "parameters"))
        body = field(node, "body")
        qualified = ".".join((*((self.block.name,) if self.block.name else ()), *self.classes, name))
        count = self.names[qualified] = self.names.get(qualified, 0) + 1
        returned = field(node, "return_type")
        generated = "manager" if decorators else "generator"
        code = Code(
            Block(self.block.file, qualified if count == 1 else f"{qualified}#{count}"),
            name,
            parameters,
            "lambda" if node.type == "lambda" else generated if _yields(body) else "",
            node.type != "lambda" and _is_abstract(body),
            self.in_function,
            _one(annotation(returned)),
            node.end_byte - node.start_byte,
        )
        self.functions.append((code, node))
        return [*steps, Operation(Do.FUNCTION, FunctionHead(code, defaults, decorators), self.place(node))]

    def lambda_(self, node: Node) -> Steps:
        return self.function(node, "<lambda>")

    def parameters(self, node: Node | None) -> tuple[tuple[Parameter, ...], Steps, tuple[str, ...]]:
        found: list[Parameter] = []
        steps: Steps = []
        defaults: list[str] = []
        kind = ""
        for child in _children(node) if node is not None else []:
            name: Node | None = child
            note = default = None
            own = kind
            match child.type:
                case "keyword_separator":
                    kind = "keyword"
                    continue
                case "positional_separator":
                    continue
                case "typed_parameter":
                    name, note = _first(child), field(child, "type")
                case "default_parameter" | "typed_default_parameter":
                    name, default, note = field(child, "name"), field(child, "value"), field(child, "type")
            if name is not None and name.type in ("list_splat_pattern", "dictionary_splat_pattern"):
                own = "*" if name.type == "list_splat_pattern" else "**"
                kind = "keyword"
                name = _first(name)
            if name is None or name.type != "identifier":
                continue
            if default is not None:
                steps.append(default)
                defaults.append(written(name))
            found.append(
                Parameter(
                    written(name), own, default is not None, *annotation(note), self.place(child), _declared(note)
                )
            )
        return tuple(found), steps, tuple(defaults)

    def comprehension(self, node: Node) -> Steps:
        clauses: list[list[Any]] = []
        steps: Steps = []
        names: list[str] = []
        sources: list[Node] = []
        for child in _children(node):
            if child.type == "for_in_clause":
                left, source = part(child, "left"), part(child, "right")
                steps += _inside([source] if sources else [])
                sources.append(source)
                steps += _inside([Target(left)])
                names += _names_in(left)
                clauses.append([])
            elif child.type == "if_clause" and clauses and (condition := _first(child)) is not None:
                steps += _inside([condition])
                clauses[-1].append(child)
        body = part(node, "body")
        pair = body.type == "pair"
        key, value = (field(body, "key"), field(body, "value")) if pair else (None, body)
        steps += [*_inside([key] if key is not None else []), *_inside([value] if value is not None else [])]
        kind = {
            "list_comprehension": "list",
            "set_comprehension": "set",
            "dictionary_comprehension": "mapping",
        }.get(node.type, "generator")

        def make(held: list[Operations]) -> Operation:
            waiting = iter(held)
            made = tuple((next(waiting), next(waiting), tuple(next(waiting) for _ in ifs)) for ifs in clauses)
            argument = Comprehension(kind, made, next(waiting), next(waiting), tuple(names))
            return Operation(Do.COMPREHENSION, argument, self.place(node))

        return [sources[0], *steps, Listed(make, sum(2 + len(ifs) for ifs in clauses) + 2)]

    def walrus(self, node: Node) -> Steps:
        name, value = part(node, "name"), part(node, "value")
        return [value, Operation(Do.COPY), *_secrecy(name), Operation(Do.STORE, written(name), self.place(name))]

    def yielded(self, node: Node) -> Steps:
        parts = _children(node)
        whole = any(child.type == "from" for child in node.children)
        return [*(parts[:1] or self.push(NONE)), Operation(Do.YIELD, whole, self.place(node))]

    # -- assignment

    def target(self, step: Target) -> Steps:
        node, value = step
        match node.type:
            case "identifier":
                return [*_secrecy(node), Operation(Do.STORE, written(node), self.place(node))]
            case "attribute":
                of, name = part(node, "object"), part(node, "attribute")
                places = (self.place(value) if value is not None else None, self.place(name))
                return [*_secrecy(name), of, Operation(Do.SET_ATTRIBUTE, (written(name), *places), self.place(node))]
            case "subscript":
                places = (self.place(value) if value is not None else None, self.place(part(node, "subscript")))
                return [part(node, "value"), *_key(node), Operation(Do.SET_ITEM, places, self.place(node))]
            case "tuple_pattern" | "list_pattern" | "pattern_list" | "tuple" | "list" | "expression_list":
                parts = _children(node)
                stars = [i for i, each in enumerate(parts) if each.type in ("list_splat_pattern", "list_splat")]
                labels = tuple(map(label, parts))
                each: Steps = [Target(part) for part in parts]
                return [Operation(Do.UNPACK, (len(parts), stars[0] if stars else None, labels)), *each]
            case "list_splat_pattern" | "list_splat" | "parenthesized_expression" | "as_pattern_target":
                return [Target(each, value) for each in _children(node)[:1]]
        return [Operation(Do.POP)]

    def expression_statement(self, node: Node) -> Steps:
        parts = _children(node)
        if not parts or parts[0].type in ("string", "ellipsis"):
            return []
        if len(parts) == 1 and parts[0].type in _ASSIGNMENTS:
            return [parts[0]]
        return [step for part in parts for step in (part, Operation(Do.POP))]

    def assignment(self, node: Node) -> Steps:
        targets: list[Node] = []
        at: Node | None = node
        while at is not None and at.type == "assignment":
            targets.append(part(at, "left"))
            at = field(at, "right")
        note = annotation(field(node, "type"))
        if at is None:
            # Nothing is bound: what the name has is declared.
            name = written(targets[0]) if note.names and targets[0].type == "identifier" else ""
            return [Operation(Do.ANNOTATED, (*note, name))] if name else []
        steps: Steps = [*_given(at), *([Operation(Do.ANNOTATED, (*note, ""))] if note.names else [])]
        for target in targets[:-1]:
            steps += [Operation(Do.COPY), Target(target, at)]
        return [*steps, Target(targets[-1], at)]

    def alias_of_type(self, node: Node) -> Steps:
        target, right = assigned_of_type(node), field(node, "right")
        return [*_given(right), Target(target, right)] if target is not None and right is not None else []

    def augmented(self, node: Node) -> Steps:
        left, right = part(node, "left"), part(node, "right")
        argument = (_word(node)[:-1], label(left), label(right))
        return [left, *_given(right), Operation(Do.AUGMENTED, argument, self.place(node)), Target(left)]

    def delete(self, node: Node) -> Steps:
        steps: Steps = []
        waiting = list(reversed(_children(node)))
        while waiting:
            each = waiting.pop()
            match each.type:
                case "expression_list" | "tuple" | "list" | "parenthesized_expression":
                    waiting += reversed(_children(each))
                case "identifier":
                    steps.append(Operation(Do.DELETE, written(each)))
                case "subscript":
                    steps += [part(each, "value"), *_key(each), Operation(Do.DELETE_ITEM)]
                case "attribute":
                    steps += [part(each, "object"), Operation(Do.DELETE_ITEM, written(part(each, "attribute")))]
        return steps

    # -- statements

    def facts(self, condition: Node | None) -> Facts:
        """What a condition says about names, where it holds and where it does not."""
        if condition is None:
            return Facts()
        node, negated = _stripped(condition, negated=False)
        if node.type != "boolean_operator":
            found = self.test(node, negated=negated)
            return Facts((found,), (found._replace(negated=not found.negated),)) if found is not None else Facts()
        # All of `a and b` hold where it holds, none of `a or b` where it does not; nothing is said about the other
        # outcome.
        word = _word(node)
        holds = (word == "and") is not negated
        tests: list[Test] = []
        waiting = [node]
        while waiting:
            at, other = _stripped(waiting.pop(), negated=False)
            if at.type == "boolean_operator":
                waiting += _children(at) if _word(at) == word and not other else []
            elif (found := self.test(at, negated=other is not (not holds))) is not None:
                tests.append(found)
        return Facts(tuple(tests)) if holds else Facts((), tuple(tests))

    def test(self, node: Node, *, negated: bool) -> Test | None:
        """What a condition without `and` and `or` says; names of which it asks whether they are given are noted."""
        found = self._said(node, negated=negated)
        if found is not None and len(found.path) == 1 and found.kind in ("none", "truth"):
            self.asked.add(found.path[0])
        return found

    def _said(self, node: Node, *, negated: bool) -> Test | None:
        parts = _children(node)
        match node.type:
            case "identifier" | "attribute" | "named_expression":
                return Test(path, "truth", (), negated) if (path := _path(node)) else None
            case "comparison_operator" if len(parts) == 2 and (path := _path(parts[0])):  # noqa: PLR2004
                return self._compared(path, _signs(node)[0], parts[1], negated=negated)
            case "comparison_operator" if len(parts) == 2 and parts[0].type == "string" and (path := _path(parts[1])):  # noqa: PLR2004
                if (sign := _signs(node)[0]) in ("in", "not in"):
                    return Test(path, "in", self.lower([parts[0]]), negated is (sign == "in"))
            case "call":
                function, two = part(node, "function"), _children(part(node, "arguments"))
                method = field(function, "attribute") if len(two) == 1 else None
                if method is not None and method.text in _TESTS and (path := _path(part(function, "object"))):
                    return Test(path, _TESTS[method.text], self.lower([two[0]]), negated)
                if len(two) == 2 and function.text == b"isinstance":  # noqa: PLR2004
                    path = _path(two[0])
                    return Test(path, "instance", self.lower([two[1]]), negated) if path else None
        return None

    def _compared(self, path: tuple[str, ...], sign: str, right: Node, *, negated: bool) -> Test | None:
        if right.type == "none" and sign in ("is", "is not", "==", "!="):
            return Test(path, "none", (), negated is (sign in ("is", "==")))
        if sign in ("==", "!=") and right.type in ("string", "integer", "true", "false"):
            return Test(path, "equal", self.lower([right]), negated is (sign == "=="))
        if sign in ORDERS and right.type in ("integer", "float"):
            return Test(path, sign, self.lower([right]), negated)
        return None

    def branch(self, node: Node) -> Steps:
        steps: Steps = []
        tests: list[Facts] = []

        def arm(condition: Node | None, body: Node | None) -> None:
            steps.extend(_inside([condition] if condition is not None else []))
            steps.extend(_inside(_statements(body)))
            tests.append(self.facts(condition))

        arm(field(node, "condition"), field(node, "consequence"))
        for alternative in node.children_by_field_name("alternative"):
            if alternative.type == "elif_clause":
                arm(field(alternative, "condition"), field(alternative, "consequence"))
            else:
                arm(None, field(alternative, "body"))

        def make(held: list[Operations]) -> Operation:
            pairs = zip(held[::2], held[1::2], tests, strict=True)
            arms = tuple(Arm(condition, body, *each) for condition, body, each in pairs)
            return Operation(Do.BRANCH, arms, self.place(node))

        return [*steps, Listed(make, 2 * len(tests))]

    def match(self, node: Node) -> Steps:
        subject, body = part(node, "subject"), part(node, "body")
        steps: Steps = []
        cases: list[tuple[int, bool, tuple[str, ...], bool]] = []
        for clause in _children(body):
            patterns = [each for each in _children(clause) if each.type == "case_pattern"]
            values, anything, names = _pattern(patterns)
            guard = field(clause, "guard")
            steps += [step for value in values for step in _inside([value])]
            steps += _inside(_statements(field(clause, "consequence")))
            cases.append((len(values), anything and guard is None, names, guard is not None))

        def make(held: list[Operations]) -> Operation:
            waiting = iter(held)
            made = []
            for count, anything, names, guarded in cases:
                values = tuple(next(waiting) for _ in range(count))
                made.append(Case(values, anything, names, guarded, next(waiting)))
            return Operation(Do.MATCH, tuple(made), self.place(node))

        return [subject, *steps, Listed(make, sum(count + 1 for count, *_ in cases))]

    def loop(self, node: Node) -> Steps:
        left, body, alternative = field(node, "left"), field(node, "body"), field(node, "alternative")
        condition = field(node, "condition")
        over = field(node, "right")
        assigned = list(_assigned(body)) if body is not None else []
        names = tuple(dict.fromkeys(each.name for each in assigned))
        remade = frozenset(each.name for each in assigned if each.is_of_itself)
        grown = remade - {each.name for each in assigned if not each.adds}
        tests = self.facts(condition)
        steps = [
            *_inside([Target(left)] if left is not None else []),
            *_inside([condition] if condition is not None else []),
            *_inside(_statements(body)),
            *_inside(_statements(field(alternative, "body")) if alternative is not None else []),
        ]

        def make(held: list[Operations]) -> Operation:
            target, test, main, otherwise = held
            return Operation(
                Do.LOOP, Loop(target, test, main, otherwise, names, remade, grown, *tests), self.place(node)
            )

        return [*([over] if over is not None else []), *steps, Listed(make, 4)]

    def try_(self, node: Node) -> Steps:
        handlers: list[tuple[str, bool]] = []
        steps = _inside(_statements(field(node, "body")))
        otherwise: Steps = []
        final: Steps = []
        for child in _children(node):
            if child.type in ("except_clause", "except_group_clause"):
                value = field(child, "value") or next(iter(_children(child)), None)
                alias = field(child, "alias")
                if value is not None and value.type == "as_pattern":
                    alias = field(value, "alias")
                text = value.text or b"" if value is not None and value.type != "block" else b""
                of_import = b"ImportError" in text or b"ModuleNotFoundError" in text
                handlers.append((written(alias) if alias is not None else "", of_import))
                steps += _inside(_statements(_last(child)))
            elif child.type == "finally_clause":
                final = _statements(_last(child))
            elif child.type == "else_clause":
                otherwise = _statements(field(child, "body"))
        steps += [*_inside(otherwise), *_inside(final)]

        def make(held: list[Operations]) -> Operation:
            each = tuple(Handler(*head, body) for head, body in zip(handlers, held[1:-2], strict=True))
            return Operation(Do.TRY, Try(held[0], each, held[-2], held[-1]), self.place(node))

        return [*steps, Listed(make, len(handlers) + 3)]

    def with_(self, node: Node) -> Steps:
        steps: Steps = []
        count = 0
        suppresses = False
        for item in (item for clause in _children(node) if clause.type == "with_clause" for item in _children(clause)):
            value = part(item, "value")
            alias: Node | None = None
            if value.type == "as_pattern":
                alias = field(value, "alias")
                value = _first(value) or value
            function = field(value, "function")
            suppresses = suppresses or label(function) == "suppress"
            count += 1
            steps += [value, Operation(Do.ENTER, None, self.place(value))]
            steps.append(Target(alias) if alias is not None else Operation(Do.POP))

        keyword = next((each for each in node.children if each.type == "with"), node)

        def make(held: list[Operations]) -> Operation:
            return Operation(Do.WITH, With(held[0], count, suppresses), self.place(keyword))

        return [*steps, *_inside(_statements(field(node, "body"))), Listed(make, 1)]

    def returned(self, node: Node) -> Steps:
        secrecy: Steps = [Operation(Do.SECRET)] if self.gives_secrets else []
        return [*self.inner(node), *secrecy, Operation(Do.RETURN, None, self.place(node))]

    def raised(self, node: Node) -> Steps:
        """What an exception is made of is not run."""
        return [Operation(Do.RAISE, None, self.place(node))]

    def jump(self, node: Node) -> Steps:
        return [Operation(Do.BREAK if node.type == "break_statement" else Do.CONTINUE)]

    def nothing(self, _: Node) -> Steps:
        return []

    def broken(self, node: Node) -> Steps:
        """What is half typed: whole statements in it count, expressions are evaluated."""
        steps: Steps = []
        for child in _parts(node):
            steps.append(child)
            if not child.type.endswith(("_statement", "_definition", "assignment", "ERROR", "block")):
                steps.append(Operation(Do.POP))
        return steps

    def asserted(self, node: Node) -> Steps:
        """What comes after it knows what it says."""
        condition = _children(node)[0]
        facts, place = self.facts(condition), self.place(node)

        def make(held: list[Operations]) -> Operation:
            fails = Arm((), (Operation(Do.RAISE, None, place),))
            return Operation(Do.BRANCH, (Arm(held[0], (), *facts), fails), place)

        return [*_inside([condition]), Listed(make, 1)]

    def declared(self, node: Node) -> Steps:
        names = tuple(written(child) for child in _children(node) if child.type == "identifier")
        return [Operation(Do.GLOBAL, (names, node.type == "global_statement"))]

    def import_(self, node: Node) -> Steps:
        steps: Steps = []
        for child in _children(node):
            name, alias = child, None
            if child.type == "aliased_import":
                name, alias = part(child, "name"), field(child, "alias")
            bound = written(alias) if alias is not None else written(name).split(".", maxsplit=1)[0]
            steps.append(Operation(Do.IMPORT, (written(name), bound, alias is not None), self.place(child)))
        return steps

    def import_from(self, node: Node) -> Steps:
        dotted = written(part(node, "module_name")).replace(" ", "")
        level = len(dotted) - len(dotted.lstrip("."))
        names: list[tuple[str, str]] = []
        for child in node.children_by_field_name("name"):
            name, alias = child, child
            if child.type == "aliased_import":
                name, alias = part(child, "name"), part(child, "alias")
            names.append((written(name), written(alias)))
        if any(child.type == "wildcard_import" for child in node.children):
            names.append(("*", "*"))
        return [Operation(Do.IMPORT_FROM, (level, dotted.lstrip("."), tuple(names)), self.place(node))]

    def definition(self, node: Node, decorators: list[Node] | None = None) -> Steps:
        name = part(node, "name")
        given = decorators or []
        steps = self.function(node, written(name), tuple(map(self.place, given)))
        return [*given, *steps, Operation(Do.STORE, written(name), self.place(name))]

    def class_(self, node: Node, decorators: list[Node] | None = None) -> Steps:
        name, body = part(node, "name"), part(node, "body")
        given = decorators or []
        own = written(name)
        annotated = tuple(_annotated(body))
        steps, signature = self.arguments(field(node, "superclasses"))

        def make(held: list[Operations]) -> Operation:
            head = ClassHead(own, held[0], signature, annotated, tuple(map(self.place, given)))
            return Operation(Do.CLASS, head, self.place(node))

        store = Operation(Do.STORE, own, self.place(name))
        inside = _inside([Within(own), *_statements(body), Within("")])
        return [*given, *steps, *inside, Listed(make, 1), store]

    def decorated(self, node: Node) -> Steps:
        definition = part(node, "definition")
        decorators = [
            each for child in node.children if child.type == "decorator" and (each := _first(child)) is not None
        ]
        make = self.class_ if definition.type == "class_definition" else self.definition
        return make(definition, decorators)


def _word(node: Node) -> str:
    """The operator of an expression, or of `a += b`."""
    return written(part(node, "operator"))


def _key(node: Node) -> Steps:
    """What is written between the brackets of a subscript: several keys are a tuple."""
    keys: Steps = [*node.children_by_field_name("subscript")]
    return keys if len(keys) == 1 else [*keys, Operation(Do.SEQUENCE, ("tuple", (False,) * len(keys)))]


def _signs(node: Node) -> list[str]:
    """The operators of a comparison: `not in` is one."""
    return [" ".join(written(each).split()) for each in node.children_by_field_name("operators")]


def _stripped(node: Node, *, negated: bool) -> tuple[Node, bool]:
    """A condition without brackets and `not`s, and whether there was an odd number of those."""
    while node.type in ("parenthesized_expression", "not_operator") and (parts := _children(node)):
        negated = negated is not (node.type == "not_operator")
        node = parts[0]
    return node, negated


def _path(node: Node) -> tuple[str, ...]:
    """A name, or the attribute of a name."""
    if node.type == "identifier":
        return (written(node),)
    if node.type == "attribute":
        of = part(node, "object")
        return (written(of), written(part(node, "attribute"))) if of.type == "identifier" else ()
    if node.type == "named_expression":
        return (written(part(node, "name")),)
    return ()


def _names_in(node: Node) -> Iterator[str]:
    """The names that a target binds."""
    waiting = [node]
    while waiting:
        at = waiting.pop()
        if at.type == "identifier":
            yield written(at)
        elif at.type not in ("attribute", "subscript"):
            waiting += at.named_children


def _secrecy(name: Node) -> Steps:
    """What makes a value a secret that is given the name of one."""
    return [Operation(Do.SECRET)] if holds_secrets(written(name)) else []


_ROWS: Final = frozenset(("pattern_list", "tuple_pattern", "list_pattern", "expression_list", "tuple", "list"))


class _Assigned(NamedTuple):
    """A name that is assigned, whether with a value that is made of its own, and whether that only adds to it."""

    name: str
    is_of_itself: bool
    adds: bool


def _assigned(body: Node) -> Iterator[_Assigned]:
    """The names that a body itself assigns."""
    waiting = [body]
    while waiting:
        node = waiting.pop()
        if node.type in ("function_definition", "class_definition", "lambda"):
            continue
        if node.type in ("assignment", "augmented_assignment", "for_statement"):
            left, right = part(node, "left"), field(node, "right")
            read = set(_names_in(right)) if right is not None and node.type == "assignment" else set()
            is_augmented = node.type == "augmented_assignment"
            for target, value in _paired(left, right):
                adds = is_augmented or adds_to(value, target)
                yield from (_Assigned(name, is_augmented or name in read, adds) for name in _names_in(target))
        elif node.type == "named_expression":
            yield _Assigned(written(part(node, "name")), is_of_itself=False, adds=False)
        waiting += node.named_children


def _paired(left: Node, right: Node | None) -> Iterable[tuple[Node, Node | None]]:
    """Targets with their values: each by itself where two rows are as long."""
    targets, values = (_children(each) if each is not None and each.type in _ROWS else [] for each in (left, right))
    return zip(targets, values, strict=True) if targets and len(targets) == len(values) else ((left, right),)


def _annotated(body: Node) -> Iterator[AnnotatedName]:
    """The names that the body of a class annotates, which are the fields of a dataclass."""
    for statement in _children(body):
        assignment = _first(statement) if statement.type == "expression_statement" else None
        if assignment is None:
            continue
        left, note = field(assignment, "left"), field(assignment, "type")
        is_field = assignment.type == "assignment" and note is not None and b"ClassVar" not in (note.text or b"")
        if is_field and left is not None and left.type == "identifier":
            yield AnnotatedName(written(left), _one(annotation(note)), _declared(note))


def _yields(body: Node | None) -> bool:
    waiting = [body] if body is not None else []
    while waiting:
        node = waiting.pop()
        if node.type == "yield":
            return True
        if node.type not in ("function_definition", "class_definition", "lambda"):
            waiting += node.named_children
    return False


def _is_abstract(body: Node | None) -> bool:
    """Whether a function does only raise, pass or be documented."""
    return body is not None and all(
        statement.type in ("pass_statement", "raise_statement")
        or (
            statement.type == "expression_statement"
            and (said := _first(statement)) is not None
            and said.type in ("string", "ellipsis")
        )
        for statement in _children(body)
    )


def _pattern(patterns: list[Node]) -> tuple[list[Node], bool, tuple[str, ...]]:
    """The plain values of a case, whether it fits anything, and the names that it binds."""
    values: list[Node] = []
    names: list[str] = []
    plain = anything = len(patterns) == 1
    waiting = list(patterns)
    top = True
    while waiting:
        node = waiting.pop()
        parts = _children(node)
        if node.type == "case_pattern" and len(parts) == 1 and top:
            waiting += parts
        elif node.type == "case_pattern" and not parts:
            plain = False
        elif node.type == "union_pattern" and top:
            waiting += parts
            anything = False
        elif node.type in _PLAIN_PATTERNS and top:
            values.append(node)
            anything = False
        elif node.type == "dotted_name" and top:
            if len(parts) == 1:
                names.append(written(node))
            else:
                values.append(node)
                anything = False
            plain = plain and len(parts) > 1
        else:
            plain = anything = top = False
            if node.type == "identifier":
                names.append(written(node))
            waiting += parts
    return (values if plain else []), anything, tuple(names)


_PLAIN_PATTERNS: Final = frozenset(
    ("string", "integer", "float", "true", "false", "none", "concatenated_string", "attribute")
)
_PLAIN: Final = frozenset(("identifier", "attribute", "tuple"))
_NO_CLASSES: Final = frozenset(
    [
        "None",
        "Any",
        "str",
        "int",
        "bool",
        "float",
        "bytes",
        "dict",
        "list",
        "tuple",
        "set",
        "object",
        "Dict",
        "List",
        "Tuple",
        "Set",
        "Callable",
        "Literal",
        "Type",
        "type",
    ]
)
# What stands around the class that is meant, and around the class of items.
_WRAPPERS: Final = frozenset(
    ["Optional", "Union", "Annotated", "Final", "ClassVar", "Required", "NotRequired", "Awaitable", "Coroutine"]
)
_CONTAINERS: Final = frozenset(
    [
        "list",
        "List",
        "set",
        "Set",
        "tuple",
        "Tuple",
        "Iterable",
        "Iterator",
        "Sequence",
        "Collection",
        "AsyncIterator",
        "AsyncIterable",
        "Generator",
    ]
)
_DOTTED: Final = re.compile(r"[^\W\d]\w*(?:\.[^\W\d]\w*)*")
_TOKEN: Final = re.compile(rf"{_DOTTED.pattern}|[\[\],|]")


class Note(NamedTuple):
    """What an annotation says: the names that may be classes of objects, or of its items."""

    names: tuple[str, ...] = ()
    many: bool = False


def _one(note: Note) -> tuple[str, ...]:
    """The classes of which an annotation means one object."""
    return () if note.many else note.names


def _declared(node: Node | None) -> str:
    return written(node) if node is not None else ""


def annotation(node: Node | None) -> Note:
    """`Optional["api.Client"]` → `api.Client`; `list[Client]` → `Client`, many."""
    if node is None:
        return Note()
    names: list[str] = []
    many = False
    # The types whose brackets are open.
    around: list[str] = []
    last = ""
    for word in _TOKEN.findall(written(node)):
        if word == "[":
            around.append(last)
        elif word == "]":
            around = around[:-1]
        elif word == "," and around and around[-1] == "Annotated":
            around[-1] = "Callable"
        elif word not in ",|":
            short = word.rpartition(".")[2]
            is_meant = all(each in _WRAPPERS or each in _CONTAINERS for each in around)
            if is_meant and short not in _NO_CLASSES | _WRAPPERS | _CONTAINERS:
                names.append(word)
                many = many or any(each in _CONTAINERS for each in around)
            last = short
    # One that is not finished says nothing.
    return Note(tuple(names), many) if not around else Note()


_LOWERED: Final[dict[str, Callable[[Lowering, Node], Steps]]] = {
    "identifier": Lowering.identifier,
    "string": Lowering.string,
    "concatenated_string": Lowering.concatenated,
    "integer": Lowering.number,
    "float": Lowering.number,
    "true": lambda self, _: self.push(TRUE),
    "false": lambda self, _: self.push(FALSE),
    "none": lambda self, _: self.push(NONE),
    "ellipsis": lambda self, _: self.push(Unknown("ellipsis", "value()")),
    "attribute": Lowering.attribute,
    "dotted_name": Lowering.dotted,
    "subscript": Lowering.subscript,
    "slice": Lowering.slice,
    "call": Lowering.call,
    "dictionary": Lowering.mapping,
    "list": Lowering.sequence,
    "tuple": Lowering.sequence,
    "set": Lowering.sequence,
    "expression_list": Lowering.sequence,
    "binary_operator": Lowering.binary,
    "boolean_operator": Lowering.boolean,
    "not_operator": Lowering.negated,
    "unary_operator": Lowering.unary,
    "comparison_operator": Lowering.compare,
    "conditional_expression": Lowering.conditional,
    "lambda": Lowering.lambda_,
    "list_comprehension": Lowering.comprehension,
    "set_comprehension": Lowering.comprehension,
    "dictionary_comprehension": Lowering.comprehension,
    "generator_expression": Lowering.comprehension,
    "named_expression": Lowering.walrus,
    "yield": Lowering.yielded,
    "await": Lowering.inner,
    "parenthesized_expression": Lowering.inner,
    "type": Lowering.inner,
    "expression_statement": Lowering.expression_statement,
    "assignment": Lowering.assignment,
    "augmented_assignment": Lowering.augmented,
    "delete_statement": Lowering.delete,
    "if_statement": Lowering.branch,
    "match_statement": Lowering.match,
    "for_statement": Lowering.loop,
    "while_statement": Lowering.loop,
    "try_statement": Lowering.try_,
    "with_statement": Lowering.with_,
    "return_statement": Lowering.returned,
    "raise_statement": Lowering.raised,
    "break_statement": Lowering.jump,
    "continue_statement": Lowering.jump,
    "pass_statement": Lowering.nothing,
    "assert_statement": Lowering.asserted,
    "global_statement": Lowering.declared,
    "nonlocal_statement": Lowering.declared,
    "import_statement": Lowering.import_,
    "import_from_statement": Lowering.import_from,
    "future_import_statement": Lowering.nothing,
    "function_definition": Lowering.definition,
    "class_definition": Lowering.class_,
    "decorated_definition": Lowering.decorated,
    "type_alias_statement": Lowering.alias_of_type,
    "ERROR": Lowering.broken,
    "block": Lowering.broken,
}
