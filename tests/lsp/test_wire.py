"""What the server does with messages that no well-behaved client sends, and how it exits."""

import json
import random
import signal
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

import pytest

from tests.support.wire import Wire, frame, read_message, wire

POSITION = {"line": 0, "character": 0}


@pytest.fixture
def server():
    with wire() as made:
        made.initialize()
        yield made


HOVER = (
    b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params":'
    b' {"textDocument": {"uri": "x"}, "position": {"line": LINE, "character": CHARACTER}}}'
)
MALFORMED = {
    "bad JSON": (b"{nope", -32700),
    "JSON cut off": (b'{"jsonrpc": "2.0", "id": 7', -32700),
    "not UTF-8": (b'{"jsonrpc": "2.0", "id": "\xff"}', -32700),
    "deep nesting": (b"[" * 100_000, -32700),
    "a number": (b"5", -32600),
    "null": (b"null", -32600),
    "an empty list": (b"[]", -32600),
    "no version": (b'{"id": 7, "method": "shutdown"}', -32600),
    "a method that is no string": (b'{"jsonrpc": "2.0", "id": 7, "method": 5}', -32600),
    "an id that is a list": (b'{"jsonrpc": "2.0", "id": [], "method": "shutdown"}', -32600),
    "neither call nor answer": (b'{"jsonrpc": "2.0", "id": 7}', -32600),
    "an unknown method": (b'{"jsonrpc": "2.0", "id": 7, "method": "no/such"}', -32601),
    "parameters of the wrong shape": (
        b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": {"position": "here"}}',
        -32602,
    ),
    "a position that is no number": (
        b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover", "params": {"position": {"line": "one"}}}',
        -32602,
    ),
    "a negative position": (
        HOVER.replace(b"LINE", b"-1").replace(b"CHARACTER", b"0"),
        -32602,
    ),
    "a gigantic position": (
        HOVER.replace(b"LINE", b"0").replace(b"CHARACTER", b"9" * 4000),
        -32602,
    ),
    "no parameters": (b'{"jsonrpc": "2.0", "id": 7, "method": "textDocument/hover"}', -32602),
    "an unknown command": (
        b'{"jsonrpc": "2.0", "id": 7, "method": "workspace/executeCommand", "params": {"command": "no"}}',
        -32602,
    ),
    "initialize again": (
        b'{"jsonrpc": "2.0", "id": 7, "method": "initialize", "params": {"capabilities": {}}}',
        -32600,
    ),
}


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_message_gets_a_protocol_error_and_the_next_one_works(name: str, server: Wire) -> None:
    body, code = MALFORMED[name]
    server.send_bytes(frame(body))
    while (message := server.read()).get("method") is not None:
        assert message["method"] == "window/logMessage"
    assert message["error"]["code"] == code
    assert server.is_well()


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "no/such"},
        {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": 3}},
        {"jsonrpc": "2.0", "method": "textDocument/didChange", "params": None},
    ],
)
def test_a_malformed_notification_is_a_line_in_the_log(message: dict, server: Wire) -> None:
    server.send(message)
    assert message["method"] in server.told("window/logMessage")["message"]
    assert server.is_well()


@pytest.mark.parametrize("method", ["$/cancelRequest", "$/setTrace", "$/unknown"])
def test_optional_notifications_are_passed_over_in_silence(method: str, server: Wire) -> None:
    server.notify(method, {"id": 99, "value": "off"})
    assert server.is_well()
    assert server.notifications == []


def test_a_thousand_malformed_messages_are_survived(server: Wire) -> None:
    chance = random.Random(3)
    whole = json.dumps(
        {
            "jsonrpc": "2.0",
            "id": 5,
            "method": "textDocument/completion",
            "params": {"textDocument": {"uri": "file:///a/typos.toml"}, "position": {"line": 0, "character": 1}},
        }
    ).encode()
    for _ in range(1000):
        cut = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            cut[chance.randrange(len(cut))] = chance.randrange(256)
        server.send_bytes(frame(bytes(cut[: chance.randint(1, len(cut))])))
    server.send({"jsonrpc": "2.0", "id": "last", "method": "shutdown"})
    assert "error" not in server.answer_to("last")


@pytest.mark.slow
def test_a_client_may_send_everything_before_it_reads_anything(server: Wire) -> None:
    """Each side's pipe is filled many times over: if both waited for the other to read, neither ever would."""
    text = "[default.extend-words]\n" + "".join(f'word{number} = "x"\n' for number in range(500))
    server.open("file:///w/typos.toml", text)
    for number in range(200):
        params = {"textDocument": {"uri": "file:///w/typos.toml"}, "workDoneToken": "x" * 2_000}
        server.send({"jsonrpc": "2.0", "id": number, "method": "textDocument/documentSymbol", "params": params})
    for number in range(200):
        assert len(server.answer_to(number)["result"]) == 502


def test_what_the_loop_cannot_watch_is_read_by_a_thread(tmp_path) -> None:
    """A file as standard input takes the place of Windows' pipes."""
    asked = tmp_path / "asked"
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}
    calls = [hello, {"jsonrpc": "2.0", "id": 2, "method": "shutdown"}, {"jsonrpc": "2.0", "method": "exit"}]
    asked.write_bytes(b"".join(map(frame, calls)))
    with asked.open("rb") as stdin:
        done = subprocess.run([sys.executable, "-m", "waypost", "lsp"], stdin=stdin, capture_output=True, check=True)
    answers = BytesIO(done.stdout)
    assert "capabilities" in read_message(answers)["result"]
    assert read_message(answers) == {"jsonrpc": "2.0", "id": 2, "result": None}
    assert read_message(answers) is None
    assert done.stderr == b""


def test_what_a_client_has_not_read_when_it_ends_the_server_is_sent(server: Wire) -> None:
    for number in range(1000):
        server.send({"jsonrpc": "2.0", "id": number, "method": "no/such"})
    server.send({"jsonrpc": "2.0", "id": "last", "method": "shutdown"})
    server.notify("exit")
    for number in range(1000):
        assert "error" in server.answer_to(number)
    assert server.answer_to("last")["result"] is None
    assert server.exit_code() == 0


@pytest.mark.parametrize("msg_id", [[], {}, None, True, 1.5, [[1]]])
def test_a_cancellation_of_what_is_no_id_is_passed_over_and_the_rest_of_its_packet_is_read(
    msg_id: object, server: Wire
) -> None:
    cancel = {"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": msg_id}}
    asked = {"jsonrpc": "2.0", "id": "behind", "method": "no/such"}
    server.send_bytes(frame(cancel) + frame(asked))
    assert server.answer_to("behind")["error"]["code"] == -32601
    assert server.notifications == []


@pytest.mark.parametrize("msg_id", [[], {}, None, "nobody", 1])
def test_an_answer_nobody_waits_for_is_passed_over(msg_id: object, server: Wire) -> None:
    server.send({"jsonrpc": "2.0", "id": msg_id, "result": None})
    assert server.is_well()
    assert server.notifications == []


def test_headers_may_be_written_any_way_and_bad_ones_are_passed_over(server: Wire) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": "a", "method": "no/such"}).encode()
    server.send_bytes(b"content-length:%d\r\nContent-Type: x\r\n\r\n%b" % (len(body), body))
    assert server.answer_to("a")["error"]["code"] == -32601
    server.send_bytes(b"Content-Length: -5\r\n\r\nContent-Length: many\r\n\r\nContent-Length: 99999999999999\r\n\r\n")
    server.send_bytes(b"Rubbish\r\n\r\n")
    server.send_bytes(frame(body))
    assert server.answer_to("a")["error"]["code"] == -32601


def test_nothing_is_answered_before_initialize() -> None:
    with wire() as server:
        assert server.ask("textDocument/hover", {})["error"]["code"] == -32002
        server.initialize()
        assert server.end() == 0


def test_nothing_is_answered_after_shutdown_and_the_exit_code_is_zero(server: Wire) -> None:
    assert server.ask("shutdown")["result"] is None
    assert (
        server.ask("textDocument/hover", {"textDocument": {"uri": "x"}, "position": POSITION})["error"]["code"]
        == -32600
    )
    server.notify("exit")
    assert server.exit_code() == 0


def test_exit_without_shutdown_is_exit_code_one(server: Wire) -> None:
    server.notify("exit")
    assert server.exit_code() == 1


def test_a_client_that_hangs_up_ends_the_server(server: Wire) -> None:
    assert server.process.stdin
    server.process.stdin.close()
    assert server.exit_code() == 1
    assert server.process.stderr and server.process.stderr.read() == b""


def test_a_client_that_stops_reading_and_goes_ends_the_server_quietly(server: Wire) -> None:
    assert server.process.stdin and server.process.stdout
    server.process.stdout.close()
    server.send({"jsonrpc": "2.0", "id": 1, "method": "no/such"})
    assert server.exit_code() == 1
    assert b"Traceback" not in server.process.stderr.read()


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_the_death_of_the_parent_ends_the_server() -> None:
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    with wire() as server:
        server.initialize(pid=parent.pid)
        parent.send_signal(signal.SIGKILL)
        parent.wait()
        assert parent.stdin
        parent.stdin.close()
        assert server.exit_code() == 1


def test_a_stray_print_cannot_corrupt_the_stream() -> None:
    """While the server runs, print from Python, from a child process and straight to descriptor 1."""
    noisy = textwrap.dedent("""
        import os, subprocess, sys
        from waypost.lsp import run, to_proto
        plain = to_proto.diagnostics
        def noisy(*given):
            print("stray"); sys.stdout.flush(); os.write(1, b"stray\\n"); subprocess.run(["echo", "stray"])
            return plain(*given)
        to_proto.diagnostics = noisy
        run.run_stdio()
    """)
    process = subprocess.Popen(
        [sys.executable, "-c", noisy], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout and process.stderr
    with process:
        server = Wire(process, process.stdout, process.stdin)
        server.initialize()
        server.open("file:///w/typos.toml", "")
        assert server.told("textDocument/publishDiagnostics")["diagnostics"] == []
        assert server.end() == 0
        assert process.stderr.read().split() == [b"stray"] * 3


# A server that considers everything it has answered once quick, and whose hover and diagnostics fail for a text that
# contains "bug".
BUGGY = textwrap.dedent("""
    from waypost import analysis
    from waypost.lsp import run, scheduler

    def fail(plain):
        def failing(self, *given):
            if b"bug" in self.document.source:
                raise ZeroDivisionError("a bug")
            return plain(self, *given)
        return failing

    scheduler._QUICK_SECONDS = 1e9
    analysis.Analysis.hover = fail(analysis.Analysis.hover)
    analysis.Analysis.diagnostics = fail(analysis.Analysis.diagnostics)
    run.run_stdio()
""")


@pytest.mark.parametrize("before", [("",), ("", "# fine", "# fine too")], ids=["beside the loop", "on the loop"])
def test_a_bug_costs_one_answer_and_one_line_in_the_log(before: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", BUGGY], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout
    uri = "file:///w/typos.toml"
    place = {"textDocument": {"uri": uri}, "position": POSITION}
    with process:
        server = Wire(process, process.stdout, process.stdin)
        server.initialize({"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
        for version, text in enumerate(before, 1):
            server.open(uri, text, version=version)
            assert server.told("textDocument/publishDiagnostics")["version"] == version
            assert "result" in server.ask("textDocument/hover", place)
        change = {"textDocument": {"uri": uri, "version": 9}, "contentChanges": [{"text": "# bug"}]}
        server.notify("textDocument/didChange", change)
        assert server.told("window/logMessage")["message"].startswith(f"diagnostics failed for {uri}")
        answer = server.ask("textDocument/hover", place)
        assert answer["error"]["code"] == -32603
        assert "ZeroDivisionError" in answer["error"]["message"]
        [logged] = [each["params"]["message"] for each in server.notifications if "message" in each["params"]]
        assert logged.startswith(f"textDocument/hover failed for {uri}")
        assert "result" in server.ask("textDocument/documentSymbol", {"textDocument": place["textDocument"]})
        assert server.end() == 0


BUGGY_COMMAND = textwrap.dedent("""
    from waypost.lsp import commands, run

    async def fail(connection, given):
        return 1 + given["uri"]

    commands.COMMANDS["waypost.explain"] = commands.Command(fail)
    run.run_stdio()
""")


@contextmanager
def scripted(script: str) -> Iterator[Wire]:
    """A server with a bug."""
    process = subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin and process.stdout
    with process:
        server = Wire(process, process.stdout, process.stdin)
        server.initialize()
        yield server
        assert server.end() == 0


def command(name: str, *arguments: object) -> dict[str, object]:
    return {"command": name, "arguments": list(arguments)}


def test_a_type_error_inside_a_command_is_a_bug_and_logged_as_one() -> None:
    with scripted(BUGGY_COMMAND) as server:
        answer = server.ask("workspace/executeCommand", command("waypost.explain", {"uri": "x"}))
        assert answer["error"]["code"] == -32603
        assert "TypeError" in answer["error"]["message"]
        logged = [each["params"]["message"].partition("\n")[0] for each in server.notifications]
        assert logged == ["waypost.explain failed"]


@pytest.mark.parametrize(
    "wrong",
    [
        command("waypost.explain"),
        command("waypost.explain", "x"),
        command("waypost.explain", {}, {}),
        command("waypost.documentText", {}),
        command("waypost.applyEdit", None),
        command("waypost.noSuchCommand", {}),
    ],
)
def test_arguments_that_a_command_does_not_take_are_invalid(wrong: dict[str, object], server: Wire) -> None:
    assert server.ask("workspace/executeCommand", wrong)["error"]["code"] == -32602
    assert server.is_well()
    assert server.notifications == []


@pytest.mark.parametrize("position", [None, 3, {}, {"line": "x", "character": 0}, {"line": 0, "character": -1}])
def test_a_position_that_is_none_is_invalid(position: object, server: Wire) -> None:
    uri = "file:///w/client.py"
    server.open(uri, 'import requests\nrequests.get("https://example.com/")\n', "python")
    asked = command("waypost.requestAtCursor", {"uri": uri, "position": position})
    assert server.ask("workspace/executeCommand", asked)["error"]["code"] == -32602
