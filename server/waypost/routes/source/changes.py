"""What functions change of the module's names, found without evaluating them. Kept per block."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tree_sitter import Node

from waypost.routes.source.blocks import Block, BlockKind

# What a change is of, unless it is an attribute or an item with a key, `[key]`: the name itself, or any of its items.
NAME: Final = "="
ITEMS: Final = "[]"
# What follows an attribute that is not replaced: a method like those of lists is called on what it is.
IN_PLACE: Final = "()"

# The methods that change a list or a dict.
METHODS: Final = (
    *("append", "clear", "extend", "insert", "pop", "popitem"),
    *("remove", "reverse", "set", "setdefault", "sort", "update"),
)
CALLED: Final = rb"\.(?:" + "|".join(METHODS).encode() + rb")\("
_SIGN: Final = rb"[ \t]*+[-+|]?=(?!=)"
# Few lines have one of these, which are quick to find.
_END: Final = re.compile(CALLED + rb"|\]" + _SIGN + rb"|(?<!self)\.\w+" + _SIGN + rb"|\bdel[ \t]|\w[ \t]*[+|]=")
_CHANGE: Final = re.compile(
    rb"(?<![\w.])(?:del[ \t]+(?P<deleted>\w+)[ \t]*\[|(?P<name>\w+)(?:"
    rb"\.(?P<attribute>\w+)(?:[ \t]*(?:\[[^\]\n]{0,2000}\])?" + _SIGN + rb"|(?P<method>" + CALLED + rb"))|"
    rb"[ \t]*\[[ \t]*(?:[\"'](?P<key>[^\"'\\\n]*)[\"'][ \t]*|[^\n]{0,2000}?)\]"
    + _SIGN
    + rb"|"
    + CALLED
    + rb"|[ \t]*[+|]=))"
)
# A statement of the module that sets an attribute.
_STATEMENT: Final = re.compile(rb"^[ \t]*([^\W\d]\w*)\.([^\W\d]\w*)[ \t]*[-+|]?=(?!=)", re.MULTILINE)
_ALIAS: Final = re.compile(rb"^[ \t]*([^\W\d]\w*)[ \t]*=[ \t]*([^\W\d]\w*)[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_CONSTANTS: Final = (b"None", b"True", b"False")
# A call of a function by its name alone that is given nothing that is called; what is built in changes nothing.
_CALL: Final = re.compile(rb"(?<![\w.])(?<!\bdef )(?!(?:isinstance|len|print|range|sorted|str)\()(\w++)\(([^()]*)\)")
_GIVEN: Final = re.compile(rb"(?<![\w.\"'])([^\W\d]\w*)(?=\s*(?:,|\Z))")
_PARAMETERS: Final = re.compile(rb"\bdef[ \t]+\w+\(([^)]*)\)")
_GLOBAL: Final = re.compile(rb"^[ \t]*global[ \t]+(\w[\w, \t]*)", re.MULTILINE)
_IN_GLOBALS: Final = re.compile(rb"\bglobals\(\)\[[\"'](\w+)[\"']\][ \t]*=(?!=)")
_NONLOCAL: Final = re.compile(rb"^[ \t]*nonlocal[ \t]+(\w[\w, \t]*)", re.MULTILINE)


def changes(block: Block) -> Mapping[str, frozenset[str]]:
    """What a function may change in the module, by name; also what it changes of its own."""
    return block.derived(_changes_in)


def item_of(key: str) -> str:
    """The change of the item with a key."""
    return f"[{key}]"


def rebound_names(block: Block) -> frozenset[str]:
    """The names of the module that a function gives other values."""
    return block.derived(_rebound_in)


def _rebound_in(block: Block) -> frozenset[str]:
    if b"global" not in block.text:
        return frozenset()
    return _declared(_GLOBAL, block.text) | _declared(_IN_GLOBALS, block.text)


def _declared(statement: re.Pattern[bytes], source: bytes) -> frozenset[str]:
    declared = statement.findall(source)
    return frozenset(name.strip().decode("utf-8", "replace") for names in declared for name in names.split(b","))


def shared_names(block: Block) -> frozenset[str]:
    """The names of functions that others inside them give other values."""
    return block.derived(_shared_in)


def _shared_in(block: Block) -> frozenset[str]:
    return _declared(_NONLOCAL, block.text) if b"nonlocal" in block.text else frozenset()


def passed_on(block: Block) -> Mapping[str, frozenset[str]]:
    """The names that a function gives to other functions as they are, and the names of those functions."""
    return block.derived(_passed_on_in)


def _passed_on_in(block: Block) -> Mapping[str, frozenset[str]]:
    if block.kind not in (BlockKind.FUNCTION, BlockKind.MEMBER):
        return {}
    return _by_name(
        (name.decode("utf-8", "replace"), call[1].decode("utf-8", "replace"))
        for call in _CALL.finditer(block.text)
        for name in _GIVEN.findall(call[2])
    )


def changes_of_given(block: Block) -> frozenset[str]:
    """What a function may change of what it is given."""
    found, head = changes(block), _PARAMETERS.search(block.text)
    names = re.findall(rb"\w+", head[1]) if found and head is not None else []
    changed = (what for name in names for what in found.get(name.decode("utf-8", "replace"), ()))
    return frozenset(what for what in changed if what != NAME)


def names_changed(block: Block) -> frozenset[str]:
    """The names of these, of their attributes, and of what other functions may change."""
    return block.derived(_names_changed_in)


def _names_changed_in(block: Block) -> frozenset[str]:
    found = changes(block)
    return frozenset(
        (*found, *passed_on(block), *(f"{name}.{each}" for name, changed in found.items() for each in changed))
    )


def equally_changed(old: Block, new: Block) -> frozenset[str]:
    """The names of which both blocks may change the same: an edit between them affects nothing else by these."""
    alike = [name for name in {**changes(new), **passed_on(new)} if _of(new, name) == _of(old, name)]
    return frozenset((*alike, *(f"{name}.{each}" for name in alike for each in changes(new).get(name, ()))))


def _of(block: Block, name: str) -> tuple[frozenset[str] | None, frozenset[str] | None]:
    return changes(block).get(name), passed_on(block).get(name)


def _changes_in(block: Block) -> Mapping[str, frozenset[str]]:
    if block.kind is BlockKind.PLAIN:
        return _by_name((each[1].decode(), each[2].decode()) for each in _STATEMENT.finditer(block.text))
    if block.kind is BlockKind.CLASS:
        return {}
    found = list(_of_objects(block.text))
    others = aliases(block) if found else {}
    aliased = ((others[name], what) for name, what in found if name in others)
    return _by_name((*((name, NAME) for name in rebound_names(block)), *found, *aliased))


def aliases(block: Block) -> Mapping[str, str]:
    """The names that a block gives to what another name stands for, and those: `items = ITEMS`."""
    return block.derived(_aliases_in)


def _aliases_in(block: Block) -> Mapping[str, str]:
    found = _ALIAS.findall(block.text)
    return {
        new.decode("utf-8", "replace"): old.decode("utf-8", "replace") for new, old in found if old not in _CONSTANTS
    }


def changes_in(_: Block, node: Node) -> Mapping[str, frozenset[str]]:
    """What a statement may change of objects, by their names."""
    return _by_name(_of_objects(node.text or b""))


def _by_name(found: Iterable[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    changed: dict[str, set[str]] = {}
    for name, what in found:
        changed.setdefault(name, set()).add(what)
    return {name: frozenset(changed[name]) for name in sorted(changed)}


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
        return change["attribute"].decode("utf-8", "replace") + (IN_PLACE if change["method"] else "")
    return ITEMS if change["key"] is None else item_of(change["key"].decode("utf-8", "replace"))
