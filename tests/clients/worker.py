"""Runs in a separate process with one release on its path, makes calls, and reports what arrived on the wire.

Each line on standard input is a call as JSON, whose values are Python expressions; each line on standard output is what
the server received, or the exception. The server is a bare socket, so that nothing is normalised on the way.
"""

import asyncio
import importlib
import json
import socket
import sys
import threading
import uuid
import warnings
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from queue import Empty, Queue
from typing import Any, NamedTuple


class Color(Enum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


class Word(StrEnum):
    YES = "yes"


class Made(NamedTuple):
    """Stands for an object of the library under test."""

    type: str
    arguments: tuple[Any, ...] = ()


NAMES: dict[str, Any] = {
    "Color": Color,
    "Level": Level,
    "Word": Word,
    "date": date,
    "datetime": datetime,
    "time": time,
    "Decimal": Decimal,
    "UUID": uuid.UUID,
    "Made": Made,
}
_LIMIT = 20


class Wire:
    """A server that keeps the bytes of each request and gives every request the same answer."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.base = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        self.got: Queue[dict[str, Any]] = Queue()
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            connection, _ = self._listener.accept()
            threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        with connection, connection.makefile("rb") as stream:
            try:
                while line := stream.readline():
                    request = self._read(line, stream)
                    self.got.put(request)
                    body = b"" if request["line"].startswith("HEAD ") else b"{}"
                    head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n"
                    connection.sendall(head + body)
            except (OSError, ValueError):
                return

    def _read(self, line: bytes, stream: Any) -> dict[str, Any]:
        headers = []
        while (header := stream.readline()) not in (b"\r\n", b""):
            name, _, value = header.decode("latin-1").rstrip("\r\n").partition(":")
            headers.append((name.lower(), value.removeprefix(" ")))
        return {
            "line": line.decode("latin-1").rstrip("\r\n"),
            "headers": headers,
            "body": self._body(dict(headers), stream).decode("latin-1"),
        }

    def _body(self, headers: dict[str, str], stream: Any) -> bytes:
        if headers.get("transfer-encoding", "").lower() != "chunked":
            return self._whole(stream, int(headers.get("content-length", "0")))
        body = b""
        while size := int(stream.readline(), 16):
            body += self._whole(stream, size)
            stream.readline()
        stream.readline()
        return body

    def _whole(self, stream: Any, size: int) -> bytes:
        """If a client gave up in the middle, the part that it never sent has not arrived."""
        found: bytes = stream.read(size)
        if len(found) < size:
            raise ValueError("the body is cut off")
        return found


Driver = Callable[[dict[str, Any]], Any]


def value(expression: str, base: str) -> Any:
    return eval(expression.replace("@HOST@", base.removeprefix("http://")), dict(NAMES))


def main() -> None:
    folder, driver = sys.argv[1:3]
    if folder:
        sys.path.insert(0, folder)
    warnings.simplefilter("ignore")
    run: Driver = getattr(importlib.import_module("drivers"), driver)
    wire = Wire()
    print(json.dumps(wire.base), flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(run, json.loads(line), wire)), flush=True)


def answer(run: Driver, call: dict[str, Any], wire: Wire) -> dict[str, Any]:
    """What arrived from one call, or why nothing did."""
    while not wire.got.empty():
        wire.got.get()
    try:
        call = {
            **call,
            "base": wire.base,
            "url": value(call["url"], wire.base),
            "client": {name: value(each, wire.base) for name, each in call["client"].items()},
            "given": {name: value(each, wire.base) for name, each in call["given"].items()},
        }
        made = run(call)
        if asyncio.iscoroutine(made):
            asyncio.run(asyncio.wait_for(made, _LIMIT))
        return wire.got.get(timeout=_LIMIT)
    except Empty:
        return {"error": "nothing arrived"}
    except Exception as error:  # noqa: BLE001 - whatever a client raises is its answer
        return {"error": f"{type(error).__name__}: {error}"[:300]}


if __name__ == "__main__":
    main()
