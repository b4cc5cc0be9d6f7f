"""What can be written (variables, attributes, items) and the trail of its changes.

A table is a dict of cells. Every write goes through `Heap.store`, so a branch is: run an arm, take its changes,
undo them, run the next; then the changes of all arms are joined, key by key.
"""

from collections.abc import Hashable, Iterable, Sequence
from typing import Any, Final, Protocol, TypeAlias


class Cell(Protocol):
    """What a table holds: a value, or an entry with a value."""

    def join(self, other: Any, /) -> Any:
        """What is known if it is one of the two."""

    def perhaps(self) -> Any:
        """The same where another arm has nothing."""

    def key(self) -> Hashable:
        """Equal keys: the same, for joins and versions."""

    def reached(self) -> list[Any]:
        """What can be written in it, and in what it holds."""


Table: TypeAlias = dict[Any, Any]
# What an arm changed: each table and key with the cell that the arm left, `None` if it removed the key.
Changes: TypeAlias = dict[tuple[int, Hashable], tuple[Table, Hashable, Cell | None]]
_NONE: Final[Changes] = {}
# In the place of a key on the trail: all of a table, before a key was removed.
_ORDER: Final = object()


class Heap:
    """The trail of all writes. The tables themselves belong to objects and frames."""

    __slots__ = ("_state", "trail", "watched")

    def __init__(self) -> None:
        self.trail: list[tuple[Table, Hashable, Cell | None]] = []
        # The tables that others can reach, by their ids: a write to one of them makes another version of the heap.
        self.watched: dict[int, Any] = {}
        self._state: Table = {"version": 0}

    @property
    def version(self) -> int:
        """The same after the same writes to what others can reach, in the same order."""
        found: int = self._state["version"]
        return found

    def _next_version(self, table: Table, key: Hashable, cell: Cell | None) -> None:
        before = self.version
        self.trail.append((self._state, "version", before))  # type: ignore[arg-type]  # a number, which no arm joins
        for stored in cell.reached() if cell is not None else ():
            self.watched.setdefault(id(stored.table), stored)
        self._state["version"] = hash((before, id(table), key, cell.key() if cell is not None else None))

    def renew(self) -> None:
        """What others can reach was changed for good."""
        self._state["version"] = hash((self.version, "renewed"))

    def store(self, table: Table, key: Hashable, cell: Cell | None) -> None:
        """Write a cell; `None` removes the key."""
        before = table.get(key)
        if cell is None and before is not None and len(table) > 1:
            # Tables keep the order of their keys: it is restored as a whole.
            self.trail.append((table, _ORDER, dict(table)))  # type: ignore[arg-type]  # no cell, which no arm joins
        self.trail.append((table, key, before))
        if cell is None:
            table.pop(key, None)
        else:
            table[key] = cell
        if id(table) in self.watched:
            self._next_version(table, key, cell)

    def mark(self) -> int:
        return len(self.trail)

    def undo(self, mark: int) -> None:
        trail = self.trail
        while len(trail) > mark:
            table, key, before = trail.pop()
            if key is _ORDER:
                table.clear()
                table.update(before)  # type: ignore[call-overload]
            elif before is None:
                table.pop(key, None)
            else:
                table[key] = before

    def changes(self, mark: int) -> Changes:
        """What was changed since a mark, as it is now."""
        state = self._state
        return {
            (id(table), key): (table, key, table.get(key))
            for table, key, _ in self.trail[mark:]
            if table is not state and key is not _ORDER
        }

    def take(self, mark: int) -> Changes:
        """The changes since a mark, which are undone."""
        if len(self.trail) == mark:
            return _NONE
        found = self.changes(mark)
        self.undo(mark)
        return found

    def between(self, mark: int) -> Changes:
        """The state at any moment since a mark: each key has one of the cells that it had."""
        cells: dict[tuple[int, Hashable], tuple[Table, Hashable, list[Cell | None]]] = {}
        for table, key, before in self.trail[mark:]:
            if table is self._state or key is _ORDER:
                continue
            cells.setdefault((id(table), key), (table, key, []))[2].append(before)
        return {
            which: (table, key, joined_cells([*befores, table.get(key)]))
            for which, (table, key, befores) in cells.items()
        }

    def written(self) -> list[tuple[Table, Hashable, Cell | None]]:
        """All writes on the trail, with what was there before each."""
        return [each for each in self.trail if each[0] is not self._state and each[1] is not _ORDER]

    def reordered(self, mark: int) -> list[tuple[Table, Hashable]]:
        """The keys that were removed since a mark and are there again: they come last now."""
        removed = {(id(table), key) for table, key, before in self.trail[mark:] if before is not None}
        return [
            (table, key)
            for table, key, before in self.trail[mark:]
            if before is None and (id(table), key) in removed and key in table
        ]

    def apply(self, changes: Changes) -> None:
        for table, key, cell in changes.values():
            self.store(table, key, cell)

    def merge(self, arms: Sequence[Changes]) -> None:
        """The state after a branch: each key that an arm changed is one of what the arms left."""
        if len(arms) == 1:
            self.apply(arms[0])
            return
        touched = {which: (table, key) for arm in arms for which, (table, key, _) in arm.items()}
        for which, (table, key) in touched.items():
            now = table.get(key)
            cells = [arm[which][2] if which in arm else now for arm in arms]
            joined = joined_cells(cells)
            if joined is not now:
                self.store(table, key, joined)


def joined_cells(cells: Iterable[Cell | None]) -> Cell | None:
    """One of several cells; what only some have is there perhaps."""
    found: Cell | None = None
    lacking = False
    for cell in cells:
        if cell is None:
            lacking = True
        elif found is None:
            found = cell
        elif cell is not found:
            found = found.join(cell)
    return found.perhaps() if found is not None and lacking else found
