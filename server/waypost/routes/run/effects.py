"""What functions may do, at any time, to what others can reach.

It is found out when it matters: who reads a name of a module reads what that name is once its functions, and those of
other modules that write there, have run. Nothing is run for a name that nobody reads.
"""

import sys
from abc import abstractmethod
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Any, Final, NamedTuple, TypeAlias

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.events import Event
from waypost.routes.domain.heap import KEYS, ORDER, Cells, Heap, Table, joined_cells
from waypost.routes.domain.places import Block
from waypost.routes.domain.values import (
    CHANGED,
    SHARED,
    AbstractMachine,
    AffectedGlobal,
    Class,
    Function,
    HeapObject,
    Imported,
    Mapping,
    Module,
    Object,
    Value,
    unknown,
)
from waypost.routes.domain.values import Sequence as Items
from waypost.routes.run.program import Footprint, Program
from waypost.routes.run.weak_updates import Write
from waypost.routes.syntax.scope import CHANGING, OWN_CLASS, RESULT, SET

# Who calls this may change any name of a module.
_ALL_GLOBALS: Final = frozenset(("globals", f"globals{RESULT}"))


class ChangedBy(NamedTuple):
    """A function that may change what is reached from a name of its module; if none is said, it surely may."""

    function: Function
    reached: str = ""

    @property
    def names(self) -> list[str]:
        return self.reached.removesuffix(SET).removesuffix(RESULT).split(".")


class Overwritten(NamedTuple):
    """What was in a cell before the body of a module wrote there, and when its table was made."""

    table: Table
    key: Hashable
    before: Any
    created: int


# What may be changed by the functions of one module, or by those of other modules under one name.
Changers: TypeAlias = Iterable[ChangedBy]


@dataclass(frozen=True, slots=True)
class ChangedElsewhere:
    """What functions of other modules may change under a name of a module, or of all of it: these are run for that."""

    effects: "Effects"
    module: Module
    name: str

    def __iter__(self) -> Iterator[ChangedBy]:
        return self.effects.outside(self.module, self.name)


class Runner(AbstractMachine):
    """What is needed of the machine to run functions for what they leave."""

    program: Program
    # What is done now, and was done so far.
    events: list[Event]
    nested: list[Function]
    entered: set[Block]
    in_root: bool
    done: int
    doubted: bool
    reachable: dict[int, HeapObject]
    summaries: dict[Block, Any]
    footprints: dict[Hashable, Footprint]

    @abstractmethod
    def isolated(self, do: Callable[[], None], size: int, limit: int | None = None) -> Footprint: ...

    @abstractmethod
    def run_for_effects(self, run: Callable[[], None], function: Function) -> Footprint: ...

    @abstractmethod
    def run_module(self, module: Module) -> None: ...

    @abstractmethod
    def reach(self, cell: Any) -> None: ...

    @abstractmethod
    def functions_of(self, module: Module) -> Iterator[Function]: ...

    @abstractmethod
    def from_outside(self, function: Function, receiver: Value | None = None) -> dict[str, Value]: ...

    @abstractmethod
    def run_with(self, function: Function, variables: dict[str, Value]) -> None: ...

    @abstractmethod
    def watched(self, do: Callable[[], None]) -> Callable[[], bool]: ...

    @abstractmethod
    def weak_updates(self, writes: Iterable[Write], *, again: bool, but: Value | None = None) -> tuple[bool, bool]: ...


class Effects:
    """What functions do to what others can reach, as far as that was read."""

    def __init__(self, machine: Runner) -> None:
        self.machine = machine
        # The names that were read of each file: what is there now has everything in it; how often functions were run.
        self.read: dict[str, dict[str, None]] = {}
        self.runs = 0
        # What each module's functions may change, by the names of that module.
        self._known: dict[str, dict[str, list[ChangedBy]]] = {}
        self._outside: dict[str, list[ChangedBy]] = {}
        # The functions that the body of a file has called, and the state at any moment of it.
        self.began: dict[str, tuple[set[Block], list[Write]]] = {}
        # When it called each of its own functions first, and what it has written since it called the first of them.
        self.called: dict[str, tuple[dict[Block, tuple[int, int]], list[Overwritten]]] = {}
        self._seen: dict[Block, list[Write]] = {}
        self._waiting: list[AffectedGlobal] = []
        # The functions that were run.
        self._done: dict[Function, None] = {}
        self._is_at_work = False

    def within(self, module: Module) -> Footprint:
        """What the effects of a module's functions rest on."""
        return self.machine.footprints.setdefault(module, Footprint())

    # -- what may be changed, and by whom -----------------------------------------------------------------------------

    def expect(self, modules: Sequence[Module]) -> None:
        """From now on, who reads a name of these modules reads what functions make of it, too."""
        found = {module.file: self._of_all(module) for module in modules}
        held: dict[int, dict[int, Changers]] = {}
        for module in modules:
            for name, groups in found[module.file].items():
                for serial in _objects(dict.get(module.table, name)):
                    held.setdefault(serial, {}).update(groups)
        for module, name, value in _all_names(modules) if held else ():
            for serial in _objects(value) & held.keys():
                # The same object under another name.
                found[module.file].setdefault(name, {}).update(held[serial])
        for module in modules:
            self._begin(module)
            for name, groups in found[module.file].items():
                now = dict.get(module.table, name)
                if not isinstance(now, AffectedGlobal):
                    module.table[name] = AffectedGlobal(module, name, now, tuple(groups.values()), self.settled)

    def _begin(self, module: Module) -> None:
        """What functions have changed while the body of their module ran was as it was before when they were called."""
        entered, states = self.began.pop(module.file, ((), ()))
        names = [n for n, by in self._by_own(module).items() if any(e.function.code.block in entered for e in by)]
        held = {serial for name in names for serial in _objects(dict.get(module.table, name))}
        for table, key, cell in states if names else ():
            stored = self.machine.reachable.get(id(table))
            is_changed = stored is not None and (stored.serial in held or (stored is module and key in names))
            if is_changed and cell is not None and cell is not dict.get(table, key):
                table[key] = cell.flagged(SHARED) if stored is module else cell
                self.machine.heap.change(table, key)
                self.machine.reach(cell)

    def look_back(self, function: Function) -> None:
        """A function that the body of its module has called has seen that as it was then: now it may see both."""
        module, block = function.scope.module, function.code.block
        if block not in self._seen:
            self._seen[block] = list(self._seen_by(module, block))
        for table, key, before in self._seen[block]:
            now: Any = self.machine.global_of(module, str(key)) if table is module.table else table.get(key)
            both = joined_cells([before, now])
            if both is not None and both is not now:
                self.machine.heap.store(table, key, both)

    def _seen_by(self, module: Module, block: Block) -> Iterator[Write]:
        """What was there when a function was called first, and is another now, as far as such functions look there."""
        called, written = self.called.get(module.file, ({}, []))
        mark, since = called.get(block, (len(written), 0))
        changed = [each for each in written[mark:] if each.before is not None or each.created <= since]
        names = frozenset().union(*map(self.machine.program.reads, called)) if changed else frozenset()
        held = {serial for name in names for serial in _objects(dict.get(module.table, name))}
        for table, key, before, _ in changed:
            stored = self.machine.reachable.get(id(table))
            is_seen = stored is not None and (stored.serial in held or (stored is module and key in names))
            if is_seen and not isinstance(before, Imported):
                if before is not None:
                    self.machine.reach(before)
                yield table, key, before.flagged(SHARED) if stored is module and before is not None else before

    def _of_all(self, module: Module) -> dict[str, dict[int, Changers]]:
        """Who may change each name of a module: its own functions, and those of others; each group once."""
        found: dict[str, dict[int, Changers]] = {name: {id(by): by} for name, by in self._by_own(module).items()}
        for written in self.machine.program.written_by_others(module):
            by = ChangedElsewhere(self, module, written)
            for name in (written,) if written else [name for name, _ in _names(module)]:
                found.setdefault(name, {})[id(by)] = by
        return found

    def outside(self, module: Module, name: str) -> Iterator[ChangedBy]:
        for writer in self.machine.program.writers(module, name):
            self.machine.run_module(writer)
            yield from self._by_others(writer)

    def _by_others(self, module: Module) -> list[ChangedBy]:
        """What the functions of a module may change of what others have."""
        if module.file not in self._outside:
            self._outside[module.file] = [each for each in self.of_module(module) if each.reached]
        return self._outside[module.file]

    def _by_own(self, module: Module) -> dict[str, list[ChangedBy]]:
        if module.file not in self._known:
            known = self._known[module.file] = {}

            def look() -> None:
                for name, by in self._written_in(module):
                    known.setdefault(name, []).append(by)

            self.within(module).parts[self.machine.program.noted(look)] = None
        return self._known[module.file]

    def of_module(self, module: Module) -> list[ChangedBy]:
        """All that the functions of a module may change."""
        return list(dict.fromkeys(each for by in self._by_own(module).values() for each in by))

    def _written_in(self, module: Module) -> Iterator[tuple[str, ChangedBy]]:
        program, held = self.machine.program, dict(_names(module))
        for function in self.machine.functions_of(module):
            if function.code.name == "__init_subclass__":
                # Where a class is made that inherits from it, it is called.
                continue
            block = function.code.block
            changes, binds = program.changes(block), program.binds(block)
            for name in binds if _ALL_GLOBALS.isdisjoint(changes) else held:
                yield name, ChangedBy(function)
            if function.made_by and (binds or changes):
                # It shares variables with the functions that the same call has made.
                for name, value in held.items():
                    if isinstance(value, Function) and value.made_by:
                        yield name, ChangedBy(function)
                yield outermost(function), ChangedBy(function)
            if any(isinstance(default, HeapObject) for default in function.defaults.values()):
                yield outermost(function), ChangedBy(function)
            for reached in changes:
                by = ChangedBy(function, _in_module(reached, function))
                name = by.names[0]
                # What an import stands for is asked when it is read.
                if name in held and (isinstance(held[name], Imported) or self.may_change(by)):
                    yield name, by

    def may_change(self, by: ChangedBy) -> bool:
        """Whether a function may change what is reached from its module, or by a method that it calls."""
        names = by.names
        called = names.pop() if by.reached.endswith(RESULT) else ""
        module = by.function.scope.module
        value: Value = module
        for name in names if by.reached else ():
            found = self._held(value, name)
            if found is None and isinstance(value, Class) and not called:
                return False
            if found is None:
                break
            value = found
        if not by.reached:
            return True
        if value is module:
            return False
        return by.reached.endswith(SET) or any(self._is_changed(each, called) for each in value.options())

    def _is_changed(self, value: Value, called: str) -> bool:
        """Whether a value may be changed that is handed over, or by a method of it.

        What is called of a module is a function, or a class; what a class or a module is given to leaves it as it is.
        """
        if isinstance(value, Items | Mapping) and called not in CHANGING and (called or value.is_fixed):
            options = (option for each in value.held() for option in each.options())
            return any(isinstance(each, HeapObject) and not isinstance(each, Class | Module) for each in options)
        of = value.of if isinstance(value, Object) else value
        if isinstance(of, Class) and of.is_enum:
            return False
        if called and isinstance(value, Class) and not value.external and value.find(called) is not None:
            methods = (entry.value for owner in value.order() for entry in owner.table.values())
            return any(isinstance(each, Function) and self._sets_class(each) for each in methods)
        return isinstance(value, HeapObject) and not isinstance(value, Class | Module)

    def _sets_class(self, method: Function) -> bool:
        return method.kind == "class" and bool(self.machine.program.sets(method.code.block))

    def _held(self, value: Value, name: str) -> Value | None:
        if isinstance(value, Class):
            entry = value.find(name)
            return entry.value.settled(self.machine) if entry is not None else None
        found = value.table.get(name) if isinstance(value, Module) else None
        # What it will be is asked here.
        now = found.now if isinstance(found, AffectedGlobal) else found
        return now.settled(self.machine) if now is not None else None

    # -- what they do -------------------------------------------------------------------------------------------------

    def now(self, affected: AffectedGlobal) -> Value | None:
        """What a name is bound to, with all that functions may make of it."""
        self.settle(affected.module, affected.attribute_name)
        found: Value | None = dict.get(affected.module.table, affected.attribute_name)
        # What changes it is at its beginning: its functions have not run.
        return found.now if isinstance(found, AffectedGlobal) else found

    def settled(self, affected: AffectedGlobal) -> Value:
        now = self.now(affected)
        return now.settled(self.machine) if now is not None else unknown(affected.attribute_name)

    def settle(self, module: Module, name: str) -> None:
        """Find out what functions make of what a module has under a name; if that is going on, also of this."""
        table = module.table
        affected = dict.get(table, name)
        if not isinstance(affected, AffectedGlobal) or self._is_at_its_beginning(affected):
            return
        if affected.now is None:
            del table[name]
        else:
            table[name] = affected.now
        self.read.setdefault(module.file, {})[name] = None
        self._waiting.append(affected)
        if not self._is_at_work:
            self._work()

    def _is_at_its_beginning(self, affected: AffectedGlobal) -> bool:
        """Whether the body of a module runs whose functions may change a name."""
        groups = [each for each in affected.changed_by if isinstance(each, ChangedElsewhere)]
        return any(self.machine.program.is_running_writer(each.module, each.name) for each in groups)

    def _work(self) -> None:
        self._is_at_work = True
        try:
            self.machine.program.apart_from_this(self._apart)
        finally:
            self._is_at_work = False

    def _apart(self) -> None:
        machine = self.machine
        # What the root that is going on has made and entered is its own.
        kept = machine.nested, machine.entered
        machine.nested, machine.entered = [], set()
        machine.isolated(self._run_waiting, 0, sys.maxsize)
        machine.nested, machine.entered = kept

    def _run_waiting(self) -> None:
        """Run what is waiting, and again what has read something that is another now, until nothing more is done."""
        machine = self.machine
        is_stale: dict[Function, Callable[[], bool]] = {}
        turns: Counter[Function] = Counter()
        end = machine.done + BOUNDS.effects
        while found := [*self._next(), *(each for each, is_so in is_stale.items() if is_so())]:
            for function in found:
                turns[function] += 1
                end += int(function.code.size * BOUNDS.effects_per_byte) if turns[function] == 1 else 0
                if machine.done > end:
                    self._doubt_all({each.scope.module for each in turns})
                    return
                stale = self._run(function, again=turns[function] > 1)
                is_stale[function] = stale if turns[function] < BOUNDS.rounds else bool

    def _next(self) -> list[Function]:
        """The functions that may change what is waiting, and that were not run."""
        found: dict[Function, None] = {}
        waiting, self._waiting = self._waiting, []
        for affected in waiting:
            changing: list[Function] = []

            def look(affected: AffectedGlobal = affected, changing: list[Function] = changing) -> None:
                changing += islice(self._changing(affected), BOUNDS.changers + 1)

            self.within(affected.module).parts[self.machine.program.noted(look)] = None
            if len(changing) > BOUNDS.changers:
                self._doubt(affected)
            else:
                found |= dict.fromkeys(each for each in changing if each not in self._done)
        self._done |= found
        return list(found)

    def _changing(self, affected: AffectedGlobal) -> Iterator[Function]:
        seen: set[Function] = set()
        for by in chain.from_iterable(affected.changed_by):
            if by.function not in seen and (by.function in self._done or self.may_change(by)):
                seen.add(by.function)
                yield by.function

    def _doubt(self, affected: AffectedGlobal) -> None:
        """Too many functions may change it: it may be what it is, or anything else."""
        table, name = affected.module.table, affected.attribute_name
        now: Value | None = dict.get(table, name)
        if now is not None:
            for each in _reach(now.settled(self.machine)).values():
                each.escape(self.machine)
            table[name] = now.flagged(CHANGED)
            self.machine.heap.change(table, name, is_new=False)

    def _doubt_all(self, modules: Iterable[Module]) -> None:
        """It takes too much work: anything that others can reach may be something else."""
        machine = self.machine
        machine.doubted = True
        tables = [*(module.table for module in modules), *(stored.table for stored in machine.reachable.values())]
        for table in tables:
            for key, cell in list(table.items()):
                table[key] = cell.flagged(CHANGED)
        machine.summaries.clear()

    def _run(self, function: Function, *, again: bool) -> Callable[[], bool]:
        """Join what a function does to what others can reach with what is there.

        Whether it may do more later, because of what has changed of what it has read.
        """
        machine, heap = self.machine, self.machine.heap
        self.runs += 1
        before = len(machine.events)
        # No branch is decided by what others can reach: who writes nothing now never will.
        is_stale: Callable[[], bool] = bool

        def run() -> None:
            nonlocal is_stale
            machine.in_root = True
            given = machine.from_outside(function)
            own = next(iter(given.values()), None) if function.owner is not None else None
            watched = machine.watched(lambda: machine.run_with(function, given))
            # It may fail at any moment.
            moved, changed = heap.reordered(0), heap.between(0)
            heap.undo(0)
            writes = [*((where, key, None) for where, key in moved), *changed.values()]
            wrote, _ = machine.weak_updates(writes, again=again, but=own)
            is_stale = watched if wrote else bool

        self.within(function.scope.module).parts[machine.run_for_effects(run, function)] = None
        del machine.events[before:]
        return is_stale


def overwritten(heap: Heap) -> Iterator[Overwritten]:
    """What was in the cells that are on the trail, one for each write there."""
    for table, key, before, _ in heap.trail:
        is_cell = key is not ORDER and key is not KEYS
        created = table.created if isinstance(table, Cells) else 0
        yield Overwritten(
            table, key if is_cell else None, before if is_cell else None, created if is_cell else sys.maxsize
        )


def _in_module(reached: str, function: Function) -> str:
    """How what a function changes is reached from its module."""
    return f"{function.owner.label}{SET}" if reached == OWN_CLASS and function.owner is not None else reached


def outermost(function: Function) -> str:
    """The name in its module by which a function is reached, or what it is in."""
    return function.code.block.name.partition(".")[0]


def _names(module: Module) -> list[tuple[str, Value]]:
    """What a module has, as it is."""
    return [(name, value) for name, value in dict.items(module.table) if isinstance(name, str)]


# Of an object that holds more, only this much is looked at for others that are in it.
_MOST_HELD: Final = 300


def _all_names(modules: Iterable[Module]) -> Iterator[tuple[Module, str, Value]]:
    return ((module, name, value) for module in modules for name, value in _names(module))


def _objects(value: Value | None) -> set[int]:
    """What can be changed of what a value is and holds."""
    return set(_reach(value)) if value is not None else set()


def _reach(value: Value) -> dict[int, HeapObject]:
    found: dict[int, HeapObject] = {}
    waiting = [value]
    while waiting and len(found) < _MOST_HELD:
        for each in waiting.pop().options():
            if isinstance(each, HeapObject) and each.serial not in found and not isinstance(each, Module):
                found[each.serial] = each
                waiting += (inner for inner in each.held() if not isinstance(inner, Function))
                waiting += each.bases if isinstance(each, Class) else ()
                waiting += (each.of,) if isinstance(each, Object) and isinstance(each.of, Class) else ()
    return found
