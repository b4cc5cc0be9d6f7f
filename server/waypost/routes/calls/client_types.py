"""The types and functions that the table of call shapes names."""

from functools import cache
from typing import Final

from waypost.routes.calls.table import ALIASES, ATTRIBUTES, CHAINS, TABLE
from waypost.routes.model.values import Thing, Value

BUILT_IN: Final = frozenset(("dict", "str", "list", "tuple", "len", "print", "isinstance", "repr", "sorted"))


@cache
def _known() -> tuple[frozenset[str], frozenset[str]]:
    """The roots of all names in the table, and the types among them."""
    names = [callee for shape in TABLE for callee in shape.callees if not callee.startswith("*")]
    owners = {name.rsplit(".", 1)[0] for name in names}
    types = {owner for owner in owners if owner.rsplit(".", 1)[-1][:1].isupper()}
    types |= {owner for owner, _ in ATTRIBUTES}
    types |= set(ATTRIBUTES.values())
    types |= {alias for alias, name in ALIASES.items() if name in types}
    roots = {name.split(".", 1)[0] for name in (*names, *types)}
    return frozenset(roots | {"functools", "typing", "os", "json", "urllib"}), frozenset(types)


def is_known(name: str) -> bool:
    """Whether a dotted name belongs to a library that the table knows: it is not looked for in the workspace."""
    return name.split(".", 1)[0] in _known()[0]


def is_type(name: str) -> bool:
    return name in _known()[1]


def canonical(name: str) -> str:
    return ALIASES.get(name, name)


def chained(name: str) -> str | None:
    """The type of what `name` gives, where that is a client with further defaults."""
    return CHAINS.get(canonical(name))


def attribute(owner: Thing, name: str) -> Value | None:
    """A client that is an attribute of an object of a known type."""
    found = ATTRIBUTES.get((owner.type, name))
    return Thing(found, owner.built, owner.whole) if found else None
