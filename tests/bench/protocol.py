"""Our reading, dispatch and writing of messages beside pygls' own: a request's round trip, the start, and what each
answers to a client that does not keep to the protocol."""

import sys
from collections.abc import Sequence
from threading import Timer
from typing import Any

from tests.bench.idle import IDLE
from tests.bench.measure import report, side_by_side
from tests.bench.servers import server
from tests.support.wire import Wire, frame

_TIMES = 1_000
# pygls hangs if a client sends so much that the answers do not fit into a pipe before it reads.
_AT_ONCE = 100
_PATIENCE = 3.0
_HOVER = {"textDocument": {"uri": "file:///w/a.py"}, "position": {"line": 0, "character": 0}}
_PROGRAM = """
import asyncio
from lsprotocol import types
from waypost.lsp import run, server

class Idle(server.WaypostServer):
    def __init__(self):
        self.protocol = server.Protocol(types.ServerInfo("idle", "1"))
        self.connection = server.Connection(self.protocol)
        self.protocol.handlers.feature(types.INITIALIZE)(lambda params: None)
        self.protocol.handlers.feature(types.TEXT_DOCUMENT_HOVER)(lambda params: None)

run.WaypostServer = Idle
run.run_stdio()
"""
_OURS = (sys.executable, "-c", _PROGRAM)
_MALFORMED = {
    "a body that is no JSON": frame(b"{"),
    "a header without a length": b"Content-Type: x\r\n\r\n",
    "a list of requests": frame([{"jsonrpc": "2.0", "id": 7, "method": "shutdown"}]),
    "no version": frame({"id": 7, "method": "textDocument/hover", "params": _HOVER}),
    "parameters of the wrong shape": frame({"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": 5}),
    "an unknown method": frame({"jsonrpc": "2.0", "id": 7, "method": "no/such", "params": {}}),
}


def run() -> None:
    ours, theirs = side_by_side(lambda: _start(_OURS), lambda: _start(IDLE))
    report("start to initialize", ours, "pygls", theirs, 1.3)
    with server(_OURS) as one, server(IDLE) as other:
        one.initialize()
        other.initialize()
        ours, theirs = side_by_side(lambda: _hovers(one), lambda: _hovers(other))
        report(f"{_TIMES} hovers, one after the other", ours, "pygls", theirs, 1)
        ours, theirs = side_by_side(lambda: _at_once(one), lambda: _at_once(other))
        report(f"{_AT_ONCE} hovers at once", ours, "pygls", theirs, 1)
    for what, message in _MALFORMED.items():
        print(f"{what}: ours {_answered(_OURS, message)}; pygls {_answered(IDLE, message)}")


def _start(command: Sequence[str]) -> None:
    with server(command) as started:
        started.initialize()


def _hovers(server: Wire) -> None:
    for _ in range(_TIMES):
        server.ask("textDocument/hover", _HOVER)


def _at_once(server: Wire) -> None:
    ask: dict[str, Any] = {"jsonrpc": "2.0", "method": "textDocument/hover", "params": _HOVER}
    server.send_bytes(b"".join(frame({**ask, "id": number}) for number in range(_AT_ONCE)))
    for number in range(_AT_ONCE):
        assert server.answer_to(number)["result"] is None


def _answered(command: Sequence[str], message: bytes) -> str:
    """What the server answers before it answers a hover that comes after; `nothing`, if it never does."""
    with server(command) as started:
        started.initialize()
        Timer(_PATIENCE, started.process.kill).start()
        started.send_bytes(message)
        started.send({"jsonrpc": "2.0", "id": "after", "method": "textDocument/hover", "params": _HOVER})
        found = []
        while (answer := started.read()) is not None and answer.get("id") != "after":
            if "error" in answer:
                found.append(f"error {answer['error']['code']}")
        return f"{', '.join(found) or 'no answer'}{'' if answer else ', then none to any request'}"
