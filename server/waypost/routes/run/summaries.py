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
from waypost.routes.domain.values import (
    Arguments,
    Asked,
    Choice,
    Class,
    Constant,
    Entry,
    External,
    Function,
    Hole,
    Items,
    Mapping,
    Module,
    Object,
    Parent,
    Part,
    Sequence,
    Stored,
    Symbol,
    Text,
    Unknown,
    Value,
)


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
        if name not in asked and _is_plain(value):
            symbols[name] = value
            given[name] = Symbol(name, textual=value.textual, flags=value.flags)
            key.append((name, value.textual, value.flags))
            continue
        given[name] = value
        if not _canonical(value, objects, key, reachable):
            return None
    return Situation(tuple(key), list(objects.values()), symbols, given)


def _is_plain(value: Value) -> bool:
    """Whether a symbol may stand for a value: a text, a number, something unknown, or another symbol."""
    if isinstance(value, Constant):
        return isinstance(value.value, (int, float)) and not isinstance(value.value, bool)
    return isinstance(value, Text | Unknown | Symbol)


def _canonical(  # noqa: C901, PLR0912 - a kind each
    value: Value, objects: dict[int, Stored], key: list[Hashable], reachable: dict[int, Stored]
) -> bool:
    """Add what a call can see of a value to its key; `False` if that is too much, or has no key."""
    waiting: list[Value] = [value]
    while waiting:
        if len(key) > BOUNDS.key:
            return False
        at = waiting.pop()
        if isinstance(at, Text):
            key.append((at.key(), at.flags, at.pieces[0].place if at.pieces else None))
        elif isinstance(at, Constant | Unknown | Symbol):
            key.append((at.key(), at.flags))
        elif isinstance(at, Choice):
            key.append(len(at.alternatives))
            waiting += at.alternatives
        elif isinstance(at, External):
            key.append(at.dotted)
            waiting += (at.receiver,) if at.receiver is not None else ()
        elif isinstance(at, Function):
            if at.scope.outer is not None or at.given is not None or at.written:
                return False
            key.append(at.code.block)
            waiting += (at.receiver,) if at.receiver is not None else ()
        elif isinstance(at, Class | Module):
            key.append(at.serial)
        elif isinstance(at, Stored):
            if id(at.table) in reachable:
                key.append(at.serial)
            elif id(at) in objects:
                key.append(("again", list(objects).index(id(at))))
            elif isinstance(at, Object | Mapping | Sequence) and not at.is_view:
                objects[id(at)] = at
                key.append(_kind(at))
                for name, cell in at.table.items():
                    key.append(name if isinstance(name, (str, int, float, bool, bytes)) else id(name))
                    key += _cell_facts(cell)
                    waiting += _held(cell)
            else:
                return False
        else:
            return False
    return True


def _kind(of: Stored) -> Hashable:
    if isinstance(of, Object):
        return ("object", of.of.serial if isinstance(of.of, Class) else of.of.key(), of.shared, of.generic)
    return (type(of).__name__, of.kind if isinstance(of, Sequence) else "", of.shared)


def _cell_facts(cell: Any) -> tuple[Hashable, ...]:
    return (cell.maybe,) if isinstance(cell, Entry) else (len(cell.known), cell.rest is None)


def _held(cell: Any) -> list[Value]:
    if isinstance(cell, Entry):
        return [cell.value]
    return [*cell.known, *((cell.rest,) if cell.rest is not None else ())]


def holds_symbol(value: Value) -> bool:
    """Whether a value is, or holds, a symbol: then it is known only while its run goes on."""
    waiting: list[Value] = [value]
    seen: set[int] = set()
    while waiting:
        at = waiting.pop()
        if at.symbolic:
            return True
        if isinstance(at, Text):
            waiting += [part.value for part in at.pieces if isinstance(part, Hole)]
        elif isinstance(at, Unknown):
            waiting += at.operands
        elif isinstance(at, Choice):
            waiting += at.alternatives
        elif isinstance(at, Stored) and not at.shared and at.serial not in seen:
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


class Replay:
    """One call, from its residual."""

    def __init__(self, residual: Residual, case: Situation, reachable: dict[int, Stored]) -> None:
        self.residual = residual
        self.reachable = reachable
        self.made: dict[int, Value] = {id(old): new for old, new in zip(residual.objects, case.objects, strict=True)}
        for name, symbol in residual.symbols.items():
            self.made[id(symbol)] = case.symbols[name]
        self.events: dict[int, Event] = {}

    def run(self, heap: Heap, objects: list[Stored], steps: tuple[Step, ...], root: str) -> tuple[Value, list[Event]]:
        """Its result and events; its writes are done."""
        events = []
        for event, after in self.residual.events:
            copy = Event(
                event.callee,
                self.value(event.receiver, frozen=True) if event.receiver is not None else None,
                self.arguments(event.arguments),
                event.place,
                steps + after,
            )
            copy.uses, copy.likely, copy.root, copy.of_closure = set(event.uses), event.likely, root, event.of_closure
            self.events[id(event)] = copy
            events.append(copy)
        for number, table, key, cell in self.residual.writes:
            where = table if number is None else objects[number].table
            heap.store(where, key, self.cell(cell) if cell is not None else None)
        return self.value(self.residual.result), events

    def cell(self, cell: Any, *, frozen: bool = False) -> Any:
        if isinstance(cell, Entry):
            value = self.value(cell.value, frozen=frozen)
            return cell if value is cell.value else cell._replace(value=value)
        if isinstance(cell, Items):
            known = tuple(self.value(each, frozen=frozen) for each in cell.known)
            rest = self.value(cell.rest, frozen=frozen) if cell.rest is not None else None
            same = rest is cell.rest and all(a is b for a, b in zip(known, cell.known, strict=True))
            return cell if same else Items(known, rest)
        return self.value(cell, frozen=frozen)

    def arguments(self, given: Arguments) -> Arguments:
        """The arguments of an event: they are not written any more, so what stays the same is not copied."""
        return Arguments(
            tuple(self.cell(each, frozen=True) for each in given.positional),
            {name: self.cell(each, frozen=True) for name, each in given.keywords.items()},
            self.value(given.rest, frozen=True) if given.rest is not None else None,
            self.value(given.more, frozen=True) if given.more is not None else None,
        )

    def value(self, value: Value, *, frozen: bool = False) -> Value:
        """A value of the residual as it is in this call."""
        known = self.made.get(id(value))
        if known is not None:
            return known
        found = self._value(value, frozen)
        self.made[id(value)] = found
        return found

    def _value(self, value: Value, frozen: bool) -> Value:  # noqa: FBT001, PLR0911 - passed on; a kind each
        if isinstance(value, Constant | Class | Module | Symbol):
            return value
        if isinstance(value, Text):
            return self._text(value, frozen)
        if isinstance(value, Unknown):
            return self._unknown(value, frozen)
        if isinstance(value, Choice):
            options = tuple(self.value(each, frozen=frozen) for each in value.alternatives)
            same = all(a is b for a, b in zip(options, value.alternatives, strict=True))
            return value if same else value.again(options)
        if isinstance(value, External):
            if value.receiver is None:
                return value
            receiver = self.value(value.receiver, frozen=frozen)
            return value if receiver is value.receiver else External(value.dotted, receiver)
        if isinstance(value, Parent):
            return Parent(self.value(value.of, frozen=frozen), value.after)
        if isinstance(value, Function):
            return self._function(value)
        if isinstance(value, Object | Mapping | Sequence) and not value.is_view:
            return self._stored(value, frozen)
        raise Opaque

    def _text(self, value: Text, frozen: bool) -> Value:  # noqa: FBT001 - passed on
        pieces: list[Part] = []
        changed = False
        for part in value.pieces:
            if not isinstance(part, Hole):
                pieces.append(part)
                continue
            inner = self.value(part.value, frozen=frozen)
            if inner is part.value:
                pieces.append(part)
                continue
            changed = True
            pieces += (
                inner.parts() if isinstance(inner, Text | Constant) and not part.spec else [part._replace(value=inner)]
            )
        return Text(tuple(pieces), value.flags) if changed else value

    def _unknown(self, value: Unknown, frozen: bool) -> Value:  # noqa: FBT001 - passed on
        operands = tuple(self.value(each, frozen=frozen) for each in value.operands)
        detail = self.events.get(id(value.detail), value.detail)
        if detail is value.detail and all(a is b for a, b in zip(operands, value.operands, strict=True)):
            return value
        return Unknown(value.kind, value.name, operands, detail)

    def _function(self, value: Function) -> Value:
        if value.scope.outer is not None or value.given is not None:
            raise Opaque
        if value.receiver is None:
            return value
        receiver = self.value(value.receiver)
        return value if receiver is value.receiver else value.with_receiver(receiver)

    def _stored(self, value: Object | Mapping | Sequence, frozen: bool) -> Value:  # noqa: FBT001 - passed on
        if id(value.table) in self.reachable:
            return value
        copy = value.emptied()
        self.made[id(value)] = copy
        same = frozen
        for key, cell in value.table.items():
            new = self.cell(cell, frozen=frozen)
            same = same and new is cell
            copy.table[key] = new
        if isinstance(value, Object) and isinstance(copy, Object) and value.built is not copy.built:
            copy.built = value.built
        return value if same else copy


__all__ = ["Asked", "Opaque", "Replay", "Residual", "Situation", "case_of", "residual_of"]
