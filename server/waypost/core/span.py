"""A half-open range of characters. The builder works on strings; the text layer handles bytes of a document."""

from typing import NamedTuple


class CharSpan(NamedTuple):
    """Characters from `start` up to, but not including, `end`."""

    start: int
    end: int

    def shift(self, by: int) -> "CharSpan":
        return CharSpan(self.start + by, self.end + by)
