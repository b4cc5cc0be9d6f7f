"""How messages come in and go out: stdio, TCP, WebSocket.

pygls' own loops are not used: they take three thread switches a message on stdio, drop malformed messages without
an answer, and call their decoder for every nested object.
"""

import asyncio
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from threading import Lock, Thread
from typing import BinaryIO, Protocol

_LONGEST_HEADER = 8_192
_LONGEST_MESSAGE = 1 << 30


class Receiver(Protocol):
    """What messages are handed to, on the loop."""

    def receive(self, body: bytes) -> None: ...

    def refuse(self, reason: str) -> None: ...

    def disconnected(self) -> None: ...


@dataclass
class StreamWriter:
    """Writes whole frames to a binary stream, from any thread; a client that is gone ends it quietly."""

    stream: BinaryIO
    lock: Lock
    lost: Callable[[], None]

    def write(self, data: bytes) -> None:
        try:
            with self.lock:
                self.stream.write(data)
                self.stream.flush()
        except (OSError, ValueError):  # a broken pipe, a closed stream
            self.lost()

    def close(self) -> None:
        with suppress(OSError):
            self.stream.close()


def claim_stdio() -> tuple[BinaryIO, BinaryIO]:
    """Private copies of standard input and output; what else is printed goes to standard error.

    A stray `print`, here or in a library or a child process, can then neither corrupt the stream nor eat from it.
    """
    source = os.fdopen(os.dup(0), "rb", buffering=1 << 16)
    sink = os.fdopen(os.dup(1), "wb", buffering=1 << 16)
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return source, sink


def read_frames(stream: BinaryIO, on_body: Callable[[bytes], None], on_fault: Callable[[str], None]) -> None:
    """Read framed messages until the stream ends. A bad header is reported and skipped: the next frame is found."""
    while True:
        length = _read_headers(stream, on_fault)
        if length is None:
            return
        if length < 0:
            continue
        body = stream.read(length)
        if len(body) < length:
            return
        on_body(body)


def _read_headers(stream: BinaryIO, on_fault: Callable[[str], None]) -> int | None:
    """The length of the body that follows; -1 where there is none to read; None at the end."""
    length = -1
    seen = False
    while True:
        line = stream.readline(_LONGEST_HEADER)
        if not line:
            return None
        if not line.strip():
            if seen and length < 0:
                on_fault("a message without a usable Content-Length")
            if seen:
                return length
            continue
        seen = True
        name, _, value = line.partition(b":")
        if name.strip().lower() == b"content-length":
            length = _length_of(value)


def _length_of(value: bytes) -> int:
    digits = value.strip()
    length = int(digits) if digits.isdigit() and len(digits) < 12 else -1  # noqa: PLR2004 - no message is that long
    return length if length <= _LONGEST_MESSAGE else -1


def read_in_thread(receiver: Receiver, source: BinaryIO) -> None:
    """Feed the receiver, on this loop, from a thread of its own until the stream ends."""
    loop = asyncio.get_running_loop()

    def post(call: Callable[..., None], *arguments: object) -> None:
        with suppress(RuntimeError):  # the loop has ended, and with it the need
            loop.call_soon_threadsafe(call, *arguments)

    def read() -> None:
        with suppress(OSError, ValueError):  # the client is gone, the stream closed
            read_frames(source, lambda body: post(receiver.receive, body), lambda why: post(receiver.refuse, why))
        post(receiver.disconnected)

    Thread(target=read, name="reader", daemon=True).start()


def accept_one(host: str, port: int, announce: Callable[[str, int], None]) -> tuple[BinaryIO, BinaryIO]:
    """Wait for one client on TCP; `announce` is told where, as port 0 takes any that is free."""
    with socket.create_server((host, port)) as listener:
        announce(*listener.getsockname()[:2])
        connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection.makefile("rb"), connection.makefile("wb")


class QueueWriter:
    """Writes whole messages to a WebSocket, in order."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[bytes | None] = asyncio.Queue()

    def write(self, data: bytes) -> None:
        self._queue.put_nowait(data)

    def close(self) -> None:
        self._queue.put_nowait(None)

    async def drain_to(self, send: Callable[[str], Awaitable[None]]) -> None:
        while (data := await self._queue.get()) is not None:
            await send(data.decode("ascii"))


async def serve_websocket(
    host: str, port: int, connect: Callable[[QueueWriter], Receiver], announce: Callable[[str, int], None]
) -> None:
    """Serve one WebSocket client until it is gone."""
    from websockets.asyncio.server import ServerConnection, serve
    from websockets.exceptions import ConnectionClosed

    gone = asyncio.Event()

    async def talk(connection: ServerConnection) -> None:
        writer = QueueWriter()
        receiver = connect(writer)
        sender = asyncio.create_task(writer.drain_to(connection.send))
        with suppress(ConnectionClosed):
            async for message in connection:
                receiver.receive(message.encode() if isinstance(message, str) else message)
        sender.cancel()
        receiver.disconnected()
        gone.set()

    async with serve(talk, host, port, max_size=_LONGEST_MESSAGE) as server:
        announce(*next(iter(server.sockets)).getsockname()[:2])
        await gone.wait()
