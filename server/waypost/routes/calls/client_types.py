"""The types and functions named in the records of clients."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple

from waypost.clients import CLIENTS, Constructor
from waypost.clients.shape import At, Shape
from waypost.routes.model.values import Method, Thing, Value

# What a constructor takes as a mapping.
_TABLES: Final = ("query", "headers", "cookies")
BUILT_IN: Final = frozenset(
    (
        "dict",
        "str",
        "list",
        "tuple",
        "len",
        "print",
        "isinstance",
        "repr",
        "sorted",
        "getattr",
        "map",
        "type",
        "enumerate",
        "zip",
    )
)
_ALIASES: Final = {alias: name for client in CLIENTS for alias, name in client.aliases.items()}
_ATTRIBUTES: Final = {owner: name for client in CLIENTS for owner, name in client.attributes.items()}
_HEADER_SETTERS: Final = frozenset(name for client in CLIENTS for name in client.header_setters)
_PREPARERS: Final = frozenset(name for client in CLIENTS for name in client.preparers)
_CHAINS: Final = {maker: name for client in CLIENTS for maker, name in client.chains.items()}


@cache
def _known() -> tuple[frozenset[str], frozenset[str]]:
    """The roots of all names of the records, and the types among them."""
    shapes = (shape for client in CLIENTS for shape in client.shapes)
    names = [callee for shape in shapes for callee in shape.callees if not callee.startswith("*")]
    owners = {name.rsplit(".", 1)[0] for name in names}
    types = {owner for owner in owners if owner.rsplit(".", 1)[-1][:1].isupper()}
    types |= {name for name in names if name.rsplit(".", 1)[-1] == "Request"}
    types |= {owner for owner, _ in _ATTRIBUTES}
    types |= set(_ATTRIBUTES.values())
    types |= {name.rpartition(".")[0] for name in _HEADER_SETTERS}
    types |= {alias for alias, name in _ALIASES.items() if name in types}
    roots = {name.split(".", 1)[0] for name in (*names, *types)}
    return frozenset(roots | {"functools", "typing", "os", "json", "urllib"}), frozenset(types)


def is_known(name: str) -> bool:
    """Whether a dotted name belongs to a library with a record, so that it is not looked up in the workspace."""
    return name.split(".", 1)[0] in _known()[0]


def is_type(name: str) -> bool:
    return name in _known()[1]


class AttributeRole(NamedTuple):
    """An attribute of a client that changes its calls: the constructor's argument that gives the same."""

    place: At
    is_table: bool


@cache
def _roles() -> Mapping[str, Mapping[str, AttributeRole]]:
    """The attributes that change the calls of each type of client."""
    found: dict[str, dict[str, AttributeRole]] = {}
    for client in CLIENTS:
        for shape in client.shapes:
            for owner in {callee.rpartition(".")[0] for callee in shape.callees}:
                found.setdefault(owner, {}).update(attribute_roles(client.constructor, shape))
    return found


def attribute_roles(constructor: Constructor, shape: Shape) -> Iterator[tuple[str, AttributeRole]]:
    """The attributes that change the calls of one shape, by name."""
    for role, place in constructor._replace(base=shape.base or constructor.base)._asdict().items():
        if place is not None and place.keyword:
            yield place.keyword, AttributeRole(place, role in _TABLES)


def roles_of(owner: str) -> Mapping[str, AttributeRole]:
    """The attributes that change the calls of a type of client, by name."""
    return _roles().get(owner, {})


def prepares(method: Value) -> bool:
    """Whether a method adds a session's defaults to a request object."""
    return _name_of(method) in _PREPARERS


def _name_of(method: Value) -> str:
    """The dotted name of a method of a known type; empty for anything else."""
    if isinstance(method, Method) and isinstance(method.receiver, Thing):
        return f"{method.receiver.type}.{method.name}"
    return ""


def canonical(name: str) -> str:
    return _ALIASES.get(name, name)


def chained(name: str) -> str | None:
    """The type that `name` returns, if that is a client with more defaults."""
    return _CHAINS.get(canonical(name))


def attribute(owner: Thing, name: str) -> Value | None:
    """A client in an attribute of an object of a known type."""
    found = _ATTRIBUTES.get((owner.type, name))
    return Thing(found, owner.built, owner.whole) if found else None
