"""Lines of a text and positions in them, in the unit that a client counts.

A line ends only at LF, CRLF or a lone CR, as in the protocol: form feed, U+0085 and U+2028 are ordinary characters.
`bytes.splitlines` follows exactly this rule (`str.splitlines` does not).
"""

from array import array
from bisect import bisect_right
from enum import StrEnum
from itertools import accumulate, pairwise
from typing import Final, NamedTuple, Self

from waypost.text.encoding import decode, encode, utf16_length

# From so many bytes on, not every place in a line is counted from its start.
LONG_LINE: Final = 4_096
_LONGEST_CHARACTER: Final = 4


class Encoding(StrEnum):
    """The unit in which a client counts the characters of a line."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


class Position(NamedTuple):
    """A line and a character in it, both from 0; the character in units of some encoding."""

    line: int
    character: int


class LineIndex:
    """Where lines start. Immutable; an edit shares what it can with the index it came from.

    Starts from `_pivot` on are stored without `_delta`, so that an edit need not add to every later line.
    """

    __slots__ = ("_delta", "_pivot", "_starts")

    def __init__(self, starts: "array[int]", pivot: int = 0, delta: int = 0) -> None:
        self._starts = starts
        self._pivot = pivot
        self._delta = delta

    @classmethod
    def of(cls, source: bytes) -> Self:
        return cls(_line_starts(source))

    def __len__(self) -> int:
        return len(self._starts)

    def start(self, line: int) -> int:
        return self._starts[line] + (self._delta if line >= self._pivot else 0)

    def line_at(self, offset: int) -> int:
        """The line that contains `offset`."""
        if self._pivot < len(self._starts) and offset >= self.start(self._pivot):
            return bisect_right(self._starts, offset - self._delta, self._pivot) - 1
        return bisect_right(self._starts, offset, 0, self._pivot) - 1

    def edited(self, source: bytes, start: int, old_end: int, new_end: int) -> "LineIndex":
        """The index of `source`, which is the indexed text with `start:old_end` replaced by `start:new_end`.

        Lines are found again from the line before the edit (its CR may meet a new LF) to the line after it.
        """
        first = self.line_at(start)
        if first and self.start(first) == start:
            first -= 1
        after = self.line_at(old_end) + 1
        shift = new_end - old_end
        stop = self.start(after) + shift if after < len(self) else len(source)
        base = self.start(first)
        region = _line_starts(source[base:stop])
        if after < len(self):  # the region ends with a line end, and the line after it has its own entry
            region.pop()
        starts = self._true_starts(first)
        starts.extend(base + each for each in region)
        pivot = len(starts)
        starts.extend(self._stored_from(after))
        return LineIndex(starts, pivot, self._delta + shift)

    def _true_starts(self, end: int) -> "array[int]":
        if end <= self._pivot or not self._delta:
            return self._starts[:end]
        return self._starts[: self._pivot] + _moved(self._starts[self._pivot : end], self._delta)

    def _stored_from(self, line: int) -> "array[int]":
        """Starts from `line` on, as stored: without the pending `_delta`."""
        if line >= self._pivot or not self._delta:
            return self._starts[line:]
        return _moved(self._starts[line : self._pivot], -self._delta) + self._starts[self._pivot :]

    def line_bytes(self, source: bytes, line: int) -> bytes:
        """The line without its line end."""
        end = self.start(line + 1) if line + 1 < len(self) else len(source)
        return source[self.start(line) : end].rstrip(b"\r\n")

    def offset(self, source: bytes, position: Position, encoding: Encoding) -> int:
        """The byte offset of a position, clamped to the line, and the line to the document."""
        line, character = position
        if line < 0:
            return 0
        if line >= len(self):
            return len(source)
        text = self.line_bytes(source, line)
        return self.start(line) + _units_to_bytes(text, max(character, 0), encoding)

    def position(self, source: bytes, offset: int, encoding: Encoding) -> Position:
        """The position of a byte offset, clamped to the document; inside a character, its start."""
        offset = min(max(offset, 0), len(source))
        line = self.line_at(offset)
        before = source[self.start(line) : offset]
        if before.isascii():  # an offset between CR and LF is the end of the line
            return Position(line, len(before) - before.endswith(b"\r"))
        text = self.line_bytes(source, line)
        return Position(line, _bytes_to_units(text, min(len(before), len(text)), encoding))


class LongLine:
    """A line in which places are counted from the nearest of some that are counted once: there may be thousands."""

    def __init__(self, text: bytes, encoding: Encoding) -> None:
        self._text = text
        self._encoding = encoding
        self._starts = [_character_start(text, at) for at in range(0, len(text) + 1, LONG_LINE)]
        self._units = [0]
        for start, end in pairwise(self._starts):
            self._units.append(self._units[-1] + _bytes_to_units(text[start:end], end - start, encoding))

    def units(self, offset: int) -> int:
        """The units before a byte offset; inside a character, before its start."""
        offset = min(offset, len(self._text))
        nearest = offset // LONG_LINE
        start = self._starts[nearest]
        piece = self._text[start : offset + _LONGEST_CHARACTER]
        return self._units[nearest] + _bytes_to_units(piece, offset - start, self._encoding)


def _moved(starts: "array[int]", delta: int) -> "array[int]":
    return array(starts.typecode, (each + delta for each in starts))


def _line_starts(source: bytes) -> "array[int]":
    starts = array("q", accumulate(map(len, source.splitlines(keepends=True)), initial=0))
    if len(starts) > 1 and source[-1:] not in (b"\n", b"\r"):
        starts.pop()
    return starts


def _units_to_bytes(line: bytes, character: int, encoding: Encoding) -> int:
    if line.isascii():
        return min(character, len(line))
    if encoding is Encoding.UTF8:
        return _character_start(line, min(character, len(line)))
    text = decode(line)
    if encoding is Encoding.UTF16:
        character = _utf16_to_characters(text, character)
    return _encoded_length(line, text, min(character, len(text)))


def _bytes_to_units(line: bytes, offset: int, encoding: Encoding) -> int:
    if line.isascii():
        return offset
    offset = _character_start(line, offset)
    if encoding is Encoding.UTF8:
        return offset
    text = decode(line[:offset])
    return len(text) if encoding is Encoding.UTF32 else utf16_length(text)


def _utf16_to_characters(text: str, units: int) -> int:
    """How many whole characters fit into the first `units` UTF-16 units."""
    seen = 0
    for count, character in enumerate(text):
        seen += 2 if character > "\uffff" else 1
        if seen > units:
            return count
    return len(text)


def _encoded_length(line: bytes, text: str, characters: int) -> int:
    if "\ufffd" not in text:
        return len(encode(text[:characters]))
    # A replacement character may represent one to three malformed bytes: find the shortest prefix with that many.
    low, high = 0, len(line)
    while low < high:
        middle = (low + high) // 2
        if len(decode(line[: _character_start(line, middle)])) < characters:
            low = middle + 1
        else:
            high = middle
    return low


def _character_start(line: bytes, offset: int) -> int:
    """`offset`, moved back to the start of its character."""
    for back in range(4):
        start = offset - back
        if start < 0:
            break
        if start == len(line) or line[start] & 0xC0 != 0x80:
            return offset if back >= _sequence_length(line, start) else start
    return offset


def _sequence_length(line: bytes, start: int) -> int:
    """How many bytes one decoded character takes at `start`."""
    if start == len(line):
        return 0
    lead = line[start]
    width = 1 if lead < 0x80 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
    for length in range(width, 1, -1):
        if len(decode(line[start : start + length])) == 1:
            return length
    return 1
