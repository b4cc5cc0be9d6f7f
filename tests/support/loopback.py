"""A real HTTP server on loopback that keeps what arrived, byte by byte."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from typing import NamedTuple


class Arrived(NamedTuple):
    """One request as it arrived; header names are lowercase, values bytes."""

    method: str
    target: str
    headers: dict[str, bytes]
    body: bytes


class Loopback:
    """Where the server is, and what it received."""

    def __init__(self, port: int) -> None:
        self.base = f"http://127.0.0.1:{port}"
        self.requests: Queue[Arrived] = Queue()

    def arrived(self) -> Arrived:
        """The next request that arrived; there must be one."""
        return self.requests.get(timeout=30)


@contextmanager
def loopback() -> Iterator[Loopback]:
    """A server for the duration of a `with`."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    keeper = Loopback(server.server_address[1])
    server.keeper = keeper  # type: ignore[attr-defined]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield keeper
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __getattr__(self, name: str) -> object:
        """Answer every verb in the same way; the base class looks for `do_GET` and the like."""
        if name.startswith("do_"):
            return self._answer
        raise AttributeError(name)

    def _answer(self) -> None:
        # The parser reads headers as Latin-1; this restores the bytes.
        headers = {name.lower(): value.encode("latin-1") for name, value in self.headers.items()}
        body = self._body(headers)
        keeper: Loopback = self.server.keeper  # type: ignore[attr-defined]
        keeper.requests.put(Arrived(self.command, self.path, headers, body))
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", "2" if self.command != "HEAD" else "0")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(b"{}")

    def _body(self, headers: dict[str, bytes]) -> bytes:
        if headers.get("transfer-encoding") == b"chunked":
            return b"".join(iter(self._chunk, b""))
        return self.rfile.read(int(headers.get("content-length", b"0")))

    def _chunk(self) -> bytes:
        size = int(self.rfile.readline(), 16)
        chunk = self.rfile.read(size)
        self.rfile.readline()
        return chunk

    def log_message(self, *_: object) -> None:
        """Log nothing."""
