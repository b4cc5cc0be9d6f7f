"""A half-open range of byte offsets."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from operator import itemgetter
from typing import Generic, NamedTuple, Self, TypeVar

T = TypeVar("T")
_FIRST, _SECOND = itemgetter(0), itemgetter(1)


class Span(NamedTuple):
    """Bytes `start` up to, not including, `end`."""

    start: int
    end: int

    @classmethod
    def at(cls, offset: int) -> Self:
        return cls(offset, offset)

    @property
    def length(self) -> int:
        return self.end - self.start

    def touches(self, offset: int) -> bool:
        """Whether a cursor at `offset` is inside the span or at either edge of it."""
        return self.start <= offset <= self.end

    def holds(self, other: "Span") -> bool:
        return self.start <= other.start and other.end <= self.end

    def meets(self, other: "Span") -> bool:
        """Whether the two overlap or touch."""
        return self.start <= other.end and other.start <= self.end

    def cover(self, other: "Span") -> "Span":
        return Span(min(self.start, other.start), max(self.end, other.end))

    def shift(self, by: int) -> "Span":
        return Span(self.start + by, self.end + by)

    def of(self, source: bytes) -> bytes:
        return source[self.start : self.end]


class BySpan(Generic[T]):
    """Things by where they are: what is around a place is found without going through all of them."""

    def __init__(self, things: Iterable[tuple[Span, T]]) -> None:
        self._things = sorted(things, key=_FIRST)
        spans = [*map(_FIRST, self._things)]
        self._starts = [*map(_FIRST, spans)]
        # How far those up to each reach.
        self._ends = [*accumulate(map(_SECOND, spans), max)]

    def around(self, span: Span) -> Iterator[T]:
        """Those that hold a span."""
        index = bisect_right(self._starts, span.start) - 1
        while index >= 0 and self._ends[index] >= span.end:
            where, found = self._things[index]
            if where.end >= span.end:
                yield found
            index -= 1
