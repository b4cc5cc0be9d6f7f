"""What code sets on objects where their classes do not show it, found in its bytes. Kept per block."""

import re
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from tree_sitter import Node

from waypost.routes.source.blocks import Block, BlockKind
from waypost.routes.source.tree import field, text

# What sets attributes whose names are known only at run time, or decides itself what an attribute is.
_SETS_ANY: Final = re.compile(
    rb"\bsetattr\([ \t\n]*(?:self|cls)[ \t]*,(?![ \t]*[\"'])"
    rb"|\b(?:(?:self|cls)\.__dict__|vars\((?:self|cls)\))(?:\.update\(|(?:\[[^\]\n]*\])?[ \t]*\|?=(?!=))"
    rb"|\bdef[ \t]+__(?:getattribute|setattr)__\("
)
_SETTER: Final = re.compile(rb"[ \t]*@(\w+)\.setter\b")
_SET: Final = re.compile(rb"\.(\w+)[ \t]*[-+|]?=(?!=)")
# `setattr(client, "prefix", …)`
_SET_BY_NAME: Final = re.compile(rb"\bsetattr\([ \t\n]*(\w+)[ \t]*,[ \t\n]*[\"'](\w+)[\"']")
# `client.prefix = …`, `self.client.prefix = …`
_OWNER: Final = re.compile(rb"\.?\b[^\W\d]\w*\Z")
_IN_NAME: Final = tuple(bytes((each,)) for each in b".abcdefghijklmnopqrstuvwxyz_")
# `self.client = Client(…)`
_KEPT: Final = re.compile(rb"\.(\w+)[ \t]*(?::[^=\n]+)?=[ \t]*(?:\w+\.)*([A-Z]\w*)\(")
_DELETED: Final = re.compile(rb"\bdel(?:[ \t]+[^\n]*?\.|attr\([^,\n]+,[ \t]*[\"'])(\w+)")
_PARAMETERS: Final = re.compile(rb"\bdef[ \t]+\w+\(([^)]*)\)")
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
        return BlockFacts(_sets_any_in(source), makes=True, surely_set=sure, asks_base=asks_base)
    if b"set" not in source and b"__" not in source and b"vars(" not in source:
        return NO_FACTS_HERE
    return BlockFacts(_sets_any_in(source), _set_property_in(block))


def _sets_any_in(source: bytes) -> bool:
    may = b"setattr" in source or b"__dict__" in source or b"vars(" in source or b"__getattribute__" in source
    return may and _SETS_ANY.search(source) is not None


def _set_property_in(block: Block) -> str:
    found = _SETTER.match(block.text) if block.kind is BlockKind.MEMBER and b".setter" in block.text else None
    return found[1].decode("utf-8", "replace") if found is not None else ""


def names_set(block: Block) -> Mapping[str, frozenset[str]]:
    """The attributes that a block sets on anything but `self`, each with the names of what it is set on."""
    return block.derived(_names_set_in)


def _names_set_in(block: Block) -> Mapping[str, frozenset[str]]:
    source, found = block.text, dict[str, set[str]]()
    for change in _SET.finditer(source):
        start = change.start()
        if source[max(0, start - 4) : start] == b"self" and source[max(0, start - 5) : start - 4] not in _IN_NAME:
            continue
        owner = _OWNER.search(source, source.rfind(b"\n", 0, start) + 1, start)
        if owner is not None and owner[0] != b"cls":
            found.setdefault(change[1].decode("utf-8", "replace"), set()).add(owner[0].decode("utf-8", "replace"))
    for owner, name in _SET_BY_NAME.findall(source) if b"setattr" in source else ():
        if owner not in {b"self", b"cls"}:
            found.setdefault(name.decode("utf-8", "replace"), set()).add(owner.decode("utf-8", "replace"))
    return {name: frozenset(owners) for name, owners in found.items()}


def kept_in(block: Block) -> Mapping[str, tuple[str, ...]]:
    """The attributes in which a block keeps objects that it makes, each with the names of their classes."""
    return block.derived(_kept_in)


def _kept_in(block: Block) -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, of in _KEPT.findall(block.text):
        key = name.decode("utf-8", "replace")
        found[key] = (*found.get(key, ()), of.decode("utf-8", "replace"))
    return found


def names_deleted(block: Block) -> AbstractSet[str]:
    """The attributes that a block deletes."""
    return block.derived(_names_deleted_in) if b"del" in block.text else frozenset()


def _names_deleted_in(block: Block) -> AbstractSet[str]:
    return frozenset(name.decode("utf-8", "replace") for name in _DELETED.findall(block.text))


def is_generator(block: Block) -> bool:
    """Whether a method waits in its middle, as one that is used by `with` does."""
    return block.kind is BlockKind.MEMBER and b"yield" in block.text


def made_of(block: Block, name: str) -> str | None:
    """The class that a name of a block is declared with, or is made an object of; None if that is not written."""
    written = re.escape(name.encode())
    source = block.text
    called = re.search(rb"(?<![\w.])" + written + rb"[ \t]*(?::[^=\n]+)?=[ \t]*(?:\w+\.)*(\w+)\(([^\n]*)", source)
    if called is not None:
        is_own = called[1] == b"cls" or re.search(rb"\bself\b|\bcls\b", called[2]) is not None
        return None if is_own else called[1].decode("utf-8", "replace")
    for parameters in _PARAMETERS.findall(source):
        declared = re.search(rb"(?<![\w.])" + written + rb"[ \t]*:[ \t\"']*(?:\w+\.)*(\w+)", parameters)
        if declared is not None:
            return declared[1].decode("utf-8", "replace")
    return None


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
