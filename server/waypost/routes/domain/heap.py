"""What can be written (variables, attributes, items) and the trail of its changes.

A table is a dict of cells. Every write goes through `Heap.store`, so a branch is: run an arm, take its changes,
undo them, run the next; then the changes of all arms are joined, key by key.

While a run is recorded, so that what it leaves can be used again, what it reads of tables that were there before
decides whether it can: each such read goes through the recording.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import count
from threading import local
from typing import Any, Final, Protocol, TypeAlias


class Cell(Protocol):
    """What a table holds: a value, or an entry with a value."""

    def join(self, other: Any, /) -> Any:
        """What is known if it is one of the two."""

    def is_like(self, other: Any, /) -> bool:
        """Whether nothing is known of the other one that is not known of this: both are of one kind."""

    def under(self, arms: Any, /) -> Any:
        """As what some paths have led to."""

    def possibly_absent(self) -> Any:
        """The same where another arm has nothing."""

    def growing(self, key: Any, after: Any, /, *, is_first: bool) -> Any:
        """What it may be after more turns of a loop like one that has left another; nothing if it is that already."""

    def key(self) -> Hashable:
        """Equal keys: the same, for joins and versions."""

    def reached(self) -> list[Any]:
        """What can be written in it, and in what it holds."""


class Recording(Protocol):
    """A run whose reads are noted."""

    def cell(self, table: "Cells", key: Hashable, cell: Any, /) -> Any:
        """What the run sees of a cell."""

    def keys(self, table: "Cells", /) -> None:
        """The run sees which keys there are."""

    def classes(self) -> bool:
        """The run reads the tables of classes: whether nothing is written in any of them now."""

    def of(self, made: Any, /) -> None:
        """The run sees which class an object has."""

    def found(self, made: Any, name: str, after: Any, entry: Any, /) -> Any:
        """What the run sees of what the class of an object has under a name."""

    def answer(self, symbol: Any, question: str, flags: int, /) -> bool | None:
        """What a symbol stands for is asked for no more than that."""

    def before(self, table: "Cells", key: Hashable, cell: Any, stamp: int, /) -> Any:
        """What the run sees of what was in a cell, as it was written at some moment, before it wrote there itself."""


class Reader(Protocol):
    """What holds as long as what was read for it is not changed for good."""

    def invalidate(self) -> None:
        """It holds no longer."""


class RunAbandoned(Exception):  # noqa: N818 - no error
    """A run cannot go on without what only a caller knows."""


class _Now(local):
    """What is recorded in this thread."""

    recording: Recording | None = None


NOW: Final = _Now()
_CLOCK: Final = count(1)


def moment() -> int:
    """A number that no other moment has; later moments have greater ones."""
    return next(_CLOCK)


class Cells(dict[Any, Any]):
    """A table that more than one call can see: its reads are noted."""

    __slots__ = ("created", "fill", "is_rarely_written")

    def __init__(self, cells: Any = (), created: int = 0) -> None:
        super().__init__(cells)
        # Puts in what is there, when that is first asked for, or written.
        self.fill: Callable[[], None] | None = None
        # When it was made; 0 if it lasts.
        self.created = created
        # The table of a class: who reads one takes for granted that nothing is written in any.
        self.is_rarely_written = False

    def get(self, key: Hashable, default: Any = None) -> Any:
        if self.fill is not None and key is not ESCAPED:
            self.filled()
        cell = _get(self, key)
        if NOW.recording is not None:
            cell = NOW.recording.cell(self, key, cell)
        return default if cell is None else cell

    def __getitem__(self, key: Hashable) -> Any:
        cell = self.get(key)
        if cell is None:
            raise KeyError(key)
        return cell

    def __contains__(self, key: object) -> bool:
        return self.get(key) is not None

    def filled(self) -> None:
        fill, self.fill = self.fill, None
        if fill is not None:
            fill()

    def keys(self) -> Any:
        if self.fill is not None:
            self.filled()
        if NOW.recording is not None:
            NOW.recording.keys(self)
        return dict.keys(self)

    def __iter__(self) -> Iterator[Any]:
        return iter(list(self.keys()))

    def __len__(self) -> int:
        return len(self.keys())

    def __bool__(self) -> bool:
        return bool(self.keys())

    def items(self) -> list[tuple[Any, Any]]:  # type: ignore[override]
        # Finding out what one cell is may remove another.
        return [(key, cell) for key in list(self.keys()) if (cell := self.get(key)) is not None]

    def values(self) -> list[Any]:  # type: ignore[override]
        return [cell for _, cell in self.items()]


_get: Final = dict.get


def _held(cell: "Cell | None") -> set[int]:
    """The objects that a cell holds, by their tables."""
    return {id(each.table) for each in cell.reached()} if cell is not None else set()


# On the trail, in the place of all tables that are rarely written.
_RARELY: Final = Cells()


def unrecorded_cells(table: "Table") -> dict[Any, Any]:
    """The cells of a table, which nobody is noted to have read."""
    return dict(dict.items(table))


Table: TypeAlias = dict[Any, Any]
# What an arm changed: each table and key with the cell that the arm left, `None` if it removed the key.
Changes: TypeAlias = dict[tuple[int, Hashable], tuple[Table, Hashable, Cell | None]]
_NONE: Final[Changes] = {}
# In the place of a key on the trail: all of a table, before a key was removed; which keys there are.
ORDER: Final = object()
KEYS: Final = object()
# In the place of a table and a key: all tables that are rarely written.
RARELY: Final = (0, KEYS)
# The key of what stands for all objects of a class, if it was given to something that is not seen.
ESCAPED: Final = object()
# In the place of a cell: the one that is there.
_NOW: Final[Any] = object()


class Heap:
    """The trail of all writes. The tables themselves belong to objects and frames."""

    __slots__ = ("changed", "readers", "stamps", "trail")

    def __init__(self) -> None:
        # Each write, with what was there before, and when that was written.
        self.trail: list[tuple[Table, Any, Any, int]] = []
        # When the cells on the trail were written last: all others are as they were when nothing ran.
        self.stamps: dict[tuple[int, Any], int] = {}
        # What rests on each cell as it is when nothing runs.
        self.readers: dict[tuple[int, Any], list[Reader]] = {}
        # The cells that were changed for good, in order.
        self.changed: list[tuple[int, Any]] = []

    def change(self, table: Table, key: Hashable, *, is_new: bool = True) -> None:
        """A cell that others can reach was changed for good."""
        keys = ((id(table), KEYS),) if is_new else ()
        for which in ((id(table), key), *keys, *((RARELY,) if _is_rarely_written(table) else ())):
            self.changed.append(which)
            for reader in self.readers.pop(which, ()):
                reader.invalidate()

    def store(self, table: Table, key: Hashable, cell: Cell | None) -> None:
        """Write a cell; `None` removes the key."""
        if table.__class__ is Cells and table.fill is not None and key is not ESCAPED:
            table.filled()
        before = _get(table, key)
        if cell is None and before is not None and dict.__len__(table) > 1:
            # Tables keep the order of their keys: it is restored as a whole.
            self.trail.append((table, ORDER, unrecorded_cells(table), 0))
        stamp = 0
        if table.__class__ is Cells:
            if (before is None) is not (cell is None):
                self.trail.append((table, KEYS, None, self._stamped((id(table), KEYS))))
            stamp = self._stamped((id(table), key))
            if table.is_rarely_written and not table.created:
                self.trail.append((_RARELY, KEYS, None, self._stamped(RARELY)))
        self.trail.append((table, key, before, stamp))
        if cell is None:
            table.pop(key, None)
        else:
            table[key] = cell

    def _stamped(self, which: tuple[int, Hashable]) -> int:
        before = self.stamps.get(which, 0)
        self.stamps[which] = moment()
        return before

    def _restamped(self, table: Table, key: Hashable, stamp: int) -> None:
        which = (id(table), key) if table is not _RARELY else RARELY
        if stamp:
            self.stamps[which] = stamp
        elif table.__class__ is Cells:
            del self.stamps[which]

    def mark(self) -> int:
        return len(self.trail)

    def undo(self, mark: int) -> None:
        trail = self.trail
        while len(trail) > mark:
            table, key, before, stamp = trail.pop()
            if key is ORDER:
                table.clear()
                table.update(before)
                continue
            self._restamped(table, key, stamp)
            if key is KEYS:
                continue
            if before is None:
                table.pop(key, None)
            else:
                table[key] = before

    def suspend(self) -> list[Any]:
        """As it was when nothing ran; what is needed to go on."""
        done: list[Any] = []
        while self.trail:
            entry = self.trail[-1]
            table, key, _, _ = entry
            which = (id(table), key) if table is not _RARELY else RARELY
            done.append((entry, _get(table, key), self.stamps.get(which, 0)))
            self.undo(len(self.trail) - 1)
        return done

    def resume(self, done: list[Any]) -> None:
        """Go on after a pause."""
        for entry, cell, stamp in reversed(done):
            table, key, _, before = entry
            # It may have been changed for good meanwhile.
            self.trail.append((table, key, unrecorded_cells(table) if key is ORDER else _get(table, key), before))
            if stamp:
                self.stamps[(id(table), key) if table is not _RARELY else RARELY] = stamp
            if key is ORDER or key is KEYS:
                continue
            if cell is None:
                table.pop(key, None)
            else:
                table[key] = cell

    def settle(self) -> None:
        """What is on the trail stays for good."""
        while self.trail:
            table, key, _, stamp = self.trail.pop()
            if key is not ORDER:
                self._restamped(table, key, stamp)

    def changes(self, mark: int) -> Changes:
        """What was changed since a mark, as it is now, in the order in which it came about."""
        found = {
            (id(table), key): (table, key, _get(table, key))
            for table, key, _, _ in self.trail[mark:]
            if key is not ORDER and key is not KEYS
        }
        return found if len(found) == len(self.trail) - mark else self._in_order(found, mark)

    def _in_order(self, found: Changes, mark: int) -> Changes:
        """A cell that was there before comes where it first holds all objects that it holds in the end.

        A condition about a name is a write, too: what is made after it is not what the name holds already.
        """
        once: set[tuple[int, Hashable]] = set()
        again: set[tuple[int, Hashable]] = set()
        for table, key, before, _ in self.trail[mark:]:
            which = (id(table), key)
            if which in once:
                again.add(which)
            elif before is not None and table.__class__ is Cells and key is not ORDER and key is not KEYS:
                once.add(which)
        try:
            return self._by_what_they_hold(found, again, mark)
        except RunAbandoned:
            # Only a caller knows what a symbol holds, and this is not worth to be given up for.
            return found

    def _by_what_they_hold(self, found: Changes, again: set[tuple[int, Hashable]], mark: int) -> Changes:
        held = {which: of for which in again if (of := _held(found[which][2]))}
        if not held:
            return found
        order: dict[tuple[int, Hashable], int] = {}
        for at, (table, key, _, cell) in enumerate(self._steps(mark)):
            which = (id(table), key)
            if which not in held or held[which] <= _held(cell):
                order.setdefault(which, at)
        return dict(sorted(found.items(), key=lambda each: order[each[0]]))

    def take(self, mark: int) -> Changes:
        """The changes since a mark, which are undone."""
        if len(self.trail) == mark:
            return _NONE
        found = self.changes(mark)
        self.undo(mark)
        return found

    def between(self, mark: int, since: int = 0) -> Changes:
        """The state at any time since a mark, and a moment: each key has one of the cells that it had.

        What was made since then is what it is when others can reach it.
        """
        late = self.added_late(mark)
        cells: dict[tuple[int, Hashable], tuple[Table, Hashable, list[Cell | None]]] = {}
        for table, key, before in self.written(mark):
            known = cells.get((id(table), key))
            if known is not None:
                known[2].append(before)
            else:
                is_from_start = before is None and _is_new(table, since) and (id(table), key) not in late
                cells[id(table), key] = (table, key, [] if is_from_start else [before])
        return {
            which: (table, key, joined_cells([*befores, _get(table, key)]))
            for which, (table, key, befores) in cells.items()
        }

    def added_late(self, mark: int) -> set[tuple[int, Hashable]]:
        """The cells of what was made since a mark that were added when others could reach it already."""
        late: set[tuple[int, Hashable]] = set()
        seen: set[int] = set()
        for table, key, before, cell in self._steps(mark):
            if id(table) in seen and before is None:
                late.add((id(table), key))
            if cell is not None and (id(table) in seen or (table.__class__ is Cells and not _is_new(table))):
                seen.update(id(each.table) for each in cell.reached())
        return late

    def _steps(self, mark: int) -> Iterator[tuple[Table, Hashable, Cell | None, Cell | None]]:
        """All writes on the trail, with what was there before and after each."""
        then: dict[tuple[int, Hashable], Cell | None] = {}
        found: list[tuple[Table, Hashable, Cell | None, Cell | None]] = []
        for table, key, before, _ in reversed(self.trail[mark:]):
            if key is not ORDER and key is not KEYS:
                which = (id(table), key)
                found.append((table, key, before, then[which] if which in then else _get(table, key)))
                then[which] = before
        return reversed(found)

    def written(self, mark: int = 0) -> list[tuple[Table, Hashable, Cell | None]]:
        """All writes on the trail, with what was there before each."""
        seen: set[tuple[int, Hashable]] = set()
        found = []
        for table, key, before, stamp in self.trail[mark:]:
            if key is ORDER or key is KEYS:
                continue
            if NOW.recording is not None and isinstance(table, Cells) and (id(table), key) not in seen:
                before = NOW.recording.before(table, key, before, stamp)  # noqa: PLW2901 - as the run sees it
            seen.add((id(table), key))
            found.append((table, key, before))
        return found

    def reordered(self, mark: int) -> list[tuple[Table, Hashable]]:
        """The keys that were removed since a mark and are there again: they come last now."""
        removed = {(id(table), key) for table, key, before, _ in self.trail[mark:] if before is not None}
        return [
            (table, key)
            for table, key, before, _ in self.trail[mark:]
            if before is None and (id(table), key) in removed and _get(table, key) is not None
        ]

    def apply(self, changes: Changes) -> None:
        for table, key, cell in changes.values():
            self.store(table, key, cell)

    def merge(self, arms: Sequence[Changes], since: int, join: int = 0) -> int:
        """The state after a branch: each key that an arm changed is one of what the arms left.

        What an arm has made since the branch began is in no other: it is what that arm made it. The answer is a number
        for the join, a new one unless it is given.
        """
        join = join or moment()
        if len(arms) == 1:
            self.apply(arms[0])
            return join
        touched = {which: (table, key) for arm in arms for which, (table, key, _) in arm.items()}
        changed: list[set[int]] = []
        for which, (table, key) in touched.items():
            makers: Sequence[Changes] = arms
            if table.__class__ is Cells and table.created > since:
                changed = changed or [{of for of, _ in arm} for arm in arms]
                makers = [arm for arm, tables in zip(arms, changed, strict=True) if id(table) in tables]
            cells = [arm[which][2] if which in arm else _NOW for arm in makers]
            now = table.get(key) if any(cell is _NOW for cell in cells) else None
            joined = joined_cells([now if cell is _NOW else cell for cell in cells], join)
            if joined is not _get(table, key):
                self.store(table, key, joined)
        return join


class Guarded(Heap):
    """A heap that can put back what tables had that were there before, though they were changed for good."""

    __slots__ = ("_before", "_lasts")

    def __init__(self) -> None:
        super().__init__()
        self._before: dict[int, tuple[Cells, dict[Any, Any]]] = {}
        self._lasts: Callable[[Cells], bool] | None = None

    def guard(self, lasts: Callable[[Cells], bool]) -> None:
        """From now on, keep in mind what such tables had."""
        self._lasts = lasts

    def store(self, table: Table, key: Hashable, cell: Cell | None) -> None:
        if (
            self._lasts is not None
            and isinstance(table, Cells)
            and id(table) not in self._before
            and self._lasts(table)
        ):
            self._before[id(table)] = (table, unrecorded_cells(table))
        super().store(table, key, cell)

    def altered(self) -> Iterator[tuple[Cells, Hashable]]:
        """The cells of such tables that are others now."""
        for table, before in self._before.values():
            now = unrecorded_cells(table)
            for key in {**before, **now}:
                if now.get(key) is not before.get(key):
                    yield table, key

    def put_back(self) -> None:
        """Let all such tables have what they had; what comes next is guarded no more."""
        for table, key in list(self.altered()):
            self.change(table, key)
        for table, before in self._before.values():
            table.clear()
            table.update(before)
        self._before.clear()
        self._lasts = None


def _is_new(table: Table, since: int = 0) -> bool:
    """Whether a table was made since a moment, and nobody else can reach it, or could before what goes on began."""
    return isinstance(table, Cells) and table.created > since


def _is_rarely_written(table: Table) -> bool:
    return isinstance(table, Cells) and table.is_rarely_written


def joined_cells(cells: Sequence[Cell | None], join: int = 0) -> Cell | None:
    """One of several cells, as the arms of a join have left it; what only some have is there perhaps."""
    first = cells[0]
    if all(cell is first for cell in cells):
        return first
    distinct: list[tuple[Cell, list[int]]] = []
    # Each is compared with those of its key alone: a branch may have thousands of arms.
    by_key: dict[Hashable, list[tuple[Cell, list[int]]]] = {}
    for arm, cell in enumerate(cells):
        if cell is None:
            continue
        if distinct and distinct[-1][0] is cell:
            distinct[-1][1].append(arm)
            continue
        alike = by_key.setdefault(cell.key(), [])
        arms = next((arms for known, arms in alike if known is cell or known.is_like(cell)), None)
        if arms is not None:
            arms.append(arm)
        else:
            alike.append((cell, [arm]))
            distinct.append(alike[-1])
    found: Cell | None = None
    for cell, arms in distinct:
        taken = cell.under(({join: frozenset(arms)},)) if join and len(distinct) > 1 else cell
        found = taken if found is None else found.join(taken)
    return found.possibly_absent() if found is not None and None in cells else found
