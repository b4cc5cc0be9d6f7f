"""Summaries: what is left of a call, for every other call that would leave the same.

A function is run once with symbols in place of the texts, numbers and unknown values that it is given, and that it
reads of the objects that it is given. Where it only hands them on, its residual (result, events, writes) holds for
all values, and a call puts its own in their place. Where it asks a symbol for what it is (a condition, a look-up, a
method of texts), the run is given up, and from then on that value counts: `if method == "GET"` and `TABLE[name]` are
decided by each caller.

What a run has read of the heap is noted cell by cell. Its residual holds for each call that would read the same: of
objects that the call is given, what is in the cells that were read; of what others can reach, that nothing has been
written there since.
"""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator
from functools import reduce
from itertools import product
from typing import Any, Final, NamedTuple

from waypost.routes.domain.bounds import BOUNDS
from waypost.routes.domain.events import Event, Step
from waypost.routes.domain.heap import KEYS, NOW, ORDER, RARELY, Cells, Changes, Heap, Table, moment, unrecorded_cells
from waypost.routes.domain.places import Block
from waypost.routes.domain.values import (
    ANY,
    AbstractMachine,
    Arguments,
    Arms,
    Choice,
    Class,
    Constant,
    Entry,
    Given,
    HeapObject,
    Items,
    Locals,
    Mapping,
    Module,
    Object,
    Path,
    Sequence,
    Substitution,
    Symbol,
    Unknown,
    Value,
    agreed,
    either_of,
    values_in,
)
from waypost.routes.run.program import Footprint

Reads = dict[tuple[int, Any], tuple[Cells, Any]]
_ABSENT: Final = object()
_NO_READ: Final[tuple[Cells, Any]] = (Cells(), None)


class CallPattern:
    """What a call can see of what it is given, with numbers for objects and symbols for plain values."""

    def __init__(self, asked: Collection[str]) -> None:
        self.asked = asked
        self.objects: list[HeapObject] = []
        self.numbers: dict[int, int] = {}
        # The objects that were found where anyone can reach them: it must be those.
        self.apart: set[int] = set()
        self.paths: list[str] = []
        # What is given, and the symbols that stand for it.
        self.values: list[Value] = []
        self.symbols: list[Value] = []
        # The choices among what is given.
        self.choices: list[Choice] = []
        # Something has no key, or there is too much of it.
        self.opaque = False

    def size(self) -> tuple[int, int, int]:
        return len(self.objects), len(self.values), len(self.choices)

    def cut(self, size: tuple[int, int, int]) -> None:
        """Forget what was found since."""
        for each in self.objects[size[0] :]:
            del self.numbers[id(each.table)]
        del self.objects[size[0] :], self.paths[size[0] :], self.values[size[1] :], self.symbols[size[1] :]
        del self.choices[size[2] :]

    def value(self, of: Value, path: str, key: list[Hashable]) -> Value:
        """What a run sees of a value; what it takes for granted of it is added to a key."""
        if of.plain and path not in self.asked:
            made: Value
            if isinstance(of, Unknown):
                made = Given(path)
                key.append("unknown")
            else:
                # A number is another one in each turn of a loop.
                is_number = isinstance(of, Constant) or (isinstance(of, Symbol) and of.is_number)
                made = Symbol(path, textual=of.textual, flags=of.flags, is_number=is_number)
                key.append((is_number, of.textual, of.flags))
            self.values.append(of)
            self.symbols.append(made)
            return made
        self._pinned(of, path, key)
        return of

    def around(self, variables: Iterable[Locals], key: list[Hashable]) -> None:
        """The variables that a function sees of calls around it."""
        for index, each in enumerate(variables):
            self._pinned(each, f"^{index}", key)

    def _pinned(self, of: Value, path: str, key: list[Hashable]) -> None:
        waiting: list[Value] = [of]
        found = 0
        while waiting:
            at = waiting.pop()
            at.need_concrete()
            facts = at.facts()
            if facts is None or len(key) > BOUNDS.key:
                self.opaque = True
                return
            if not isinstance(at, HeapObject):
                key += facts
                if isinstance(at, Choice):
                    key += self._excluded(at)
                    self.choices.append(at)
                waiting += at.children()
            elif (number := self.numbers.get(id(at.table))) is not None:
                key.append(("again", number))
            elif id(at.table) in self.apart or not _is_like_others(at):
                key.append(at.serial)
            else:
                key += facts
                self.numbers[id(at.table)] = len(self.objects)
                self.paths.append(path if at is of else f"{path}|{found}")
                self.objects.append(at)
                found += 1
                if isinstance(at, Object):
                    # What its maker was given never changes.
                    waiting += at.built.values()
                if isinstance(at, Locals) and at.scope.receiver is not None:
                    waiting.append(at.scope.receiver)

    def _excluded(self, of: Choice) -> Iterator[Hashable]:
        """Which of its alternatives are never there together with one of another choice that is given."""
        for number, other in enumerate(self.choices):
            if not of.joins.isdisjoint(other.joins):
                rows = product(enumerate(of.arms), enumerate(other.arms))
                yield from ((number, own, its) for (own, mine), (its, more) in rows if agreed(mine, more) is None)

    def cell(self, number: int, name: Hashable, cell: Any, key: list[Hashable]) -> Any:
        """What a run sees of a cell of an object that it is given."""
        path = f"{self.paths[number]}.{name}"
        if cell is None:
            key.append(None)
            return None
        if isinstance(cell, Value):
            return self.value(cell, path, key)
        key += cell.facts()
        if isinstance(cell, Entry):
            of = self.objects[number]
            is_own = isinstance(of, Mapping) or (isinstance(of, Object) and of.in_program)
            if not is_own:
                self._pinned(cell.value, path, key)
                return cell
            value = self.value(cell.value, path, key)
            return cell if value is cell.value else cell._replace(value=value)
        if (
            isinstance(cell, Items)
            and len(cell.known) <= BOUNDS.unrolled
            and isinstance(self.objects[number], Sequence)
        ):
            known = tuple(self.value(each, f"{path}.{index}", key) for index, each in enumerate(cell.known))
            rest = self.value(cell.rest, f"{path}.rest", key) if cell.rest is not None else None
            return Items(known, rest)
        for each in cell.children():
            self._pinned(each, path, key)
        return cell

    def answer(self, number: int, name: Hashable) -> tuple[Hashable, ...] | None:
        """What an object that the call is given, or a value, answers to a question of another run."""
        if isinstance(name, Ask):
            return (name.of(self.values[number]),)
        key: list[Hashable] = []
        of = self.objects[number]
        if name is KEYS:
            key += of.table.keys()
        elif name is CLASS:
            key.append(of.of.key() if isinstance(of, Object) else None)
        elif name is SELF:
            key.append(of.serial)
        elif isinstance(name, Find):
            assert isinstance(of, Object)
            self.entry(number, name.name, of.found(*name), key)
        else:
            self.cell(number, name, of.table.get(name), key)
        return None if self.opaque else tuple(key)

    def entry(self, number: int, name: str, entry: Entry | None, key: list[Hashable]) -> Entry | None:
        """What a run sees of what the class of an object that it is given has under a name."""
        if entry is None:
            key.append(None)
            return None
        if not entry.value.plain:
            key += (entry.maybe, id(entry.value))
            return entry
        key += entry.facts()
        value = self.value(entry.value, f"{self.paths[number]}.{name}", key)
        return entry if value is entry.value else entry._replace(value=value)


def _is_like_others(of: HeapObject) -> bool:
    """Whether another object may take its place: what matters of it is what is read of it."""
    if isinstance(of, Object) and isinstance(of.cls, Class) and of.cls.is_enum:
        return False
    return not isinstance(of, Class | Module)


# In the place of a cell: the class of an object; which object it is.
CLASS: Final = object()
SELF: Final = object()


class Find(NamedTuple):
    """In the place of a cell: what the class of an object has under a name, or one that it inherits from."""

    name: str
    after: Class | None


class Ask(NamedTuple):
    """In the place of a cell: what a value answers, as it is read from a place with some flags."""

    question: str
    flags: int

    def of(self, value: Value) -> bool | None:
        found: bool | None = getattr(value.flagged(self.flags), self.question)()
        return found


class Reading(NamedTuple):
    """What a run has read of an object that it was given, and what it takes for granted."""

    number: int
    name: Hashable
    found: tuple[Hashable, ...]


class Residual:
    """What a call leaves, and for which other calls that holds."""

    def __init__(self, recording: "Recorded", heap: Heap, footprint: Footprint) -> None:
        facts = recording.facts
        self.footprint = footprint
        self.start = recording.start
        self.objects = facts.objects
        self.symbols = facts.symbols
        self.choices = facts.choices
        self.apart = facts.apart
        self.questions = recording.questions
        self.reads = recording.all_reads()
        # What was not as it is when nothing runs.
        self.written_before = recording.written_before
        # What rests on this one, and on what this one rests.
        self.users: list[Residual] = []
        self.used = list(recording.used.values())
        self.own_reads = list(recording.reads)
        self.is_watched = False
        # Something was changed for good that it may have read.
        since = heap.changed[recording.changes :]
        self.is_invalid: bool = any(map(self.reads.__contains__, since)) or any(each.is_invalid for each in self.used)
        # The functions that are called for it, and how often each is entered again; those that are not entered again.
        self.called = recording.called
        self.again = {block: recording.active.get(block, 0) for block in recording.again}
        self.steps = recording.steps if recording.deep else None
        self.result: Value = recording.result
        # To what is written: an object that the call is given, by its number, or a table that others can reach.
        self.writes: list[tuple[int | None, Table, Hashable, Any]] = []
        # The objects that are made for it, with what they are given.
        self.makes: list[tuple[Class, Arguments]] = []
        # With the steps of each that come after the call itself, which has this many before it.
        self.events: list[tuple[Event, tuple[Step, ...]]] = []
        self.depth = recording.steps

    def watch(self, heap: Heap) -> None:
        """Others will use it: what it has read is watched, and so is what it rests on."""
        waiting = [self]
        for residual in waiting:
            if residual.is_watched:
                continue
            residual.is_watched = True
            for which in residual.own_reads:
                heap.readers.setdefault(which, []).append(residual)
            for each in residual.used:
                each.users.append(residual)
            waiting += residual.used
            residual.used, residual.own_reads = [], []

    def invalidate(self) -> None:
        """It holds no longer, nor does what rests on it."""
        waiting = [self]
        for each in waiting:
            if not each.is_invalid:
                each.is_invalid = True
                waiting += each.users

    def keep(self, changes: Changes, events: Iterable[Event], start: int) -> None:
        """What a run has left, whose changes are undone by now. What it has made itself keeps its contents."""
        numbers = {id(each.table): number for number, each in enumerate(self.objects)}
        for table, key, cell in changes.values():
            number = numbers.get(id(table))
            if number is not None or (isinstance(table, Cells) and table.created < start):
                self.writes.append((number, table, key, cell))
            elif isinstance(table, Cells) and cell is not None:
                table[key] = cell
        self.events = [(event, event.call_stack[self.depth + 1 :]) for event in events]

    def fits(self, facts: CallPattern, heap: Heap, active: dict[Block, int], steps: int, first: int) -> bool:
        """Whether a call would read the same, if it does so for the first questions."""
        if self.is_invalid or (self.steps is not None and self.steps != steps):
            return False
        for block, count in active.items():
            since = self.called.get(block) if count else None
            if since is not None and count + since > BOUNDS.again and block not in self.again:
                return False
        if any(active.get(block, 0) != count for block, count in self.again.items()):
            return False
        if any(facts.answer(number, name) != found for number, name, found in self.questions[first:]):
            return False
        return self.apart.isdisjoint(facts.numbers) and self._reads_fit(heap)

    def _reads_fit(self, heap: Heap) -> bool:
        if self.is_apart(heap):
            return True
        if not all(_same(*read, key) for (_, key), read in self.written_before.items()):
            return False
        return all(_same(*self.reads[which], which[1]) for which in heap.stamps.keys() & self.reads.keys())

    def is_apart(self, heap: Heap) -> bool:
        """Whether nothing has been written where it has read."""
        return not self.written_before and heap.stamps.keys().isdisjoint(self.reads)


class SummaryTree:
    """The residuals of a kind of call, by what their runs have read: the next question, and its answers."""

    __slots__ = ("answers", "question", "rows")

    def __init__(self) -> None:
        self.question: tuple[int, Hashable] | None = None
        self.answers: dict[tuple[Hashable, ...], SummaryTree] = {}
        # Those that end here, or go on with another question.
        self.rows: list[tuple[Residual, int]] = []

    def add(self, residual: Residual) -> None:
        node, passed = self, 0
        for number, name, found in residual.questions:
            if node.question is None:
                node.question = (number, name)
            elif node.question != (number, name):
                break
            node = node.answers.setdefault(found, SummaryTree())
            passed += 1
        node.rows.append((residual, passed))
        del node.rows[: -BOUNDS.tries]

    def find(self, facts: CallPattern, heap: Heap, active: dict[Block, int], steps: int) -> Residual | None:
        """The residual that holds for a call; what is found of the call on the way is added to its facts."""
        node: SummaryTree | None = self
        start = facts.size()
        while node is not None:
            size = facts.size()
            for residual, index in reversed(node.rows):
                if residual.fits(facts, heap, active, steps, index):
                    return residual
                facts.cut(size)
                facts.opaque = False
            found = facts.answer(*node.question) if node.question is not None else None
            node = node.answers.get(found) if found is not None else None
        facts.cut(start)
        facts.opaque = False
        return None


def _same(table: Cells, cell: Any, key: Hashable) -> bool:
    """Whether a cell that others can reach is as it was."""
    if cell is None and table is _NO_READ[0]:
        return False
    if key is KEYS:
        return bool(tuple(table.keys()) == cell)
    now = table.get(key)
    if now is cell:
        return True
    return now is not None and cell is not None and _key(now) == _key(cell)


def _key(cell: Any) -> list[Hashable]:
    """What can be seen of a cell, with its objects by themselves."""
    key: list[Hashable] = []
    waiting: list[Any] = [cell]
    while waiting:
        at = waiting.pop()
        if isinstance(at, HeapObject):
            key.append(at.serial)
            continue
        if isinstance(at, Value):
            at.need_concrete()
        facts = at.facts()
        if facts is None:
            return [object()]
        key += facts
        waiting += at.children()
    return key


class Recorded:
    """A run whose reads are noted, cell by cell."""

    def __init__(self, facts: CallPattern, heap: Heap, active: dict[Block, int], steps: int, events: int) -> None:
        self.facts = facts
        self.heap = heap
        self.around: Recorded | None = NOW.recording  # type: ignore[assignment]  # all are of this kind
        self.start = moment()
        self.mark = heap.mark()
        self.changes = len(heap.changed)
        self.active = {block: count for block, count in active.items() if count}
        self.steps = steps
        self.first_event = events
        self.questions: list[Reading] = []
        # What it has read of tables that it was not given, and what it saw there.
        self.reads: Reads = {}
        self.seen: dict[tuple[Any, ...], Any] = {}
        self.written_before: Reads = {}
        self.used: dict[int, Residual] = {}
        # The functions that it calls, and how often each was entered since; those that were not entered again.
        self.called: dict[Block, int] = {}
        self.again: set[Block] = set()
        # Whether a call was not followed because it is too deep, or for another reason.
        self.deep = False
        self.cut = False
        self.result: Value

    def enter(self, block: Block, count: int) -> None:
        """A function is called."""
        since = count - self.active.get(block, 0)
        self.called[block] = max(since, self.called.get(block, 0))

    def answer(self, symbol: Value, question: str, flags: int) -> bool | None:
        number = next((index for index, each in enumerate(self.facts.symbols) if each is symbol), None)
        if number is None:
            symbol.need_concrete()
            return None
        ask = Ask(question, flags)
        if (number, ask) not in self.seen:
            NOW.recording = self.around
            try:
                self.seen[number, ask] = ask.of(self.facts.values[number])
            finally:
                NOW.recording = self
            self.questions.append(Reading(number, ask, (self.seen[number, ask],)))
        found: bool | None = self.seen[number, ask]
        return found

    def classes(self) -> bool:
        if RARELY in self.heap.stamps:
            return False
        self.reads[RARELY] = _NO_READ
        return True

    def of(self, made: Object) -> None:
        number = self.facts.numbers.get(id(made.table))
        if number is not None and (number, CLASS) not in self.seen:
            self.seen[number, CLASS] = None
            self.questions.append(Reading(number, CLASS, (made.cls.key(),)))
        if self.around is not None:
            self.around.of(made)

    def found(self, made: Object, name: str, after: Class | None, entry: Entry | None) -> Entry | None:
        number = self.facts.numbers.get(id(made.table))
        if number is not None and (number, name, after) in self.seen:
            known: Entry | None = self.seen[number, name, after]
            return known
        if self.around is not None:
            entry = self.around.found(made, name, after, entry)
        if number is not None:
            key: list[Hashable] = []
            entry = self.facts.entry(number, name, entry, key)
            self.questions.append(Reading(number, Find(name, after), tuple(key)))
            self.seen[number, name, after] = entry
        return entry

    def cell(self, table: Cells, key: Hashable, cell: Any) -> Any:
        if table.created >= self.start:
            return cell
        which = (id(table), key)
        stamp = self.heap.stamps.get(which, 0)
        if not stamp and not table.created and id(table) not in self.facts.numbers:
            if which not in self.reads:
                self.reads[which] = (table, cell)
                self._meet(cell)
            return cell
        return cell if stamp >= self.start else self._of_before(table, key, cell)

    def before(self, table: Cells, key: Hashable, cell: Any, stamp: int) -> Any:
        return cell if table.created >= self.start or stamp >= self.start else self._of_before(table, key, cell)

    def _of_before(self, table: Cells, key: Hashable, cell: Any) -> Any:
        """What the run sees of a cell that was written before it began, but not when nothing runs."""
        which = (id(table), key)
        known = self.seen.get(which, _ABSENT)
        if known is not _ABSENT:
            return known
        if self.around is not None:
            cell = self.around.before(table, key, cell, self.heap.stamps.get(which, 0))
        number = self.facts.numbers.get(id(table))
        if number is None:
            self.written_before[which] = (table, cell)
            if cell is not None:
                self._take(cell)
        else:
            found: list[Hashable] = []
            cell = self.facts.cell(number, key, cell, found)
            self.questions.append(Reading(number, key, tuple(found)))
        self.seen[which] = cell
        self.cut = self.cut or len(self.questions) > BOUNDS.key
        return cell

    def _meet(self, cell: Any) -> None:
        """What anyone can reach may be an object that the run was given, too."""
        for value in values_in(cell):
            for each in value.options():
                if isinstance(each, HeapObject) and _is_like_others(each):
                    number = self.facts.numbers.get(id(each.table))
                    if number is None:
                        self.facts.apart.add(id(each.table))
                    elif (number, SELF) not in self.seen:
                        self.seen[number, SELF] = None
                        self.questions.append(Reading(number, SELF, (each.serial,)))

    def _take(self, cell: Any) -> None:
        """What is in a cell that was written in between, where others can reach it: it must be the same."""
        for each in values_in(cell):
            waiting: list[Value] = [each]
            while waiting:
                at = waiting.pop()
                at.need_concrete()
                if isinstance(at, HeapObject):
                    self.cut = self.cut or bool(at.table.created)  # type: ignore[attr-defined]  # of objects
                else:
                    waiting += at.children()

    def keys(self, table: Cells) -> None:
        if table.created >= self.start:
            return
        which = (id(table), KEYS)
        if which in self.seen:
            return
        stamp = self.heap.stamps.get(which, 0)
        names = self._keys_before(table) if stamp >= self.start else tuple(dict.keys(table))
        self.seen[which] = names
        number = self.facts.numbers.get(id(table))
        if number is None:
            reads = self.written_before if stamp or table.created else self.reads
            reads[which] = (table, names)
        else:
            self.questions.append(Reading(number, KEYS, names))
        if self.around is not None and (stamp or table.created):
            self.around.keys(table)

    def _keys_before(self, table: Cells) -> tuple[Any, ...]:
        """The keys of a table before the run began."""
        found = unrecorded_cells(table)
        for where, key, before, _ in reversed(self.heap.trail[self.mark :]):
            if where is not table or key is KEYS:
                continue
            if key is ORDER:
                found = dict(before)
            elif before is None:
                found.pop(key, None)
            else:
                found[key] = before
        return tuple(found)

    def use(self, residual: Residual, active: dict[Block, int]) -> None:
        """A call in it is answered from a summary: what was read for that is read here."""
        for block, since in residual.called.items():
            self.enter(block, active.get(block, 0) + since)
        self.again |= residual.again.keys()
        self.deep = self.deep or residual.steps is not None
        if residual.is_apart(self.heap):
            self.used[id(residual)] = residual
            return
        for which, (table, _) in (*residual.reads.items(), *residual.written_before.items()):
            key = which[1]
            if which == RARELY:
                # It holds because what it has read of classes is not written.
                self.classes()
            elif key is KEYS:
                self.keys(table)
            else:
                self.cell(table, key, dict.get(table, key))

    def all_reads(self) -> Reads:
        found = dict(self.reads)
        for residual in self.used.values():
            found |= residual.reads
        return found


class Replay(Substitution):
    """One call, from its residual: what the call gives takes the place of what the residual was made with."""

    def __init__(self, residual: Residual, facts: CallPattern, machine: AbstractMachine) -> None:
        self.residual = residual
        self.machine = machine
        self.facts = facts
        self.made: dict[int, Value] = {}
        self.made |= {id(old): new for old, new in zip(residual.objects, facts.objects, strict=True)}
        self.made |= {id(old): new for old, new in zip(residual.symbols, facts.values, strict=True)}
        self.made |= {id(old): new for old, new in zip(residual.choices, facts.choices, strict=True)}
        # The choices that the call gives, in the places of those that the residual was made with, if they are others.
        self.choices = [(a, b) for a, b in zip(residual.choices, facts.choices, strict=True) if a is not b]
        # Its own joins are others in each call.
        self.joins: dict[int, int] = {}
        self.events: dict[int, Event | None] = {}
        self.steps: tuple[Step, ...] = ()
        # What events keep is not written any more: it is copied only if something in it is another.
        self.frozen = False

    def run(
        self, heap: Heap, steps: tuple[Step, ...], root: str, may_be: Callable[[Event], bool | None]
    ) -> tuple[Value, list[Event]]:
        """Its result and events; its writes are done."""
        self.frozen = True
        self.steps = steps
        for event, after in self.residual.events:
            receiver = self.value(event.receiver) if event.receiver is not None else None
            copy = Event(event.callee, receiver, event.arguments.substituted(self), event.place, steps + after)
            copy.uses, copy.likely, copy.root, copy.is_partial = set(event.uses), event.likely, root, event.is_partial
            copy.arms = self.arms(event.arms)
            copy.called = self.value(event.called) if event.called is not None else None
            if event.is_open:
                found = may_be(copy)
                copy.is_open = found is None
                self.events[id(event)] = copy if found is not False else None
            else:
                self.events[id(event)] = copy
        self.frozen = False
        for number, table, key, cell in self.residual.writes:
            where = table if number is None else self.facts.objects[number].table
            heap.store(where, key, self.cell(cell) if cell is not None else None)
        for symbol, value in zip(self.residual.symbols, self.facts.values, strict=True):
            if isinstance(symbol, Given):
                for name in symbol.uses:
                    self.machine.used(value, name)
        return self.value(self.residual.result), [event for event in self.events.values() if event is not None]

    def arms(self, of: Arms) -> Arms:
        given = [each for each in self.choices if any(not each[0].joins.isdisjoint(path) for path in of)]
        if not given and all(join < self.residual.start for path in of for join in path):
            return of
        return reduce(either_of, (self._paths(path, given) for path in of))

    def _paths(self, path: Path, given: list[tuple[Choice, Choice]]) -> Arms:
        """A path, with those to what the call gives where there were those to what it gave then."""
        replaced = {join for old, _ in given for join in old.joins}
        own = {self._join(join): taken for join, taken in path.items() if join not in replaced}
        found: Arms = (own,) if own else ANY
        for old, new in given:
            both = [b for a, b in zip(old.arms, new.arms, strict=True) if agreed(a, (path,)) is not None]
            found = agreed(found, reduce(either_of, both)) or found if both else found
        return found

    def _join(self, join: int) -> int:
        return join if join < self.residual.start else self.joins.setdefault(join, moment())

    def detail(self, of: Any) -> Any:
        return self.events.get(id(of), of)

    def call_stack(self, of: tuple[Any, ...]) -> tuple[Any, ...]:
        return self.steps + of[self.residual.depth + 1 :]

    def value(self, of: Value) -> Value:
        known = self.made.get(id(of))
        if known is None:
            known = self.made[id(of)] = self._stored(of) if isinstance(of, HeapObject) else self._changed(of)
        return known

    def _changed(self, of: Value) -> Value:
        if of.facts() is None:
            raise Opaque
        return of.substituted(self)

    def _stored(self, of: HeapObject) -> Value:
        """Another object of its kind, unless others can reach it."""
        if not of.table.created:  # type: ignore[attr-defined]  # of objects: a table of cells
            return of
        copy = of.emptied()
        if copy is None and of.table.created < self.residual.start:  # type: ignore[attr-defined]  # of objects
            return of
        if copy is None or of.facts() is None:
            raise Opaque
        self.made[id(of)] = copy
        if isinstance(copy, Object):
            copy.built = copy.built.substituted(self)
        if isinstance(copy, Locals) and isinstance(of, Locals):
            copy.follow(self, of)
        old = unrecorded_cells(of.table)
        copy.table.update((key, self.cell(cell)) for key, cell in old.items())
        is_same = self.frozen and all(dict.get(copy.table, key) is cell for key, cell in old.items())
        return of if is_same and _is_built_alike(of, copy) else copy


def _is_built_alike(of: HeapObject, copy: HeapObject) -> bool:
    if not isinstance(of, Object) or not isinstance(copy, Object):
        return True
    return [*map(id, of.built.values())] == [*map(id, copy.built.values())]


class Opaque(Exception):  # noqa: N818 - no error: a residual that cannot be used again
    """A value that cannot be made again from a residual."""
