"""How messages are read and written on stdio.

pygls' own loops are not used: they take three thread switches per message on stdio, stop at the first bad header, drop
malformed messages without an answer, and call their decoder for every nested object.
"""

import asyncio
import os
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Lock, Thread
from typing import BinaryIO, Protocol

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


_CHUNK = 1 << 16
# How long the process waits at its end for a client to read what it was sent.
_LAST_SECONDS = 5.0


class Receiver(Protocol):
    """Receives messages, on the loop. It never raises."""

    def receive(self, body: bytes) -> None: ...

    def refuse(self, reason: str) -> None: ...

    def disconnected(self) -> None: ...


class StreamWriter:
    """Writes whole frames to a binary stream, from any thread; it ends quietly if the client is gone.

    It never waits for a client that does not read: that client may be waiting for us to read. A thread writes what
    does not fit into the pipe.
    """

    def __init__(self, stream: BinaryIO, lost: Callable[[], None]) -> None:
        self._stream, self._lost = stream, lost
        self._lock = Lock()
        self._left: SimpleQueue[bytes] = SimpleQueue()
        self._unwritten = 0
        self._thread = Thread(target=self._write_left, name="writer", daemon=True)

    def write(self, data: bytes) -> None:
        with self._lock:
            if not self._unwritten and _has_room(self._stream, len(data)):
                self._put(data)
                return
            self._unwritten += 1
            self._left.put(data)
            if not self._thread.is_alive():
                self._thread.start()

    def finish(self) -> None:
        """Wait until everything is written, with a timeout."""
        if self._thread.is_alive():
            self._left.put(b"")
            self._thread.join(_LAST_SECONDS)

    def _write_left(self) -> None:
        while data := self._left.get():
            self._put(data)
            with self._lock:
                self._unwritten -= 1

    def _put(self, data: bytes) -> None:
        try:
            self._stream.write(data)
            self._stream.flush()
        except (OSError, ValueError):  # a broken pipe, a closed stream
            self._lost()

    def close(self) -> None:
        with suppress(OSError):
            self._stream.close()


def _has_room(stream: BinaryIO, size: int) -> bool:
    """Whether this much can be written without blocking. Windows cannot report that, and has a reading thread."""
    if sys.platform == "win32":
        return True
    return size <= select.PIPE_BUF and bool(select.select((), (stream,), (), 0)[1])


def claim_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Private copies of standard input and output; anything else that is printed goes to standard error.

    A stray `print`, here or in a library or a child process, can then neither corrupt the stream nor consume input.
    """
    source = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    sink = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink


def read_into(receiver: Receiver, source: BinaryIO) -> None:
    """Feed the receiver, on this loop, until the stream ends.

    If the system reports when there is something to read, the loop reads it. Otherwise a thread waits for it, which
    costs a thread switch per message.
    """
    loop = asyncio.get_running_loop()
    frames = Frames(receiver.refuse)

    def take(chunk: bytes) -> None:
        for body in frames.feed(chunk):
            receiver.receive(body)
        if not chunk:
            receiver.disconnected()

    def take_what_is_there() -> None:
        chunk = _read(source)
        if not chunk:
            loop.remove_reader(source)
        take(chunk)

    def wait() -> None:
        with suppress(RuntimeError):  # the loop has ended: nothing is needed any more
            while chunk := _read(source):
                loop.call_soon_threadsafe(take, chunk)
            loop.call_soon_threadsafe(take, b"")

    try:
        loop.add_reader(source, take_what_is_there)
    except (NotImplementedError, OSError):  # Windows; a file as standard input
        Thread(target=wait, name="reader", daemon=True).start()


def _read(source: BinaryIO) -> bytes:
    """The available or next data; empty at the end, and if the client is gone."""
    try:
        return source.read1(_CHUNK)  # type: ignore[attr-defined, no-any-return] # of everything buffered
    except (OSError, ValueError):
        return b""
