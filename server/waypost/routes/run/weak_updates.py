"""What functions leave where others can reach it: they may be called at any time, and again."""

from collections.abc import Hashable, Iterable, Mapping
from typing import Any

from waypost.routes.domain.heap import Table
from waypost.routes.domain.values import HeapObject, Object, Sequence, Substitution, Value, values_in

Write = tuple[Table, Hashable, Any]


class WeakUpdates(Substitution):
    """The writes of a run that is over.

    Each time that a function runs, it makes other objects. Where it runs again, what it makes has the place of what
    stands there and is alike: otherwise, there would be one more each time, and no end to it.
    """

    def __init__(self, writes: Iterable[Write], reachable: Mapping[int, HeapObject], *, again: bool) -> None:
        self._writes = list(writes)
        self._reachable = reachable
        self._same: dict[int, HeapObject] = {}
        if again:
            self._find_same()

    def reached(self) -> list[tuple[HeapObject, Hashable, Any]]:
        """What was written to what others can reach by now, each write once."""
        found = []
        rest = []
        for where, key, cell in self._writes:
            stored = self._same.get(id(where)) or self._reachable.get(id(where))
            if stored is not None:
                found.append((stored, key, self.cell(cell) if self._same and cell is not None else cell))
            else:
                rest.append((where, key, cell))
        self._writes = rest
        return found

    def _find_same(self) -> None:
        written: dict[int, list[tuple[Hashable, Any]]] = {}
        for where, key, cell in self._writes:
            if cell is not None:
                written.setdefault(id(where), []).append((key, cell))
        waiting = [(self._reachable[table], cells) for table, cells in written.items() if table in self._reachable]
        for stored, cells in waiting:
            for key, cell in cells:
                known = _stored_in(dict.get(stored.table, key))
                for made in _stored_in(cell) if known else ():
                    table = id(made.table)
                    alike = next((each for each in known if _are_alike(each, made)), None)
                    if alike is not None and not made.shared and not self._is_known(table):
                        self._same[table] = alike
                        waiting.append((alike, written.get(table, [])))

    def _is_known(self, table: int) -> bool:
        return table in self._reachable or table in self._same

    def value(self, of: Value) -> Value:
        if isinstance(of, HeapObject):
            return self._same.get(id(of.table), of)
        return of.substituted(self) if of.facts() is not None else of

    def detail(self, of: Any) -> Any:
        return of

    def call_stack(self, of: tuple[Any, ...]) -> tuple[Any, ...]:
        return of


def _stored_in(cell: Any) -> list[HeapObject]:
    return [each for value in values_in(cell) for each in value.options() if isinstance(each, HeapObject)]


def _are_alike(one: HeapObject, other: HeapObject) -> bool:
    """Whether two are of one class, or kind."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Object) and isinstance(other, Object):
        return one.of.key() == other.of.key()
    return not (isinstance(one, Sequence) and isinstance(other, Sequence)) or one.kind == other.kind
