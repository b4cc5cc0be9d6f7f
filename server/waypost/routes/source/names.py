"""Which names a block binds, found without evaluating it. Kept per block, so an edit elsewhere costs nothing."""

import re
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from waypost.clients import CLIENTS
from waypost.routes.source.changes import METHODS, changes, equally_changed, names_changed
from waypost.routes.source.set_on_objects import NO_FACTS_HERE, facts_about, facts_of, names_set, of_any
from waypost.routes.syntax.blocks import Block, BlockKind, Blocks
from waypost.routes.syntax.scope import ANY, SELVES, How, Scope, scope_of
from waypost.routes.syntax.tree import field, nodes_of, text

# Attributes of a client that affect its calls when they are set after it was made.
_GIVEN_NAMES = frozenset(place.keyword for client in CLIENTS for place in client.constructor if place and place.keyword)
_CHANGING_GIVEN = frozenset(("update", "set", "setdefault", "pop", "clear"))
_BASES = re.compile(rb"^class[ \t]+\w+[ \t]*\(([^()]*)", re.MULTILINE)
# `@dataclass`, `@attr.s`, `@define(frozen=True)`: other decorators may precede it.
_WITH_FIELDS = re.compile(rb"^@(?:\w+\.)*(?:attrs|dataclass|define|frozen|mutable|s)\b(?![.\w])", re.MULTILINE)
_MODELS = frozenset(("BaseModel", "BaseSettings"))
_LAST_NAME = re.compile(rb"\b(\w+)[ \t]*(?:[\[,\n]|\Z)")
# A call of a name spelt like a class, with something else than one literal.
_LITERAL = rb"[fFrRbB]{0,2}(?:\"[^\"\n]*\"|'[^'\n]*')|[\d.]*"
_MAKES = re.compile(rb"\b(_*[A-Z]\w*)\((?!(?:" + _LITERAL + rb")\))")
# The name that a block binds if it imports all names of a module.
STAR = "*"
# What follows the name of a class whose heirs were looked for, or the places where its objects are made.
_HEIRS = ".<heirs>"
_MADE = ".<made>"
_ALONE = ".<alone>"
_PATTERNS = frozenset(
    ("pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "as_pattern_target", "tuple", "list")
)
_SCOPES = frozenset(("function_definition", "class_definition", "lambda"))


def names_seen(blocks: Blocks, indexes: Iterable[int] | None = None) -> Iterator[frozenset[str]]:
    """The names that others may look up in each block, or in each of some that follow one another."""
    owner = None
    for number, index in enumerate(range(len(blocks)) if indexes is None else indexes):
        block = blocks[index]
        if block.kind is not BlockKind.MEMBER or not number:
            owner = blocks.class_of(index)
        yield block.derived(_seen_in, blocks[owner].name if owner is not None else None)


def names_affected(old: Block, new: Block, owner: str | None) -> frozenset[str]:
    """Those of one block or another that an edit between them may give another value, if both have the same owner."""
    given = _given_in(old, owner) | _given_in(new, owner)
    if owner is not None and has_no_bases(old) and has_no_bases(new):
        given -= {alone(owner)}
    # What one of them has a name of its own for, it does not change in the module.
    hidden = own_names(old) ^ own_names(new)
    alike = (name for name in equally_changed(old, new) if name.partition(".")[0] not in hidden)
    return given | (names_changed(old) | names_changed(new)).difference(alike)


def _seen_in(block: Block, owner: str | None) -> frozenset[str]:
    return names_changed(block) | _given_in(block, owner)


def _given_in(block: Block, owner: str | None) -> frozenset[str]:
    """The names that a block itself gives a value, or sets on whatever objects."""
    made = frozenset((*map(makings_of, made_names(block)), *map(of_any, names_set(block))))
    if owner is None:
        return made | (bound_names(block) if block.kind is BlockKind.PLAIN else frozenset((block.name,)))
    inner = {f"{owner}.{each}" for each in (*bound_names(block), *self_names(block), block.name)}
    inner |= {alone(owner)} if block.kind is BlockKind.CLASS and has_no_bases(block) else set()
    inner |= {facts_about(owner)} if facts_of(block) != NO_FACTS_HERE else set()
    bases = base_names(block)
    head = {owner, *map(heirs_of, bases), *map(makings_of, bases)} if block.kind is BlockKind.CLASS else set[str]()
    return made | inner | head


def bound_names(block: Block) -> frozenset[str]:
    """The names that a block binds in its own scope: the module's, or the class's for a member."""
    return block.derived(_bound_in)


def _bound_in(block: Block) -> frozenset[str]:
    if _is_alone(block):
        return frozenset((block.name,))
    found = {STAR} if star_imports(block) else set()
    _collect(_body(block), found)
    return frozenset(found) | owners_set(block)


def owners_set(block: Block) -> frozenset[str]:
    """The names of objects on which a statement of the module sets attributes: each stands for the changed object."""
    if block.kind is not BlockKind.PLAIN or b"." not in block.text:
        return frozenset()
    return frozenset(name for name in changes(block) if not name[0].isupper())


def _is_alone(block: Block) -> bool:
    """Whether a member is only a definition: no line after its name starts a statement at the same indentation."""
    if block.kind is not BlockKind.MEMBER or not block.name:
        return False
    margin = re.escape(block.indent)
    starts = re.findall(
        rb"^" + margin + rb"(?:(@)|((?:async[ \t]+)?def|class)[ \t]|[^\s#)\]}])", block.text, re.MULTILINE
    )
    return all(decorator or definition for decorator, definition in starts) and sum(bool(d) for _, d in starts) == 1


def star_imports(block: Block) -> tuple[str, ...]:
    """The modules whose names a block imports all at once: `from module import *`."""
    return block.derived(_star_imports_in)


def _star_imports_in(block: Block) -> tuple[str, ...]:
    found: list[str] = []
    stack = [_body(block)] if b"*" in block.text and b"import" in block.text else []
    while stack:
        node = stack.pop()
        module = field(node, "module_name") if node.type == "import_from_statement" else None
        if module is not None and any(child.type == "wildcard_import" for child in node.named_children):
            found.append(text(module))
        elif node.type not in _SCOPES:
            stack.extend(reversed(node.named_children))
    return tuple(found)


def self_names(block: Block) -> frozenset[str]:
    """The attributes that a block's methods set on `self` or `cls`."""
    return block.derived(_self_names_in)


def _self_names_in(block: Block) -> frozenset[str]:
    if b"self." not in block.text and b"cls." not in block.text:
        return frozenset()
    scope = scope_of(block)
    return frozenset((*_set_on_self(scope), *_given_to_self(scope))) | grown_names(block)


def grown_names(block: Block) -> frozenset[str]:
    """The attributes whose values a block's method changes: `self.path += "/x"`, `self.parts.append("x")`."""
    return block.derived(_grown_names_in)


def _grown_names_in(block: Block) -> frozenset[str]:
    if block.name == "__init__" or b"self." not in block.text:
        return frozenset()
    scope = scope_of(block)
    written = (each.attribute for each in scope.all_writes if each.owner == ("self",) and each.how is How.GROWN)
    calls = (each.callee for each in scope.all_calls if len(each.callee) == 3 and each.callee[0] == "self")  # noqa: PLR2004 - `self.parts.append`
    return frozenset((*written, *(each[1] for each in calls if each[2] in METHODS))) - {""}


def base_names(block: Block) -> frozenset[str]:
    """The last names of the bases in the head of a class."""
    return block.derived(_base_names_in)


def _base_names_in(block: Block) -> frozenset[str]:
    head = _BASES.search(block.text) if block.kind is BlockKind.CLASS else None
    return frozenset(name.decode("utf-8", "replace") for name in _LAST_NAME.findall(head[1])) if head else frozenset()


def heirs_of(name: str) -> str:
    """The name under which a result depends on which classes inherit from one."""
    return f"{name}{_HEIRS}"


def is_of_heirs(name: str) -> bool:
    """Whether it is such a name."""
    return name.endswith(_HEIRS)


def has_no_bases(block: Block) -> bool:
    """Whether a class inherits from nothing."""
    return _BASES.search(block.text) is None


def takes_fields_in_order(block: Block) -> bool:
    """Whether the arguments that make an object of a class are its fields in order: of a dataclass, a named tuple."""
    return "NamedTuple" in base_names(block) or _WITH_FIELDS.search(block.text) is not None


def takes_fields(block: Block) -> bool:
    """Whether they are its fields, in order or by name: of these, and of a model."""
    return takes_fields_in_order(block) or not _MODELS.isdisjoint(base_names(block))


def reads_fields(block: Block) -> bool:
    """Whether fields that are not given may come from the environment."""
    return "BaseSettings" in base_names(block)


def alone(name: str) -> str:
    """The name under which a result depends on that a class inherits from nothing, whatever else its head says."""
    return f"{name}{_ALONE}"


def made_names(block: Block) -> frozenset[str]:
    """The names of classes that a block calls with arguments, or of anything else that is spelt like a class."""
    return block.derived(_made_names_in)


def _made_names_in(block: Block) -> frozenset[str]:
    return names_made(block.text)


def names_made(source: bytes) -> frozenset[str]:
    """The same of a whole source."""
    return frozenset(name.decode("utf-8", "replace") for name in _MAKES.findall(source))


def makings_of(name: str) -> str:
    """The name under which a result depends on where objects of a class are made."""
    return f"{name}{_MADE}"


def own_names(block: Block) -> frozenset[str]:
    """The parameters of a block's functions, and the names that they bind: no item or attribute of a name."""
    return block.derived(names_bound_in, block.root)


def names_bound_in(_: Block, root: Node) -> frozenset[str]:
    """The same of a part of a block."""
    names: set[str] = set()
    for node in nodes_of(root):
        if node.type == "parameters":
            names.update(re.findall(r"\w+", text(node)))
        waiting = _targets(node) if node.type != "expression_statement" else []
        for target in waiting:
            if target.type in _PATTERNS:
                waiting += target.named_children
            elif target.type not in ("subscript", "attribute"):
                _add(target, names)
    return frozenset(names)


def _set_on_self(scope: Scope) -> Iterator[str]:
    """`self.a = …`, `self.a, self.b = …`, `self.a["key"] = …`, `self.client.headers = …`."""
    for write in scope.all_writes:
        if write.owner[:1] and write.owner[0] in SELVES and write.how is not How.DELETED:
            inner = write.owner[1:]
            is_item = len(inner) == 1 and not write.attribute
            if not inner and write.attribute not in ("", ANY):
                yield write.attribute
            elif is_item or (inner and {*inner[1:2], write.attribute} & _GIVEN_NAMES):
                yield inner[0]


def _given_to_self(scope: Scope) -> Iterator[str]:
    """`self.headers.update(…)`, `self.session.headers.update(…)`."""
    for call in scope.all_calls:
        if call.callee[:1] == ("self",) and call.callee[-1] in _CHANGING_GIVEN and call.callee[-2] in _GIVEN_NAMES:
            yield call.callee[1]


def _body(block: Block) -> Node:
    """The statements of a member are in the class that it is parsed in; those of a class in its body."""
    root = block.root
    if block.prefix or block.kind == "class":
        for child in root.children:
            inner = field(child, "definition") if child.type == "decorated_definition" else child
            if inner is not None and inner.type == "class_definition":
                return field(inner, "body") or inner
    return root


def annotated_names(block: Block) -> list[str]:
    """The names that the body of a class annotates, in order, except those that belong to the class itself."""
    found: list[str] = []
    for statement in _body(block).named_children:
        inner = statement.named_children[0] if statement.type == "expression_statement" else None
        left, kind = (field(inner, "left"), field(inner, "type")) if inner is not None else (None, None)
        if (
            left is not None
            and left.type == "identifier"
            and kind is not None
            and b"ClassVar" not in (kind.text or b"")
        ):
            found.append(text(left))
    return found


def collect_names(root: Node) -> frozenset[str]:
    """The names that are bound, or changed by an item, anywhere in a statement."""
    names: set[str] = set()
    _collect(root, names)
    return frozenset(names)


def _collect(root: Node, names: set[str]) -> None:
    stack = [root]
    while stack:
        node = stack.pop()
        kind = node.type
        if kind in _SCOPES:
            name = field(node, "name")
            if name is not None:
                names.add(text(name))
            continue
        for target in _targets(node):
            _add(target, names)
        if kind not in ("string", "call", "dictionary", "list", "attribute", "subscript", "argument_list"):
            stack.extend(node.named_children)


def names_added_to(_: Block, statement: Node) -> frozenset[str]:
    """The names whose values a statement changes only by adding something to their ends."""
    added, others = set[str](), set[str]()
    for node in nodes_of(statement):
        for target in _targets(node):
            _add(target, added if _adds(node, target) else others)
    return frozenset(added - others)


def _adds(statement: Node, target: Node) -> bool:
    """Whether a statement only adds to a name: `url += x`, `url = url + x`, `url = f"{url}{x}"`."""
    if statement.type == "augmented_assignment":
        sign = field(statement, "operator")
        return sign is not None and text(sign) == "+="
    first = field(statement, "right") if statement.type == "assignment" else None
    while first is not None and first.type == "binary_operator":
        sign, first = field(first, "operator"), field(first, "left")
        if sign is None or text(sign) != "+":
            return False
    if first is not None and first.type == "string" and len(first.children) > 1:
        first = first.children[1]
        first = field(first, "expression") if len(first.named_children) == 1 else None
    return first is not None and first.type == target.type == "identifier" and text(first) == text(target)


def _targets(node: Node) -> list[Node]:
    """The patterns that a statement binds."""
    match node.type:
        case "assignment" | "augmented_assignment" | "for_statement":
            found = field(node, "left")
        case "named_expression":
            found = field(node, "name")
        case "as_pattern":
            found = field(node, "alias")
        case "expression_statement":
            found = _changed_by_call(node)
        case "import_statement" | "import_from_statement":
            return node.children_by_field_name("name")
        case _:
            return []
    return [found] if found is not None else []


def _changed_by_call(statement: Node) -> Node | None:
    """What a method changes: `session.headers.update(…)`, `params.update(…)`."""
    call = statement.named_children[0] if statement.named_children else None
    function = field(call, "function") if call is not None and call.type == "call" else None
    method = field(function, "attribute") if function is not None else None
    return field(function, "object") if function is not None and method and text(method) in METHODS else None


def _add(target: Node, names: set[str]) -> None:
    for each in (waiting := [target]):
        match each.type:
            case "identifier":
                names.add(text(each))
            case "aliased_import":
                alias = field(each, "alias")
                if alias is not None:
                    names.add(text(alias))
            case "dotted_name":
                names.add(text(each).split(".")[0])
            case "subscript" | "attribute":
                owner = _changed_owner(each)
                if owner is not None:
                    waiting.append(owner)
            case pattern if pattern in _PATTERNS:
                waiting += each.named_children


def _changed_owner(target: Node) -> Node | None:
    """What `a[…] = …` changes, and `client.headers = …`: other attributes are not followed."""
    if target.type == "subscript":
        return field(target, "value")
    name = field(target, "attribute")
    return field(target, "object") if name is not None and text(name) in _GIVEN_NAMES else None
