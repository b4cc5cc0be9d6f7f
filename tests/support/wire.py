"""The server as a process on a pipe, driven with raw messages, for what no well-behaved client would send."""

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO, Any

from tests.support.forked import ORDINARY, launcher

PATIENCE = 60


def frame(message: Any) -> bytes:
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def read_message(stream: IO[bytes]) -> Any:
    """The next message, or None at the end of the stream."""
    length = None
    while line := stream.readline():
        if line == b"\r\n":
            assert length is not None
            return json.loads(stream.read(length))
        name, _, value = line.partition(b":")
        assert name in (b"Content-Length", b"Content-Type"), f"not a header: {line!r}"
        if name == b"Content-Length":
            length = int(value)
    return None


class Wire:
    """One running server."""

    def __init__(self, process: "subprocess.Popen[bytes]", reader: IO[bytes], writer: IO[bytes]) -> None:
        self.process = process
        self._reader, self._writer = reader, writer
        self._last_id = 0
        self.notifications: list[Any] = []

    def send_bytes(self, data: bytes) -> None:
        self._writer.write(data)
        self._writer.flush()

    def send(self, message: Any) -> None:
        self.send_bytes(frame(message))

    def notify(self, method: str, params: Any = None) -> None:
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any = None) -> Any:
        """A request's whole answer: `result` or `error`."""
        self._last_id += 1
        self.send({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params})
        return self.answer_to(self._last_id)

    def answer_to(self, msg_id: Any) -> Any:
        """The answer to a request; answers to later requests may have arrived before it."""
        for message in self.notifications:
            if "method" not in message and message.get("id") == msg_id:
                self.notifications.remove(message)
                return message
        while (message := self.read()) is not None:
            if "method" not in message and message.get("id") == msg_id:
                return message
            self.notifications.append(message)
        raise AssertionError("the server is gone")

    def told(self, method: str) -> Any:
        """The parameters of the next notification with this method."""
        while (message := self.read()) is not None:
            if message.get("method") == method:
                return message["params"]
            self.notifications.append(message)
        raise AssertionError("the server is gone")

    def read(self) -> Any:
        return read_message(self._reader)

    def initialize(self, capabilities: Mapping[str, Any] | None = None, pid: int | None = None) -> Any:
        answer = self.ask("initialize", {"processId": pid, "rootUri": None, "capabilities": dict(capabilities or {})})
        self.notify("initialized", {})
        return answer["result"]

    def open(self, uri: str, text: str, language: str = "toml", version: int = 1) -> None:
        item = {"uri": uri, "languageId": language, "version": version, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": item})

    def is_well(self) -> bool:
        """Whether the server still answers."""
        return "result" in self.ask(
            "textDocument/hover", {"textDocument": {"uri": "file:///none"}, "position": {"line": 0, "character": 0}}
        )

    def exit_code(self) -> int:
        return self.process.wait(PATIENCE)

    def end(self) -> int:
        self.ask("shutdown")
        self.notify("exit")
        return self.exit_code()


@contextmanager
def wire(*arguments: str, under: Sequence[str] = (), **popen: Any) -> Iterator[Wire]:
    """A server on stdio, started by the command `under`; killed at the end if a test left it running."""
    process = subprocess.Popen(
        [*under, *(ORDINARY if under or popen else launcher()), "lsp", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **popen,
    )
    assert process.stdin and process.stdout and process.stderr
    try:
        yield Wire(process, process.stdout, process.stdin)
    finally:
        process.kill()
        process.wait()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(BrokenPipeError):
                stream.close()
