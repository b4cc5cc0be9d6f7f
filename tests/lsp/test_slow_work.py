"""Slow work runs outside the loop, can be cancelled, and never publishes an old result."""

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.support.wire import Wire

URI = "file:///w/typos.toml"
PLACE = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}

# A server in which something waits for a file, like slow work that checks now and then whether it is still wanted.
WAITING = textwrap.dedent("""
    import sys, time
    from pathlib import Path
    from waypost import cancel

    def wait(*ignored):
        Path(sys.argv[1], "started").touch()
        while not Path(sys.argv[1], "go").exists():
            cancel.checkpoint()
            time.sleep(0.001)
""")
# Its hover, its completion, and its diagnostics of a text that contains "slow". It considers everything it has answered
# once quick.
SLOW = WAITING + textwrap.dedent("""
    from waypost import analysis
    from waypost.lsp import run, scheduler

    plain = analysis.Analysis.diagnostics
    completions = analysis.Analysis.complete

    def diagnostics(self):
        if b"slow" in self.document.source:
            wait(self)
        return plain(self)

    def complete(self, offset):
        wait(self)
        return completions(self, offset)

    scheduler._QUICK_SECONDS = 1e9
    analysis.Analysis.hover = wait
    analysis.Analysis.complete = complete
    analysis.Analysis.diagnostics = diagnostics
    run.run_stdio()
""")


class Slow(Wire):
    """The slow server and its files."""

    folder: Path

    def go(self) -> None:
        (self.folder / "go").touch()

    def wait_until_started(self) -> None:
        while not (self.folder / "started").exists():
            assert self.process.poll() is None

    def send_hover(self, msg_id: object) -> None:
        self.send_question(msg_id, "hover")

    def send_question(self, msg_id: object, about: str) -> None:
        self.send({"jsonrpc": "2.0", "id": msg_id, "method": f"textDocument/{about}", "params": PLACE})

    def change(self, version: int, text: str) -> None:
        document = {"uri": URI, "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})

    def text(self) -> object:
        """The answer, which is made on the loop, whatever the worker does."""
        return self.ask("workspace/executeCommand", {"command": "waypost.documentText", "arguments": [URI]})["result"]


# Here, the slow work is to follow an open document for the index.
INDEXING = WAITING + textwrap.dedent("""
    from waypost.lsp import run
    from waypost.routes import inventory

    plain = inventory.calls_of

    def calls_of(routes):
        wait()
        return plain(routes)

    inventory.calls_of = calls_of
    run.run_stdio()
""")


@contextmanager
def running(script: str, folder: Path) -> Iterator[Slow]:
    process = subprocess.Popen(
        [sys.executable, "-c", script, str(folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdin
    assert process.stdout
    with process:
        server = Slow(process, process.stdout, process.stdin)
        server.folder = folder
        server.initialize({"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
        yield server
        process.kill()


@pytest.fixture
def slow(tmp_path) -> Iterator[Slow]:
    with running(SLOW, tmp_path) as server:
        server.open(URI, "")
        yield server


def test_a_running_request_is_cancelled_and_the_next_one_is_answered(slow: Slow) -> None:
    slow.send_hover("one")
    slow.wait_until_started()
    slow.notify("$/cancelRequest", {"id": "one"})
    assert slow.answer_to("one")["error"]["code"] == -32800
    assert slow.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})["result"] == []


def test_a_waiting_request_is_cancelled_before_it_starts(slow: Slow) -> None:
    slow.send_hover("one")
    slow.wait_until_started()
    slow.send_hover("two")
    slow.notify("$/cancelRequest", {"id": "two"})
    assert slow.answer_to("two")["error"]["code"] == -32800
    slow.go()
    assert slow.answer_to("one")["result"] is None


def test_the_loop_answers_while_slow_work_runs(slow: Slow) -> None:
    slow.send_hover("one")
    slow.wait_until_started()
    slow.change(2, "x")
    assert slow.text() == "x"
    slow.go()
    slow.answer_to("one")


def test_a_question_about_a_small_document_does_not_wait_for_slow_work_about_a_big_one(slow: Slow) -> None:
    slow.change(2, "# slow" * 100)
    slow.wait_until_started()
    slow.open("file:///w/_typos.toml", "[files]\n")
    document = {"textDocument": {"uri": "file:///w/_typos.toml"}}
    assert [each["name"] for each in slow.ask("textDocument/documentSymbol", document)["result"]] == ["files"]
    slow.go()
    while slow.told("textDocument/publishDiagnostics").get("version") != 2:
        pass


def test_the_loop_answers_while_work_is_slow_that_was_quick_before(slow: Slow) -> None:
    slow.change(2, "# quick")
    while slow.told("textDocument/publishDiagnostics")["version"] != 2:
        pass
    slow.change(3, "# slow")
    slow.wait_until_started()
    assert slow.text() == "# slow"
    slow.go()
    assert slow.told("textDocument/publishDiagnostics")["version"] == 3


def test_a_stale_answer_is_not_reported(slow: Slow) -> None:
    slow.send_hover("one")
    slow.wait_until_started()
    slow.change(2, "x")
    slow.text()
    slow.go()
    assert slow.answer_to("one")["error"]["code"] == -32801


def test_an_edit_ends_what_is_worked_out_about_the_text_before_it(slow: Slow) -> None:
    slow.send_hover("one")
    slow.wait_until_started()
    slow.change(2, "x = 1")
    assert slow.answer_to("one")["error"]["code"] == -32801
    assert slow.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})["result"]


def test_a_list_of_completions_outlives_what_is_typed_meanwhile(slow: Slow) -> None:
    """The editor filters it by what was typed; an error would close it, until another key asks for one."""
    slow.send_question("one", "completion")
    slow.wait_until_started()
    slow.change(2, "d")
    slow.text()
    slow.go()
    assert slow.answer_to("one")["result"]["items"]


def test_a_list_of_completions_ends_when_it_is_cancelled_or_its_document_closed(slow: Slow) -> None:
    slow.send_question("one", "completion")
    slow.wait_until_started()
    slow.change(2, "d")
    slow.notify("$/cancelRequest", {"id": "one"})
    assert slow.answer_to("one")["error"]["code"] == -32800
    slow.send_question("two", "completion")
    slow.notify("textDocument/didClose", {"textDocument": {"uri": URI}})
    slow.go()
    assert slow.answer_to("two")["error"]["code"] == -32801


def test_stale_diagnostics_are_never_published(slow: Slow) -> None:
    """While the diagnostics of version 2 are being made, version 3 arrives: nothing about version 2 is published."""
    assert slow.told("textDocument/publishDiagnostics")["version"] == 1
    slow.change(2, "# slow")
    slow.wait_until_started()
    slow.change(3, "x =")
    published = slow.told("textDocument/publishDiagnostics")
    assert published["version"] == 3
    assert published["diagnostics"]


def test_shutdown_with_a_pending_command_is_answered_and_the_exit_code_is_zero(slow: Slow) -> None:
    slow.send_hover("one")
    slow.wait_until_started()
    asked = {"command": "waypost.routes", "arguments": []}
    slow.send({"jsonrpc": "2.0", "id": "two", "method": "workspace/executeCommand", "params": asked})
    slow.send({"jsonrpc": "2.0", "id": "three", "method": "shutdown"})
    answers: dict[str, Any] = {}
    while answers.keys() != {"one", "two", "three"}:
        answer = slow.read()
        if "id" in answer:
            answers[answer["id"]] = answer
    assert answers["three"]["result"] is None
    assert {answers[each]["error"]["code"] for each in ("one", "two")} == {-32800}
    slow.notify("exit")
    assert slow.exit_code() == 0


def test_a_second_request_with_the_id_of_one_that_runs_is_refused(slow: Slow) -> None:
    slow.send_hover("one")
    slow.wait_until_started()
    slow.send_hover("one")
    assert slow.answer_to("one")["error"]["code"] == -32600
    slow.go()
    assert slow.answer_to("one")["result"] is None
    assert slow.ask("textDocument/documentSymbol", {"textDocument": {"uri": URI}})["result"] == []


def test_shutdown_ends_what_is_running(slow: Slow) -> None:
    slow.send_hover("one")
    slow.wait_until_started()
    assert slow.ask("shutdown")["result"] is None
    slow.notify("exit")
    assert slow.exit_code() == 0


def test_the_index_gives_way_to_a_question_and_follows_later(tmp_path) -> None:
    with running(INDEXING, tmp_path) as server:
        uri = "file:///w/client.py"
        server.open(uri, 'from waypost import endpoint\nendpoint("GET /user")\n', "python")
        server.wait_until_started()
        assert server.ask("textDocument/foldingRange", {"textDocument": {"uri": uri}})["result"] == []
        server.go()
        while not (found := server.ask("workspace/symbol", {"query": ""})["result"]):
            pass
        assert [each["name"] for each in found] == ["GET /user"]
