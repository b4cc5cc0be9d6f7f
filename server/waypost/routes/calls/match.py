"""Which shapes match a call."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import Final

from waypost.clients import CLIENTS
from waypost.clients.shape import Shape

_ALIASES: Final = {alias: name for client in CLIENTS for alias, name in client.aliases.items()}


class Shapes:
    """The shapes of every client, with those that settings add, by callee."""

    def __init__(self, extra: Iterable[Shape] = ()) -> None:
        # Those that settings have added.
        self.own = tuple(extra)
        found: dict[str, list[Shape]] = {}
        for shape in (*self.own, *(shape for client in CLIENTS for shape in client.shapes)):
            for callee in shape.callees:
                found.setdefault(callee, []).append(shape)
        self._by_callee: Mapping[str, Sequence[Shape]] = found

    def named(self, callee: str) -> Sequence[Shape]:
        """The shapes of one callee, by its dotted name, or `*.` and its last ones."""
        return self._by_callee.get(_canonical_path(callee), ()) or self._by_callee.get(callee, ())

    @property
    def callees(self) -> Iterable[str]:
        return self._by_callee

    @cached_property
    def described(self) -> Mapping[str, Sequence[str]]:
        """What is a request wherever it is defined, by last names: what settings describe, and classes of any name."""
        found: dict[str, list[str]] = {}
        for callee in (callee for shape in self.own for callee in shape.callees if not callee.startswith("*.")):
            found.setdefault(callee.rpartition(".")[2], []).append(callee)
        for callee in self._by_callee:
            name = callee.removeprefix("*.")
            if name is not callee and name[:1].isupper() and "." not in name:
                found.setdefault(name, []).append(callee)
        return found

    @cached_property
    def _own_types(self) -> frozenset[str]:
        """The types whose methods settings describe."""
        return frozenset(callee.rpartition(".")[0] for shape in self.own for callee in shape.callees)

    def is_type(self, name: str) -> bool:
        """Whether objects of a type are clients."""
        return name in _types() or name in self._own_types


@cache
def built_in() -> Shapes:
    return Shapes()


def _canonical_path(name: str) -> str:
    owner, _, last = name.rpartition(".")
    path = f"{_ALIASES.get(owner, owner)}.{last}" if owner else name
    return _ALIASES.get(path, path)


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
