"""Messages out of order, twice, cut off or of impossible lengths, on every transport: an answer, or a clean end."""

import random
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.lsp.test_sockets import INITIALIZE, connected, piped
from tests.support.wire import Wire, frame, wire

URI = "file:///w/typos.toml"
HOVER = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
MESSAGE = frame({"jsonrpc": "2.0", "id": 9, "method": "textDocument/hover", "params": HOVER})
_STEPS = 60


@contextmanager
def over_stdio() -> Iterator[Wire]:
    with wire() as server:
        yield server


@contextmanager
def over_socket() -> Iterator[Wire]:
    with (
        tempfile.TemporaryDirectory() as folder,
        piped(Path(folder) / "s") as server,
        connected(Path(folder) / "s") as connection,
        connection.makefile("rwb") as stream,
    ):
        yield Wire(server.process, stream, stream)


every_transport = pytest.mark.parametrize("transport", [over_stdio, over_socket])


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ([{"jsonrpc": "2.0", "id": 7, "method": "shutdown"}], "not a JSON-RPC 2.0 message"),
        ("shutdown", "not a JSON-RPC 2.0 message"),
        (5, "not a JSON-RPC 2.0 message"),
        (None, "not a JSON-RPC 2.0 message"),
        ({"jsonrpc": "1.0", "id": 7, "method": "shutdown"}, "not a JSON-RPC 2.0 message"),
        ({"id": 7, "method": "shutdown"}, "not a JSON-RPC 2.0 message"),
        ({"jsonrpc": "2.0", "id": 7}, "neither a request nor an answer"),
        ({"jsonrpc": "2.0", "result": 7}, "neither a request nor an answer"),
        ({"jsonrpc": "2.0", "id": 7, "method": 5}, "a method must be a string"),
        ({"jsonrpc": "2.0", "id": {}, "method": "shutdown"}, "a method must be a string, an id"),
    ],
)
def test_what_is_not_a_message_of_the_protocol_is_refused_with_its_reason(message: object, why: str) -> None:
    with wire() as server:
        server.initialize()
        server.send(message)
        answer = server.read()
        while "error" not in answer:
            answer = server.read()
        assert (answer["error"]["code"], why in answer["error"]["message"]) == (-32600, True)
        assert server.end() == 0


@every_transport
def test_a_life_in_the_wrong_order(transport: Callable[[], Any]) -> None:
    with transport() as server:
        assert server.ask("textDocument/hover", HOVER)["error"]["code"] == -32002
        assert "error" in server.ask("shutdown")
        server.notify("initialized", {})
        server.open(URI, "[default]\n")
        assert "result" in server.ask("initialize", INITIALIZE)
        assert server.ask("initialize", INITIALIZE)["error"]["code"] == -32600
        server.notify("initialized", {})
        server.notify("initialized", {})
        assert server.is_well()
        assert server.ask("shutdown")["result"] is None
        assert server.ask("shutdown")["error"]["code"] == -32600
        assert server.ask("textDocument/hover", HOVER)["error"]["code"] == -32600
        server.notify("exit")
        assert server.exit_code() == 0


@every_transport
def test_exit_may_come_first(transport: Callable[[], Any]) -> None:
    with transport() as server:
        server.notify("exit")
        assert server.exit_code() == 1


@every_transport
def test_ids_may_be_used_twice(transport: Callable[[], Any]) -> None:
    """Each question is answered or refused, and none is lost."""
    with transport() as server:
        server.initialize()
        server.open(URI, "[default]\n" * 200)
        for msg_id in (7, 7, "7", 7, "7"):
            server.send({"jsonrpc": "2.0", "id": msg_id, "method": "textDocument/hover", "params": HOVER})
        server.notify("$/cancelRequest", {"id": 7})
        answers: list[Any] = []
        while len(answers) < 5:
            message = server.read()
            if "method" not in message:
                answers.append(message)
        assert sorted(str(each["id"]) for each in answers) == ["7"] * 5
        assert server.is_well()
        assert server.end() == 0


def _illegal(chance: random.Random) -> Mapping[str, Any]:
    """A message that is JSON, but that nobody may send at this point."""
    uri = chance.choice([URI, "file:///never.py", "", "::", "file:///w/%ff", "file:///w/\ud800.py", 5])
    document = {"uri": uri, "version": chance.choice([-1, 0, 2**70, None, "x"]), "languageId": "toml", "text": "x"}
    place = {"line": chance.choice([0, -1, 2**31 - 1, 2**40]), "character": chance.choice([0, 2**31 - 1])}
    changes = [
        {
            "range": {"start": place, "end": {"line": 0, "character": 0}},
            "text": "\ud800" if chance.random() < 0.2 else "a",
        }
    ]
    method, params = chance.choice(
        [
            ("textDocument/didOpen", {"textDocument": document}),
            ("textDocument/didChange", {"textDocument": document, "contentChanges": changes}),
            ("textDocument/didClose", {"textDocument": document}),
            ("textDocument/didSave", {"textDocument": document}),
            ("textDocument/hover", {"textDocument": document, "position": place}),
            ("textDocument/completion", {"textDocument": document, "position": place}),
            ("workspace/executeCommand", {"command": "waypost.routes", "arguments": [{}] * 3}),
            ("workspace/didChangeWorkspaceFolders", {"event": {"added": [{"uri": uri, "name": "a"}], "removed": []}}),
            ("workspace/didChangeWatchedFiles", {"changes": [{"uri": uri, "type": 9}]}),
            ("workspace/didChangeConfiguration", {"settings": chance.choice([None, [], {"waypost": 5}])}),
            ("initialize", INITIALIZE),
            ("$/cancelRequest", {"id": chance.choice([1, None, {}, 2**70])}),
            ("$/setTrace", {"value": "verbose"}),
            ("window/workDoneProgress/cancel", {"token": chance.choice([1, [], {}])}),
        ]
    )
    message: dict[str, Any] = {
        "jsonrpc": chance.choice(["2.0", "2.0", "2.0", "1.0"]),
        "method": method,
        "params": params,
    }
    if chance.random() < 0.4:
        message["id"] = chance.choice([1, 1, -1, "a", 2**70, 1.5])
    if chance.random() < 0.1:
        message["result"] = message.pop("method")
    return message


@every_transport
@pytest.mark.parametrize("seed", range(2))
def test_sixty_illegal_messages_leave_a_server_that_answers(transport: Callable[[], Any], seed: int) -> None:
    chance = random.Random(seed)
    with transport() as server:
        server.initialize()
        for _ in range(_STEPS):
            server.send(_illegal(chance))
        server.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})
        assert server.is_well()
        assert server.ask("shutdown")["result"] is None
        server.notify("exit")
        assert server.exit_code() == 0
    bugs = [each["params"]["message"] for each in server.notifications if each.get("method") == "window/logMessage"]
    assert not [each for each in bugs if "Traceback" in each], bugs


LENGTHS = [b"-1", b"0", b"+5", b"1e3", b"0x10", b"\xb2", b"99999999999999999999", b"2147483648", b"", b" ", b"5, 5"]


@every_transport
def test_a_length_that_cannot_be(transport: Callable[[], Any]) -> None:
    """The next message is read, or the stream ends: nothing is waited for, and nothing is made room for."""
    with transport() as server:
        server.initialize()
        for length in LENGTHS:
            server.send_bytes(b"Content-Length: " + length + b"\r\n\r\n")
            assert server.is_well(), length
        assert server.end() == 0


@pytest.mark.parametrize("cut", [1, -1])
def test_a_client_on_a_pipe_that_goes_in_the_middle_of_a_message(cut: int) -> None:
    with over_stdio() as server:
        server.initialize()
        server.send_bytes(MESSAGE[:cut])
        server._writer.close()
        assert server.exit_code() == 1


@pytest.mark.parametrize("cut", [1, -1])
@pytest.mark.parametrize("way", [socket.SHUT_WR, socket.SHUT_RDWR])
def test_a_client_on_a_socket_that_goes_in_the_middle_of_a_message(cut: int, way: int, tmp_path: Path) -> None:
    path = tmp_path / "s"
    with piped(path) as started, connected(path) as connection, connection.makefile("rwb") as stream:
        server = Wire(started.process, stream, stream)
        server.initialize()
        server.send_bytes(MESSAGE[:cut])
        connection.shutdown(way)
        assert server.exit_code() == 1


@every_transport
def test_a_client_that_drips(transport: Callable[[], Any]) -> None:
    with transport() as server:
        server.initialize()
        for each in frame({"jsonrpc": "2.0", "id": "drip", "method": "textDocument/hover", "params": HOVER}):
            server.send_bytes(bytes([each]))
            time.sleep(0.002)
        assert "result" in server.answer_to("drip")
        assert server.end() == 0
