"""A half-open range of byte offsets."""

from typing import NamedTuple, Self


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
