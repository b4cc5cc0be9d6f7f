"""The server without sockets: the long run's. What a client writes is read in its own process, answered at once.

It takes the place of `socket.socket` and of the event loop's connections, below every client: each still builds and
writes its whole request. The short run of the exam compares the same records with real sockets.
"""

import asyncio
import io
import socket
import ssl
from queue import Queue
from typing import Any

from wire import answer, read

_ADDRESS = ("127.0.0.1", 8765)

_SOON = 0.001


class MemoryWire:
    """Like `Wire`, once `installed`."""

    base = "http://{}:{}".format(*_ADDRESS)

    def __init__(self) -> None:
        self.got: Queue[dict[str, Any]] = Queue()
        self.loop = _Loop(self)

    def first(self) -> dict[str, Any]:
        """The oldest request that was not asked for yet; raises `Empty` if there is none."""
        return self.got.get_nowait()

    def install(self) -> None:
        """Let every connection that is opened from now on end here."""
        _MemorySocket.wire = self
        # Libraries subclass it and ask for its constants: only what is made of it differs.
        socket.socket = _MemorySocket  # type: ignore[misc, assignment]
        socket.getaddrinfo = _addresses  # type: ignore[assignment]
        # Nothing is encrypted here, and reading all certificates takes longer than fifty requests.
        ssl.SSLContext.load_verify_locations = _nothing  # type: ignore[method-assign]

    def answered(self, written: bytes) -> bytes:
        """The answer to what was written so far; raises `ValueError` if that is not a whole request."""
        if b"\r\n\r\n" not in written:
            raise ValueError("the headers are cut off")
        stream = io.BytesIO(written)
        request = read(stream.readline(), stream)
        self.got.put(request)
        return answer(request)


def _addresses(host: Any, port: Any, *_: Any, **__: Any) -> list[tuple[Any, ...]]:
    if host != _ADDRESS[0]:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
    return [(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (host, port))]


def _nothing(*_: Any, **__: Any) -> None: ...


def _check(address: Any) -> None:
    if tuple(address) != _ADDRESS:
        raise ConnectionRefusedError(f"nothing listens at {address}")


class _MemorySocket:
    """What clients use of a socket that is connected once."""

    wire: MemoryWire
    family, type, proto = socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP

    def __init__(self, *_: Any, **__: Any) -> None:
        self._timeout: float | None = None
        self._written = b""
        self._answer = io.BytesIO()

    def connect(self, address: Any) -> None:
        _check(address)

    def sendall(self, data: Any, *_: Any) -> None:
        self._written += bytes(data)

    def send(self, data: Any, *_: Any) -> int:
        self.sendall(data)
        return len(data)

    def recv(self, size: int, *_: Any) -> bytes:
        found = self._answered().read(size)
        if not found:
            raise TimeoutError("nothing more arrives")
        return found

    def recv_into(self, buffer: Any, *_: Any) -> int:
        return self._answered().readinto(buffer)

    def makefile(self, *_: Any, **__: Any) -> io.BytesIO:
        return self._answered()

    def _answered(self) -> io.BytesIO:
        """Clients read once they have written: a request that is cut off then is never answered."""
        if self._written:
            try:
                self._answer = io.BytesIO(self.wire.answered(self._written))
            except ValueError:
                self._answer = io.BytesIO()
            self._written = b""
        return self._answer

    def settimeout(self, seconds: float | None) -> None:
        self._timeout = seconds

    def gettimeout(self) -> float | None:
        return self._timeout

    def setblocking(self, *_: Any) -> None: ...

    def setsockopt(self, *_: Any) -> None: ...

    def getsockopt(self, *_: Any) -> int:
        return 65536  # the size of a buffer

    def getpeername(self) -> tuple[str, int]:
        return _ADDRESS

    def getsockname(self) -> tuple[str, int]:
        return _ADDRESS

    def fileno(self) -> int:
        return -1

    def shutdown(self, how: int) -> None: ...

    def close(self) -> None: ...

    def detach(self) -> int:
        return -1


class _Loop(asyncio.SelectorEventLoop):
    """Connections of asynchronous clients."""

    def __init__(self, wire: MemoryWire) -> None:
        super().__init__()
        self._wire = wire

    async def getaddrinfo(self, host: Any, port: Any, **_: Any) -> Any:
        return _addresses(host, port)

    async def sock_connect(self, _: Any, address: Any) -> None:
        _check(address)

    async def create_connection(  # type: ignore[override]
        self, protocol_factory: Any, host: Any = None, port: Any = None, *, sock: Any = None, **_: Any
    ) -> tuple[asyncio.Transport, Any]:
        if sock is None:
            _check((host, port))
        protocol = protocol_factory()
        transport = _MemoryTransport(self, self._wire, protocol)
        protocol.connection_made(transport)
        return transport, protocol


class _MemoryTransport(asyncio.Transport):
    def __init__(self, loop: asyncio.AbstractEventLoop, wire: MemoryWire, protocol: Any) -> None:
        super().__init__()
        self._loop, self._wire, self._protocol = loop, wire, protocol
        self._written = b""
        self._closing = False

    def write(self, data: Any) -> None:
        self._written += bytes(data)
        try:
            found = self._wire.answered(self._written)
        except ValueError:
            return
        self._written = b""
        # Not at once: a client that knows the length of its body still has its end to write.
        self._loop.call_later(_SOON, self._protocol.data_received, found)

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return _MemorySocket() if name == "socket" else default

    def close(self) -> None:
        if not self._closing:
            self._closing = True
            self._loop.call_soon(self._protocol.connection_lost, None)

    abort = close

    def is_closing(self) -> bool:
        return self._closing

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_protocol(self) -> Any:
        return self._protocol

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None: ...

    def get_write_buffer_size(self) -> int:
        return 0

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def is_reading(self) -> bool:
        return True
