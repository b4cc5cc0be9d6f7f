"""A server that keeps the bytes of each request and gives every request the same answer, over sockets on loopback.

It is a bare socket, so that nothing is normalised on the way.
"""

import socket
import threading
from queue import Queue
from typing import Any

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n"
_SECONDS = 20


class Wire:
    """The server, and what it received."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.got: Queue[dict[str, Any]] = Queue()
        threading.Thread(target=self._serve, daemon=True).start()

    def first(self) -> dict[str, Any]:
        """The oldest request that was not asked for yet; raises `Empty` if none arrives."""
        return self.got.get(timeout=_SECONDS)

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as stream:
            try:
                while line := stream.readline():
                    request = read(line, stream)
                    self.got.put(request)
                    connection.sendall(answer(request))
            except (OSError, ValueError):
                return


def answer(request: dict[str, Any]) -> bytes:
    """The same answer for every request."""
    return ANSWER if request["line"].startswith("HEAD ") else ANSWER + b"{}"


def read(line: bytes, stream: Any) -> dict[str, Any]:
    """One request, as it came; raises `ValueError` if it is not whole."""
    headers = []
    while (header := stream.readline()) not in (b"\r\n", b""):
        name, _, value = header.decode("latin-1").rstrip("\r\n").partition(":")
        headers.append((name.lower(), value.removeprefix(" ")))
    return {
        "line": line.decode("latin-1").rstrip("\r\n"),
        "headers": headers,
        "body": _body(dict(headers), stream).decode("latin-1"),
    }


def _body(headers: dict[str, str], stream: Any) -> bytes:
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return _whole(stream, int(headers.get("content-length", "0")))
    body = b""
    while size := int(stream.readline(), 16):
        body += _whole(stream, size)
        stream.readline()
    stream.readline()
    return body


def _whole(stream: Any, size: int) -> bytes:
    """If a client gave up in the middle, the part that it never sent has not arrived."""
    found: bytes = stream.read(size)
    if len(found) < size:
        raise ValueError("the body is cut off")
    return found
