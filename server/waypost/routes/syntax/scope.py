"""What a block binds, reads, writes and calls: facts of its syntax tree, found once and kept with the block.

A comment or a docstring has no part in them, nor has a line's length. Nothing is evaluated here: what a name stands for
is decided elsewhere. Places are offsets in the block, which does not know its own.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from tree_sitter import Node

from waypost.routes.syntax.blocks import Block
from waypost.routes.syntax.tree import assigned_of_type, is_given_to_type, nodes_of, part, text
from waypost.routes.syntax.tree import field as child

# How an object is reached from a name: `self.clients[0].get()` is `("self", "clients", "[]", "get", "()")`. Empty if it
# begins with something else.
Chain: TypeAlias = tuple[str, ...]
ITEM: Final = "[]"
RESULT: Final = "()"
# Behind a chain of which something is set.
SET: Final = "="
# What a method sets of the class of its object: `type(self).path = …`, `self.__class__.path = …`.
OWN_CLASS: Final = f"type{SET}"
# The attribute of a change whose name is known only at run time.
ANY: Final = "*"
SELVES: Final = frozenset(("self", "cls"))
# Methods that change what they are called on.
CHANGING: Final = frozenset(
    (
        *("update", "setdefault", "pop", "popitem", "clear", "append", "extend", "insert", "remove", "sort", "reverse"),
        *("add", "discard", "difference_update", "intersection_update", "symmetric_difference_update"),
    )
)
_DEEPEST_CHAIN: Final = 50


class ScopeKind(StrEnum):
    """What has names of its own."""

    BLOCK = "block"
    CLASS = "class"
    FUNCTION = "function"
    LAMBDA = "lambda"
    COMPREHENSION = "comprehension"


class How(StrEnum):
    """What is done to an attribute or an item."""

    SET = "="
    # It becomes what it was, and more: `self.path += "/x"`, `self.path = self.path + "/x"`.
    GROWN = "+="
    DELETED = "del"


class Write(NamedTuple):
    """A change of an object."""

    owner: Chain
    # The attribute; empty if an item is changed, whose key is None unless it is a text that is written there.
    attribute: str
    key: str | None
    how: How
    # What is called to make the new value.
    made: Chain
    at: int


class Called(NamedTuple):
    """A call, and what it is given as it is: each with its position, or its keyword."""

    callee: Chain
    given: tuple[tuple[int | str, Chain], ...]
    at: int
    # It is given nothing else.
    forwards: bool


class Bound(NamedTuple):
    """A name that is given a value: what another name stands for, or what a call makes."""

    name: str
    same: Chain
    made: Chain
    # The call is given something of the object that the method belongs to.
    of_self: bool
    # The name becomes what it was, and more.
    grown: bool
    at: int


class Imported(NamedTuple):
    """A name that an import binds: a module's, or what the module has under a name (`*`: everything)."""

    module: str
    name: str
    bound: str

    @property
    def dotted(self) -> str:
        """The module and the name, as an import of the whole would write it: `pkg.name`, `.name`."""
        between = "" if not self.name or self.module.endswith(".") else "."
        return f"{self.module}{between}{self.name}"


class Scope:
    """The names of a block, class, function, lambda or comprehension; complete once `scope_of` has returned it."""

    def __init__(self, kind: ScopeKind, name: str, start: int, end: int) -> None:
        self.kind = kind
        self.name = name
        # Where it begins and ends in its block.
        self.start = start
        self.end = end
        self.decorators: tuple[Chain, ...] = ()
        self.bases: tuple[Chain, ...] = ()
        # With the classes that they are annotated with.
        self.parameters: Mapping[str, Chain] = {}
        self.binds: set[str] = set()
        self.reads: set[str] = set()
        self.global_names: set[str] = set()
        self.shared_names: set[str] = set()
        self.bindings: list[Bound] = []
        self.imports: list[Imported] = []
        self.writes: list[Write] = []
        self.calls: list[Called] = []
        self.inner: list[Scope] = []
        self.yields = False

    def all(self) -> Iterator["Scope"]:
        """It and what is inside, in order."""
        waiting = [self]
        while waiting:
            scope = waiting.pop()
            yield scope
            waiting.extend(reversed(scope.inner))

    @cached_property
    def all_writes(self) -> tuple[Write, ...]:
        return tuple(each for scope in self.all() for each in scope.writes)

    @cached_property
    def all_calls(self) -> tuple[Called, ...]:
        return tuple(each for scope in self.all() for each in scope.calls)

    @cached_property
    def function(self) -> "Scope | None":
        """The function that a block defines."""
        return next((each for each in self.all() if each.kind is ScopeKind.FUNCTION), None)

    @cached_property
    def free(self) -> frozenset[str]:
        """The names that it, or what is inside, takes from around it."""
        found = {scope: set(scope.reads) for scope in self.all()}
        for scope in reversed(list(self.all())):
            hidden = frozenset[str]() if scope.kind is ScopeKind.CLASS else scope.own
            for inner in scope.inner:
                found[scope] |= found[inner] - hidden
            found[scope] = {*(found[scope] - scope.own), *scope.global_names, *scope.shared_names}
        return frozenset(found[self])

    @cached_property
    def own(self) -> frozenset[str]:
        """The names that are its own, and hide those around it."""
        return frozenset((*self.parameters, *self.binds)) - self.global_names - self.shared_names


def scope_of(block: Block) -> Scope:
    """The facts of a block."""
    return block.derived(_read)


def chain_of(node: Node | None) -> Chain:
    """How an expression is reached from a name."""
    steps: list[str] = []
    while node is not None and len(steps) < _DEEPEST_CHAIN:
        match node.type:
            case "identifier":
                return (text(node), *reversed(steps))
            case "attribute":
                name = child(node, "attribute")
                steps.append(text(name) if name is not None else "")
                node = child(node, "object")
            case "subscript":
                steps.append(ITEM)
                node = child(node, "value")
            case "call":
                steps.append(RESULT)
                node = child(node, "function")
            case "parenthesized_expression" if is_given_to_type(node):
                return ("type", RESULT, *reversed(steps))
            case "parenthesized_expression" | "await" | "type" | "expression_statement":
                node = node.named_children[0] if len(node.named_children) == 1 else None
            case _:
                return ()
    return ()


def literal(node: Node | None) -> str | None:
    """The text of a string that is written there without escapes and placeholders."""
    if node is None or node.type != "string" or any(each.type == "interpolation" for each in node.children):
        return None
    contents = [each for each in node.children if each.type == "string_content"]
    if len(contents) > 1 or any(each.named_children for each in contents) or b"b" in (node.children[0].text or b""):
        return None
    return text(contents[0]) if contents else ""


def _read(block: Block) -> Scope:
    root = member_body(block) if block.prefix else block.root
    scope = Scope(ScopeKind.BLOCK, block.name, 0, len(block.text))
    _ScopeReader(block.prefix).read(root, scope)
    return scope


def member_body(block: Block) -> Node:
    """The body of the class that a member is parsed in."""
    first = next((each for each in block.root.children if each.type == "class_definition"), block.root)
    return child(first, "body") or block.root


class _ScopeReader:
    """Goes through a tree in a loop: each kind of node notes its facts and says what is read next, and for whom."""

    def __init__(self, prefix: int) -> None:
        self.prefix = prefix
        self.waiting: list[tuple[Node, Scope]] = []
        # What a comprehension is in.
        self.around: dict[Scope, Scope] = {}

    def read(self, root: Node, scope: Scope) -> None:
        self.waiting.append((root, scope))
        while self.waiting:
            node, of = self.waiting.pop()
            _KINDS.get(node.type, _ScopeReader.inside)(self, node, of)

    def inside(self, node: Node, scope: Scope) -> None:
        self.next(node.named_children, scope)

    def next(self, nodes: Sequence[Node], scope: Scope) -> None:
        self.waiting.extend((each, scope) for each in reversed(nodes))

    def fields(self, node: Node, scope: Scope, *names: str) -> None:
        self.next([each for name in names if (each := child(node, name)) is not None], scope)

    def at(self, node: Node) -> int:
        return node.start_byte - self.prefix

    # Names --------------------------------------------------------------------------------------------------------

    def name(self, node: Node, scope: Scope) -> None:
        scope.reads.add(text(node))

    def attribute(self, node: Node, scope: Scope) -> None:
        self.fields(node, scope, "object")

    def keyword(self, node: Node, scope: Scope) -> None:
        self.fields(node, scope, "value")

    def nothing(self, node: Node, scope: Scope) -> None:
        """A comment, or a literal without names."""

    # Statements ---------------------------------------------------------------------------------------------------

    def assignment(self, node: Node, scope: Scope) -> None:
        """`a = b = c`, all at once: thousands of names may be given one value."""
        at: Node | None = node
        targets: list[Node] = []
        while at is not None and at.type == "assignment":
            targets += at.children_by_field_name("left")
            self.fields(at, scope, "type")
            at = child(at, "right")
        for left in targets:
            if at is not None:
                self.target(left, scope, at)
            elif left.type == "identifier":
                scope.binds.add(text(left))
        self.next([at] if at is not None else [], scope)

    def alias_of_type(self, node: Node, scope: Scope) -> None:
        target, right = assigned_of_type(node), child(node, "right")
        if target is not None:
            self.target(target, scope, right)
        self.next([right] if right is not None else [], scope)

    def augmented(self, node: Node, scope: Scope) -> None:
        left = part(node, "left")
        self.fields(node, scope, "right")
        if left.type == "identifier":
            scope.reads.add(text(left))
            scope.binds.add(text(left))
            scope.bindings.append(Bound(text(left), (), (), of_self=False, grown=True, at=self.at(left)))
        else:
            self.target(left, scope, grown=True)

    def target(self, node: Node, scope: Scope, value: Node | None = None, *, grown: bool = False) -> None:
        """What a pattern binds or changes."""
        targets = [(node, value)]
        while targets:
            each, given = targets.pop()
            if each.type == "identifier":
                self.bind(each, scope, given)
            elif each.type in _PLACES:
                self.write(each, scope, How.GROWN if grown or adds_to(given, each) else How.SET, given)
            else:
                inner = each.named_children
                values = given.named_children if given is not None and given.type in _ROWS else []
                is_even = len(values) == len(inner) and not any(one.type.startswith("list_splat") for one in inner)
                targets.extend(zip(inner, values if is_even else [None] * len(inner), strict=True))

    def bind(self, node: Node, scope: Scope, value: Node | None = None) -> None:
        name, same = text(node), chain_of(value)
        made = _made_by(same)
        of_self = bool(made) and value is not None and _mentions_self(value)
        scope.binds.add(name)
        grown = adds_to(value, node)
        scope.bindings.append(Bound(name, () if made else same, made, of_self, grown, self.at(node)))

    def write(self, node: Node, scope: Scope, how: How, value: Node | None = None) -> None:
        made = _made_by(chain_of(value))
        if node.type == "attribute":
            owner, name = part(node, "object"), text(part(node, "attribute"))
            attribute, key = ANY if name == "__dict__" else name, None
        else:
            owner, keys = part(node, "value"), node.children_by_field_name("subscript")
            self.next(keys, scope)
            attribute, key = "", literal(keys[0]) if len(keys) == 1 else None
        whole = _all_attributes(owner) if not attribute else None
        self.next([owner], scope)
        if whole is not None:
            scope.writes.append(Write(chain_of(whole), key or ANY, None, how, made, self.at(node)))
        elif key is not None and chain_of(owner) == ("globals", RESULT):
            scope.global_names.add(key)
        elif attribute and chain_of(owner) == _OWN_MODULE:
            scope.global_names.add(attribute)
        else:
            scope.writes.append(Write(chain_of(owner), attribute, key, how, made, self.at(node)))

    def loop(self, node: Node, scope: Scope) -> None:
        self.fields(node, scope, "right", "body", "alternative")
        self.target(part(node, "left"), scope)

    def named(self, node: Node, scope: Scope) -> None:
        """`(name := value)` in a comprehension binds a name of what is around it."""
        self.fields(node, scope, "value")
        while scope in self.around:
            scope = self.around[scope]
        self.bind(part(node, "name"), scope, part(node, "value"))

    def alias(self, node: Node, scope: Scope) -> None:
        """`with open(path) as file`, `except Error as error`."""
        alias, value = child(node, "alias"), node.named_children[0]
        self.next([value], scope)
        for each in alias.named_children if alias is not None else ():
            self.target(each, scope, value)

    def case(self, node: Node, scope: Scope) -> None:
        """A name in a pattern is bound; one with dots, and one that is called, is read."""
        waiting = [node]
        for each in waiting:
            inner = each.named_children
            if each.type == "dotted_name" and len(inner) == 1:
                scope.binds.add(text(each))
            elif each.type == "dotted_name":
                scope.reads.add(text(inner[0]))
            elif each.type == "class_pattern" and inner:
                scope.reads.add(text(inner[0].named_children[0]))
                waiting += inner[1:]
            elif each.type == "keyword_pattern":
                waiting += inner[1:]
            else:
                scope.binds.update(text(name) for name in inner if name.type == "identifier")
                waiting += [other for other in inner if other.type != "identifier"]

    def deletion(self, node: Node, scope: Scope) -> None:
        waiting = list(node.named_children)
        for each in waiting:
            if each.type in _PLACES:
                self.write(each, scope, How.DELETED)
            elif each.type == "identifier":
                scope.binds.add(text(each))
            else:
                waiting += each.named_children

    def imports(self, node: Node, scope: Scope) -> None:
        module = child(node, "module_name")
        source = text(module) if module is not None else ""
        for each in node.children_by_field_name("name"):
            inner, alias = child(each, "name"), child(each, "alias")
            name = text(inner if inner is not None else each)
            bound = text(alias) if alias is not None else name if source else name.partition(".")[0]
            scope.binds.add(bound)
            scope.imports.append(Imported(source, name, bound) if source else Imported(name, "", bound))
        if any(each.type == "wildcard_import" for each in node.named_children):
            scope.imports.append(Imported(source, ANY, ANY))

    def of_module(self, node: Node, scope: Scope) -> None:
        scope.global_names.update(text(each) for each in node.named_children)

    def shared(self, node: Node, scope: Scope) -> None:
        scope.shared_names.update(text(each) for each in node.named_children)

    def waits(self, node: Node, scope: Scope) -> None:
        scope.yields = True
        self.inside(node, scope)

    # Calls --------------------------------------------------------------------------------------------------------

    def call(self, node: Node, scope: Scope) -> None:
        function, arguments = part(node, "function"), part(node, "arguments")
        self.fields(node, scope, "function", "arguments")
        callee = chain_of(function)
        given = tuple(_given(arguments))
        count = sum(each.type != "comment" for each in arguments.named_children)
        scope.calls.append(Called(callee, given, self.at(node), len(given) == count))
        if callee[-1:] in _SET_BY_NAME:
            self._write_by_name(callee, arguments.named_children, scope)
        elif callee[-1:] == ("update",):
            whole = _all_attributes(child(function, "object"))
            if whole is not None:
                scope.writes.append(Write(chain_of(whole), ANY, None, How.SET, (), self.at(node)))

    def _write_by_name(self, callee: Chain, given: Sequence[Node], scope: Scope) -> None:
        """`setattr(client, "prefix", value)`, `delattr(…)`."""
        if len(given) >= 2:  # noqa: PLR2004 - an object and a name
            how = How.DELETED if "del" in callee[-1] else How.SET
            made = _made_by(chain_of(given[2])) if len(given) > 2 else ()  # noqa: PLR2004 - and a value
            owner, name = chain_of(given[0]), literal(given[1])
            if owner == _OWN_MODULE and name is not None:
                scope.global_names.add(name)
            scope.writes.append(Write(owner, name or ANY, None, how, made, self.at(given[0])))

    # What has names of its own ------------------------------------------------------------------------------------

    def decorated(self, node: Node, scope: Scope) -> None:
        definition = part(node, "definition")
        decorators = [each for each in node.named_children if each.type == "decorator"]
        known = tuple(chain_of(each.named_children[0]) for each in decorators if each.named_children)
        _KINDS[definition.type](self, definition, scope)
        scope.inner[-1].decorators = known
        self.next(decorators, scope)

    def function(self, node: Node, scope: Scope) -> None:
        self._open(ScopeKind.FUNCTION, node, scope, text(part(node, "name")), part(node, "parameters"))
        self.fields(node, scope, "return_type")

    def class_(self, node: Node, scope: Scope) -> None:
        bases = child(node, "superclasses")
        inner = self._open(ScopeKind.CLASS, node, scope, text(part(node, "name")), None)
        self.fields(node, scope, "superclasses")
        listed = bases.named_children if bases is not None else []
        inner.bases = tuple(chain for each in listed if (chain := chain_of(each)))

    def lambda_(self, node: Node, scope: Scope) -> None:
        self._open(ScopeKind.LAMBDA, node, scope, "", child(node, "parameters"))

    def _open(self, kind: ScopeKind, node: Node, scope: Scope, name: str, given: Node | None) -> Scope:
        inner = Scope(kind, name, self.at(node), node.end_byte - self.prefix)
        scope.inner.append(inner)
        if name:
            scope.binds.add(name)
        self.fields(node, inner, "body")
        inner.parameters = dict(self._parameters(given, scope)) if given is not None else {}
        return inner

    def _parameters(self, given: Node, scope: Scope) -> Iterator[tuple[str, Chain]]:
        """Each with the class that it is annotated with; annotations and defaults are read around the function."""
        for each in given.named_children:
            self.fields(each, scope, "type", "value")
            inner = child(each, "name") or each
            while inner.type != "identifier" and inner.named_children:
                inner = inner.named_children[0]
            if inner.type == "identifier":
                yield text(inner), _class_in(child(each, "type"))

    def comprehension(self, node: Node, scope: Scope) -> None:
        """The first thing that it goes through is read around it."""
        inner = Scope(ScopeKind.COMPREHENSION, "", self.at(node), node.end_byte - self.prefix)
        scope.inner.append(inner)
        self.around[inner] = scope
        first = next(each for each in node.named_children if each.type == "for_in_clause")
        self.next([each for each in node.named_children if each != first], inner)
        self.next([part(first, "right")], scope)
        self.loop_in(first, inner, is_first=True)

    def loop_in(self, node: Node, scope: Scope, *, is_first: bool = False) -> None:
        if not is_first:
            self.fields(node, scope, "right")
        self.target(part(node, "left"), scope)


def _given(arguments: Node | None) -> Iterator[tuple[int | str, Chain]]:
    position = 0
    for each in arguments.named_children if arguments is not None else ():
        name, value = child(each, "name"), child(each, "value")
        is_keyword = each.type == "keyword_argument" and name is not None
        value = value if is_keyword else each.named_children[0] if each.type in _SPLATS else each
        chain = chain_of(value)
        if chain and each.type != "comment":
            yield (text(name) if is_keyword and name is not None else ITEM if each.type in _SPLATS else position), chain
        position += each.type != "comment"


def _made_by(chain: Chain) -> Chain:
    """What is called, if a chain ends with that."""
    return chain[:-1] if chain[-1:] == (RESULT,) else ()


# How `sys.modules[__name__]` is reached.
_OWN_MODULE: Final = ("sys", "modules", ITEM)


def _all_attributes(node: Node | None) -> Node | None:
    """The object whose attributes `vars(x)` or `x.__dict__` are."""
    if node is None:
        return None
    function, arguments, name = child(node, "function"), child(node, "arguments"), child(node, "attribute")
    if function is not None and text(function) == "vars" and arguments is not None and arguments.named_children:
        return arguments.named_children[0]
    return child(node, "object") if name is not None and text(name) == "__dict__" else None


def _mentions_self(call: Node) -> bool:
    arguments = child(call, "arguments")
    return arguments is not None and any(
        each.type == "identifier" and text(each) in SELVES for each in nodes_of(arguments)
    )


def adds_to(value: Node | None, target: Node) -> bool:
    """Whether a value begins with what its target was: `url + x`, `f"{url}{x}"`."""
    first = value
    while first is not None and first.type == "binary_operator":
        sign, first = child(first, "operator"), child(first, "left")
        if sign is None or text(sign) != "+":
            return False
    if first is not None and first.type == "string" and len(first.children) > 1:
        first = child(first.children[1], "expression")
    return first is not None and first is not value and first.type == target.type and text(first) == text(target)


def _class_in(annotation: Node | None) -> Chain:
    """The class of an annotation, which may be in quotes, or optional."""
    node = annotation
    while node is not None and node.type in ("type", "union_type", "parenthesized_expression", "binary_operator"):
        node = node.named_children[0] if node.named_children else None
    quoted = literal(node)
    if quoted is not None:
        return tuple(quoted.partition("[")[0].partition("|")[0].strip().split("."))
    return chain_of(node)


_PLACES: Final = frozenset(("attribute", "subscript"))
_ROWS: Final = frozenset(("tuple", "list", "expression_list"))
_SPLATS: Final = frozenset(("list_splat", "dictionary_splat"))
_SET_BY_NAME: Final = frozenset((("setattr",), ("__setattr__",), ("delattr",), ("__delattr__",)))
_KINDS: Final[Mapping[str, Callable[[_ScopeReader, Node, Scope], None]]] = {
    "identifier": _ScopeReader.name,
    "attribute": _ScopeReader.attribute,
    "keyword_argument": _ScopeReader.keyword,
    "comment": _ScopeReader.nothing,
    "integer": _ScopeReader.nothing,
    "assignment": _ScopeReader.assignment,
    "augmented_assignment": _ScopeReader.augmented,
    "type_alias_statement": _ScopeReader.alias_of_type,
    "for_statement": _ScopeReader.loop,
    "for_in_clause": _ScopeReader.loop_in,
    "named_expression": _ScopeReader.named,
    "as_pattern": _ScopeReader.alias,
    "case_pattern": _ScopeReader.case,
    "delete_statement": _ScopeReader.deletion,
    "import_statement": _ScopeReader.imports,
    "import_from_statement": _ScopeReader.imports,
    "future_import_statement": _ScopeReader.nothing,
    "global_statement": _ScopeReader.of_module,
    "nonlocal_statement": _ScopeReader.shared,
    "yield": _ScopeReader.waits,
    "call": _ScopeReader.call,
    "decorated_definition": _ScopeReader.decorated,
    "function_definition": _ScopeReader.function,
    "class_definition": _ScopeReader.class_,
    "lambda": _ScopeReader.lambda_,
    "list_comprehension": _ScopeReader.comprehension,
    "set_comprehension": _ScopeReader.comprehension,
    "dictionary_comprehension": _ScopeReader.comprehension,
    "generator_expression": _ScopeReader.comprehension,
}
