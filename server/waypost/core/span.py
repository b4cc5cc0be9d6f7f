"""A half-open range of characters. The builder works on strings; bytes of a document are the text layer's business."""

from typing import NamedTuple


class CharSpan(NamedTuple):
    """Characters `start` up to, not including, `end`."""

    start: int
    end: int

    def shift(self, by: int) -> "CharSpan":
        return CharSpan(self.start + by, self.end + by)
