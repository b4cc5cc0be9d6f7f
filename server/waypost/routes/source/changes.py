"""What functions change of the module's names, found without evaluating them. Kept per block."""

import re
from collections.abc import Iterator
from typing import Final

from tree_sitter import Node

from waypost.routes.source.blocks import Block, BlockKind

# What a change is of, unless it is an attribute or an item with a key, `[key]`: the name itself, or any of its items.
NAME: Final = "="
ITEMS: Final = "[]"

_SIGN: Final = rb"[ \t]*[-+|]?=(?!=)"
_METHOD: Final = (
    rb"\.(?:append|clear|extend|insert|pop|popitem|remove|reverse|set|setdefault|sort|update)\("  # of lists and dicts
)
# Few lines have one of these, which are quick to find.
_END: Final = re.compile(_METHOD + rb"|\]" + _SIGN + rb"|(?<!self)\.\w+" + _SIGN + rb"|\bdel[ \t]|\w[ \t]*[+|]=")
_CHANGE: Final = re.compile(
    rb"(?<![\w.])(?:del[ \t]+(?P<deleted>\w+)[ \t]*\[|(?P<name>\w+)(?:"
    rb"\.(?P<attribute>\w+)(?:[ \t]*(?:\[[^\]\n]*\])?" + _SIGN + rb"|" + _METHOD + rb")|"
    rb"[ \t]*\[[ \t]*(?:[\"'](?P<key>[^\"'\\\n]*)[\"'][ \t]*|[^\n]*?)\]" + _SIGN + rb"|" + _METHOD + rb"|[ \t]*[+|]=))"
)
_GLOBAL: Final = re.compile(rb"^[ \t]*global[ \t]+(\w[\w, \t]*)", re.MULTILINE)


def changes(block: Block) -> frozenset[tuple[str, str]]:
    """The names that a function may change in the module, each with what is changed of it; also those of its own."""
    return block.derived(_changes_in)


def item_of(key: str) -> str:
    """The change of the item with a key."""
    return f"[{key}]"


def rebound_names(block: Block) -> frozenset[str]:
    """The names of the module that a function gives other values."""
    return block.derived(_rebound_in)


def _rebound_in(block: Block) -> frozenset[str]:
    declared = _GLOBAL.findall(block.text) if b"global" in block.text else []
    return frozenset(name.strip().decode("utf-8", "replace") for names in declared for name in names.split(b","))


def names_changed(block: Block) -> frozenset[str]:
    """The names of these, and of their attributes."""
    return block.derived(_names_changed_in)


def _names_changed_in(block: Block) -> frozenset[str]:
    return frozenset(each for name, what in changes(block) for each in (name, f"{name}.{what}"))


def _changes_in(block: Block) -> frozenset[tuple[str, str]]:
    if block.kind not in (BlockKind.FUNCTION, BlockKind.MEMBER):
        return frozenset()
    return frozenset((*((name, NAME) for name in rebound_names(block)), *_of_objects(block.text)))


def changes_in(_: Block, node: Node) -> frozenset[tuple[str, str]]:
    """The names whose objects a statement may change, each with what is changed."""
    return frozenset(_of_objects(node.text or b""))


def _of_objects(source: bytes) -> Iterator[tuple[str, str]]:
    read = 0
    for end in _END.finditer(source):
        if end.start() < read:
            continue
        start = source.rfind(b"\n", 0, end.start()) + 1
        read = source.find(b"\n", end.end()) + 1 or len(source)
        for found in _CHANGE.finditer(source, start, read):
            yield (found["deleted"] or found["name"]).decode("utf-8", "replace"), _what(found)


def _what(change: re.Match[bytes]) -> str:
    if change["attribute"] is not None:
        return change["attribute"].decode("utf-8", "replace")
    return ITEMS if change["key"] is None else item_of(change["key"].decode("utf-8", "replace"))
