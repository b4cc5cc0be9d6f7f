"""Which shapes match a call."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from typing import Final

from waypost.clients import CLIENTS, client_of
from waypost.clients.shape import Shape
from waypost.routes.calls.client_types import AttributeRole, attribute_roles, canonical, is_type, roles_of
from waypost.routes.model.values import Class, Function, Instance, Method, Reference, Thing, Unknown, Value

_TAIL: Final = re.compile(r"(?:(\w+)(?:\([^()]*\)|\[[^\[\]]*\])?\.)?(\w+)\Z")


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

    def of(self, callee: Value, expression: str) -> Iterator[tuple[Shape, str]]:
        """The shapes that match a callee, the most certain first, each with the name that it was found by."""
        for name in _names(callee, expression):
            for shape in self._by_callee.get(name, ()):
                yield shape, name

    def named(self, callee: str) -> Sequence[Shape]:
        """The shapes of one callee, by its dotted name, or `*.` and its last ones."""
        return self._by_callee.get(_canonical_path(callee), ()) or self._by_callee.get(callee, ())

    @property
    def callees(self) -> Iterable[str]:
        return self._by_callee

    @cached_property
    def own_callees(self) -> Mapping[str, Sequence[str]]:
        """The dotted names of what settings describe, by their last names."""
        found: dict[str, list[str]] = {}
        for callee in (callee for shape in self.own for callee in shape.callees if not callee.startswith("*.")):
            found.setdefault(callee.rpartition(".")[2], []).append(callee)
        return found

    @cached_property
    def described(self) -> Mapping[str, Sequence[str]]:
        """What is a request wherever it is defined, by last names: what settings describe, and classes of any name."""
        found: dict[str, list[str]] = {name: list(callees) for name, callees in self.own_callees.items()}
        for callee in self._by_callee:
            name = callee.removeprefix("*.")
            if name is not callee and name[:1].isupper() and "." not in name:
                found.setdefault(name, []).append(callee)
        return found

    @cached_property
    def _own_types(self) -> Mapping[str, Mapping[str, AttributeRole]]:
        """The types whose methods settings describe, with the attributes that change their calls."""
        found: dict[str, dict[str, AttributeRole]] = {}
        for shape in self.own:
            for owner in {callee.rpartition(".")[0] for callee in shape.callees}:
                found.setdefault(owner, {}).update(attribute_roles(client_of(shape).constructor, shape))
        return found

    def is_type(self, name: str) -> bool:
        """Whether objects of a type are clients."""
        return is_type(name) or name in self._own_types

    def roles_of(self, owner: str) -> Mapping[str, AttributeRole]:
        """The attributes that change the calls of a type of client, by name."""
        return self._own_types.get(owner) or roles_of(owner)

    @cached_property
    def modules(self) -> frozenset[bytes]:
        """What a file must mention for a shape that is found by name to count in it."""
        shapes = (shape for known in self._by_callee.values() for shape in known)
        return frozenset(module.encode() for shape in shapes for module in shape.imports)

    @cached_property
    def header_setters(self) -> frozenset[bytes]:
        """Calls that add headers to the requests of calls elsewhere in a file."""
        names = (name for client in CLIENTS for name in (*client.header_setters, *client.preparers))
        return frozenset(f".{name.rpartition('.')[2]}(".encode() for name in names)

    @cached_property
    def names(self) -> frozenset[str]:
        """What comes before the bracket in calls of the table: text without any of it contains no such call.

        For a callee on any receiver, that is all of its names; for others, the last one: the first may be an alias.
        """
        return frozenset(
            callee.removeprefix("*.") if callee.startswith("*.") else callee.rsplit(".", 1)[-1]
            for callee in self._by_callee
        )


@cache
def built_in() -> Shapes:
    return Shapes()


def _names(callee: Value, expression: str) -> Iterator[str]:
    """The names under which the table may list a callee."""
    match callee:
        case Reference():
            yield _canonical_path(callee.name)
            yield from _tails(callee.name)
        case Method(receiver=Thing(type=owner), name=name):
            yield f"{canonical(owner)}.{name}"
            yield from _tails(expression)
        case Thing(type=owner):
            yield canonical(owner)
            yield f"{canonical(owner)}.__call__"
        case Unknown():
            yield from _tails(callee.expression if "…" not in callee.expression else expression)
        case Class() | Function():
            yield f"*.{_own_name(callee, expression)}"
            yield from _tails(expression)
        case Instance():
            yield from _tails(expression)


def _canonical_path(name: str) -> str:
    owner, _, last = name.rpartition(".")
    return canonical(f"{canonical(owner)}.{last}") if owner else canonical(name)


@lru_cache(maxsize=1_000)
def _tails(expression: str) -> tuple[str, ...]:
    found = _TAIL.search(expression)
    if found is None:
        return ()
    last = f"*.{found[2]}"
    return (f"*.{found[1]}.{found[2]}", last) if found[1] else (last,)


def _own_name(callee: Class | Function, expression: str) -> str:
    return callee.name if isinstance(callee, Class) else expression.rsplit(".", 1)[-1]
