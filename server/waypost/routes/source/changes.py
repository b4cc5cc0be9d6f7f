"""What functions change of the module's names, found without evaluating them. Kept per block."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from tree_sitter import Node

from waypost.routes.syntax import Block, BlockKind
from waypost.routes.syntax.scope import ITEM, RESULT, SELVES, Chain, How, Scope, Write, scope_of

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
_CHANGING: Final = frozenset(METHODS)
# The types whose methods change what they are given first: `dict.update(SETTINGS, …)`.
_TYPES: Final = frozenset(("dict", "list", "set"))
# What is built in changes nothing.
_BUILT_IN: Final = frozenset(("isinstance", "len", "print", "range", "sorted", "str"))


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
    return frozenset().union(*(scope.global_names for scope in scope_of(block).all()))


def shared_names(block: Block) -> frozenset[str]:
    """The names of functions that others inside them give other values."""
    return block.derived(_shared_in)


def _shared_in(block: Block) -> frozenset[str]:
    if b"nonlocal" not in block.text:
        return frozenset()
    return frozenset().union(*(scope.shared_names for scope in scope_of(block).all()))


def passed_on(block: Block) -> Mapping[str, frozenset[str]]:
    """The names that a function gives to other functions as they are, and the names of those functions."""
    return block.derived(_passed_on_in)


def _passed_on_in(block: Block) -> Mapping[str, frozenset[str]]:
    if block.kind not in (BlockKind.FUNCTION, BlockKind.MEMBER):
        return {}
    return _by_name(
        (given[0], call.callee[0])
        for call in scope_of(block).all_calls
        for _, given in call.given
        if len(call.callee) == len(given) == 1 and call.callee[0] not in _BUILT_IN
    )


def changes_of_given(block: Block) -> frozenset[str]:
    """What a function may change of what it is given."""
    found = changes(block)
    function = scope_of(block).function if found else None
    changed = (what for name in function.parameters for what in found.get(name, ())) if function is not None else ()
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
    if block.kind is BlockKind.CLASS:
        return {}
    scope = scope_of(block)
    if block.kind is BlockKind.PLAIN:
        return _by_name((each.owner[0], each.attribute) for each in scope.writes if _sets_attribute(each))
    found = list(_of_objects(scope, 0, scope.end))
    others = aliases(block) if found else {}
    aliased = ((others[name], what) for name, what in found if name in others)
    return _by_name((*((name, NAME) for name in rebound_names(block)), *found, *aliased))


def aliases(block: Block) -> Mapping[str, str]:
    """The names that a block gives to what another name stands for, and those: `items = ITEMS`."""
    return block.derived(_aliases_in)


def _aliases_in(block: Block) -> Mapping[str, str]:
    return {each.name: each.same[0] for each in scope_of(block).all_bindings if len(each.same) == 1 and not each.grown}


def changes_in(block: Block, node: Node) -> Mapping[str, frozenset[str]]:
    """What a statement may change of objects, by their names."""
    return _by_name(_of_objects(scope_of(block), node.start_byte - block.prefix, node.end_byte - block.prefix))


def _by_name(found: Iterable[tuple[str, str]]) -> Mapping[str, frozenset[str]]:
    changed: dict[str, set[str]] = {}
    for name, what in found:
        changed.setdefault(name, set()).add(what)
    return {name: frozenset(changed[name]) for name in sorted(changed)}


def _sets_attribute(write: Write) -> bool:
    return len(write.owner) == 1 and bool(write.attribute) and write.how is not How.DELETED


def _of_objects(scope: Scope, start: int, end: int) -> Iterator[tuple[str, str]]:
    """What is changed between two places, by the name that it is reached from."""
    for write in scope.all_writes:
        if start <= write.at < end and write.owner and (what := _what(write)):
            yield write.owner[0], what
    for bound in scope.all_bindings:
        if start <= bound.at < end and bound.grown:
            yield bound.name, ITEMS
    for call in scope.all_calls:
        if start <= call.at < end:
            yield from _by_method(call.callee, [given for at, given in call.given if at == 0])


def _what(write: Write) -> str:
    """What is changed of the object at the beginning of a chain; empty if it is farther away."""
    owner, *inner = write.owner
    if not inner and write.attribute:
        return "" if owner in SELVES or write.how is How.DELETED else write.attribute
    if not inner:
        is_known = write.key is not None and write.how is not How.DELETED
        return item_of(write.key) if is_known and write.key is not None else ITEMS
    if inner[0] == ITEM:
        return ITEMS
    return inner[0] if len(inner) == 1 and not write.attribute else ""


def _by_method(callee: Chain, first: Iterable[Chain]) -> Iterator[tuple[str, str]]:
    """`items.append(…)`, `client.parts.append(…)`, `dict.update(items, …)`."""
    if callee[-1:] == () or callee[-1] not in _CHANGING or RESULT in callee:
        return
    if callee[0] in _TYPES:
        yield from ((each[0], ITEMS) for each in first)
    elif len(callee) == 2:  # noqa: PLR2004 - a name and its method
        yield callee[0], ITEMS
    elif len(callee) == 3:  # noqa: PLR2004 - a name, an attribute or an item, and a method
        yield callee[0], ITEMS if callee[1] == ITEM else callee[1] + IN_PLACE
