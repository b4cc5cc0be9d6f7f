"""Summaries: what is left of a call, for every other call that would leave the same.

A function is run once with symbols in place of the texts, numbers and unknown values that it is given. Where it
only hands them on, its residual (result, events, writes to what it was given and to what others can reach) holds
for all values, and a call puts its own in their place. Where it asks a symbol for what it is (a condition, a look-
up, a method of texts), the run is given up, and from then on that parameter counts with its value: `if method ==
"GET"` and `TABLE[name]` are decided by each caller. What a residual has read of the heap is pinned by the version
of the heap, which is part of its key.
"""

from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.events import Event, Step
from waypost.routes.domain.heap import Changes, Heap, Table
from waypost.routes.domain.values import Change, Function, Stored, Symbol, Value


class Situation(NamedTuple):
    """A call as its summary is looked up: its key, the objects that it is given, and what its symbols stand for."""

    key: tuple[Hashable, ...]
    objects: list[Stored]
    symbols: dict[str, Value]
    variables: dict[str, Value]


class Residual(NamedTuple):
    """What a call leaves."""

    result: Value
    # To what is written: an object that the call is given, by its number, or a table that others can reach.
    writes: tuple[tuple[int | None, Table, Hashable, Any], ...]
    # With the steps of each that come after the call itself.
    events: tuple[tuple[Event, tuple[Step, ...]], ...]
    objects: list[Stored]
    symbols: dict[str, Symbol]


class Opaque(Exception):  # noqa: N818 - no error: a residual that cannot be used again
    """A value that cannot be made again from a residual."""


def case_of(
    function: Function, variables: dict[str, Value], asked: Iterable[str], heap: Heap, reachable: dict[int, Stored]
) -> Situation | None:
    """The key of a call, with symbols for what it is given; nothing if it is given what has no key."""
    objects: dict[int, Stored] = {}
    symbols: dict[str, Value] = {}
    given: dict[str, Value] = {}
    key: list[Hashable] = [function.code.block, heap.version]
    for name, value in variables.items():
        if name not in asked and value.plain:
            symbols[name] = value
            given[name] = Symbol(name, textual=value.textual, flags=value.flags)
            key.append((name, value.textual, value.flags))
            continue
        given[name] = value
        if not _canonical(value, objects, key, reachable):
            return None
    return Situation(tuple(key), list(objects.values()), symbols, given)


def _canonical(value: Value, objects: dict[int, Stored], key: list[Hashable], reachable: dict[int, Stored]) -> bool:
    """Add what a call can see of a value to its key; `False` if that is too much, or has no key."""
    waiting: list[Value] = [value]
    while waiting:
        at = waiting.pop()
        facts = at.facts()
        if facts is None or len(key) > BOUNDS.key:
            return False
        if not isinstance(at, Stored):
            key += facts
            waiting += at.holds()
        elif id(at.table) in reachable:
            key.append(at.serial)
        elif at.serial in objects:
            key.append(("again", list(objects).index(at.serial)))
        else:
            key += facts
            if at.emptied() is not None:
                objects[at.serial] = at
                for name, cell in at.table.items():
                    key.append(name if name.__hash__ is not object.__hash__ else id(name))
                    key += cell.facts()
                    waiting += cell.holds()
    return True


def holds_symbol(value: Value) -> bool:
    """Whether a value is, or holds, a symbol: then it is known only while its run goes on."""
    waiting: list[Value] = [value]
    seen: set[int] = set()
    while waiting:
        at = waiting.pop()
        if at.symbolic:
            return True
        waiting += at.holds()
        if isinstance(at, Stored) and not at.shared and at.serial not in seen:
            seen.add(at.serial)
            waiting += at.held()
    return False


def residual_of(  # noqa: PLR0917 - what a run has left
    case: Situation,
    result: Value,
    changes: Changes,
    events: list[Event],
    depth: int,
    reachable: dict[int, Stored],
) -> Residual:
    """What a run has left, whose changes are undone by now. What it has made itself keeps its contents."""
    numbers = {id(each.table): number for number, each in enumerate(case.objects)}
    writes = []
    for table, key, cell in changes.values():
        number = numbers.get(id(table))
        if number is not None or id(table) in reachable:
            writes.append((number, table, key, cell))
        elif cell is not None:
            table[key] = cell
    kept = tuple((event, event.trail[depth + 1 :]) for event in events)
    symbols = {name: each for name, each in case.variables.items() if name in case.symbols and isinstance(each, Symbol)}
    return Residual(result, tuple(writes), kept, case.objects, symbols)


class Replay(Change):
    """One call, from its residual: what the call gives takes the place of what the residual was made with."""

    def __init__(self, residual: Residual, case: Situation, reachable: dict[int, Stored]) -> None:
        self.residual = residual
        self.reachable = reachable
        self.made: dict[int, Value] = {id(old): new for old, new in zip(residual.objects, case.objects, strict=True)}
        for name, symbol in residual.symbols.items():
            self.made[id(symbol)] = case.symbols[name]
        self.events: dict[int, Event] = {}
        # What events keep is not written any more: it is copied only if something in it is another.
        self.frozen = False

    def run(self, heap: Heap, objects: list[Stored], steps: tuple[Step, ...], root: str) -> tuple[Value, list[Event]]:
        """Its result and events; its writes are done."""
        self.frozen = True
        for event, after in self.residual.events:
            receiver = self.value(event.receiver) if event.receiver is not None else None
            copy = Event(event.callee, receiver, event.arguments.changed(self), event.place, steps + after)
            copy.uses, copy.likely, copy.root, copy.of_closure = set(event.uses), event.likely, root, event.of_closure
            self.events[id(event)] = copy
        self.frozen = False
        for number, table, key, cell in self.residual.writes:
            where = table if number is None else objects[number].table
            heap.store(where, key, self.cell(cell) if cell is not None else None)
        return self.value(self.residual.result), list(self.events.values())

    def cell(self, cell: Any) -> Any:
        """A cell of an object, or the variable of a module."""
        return self.value(cell) if isinstance(cell, Value) else cell.changed(self)

    def detail(self, of: Any) -> Any:
        return self.events.get(id(of), of)

    def value(self, of: Value) -> Value:
        known = self.made.get(id(of))
        if known is None:
            known = self.made[id(of)] = self._stored(of) if isinstance(of, Stored) else self._changed(of)
        return known

    def _changed(self, of: Value) -> Value:
        if of.facts() is None:
            raise Opaque
        return of.changed(self)

    def _stored(self, of: Stored) -> Value:
        """Another object of its kind, unless others can reach it."""
        copy = of.emptied()
        if copy is None or id(of.table) in self.reachable:
            return of
        if of.facts() is None:
            raise Opaque
        self.made[id(of)] = copy
        copy.table.update((key, self.cell(cell)) for key, cell in of.table.items())
        return of if self.frozen and all(copy.table[key] is cell for key, cell in of.table.items()) else copy
