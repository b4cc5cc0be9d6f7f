"""The server on a socket, which other programs and web pages can also reach. It serves one client.

On TCP, a connection that begins with HTTP is closed: it is a browser's. A WebSocket needs the token printed at
the start, the host that the server listens on, and, if it sends an origin, one that the user has allowed. Compression
is disabled.
"""

import asyncio
import secrets
import select
import socket
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from time import monotonic, sleep
from typing import TYPE_CHECKING, BinaryIO, NamedTuple
from urllib.parse import parse_qs, urlsplit

from waypost.lsp.frames import LONGEST_ON_A_SOCKET
from waypost.lsp.transport import Receiver

if TYPE_CHECKING:
    from websockets.asyncio.server import ServerConnection
    from websockets.http11 import Request, Response

# How every message begins; no HTTP request does.
_BEGINNING = b"content-"
# How long a new connection may take to send its first message.
_PATIENCE_SECONDS = 60.0
_PAUSE_SECONDS = 0.01


class Address(NamedTuple):
    """Where to listen; port 0 takes any free port."""

    host: str
    port: int

    def __str__(self) -> str:
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    @property
    def family(self) -> socket.AddressFamily:
        return socket.AF_INET6 if ":" in self.host else socket.AF_INET


def accept_one(address: Address, announce: Callable[[str], None]) -> tuple[BinaryIO, BinaryIO]:
    """Wait for one client on TCP that sends protocol messages; `announce` is called with the address."""
    with socket.create_server(address, family=address.family) as listener:
        announce(str(_bound(address, listener)))
        while True:
            connection, _ = listener.accept()
            if _speaks_the_protocol(connection):
                break
            connection.close()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return connection.makefile("rb"), connection.makefile("wb")


def _bound(address: Address, listener: socket.socket) -> Address:
    return Address(address.host, listener.getsockname()[1])


def _speaks_the_protocol(connection: socket.socket) -> bool:
    """Whether the first data is a header of ours: an HTTP request begins with another line."""
    latest = monotonic() + _PATIENCE_SECONDS
    try:
        while (left := latest - monotonic()) > 0:
            connection.settimeout(left)
            first = connection.recv(len(_BEGINNING), socket.MSG_PEEK).lower()
            if len(first) == len(_BEGINNING):
                connection.settimeout(None)
                return first == _BEGINNING
            if not first or not _BEGINNING.startswith(first) or _is_all(connection):
                return False
            sleep(_PAUSE_SECONDS)  # no event reports when more can be peeked at
    except OSError:
        pass
    return False


def _is_all(connection: socket.socket) -> bool:
    """Whether the other side sends nothing more for now. If the system cannot report that, a timeout ends it."""
    if not hasattr(select, "POLLRDHUP"):
        return False
    poll = select.poll()
    poll.register(connection, select.POLLRDHUP)
    return bool(poll.poll(0))


class QueueWriter:
    """Writes whole messages to a WebSocket, in order."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[bytes] = asyncio.Queue()

    def write(self, data: bytes) -> None:
        self._queue.put_nowait(data)

    async def drain_to(self, send: Callable[[str], Awaitable[None]]) -> None:
        while True:
            data = await self._queue.get()
            await send(data.decode("ascii"))


class Door:
    """Which clients may connect by WebSocket."""

    def __init__(self, address: Address, origins: Sequence[str]) -> None:
        self.token = secrets.token_urlsafe(24)
        self._hosts = {str(address)} | ({f"localhost:{address.port}"} if _is_loopback(address.host) else set())
        self._origins = set(origins)
        self._is_taken = False

    def fault_of(self, path: str, hosts: Sequence[str], origins: Sequence[str]) -> HTTPStatus | None:
        """Why a client is rejected; None accepts it, and rejects all later ones."""
        given = parse_qs(urlsplit(path).query).get("token", [])
        if len(hosts) != 1 or hosts[0].lower() not in self._hosts:
            return HTTPStatus.MISDIRECTED_REQUEST
        if any(each not in self._origins for each in origins):
            return HTTPStatus.FORBIDDEN
        if len(given) != 1 or not secrets.compare_digest(given[0].encode(), self.token.encode()):
            return HTTPStatus.UNAUTHORIZED
        if self._is_taken:
            return HTTPStatus.SERVICE_UNAVAILABLE
        self._is_taken = True
        return None


def _is_loopback(host: str) -> bool:
    return host in ("127.0.0.1", "::1", "localhost")


async def serve_websocket(
    address: Address,
    origins: Sequence[str],
    connect: Callable[[QueueWriter], Receiver],
    announce: Callable[[str], None],
) -> None:
    """Serve one WebSocket client until it disconnects."""
    from websockets.asyncio.server import serve
    from websockets.exceptions import ConnectionClosed

    gone = asyncio.Event()
    listener = socket.create_server(address, family=address.family)
    bound = _bound(address, listener)
    door = Door(bound, origins)

    def check(connection: "ServerConnection", request: "Request") -> "Response | None":
        headers = request.headers
        fault = door.fault_of(request.path, headers.get_all("Host"), headers.get_all("Origin"))
        return None if fault is None else connection.respond(fault, f"{fault.phrase}\n")

    async def talk(connection: "ServerConnection") -> None:
        writer = QueueWriter()
        receiver = connect(writer)
        sender = asyncio.create_task(writer.drain_to(connection.send))
        with suppress(ConnectionClosed):
            async for message in connection:
                receiver.receive(message.encode() if isinstance(message, str) else message)
        sender.cancel()
        receiver.disconnected()
        gone.set()

    async with serve(
        talk, sock=listener, process_request=check, compression=None, max_size=LONGEST_ON_A_SOCKET, max_queue=16
    ):
        announce(f"ws://{bound}/?token={door.token}")
        await gone.wait()
