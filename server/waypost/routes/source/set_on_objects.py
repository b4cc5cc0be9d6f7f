"""What code sets on objects where their classes do not show it, found without evaluating it. Kept per block."""

from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tree_sitter import Node

from waypost.routes.syntax import Block, BlockKind
from waypost.routes.syntax.scope import ANY, How, scope_of
from waypost.routes.syntax.tree import field, text

# What a text contains that sets attributes whose names are known only at run time, or decides what an attribute is.
_SETTING: Final = (b"setattr", b"__dict__", b"vars(", b"__getattribute__")
_ASKED_FIRST: Final = frozenset(("__getattribute__", "__setattr__"))
_SELVES: Final = frozenset((("self",), ("cls",)))
_FACTS: Final = ".<facts>"
_OF_ANY: Final = "<any>."


def facts_about(owner: str) -> str:
    """The name under which a result depends on what the members of a class say about all of its objects."""
    return f"{owner}{_FACTS}"


def of_any(name: str) -> str:
    """The name under which a result depends on what sets an attribute of that name, on whatever."""
    return f"{_OF_ANY}{name}"


class BlockFacts(NamedTuple):
    """What a member of a class says about all objects of that class."""

    # Whether it sets attributes whose names are not written there.
    sets_any: bool = False
    # The property that it sets.
    setter: str = ""
    # Whether it is the `__init__`, what that sets whatever happens, and whether it asks that of a base.
    makes: bool = False
    surely_set: frozenset[str] = frozenset()
    asks_base: bool = False


class ClassFacts(NamedTuple):
    """The same of all members of a class and its bases; setters with their classes and blocks."""

    sets_any: bool = False
    surely_set: frozenset[str] = frozenset()
    # What the bodies bind, apart from methods.
    in_body: frozenset[str] = frozenset()
    setters: Mapping[str, tuple[Any, int]] = MappingProxyType({})


NO_FACTS: Final = ClassFacts()
NO_FACTS_HERE: Final = BlockFacts()


def facts_of(block: Block) -> BlockFacts:
    return block.derived(_facts_in)


def _facts_in(block: Block) -> BlockFacts:
    source = block.text
    if block.name == "__init__":
        sure, asks_base = frozenset(_always_set(block.root)), b"super()" in source
        return BlockFacts(_sets_any_in(block), makes=True, surely_set=sure, asks_base=asks_base)
    if b"set" not in source and b"__" not in source and b"vars(" not in source:
        return NO_FACTS_HERE
    return BlockFacts(_sets_any_in(block), _set_property_in(block))


def _sets_any_in(block: Block) -> bool:
    if not any(word in block.text for word in _SETTING):
        return False
    scope = scope_of(block)
    return any(each.name in _ASKED_FIRST for each in scope.all()) or any(
        each.attribute == ANY and each.owner[:1] in _SELVES and len(each.owner) == 1 for each in scope.all_writes
    )


def _set_property_in(block: Block) -> str:
    if block.kind is not BlockKind.MEMBER or b".setter" not in block.text:
        return ""
    function = scope_of(block).function
    decorators = function.decorators if function is not None else ()
    return next((each[0] for each in decorators if each[1:] == ("setter",)), "")


def names_set(block: Block) -> Mapping[str, frozenset[str]]:
    """The attributes that a block sets on anything but `self`, each with the names of what it is set on."""
    return block.derived(_names_set_in)


def _names_set_in(block: Block) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for each in scope_of(block).all_writes if b"=" in block.text or b"setattr" in block.text else ():
        is_known = each.attribute not in ("", ANY) and each.how is not How.DELETED
        if is_known and each.owner and each.owner not in _SELVES and each.owner[-1].isidentifier():
            owner = each.owner[-1] if len(each.owner) == 1 else f".{each.owner[-1]}"
            found.setdefault(each.attribute, set()).add(owner)
    return {name: frozenset(owners) for name, owners in found.items()}


def kept_in(block: Block) -> Mapping[str, tuple[str, ...]]:
    """The attributes in which a block keeps objects that it makes, each with the names of their classes."""
    return block.derived(_kept_in)


def _kept_in(block: Block) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for each in scope_of(block).all_writes:
        if each.attribute and each.made and each.made[-1][:1].isupper():
            found[each.attribute] = (*found.get(each.attribute, ()), each.made[-1])
    return found


def names_deleted(block: Block) -> AbstractSet[str]:
    """The attributes that a block deletes."""
    return block.derived(_names_deleted_in) if b"del" in block.text else frozenset()


def _names_deleted_in(block: Block) -> AbstractSet[str]:
    return frozenset(each.attribute for each in scope_of(block).all_writes if each.how is How.DELETED) - {""}


def is_generator(block: Block) -> bool:
    """Whether a method waits in its middle, as one that is used by `with` does."""
    if block.kind is not BlockKind.MEMBER or b"yield" not in block.text:
        return False
    function = scope_of(block).function
    return function is not None and function.yields


def made_of(block: Block, name: str) -> str | None:
    """The class that a name of a block is declared with, or is made an object of; None if that is not written."""
    scope = scope_of(block)
    for bound in scope.all_bindings:
        if bound.name == name and bound.made and bound.made[-1].isidentifier():
            return None if bound.of_self or bound.made[-1] == "cls" else bound.made[-1]
    declared = (each.parameters.get(name) for each in scope.all())
    return next((each[-1] for each in declared if each), None)


def _always_set(root: Node) -> list[str]:
    body = _body_of_init(root)
    found: list[str] = []
    for statement in body.named_children if body is not None else ():
        inner = statement.named_children[0] if statement.type == "expression_statement" else None
        left, right = (field(inner, "left"), field(inner, "right")) if inner is not None else (None, None)
        if inner is None or inner.type != "assignment" or left is None or right is None or left.type != "attribute":
            continue
        owner, name = field(left, "object"), field(left, "attribute")
        if owner is not None and name is not None and text(owner) == "self" and f".{text(name)}" not in text(right):
            found.append(text(name))
    return found


def _body_of_init(root: Node) -> Node | None:
    stack = [root]
    while stack:
        node = stack.pop()
        if node.type == "function_definition":
            name = field(node, "name")
            return field(node, "body") if name is not None and text(name) == "__init__" else None
        if node.type in ("module", "class_definition", "block", "decorated_definition"):
            stack.extend(reversed(node.named_children))
    return None
