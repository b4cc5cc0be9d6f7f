"""Splits incoming bytes into messages. pygls' own reader stops at the first bad header."""

from collections.abc import Callable, Iterator

_LONGEST_HEADER = 8_192
_LONGEST_MESSAGE = 1 << 30
_MOST_DIGITS = 12


def framed(body: bytes) -> bytes:
    """A message as it is sent."""
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


class Frames:
    """Received data that is not read yet. A bad header is reported and skipped, and the next message is found."""

    def __init__(self, on_fault: Callable[[str], None]) -> None:
        self._on_fault = on_fault
        self._data = bytearray()
        # The length of the body that the data begins with; None while it begins with a header.
        self._body: int | None = None
        # The length according to the headers read so far.
        self._announced = -1
        self._in_headers = False

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """The messages that this chunk completes."""
        self._data += chunk
        while self._body is not None or self._read_headers():
            assert self._body is not None
            if len(self._data) < self._body:
                return
            body = self._take(self._body)
            self._body = None
            yield body

    def _read_headers(self) -> bool:
        """Whether all headers have arrived and a body follows."""
        while (line := self._line()) is not None:
            if line.strip():
                self._in_headers = True
                name, _, value = line.partition(b":")
                if name.strip().lower() == b"content-length":
                    self._announced = _length_of(value)
            elif self._in_headers:
                length, self._announced, self._in_headers = self._announced, -1, False
                if length >= 0:
                    self._body = length
                    return True
                self._on_fault("a message without a usable Content-Length")
        return False

    def _line(self) -> bytes | None:
        end = self._data.find(b"\n", 0, _LONGEST_HEADER) + 1
        if end == 0 and len(self._data) < _LONGEST_HEADER:
            return None
        return self._take(end or _LONGEST_HEADER)

    def _take(self, length: int) -> bytes:
        taken = bytes(self._data[:length])
        del self._data[:length]
        return taken


def _length_of(value: bytes) -> int:
    digits = value.strip()
    length = int(digits) if digits.isdigit() and len(digits) < _MOST_DIGITS else -1
    return length if length <= _LONGEST_MESSAGE else -1
