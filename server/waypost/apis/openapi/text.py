"""The text of a document: the byte offsets of its characters, and why it could not be read."""

from functools import cached_property
from itertools import accumulate
from typing import Final

from waypost.text import Span

_STEP: Final = 4096
# The path to a value from the root of its file.
Pointer = tuple[str | int, ...]


class UnreadableDocument(Exception):  # noqa: N818 - what a document is, not a failure of ours
    """A text that is not JSON or YAML."""

    def __init__(self, span: Span, message: str) -> None:
        super().__init__(message)
        self.span = span
        self.message = message


class Offsets:
    """Byte offsets of characters, from those of every so many."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._plain = text.isascii()

    @cached_property
    def _starts(self) -> list[int]:
        pieces = (self._text[at : at + _STEP] for at in range(0, len(self._text), _STEP))
        return list(accumulate((_size(each) for each in pieces), initial=0))

    def span(self, start: int, end: int) -> Span:
        return Span(self._byte(start), self._byte(end))

    def line(self, offset: int) -> int:
        """The line of a byte, counted from 1."""
        return self._text.encode("utf-8", "surrogatepass").count(b"\n", 0, offset) + 1

    def _byte(self, at: int) -> int:
        at = min(at, len(self._text))
        known = at // _STEP
        return at if self._plain else self._starts[known] + _size(self._text[known * _STEP : at])


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
