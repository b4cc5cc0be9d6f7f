"""The types and functions named in the records of clients."""

from functools import cache
from typing import Final

from waypost.clients import CLIENTS

_ALIASES: Final = {alias: name for client in CLIENTS for alias, name in client.aliases.items()}


@cache
def _types() -> frozenset[str]:
    """The types whose objects are clients, or make requests."""
    shapes = (shape for client in CLIENTS for shape in client.shapes)
    names = [callee for shape in shapes for callee in shape.callees if not callee.startswith("*")]
    owners = {name.rsplit(".", 1)[0] for name in names}
    types = {owner for owner in owners if owner.rsplit(".", 1)[-1][:1].isupper()}
    for client in CLIENTS:
        types |= {name for name in client.request_objects if name.rpartition(".")[2][:1].isupper()}
        types |= {*client.attributes.values(), *(owner for owner, _ in client.attributes)}
        types |= {name.rpartition(".")[0] for name in client.header_setters}
    return frozenset(types | {alias for alias, name in _ALIASES.items() if name in types})


def is_type(name: str) -> bool:
    return name in _types()


def canonical(name: str) -> str:
    return _ALIASES.get(name, name)
