"""Messages out of order, twice, cut off or of impossible lengths: an answer, or a clean end."""

import random
import time
from collections.abc import Mapping
from typing import Any

import pytest

from tests.support.wire import frame, wire

URI = "file:///w/typos.toml"
HOVER = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
MESSAGE = frame({"jsonrpc": "2.0", "id": 9, "method": "textDocument/hover", "params": HOVER})
INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}
_STEPS = 60


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


def test_a_life_in_the_wrong_order() -> None:
    with wire() as server:
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


def test_exit_may_come_first() -> None:
    with wire() as server:
        server.notify("exit")
        assert server.exit_code() == 1


def test_ids_may_be_used_twice() -> None:
    """Each question is answered or refused, and none is lost."""
    with wire() as server:
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


@pytest.mark.parametrize("seed", range(2))
def test_sixty_illegal_messages_leave_a_server_that_answers(seed: int) -> None:
    chance = random.Random(seed)
    with wire() as server:
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


def test_a_length_that_cannot_be() -> None:
    """The next message is read, or the stream ends: nothing is waited for, and nothing is made room for."""
    with wire() as server:
        server.initialize()
        for length in LENGTHS:
            server.send_bytes(b"Content-Length: " + length + b"\r\n\r\n")
            assert server.is_well(), length
        assert server.end() == 0


@pytest.mark.parametrize("cut", [1, -1])
def test_a_client_that_goes_in_the_middle_of_a_message(cut: int) -> None:
    with wire() as server:
        server.initialize()
        server.send_bytes(MESSAGE[:cut])
        server._writer.close()
        assert server.exit_code() == 1


def test_a_client_that_drips() -> None:
    with wire() as server:
        server.initialize()
        for each in frame({"jsonrpc": "2.0", "id": "drip", "method": "textDocument/hover", "params": HOVER}):
            server.send_bytes(bytes([each]))
            time.sleep(0.002)
        assert "result" in server.answer_to("drip")
        assert server.end() == 0
