"""Where the places of one version of a text are in a later one, and what has only moved."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from operator import attrgetter
from typing import Any

from waypost.routes.syntax import Blocks
from waypost.text import Span


class Moved:
    """What an edit leaves as it is: the blocks before it, and those after it at another place."""

    def __init__(self, old: Blocks, new: Blocks) -> None:
        self.gone, self.come = new.changed_from(old)
        self._first, self._last = old.starts[self.gone.start], old.starts[self.gone.stop]
        self._delta = new.starts[self.come.stop] - self._last
        # What gives the fields of a value, by its class; None for values that know no places.
        self._parts: dict[type[Any], Callable[[Any], tuple[Any, ...]] | None] = {}

    def index(self, old: int) -> int | None:
        """Where a block is now; None if it is gone."""
        if old in self.gone:
            return None
        return old if old < self.gone.start else old + self.come.stop - self.gone.stop

    def is_same(self, old: Any, new: Any) -> bool:
        """Whether a value is what another one was, with each of its places where that is now."""
        kind = type(old)
        if kind is not type(new):
            return False
        if kind is Span:
            return bool(self._now(old) == new)
        if kind is tuple:
            return len(old) == len(new) and all(map(self.is_same, old, new))
        if kind not in self._parts:
            self._parts[kind] = _parts_of(kind)
        parts = self._parts[kind]
        if parts is None or (old is new and not self._delta):
            return bool(old == new)
        return all(map(self.is_same, parts(old), parts(new)))

    def by(self, span: Span) -> int | None:
        """How far a place has moved; None if the edit is in it."""
        now = self._now(span)
        return now.start - span.start if now is not None and now.length == span.length else None

    def _now(self, span: Span) -> Span | None:
        """Where a place is now, also one from before the edit to behind it, as that of a sum: its ends count."""
        start = span.start + self._delta if span.start >= self._last else span.start
        end = span.end if span.end <= self._first else span.end + self._delta
        is_there = not (self._first < span.start < self._last or self._first < span.end < self._last)
        return Span(start, end) if is_there and start <= end else None


def _parts_of(kind: type[Any]) -> Callable[[Any], tuple[Any, ...]] | None:
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else []
    if len(names) == 1:
        return lambda value: (getattr(value, names[0]),)
    return attrgetter(*names) if names else None
