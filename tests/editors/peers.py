"""Other language servers for TOML and JSON, started with the spell checker's schema, and a patient client for any of
them."""

import json
import queue
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.npm import HOME, packages, program
from tests.support.wire import frame, read_message
from waypost.config.model.schema import SCHEMA_FILE

PATIENCE = 20.0
# How long a server stays silent once it has sent everything.
_QUIET = 1.5
# How long it waits between two messages about the same edit.
_PAUSE = 0.3
_CAPABILITIES: dict[str, Any] = {
    "general": {"positionEncodings": ["utf-16"]},
    "textDocument": {
        "publishDiagnostics": {"versionSupport": True, "relatedInformation": True},
        "completion": {"completionItem": {"snippetSupport": True, "documentationFormat": ["markdown"]}},
        "hover": {"contentFormat": ["markdown"]},
        "documentSymbol": {"hierarchicalDocumentSymbolSupport": True},
        "codeAction": {"codeActionLiteralSupport": {"codeActionKind": {"valueSet": ["quickfix", "refactor"]}}},
    },
    "workspace": {"configuration": True, "workspaceFolders": True},
}


class GoneError(Exception):
    """The server ended, or does not answer."""


@dataclass(frozen=True)
class Peer:
    """A language server, and the configuration with which it uses the schema."""

    name: str
    command: tuple[str, ...]
    files: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, Any] = field(default_factory=dict)


def waypost() -> Peer:
    return Peer("waypost", (sys.executable, "-m", "waypost", "lsp"))


def tombi() -> Peer:
    path = shutil.which("tombi", path=str(Path(sys.executable).parent)) or shutil.which("tombi")
    if path is None:
        raise FileNotFoundError("tombi is not installed")
    config = "[schema]\ncatalog = { paths = [] }\n\n[[schemas]]\npath = 'schema.json'\ninclude = ['typos.toml']\n"
    return Peer("tombi", (path, "lsp", "--offline"), {"tombi.toml": config})


def taplo() -> Peer:
    packages()
    config = "[schema]\nenabled = true\npath = 'schema.json'\n"
    return Peer("taplo", (program("node"), str(HOME / "taplo.mjs")), {".taplo.toml": config})


def vscode_json(folder: Path) -> Peer:
    server = packages() / ".bin" / "vscode-json-language-server"
    schema = {"fileMatch": ["typos.json"], "url": (folder / "schema.json").as_uri(), "schema": _schema()}
    settings = {"json": {"validate": {"enable": True}, "schemas": [schema]}}
    return Peer("vscode-json", (program("node"), str(server), "--stdio"), settings=settings)


def _schema() -> Any:
    return json.loads(SCHEMA_FILE.read_bytes())


class Client:
    """A client that answers a server's requests, and gives up on a server that stays silent."""

    def __init__(self, process: "subprocess.Popen[bytes]", peer: Peer, folder: Path) -> None:
        self._process, self._peer, self._folder = process, peer, folder
        self._last_id = 0
        self._tells_versions = True
        self._answers: queue.Queue[Any] = queue.Queue()
        self._published: queue.Queue[Any] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        while (message := self._message()) is not None:
            if "method" in message and "id" in message:
                self._send({"jsonrpc": "2.0", "id": message["id"], "result": self._answer(message)})
            elif message.get("method") == "textDocument/publishDiagnostics":
                self._published.put((time.perf_counter(), message["params"]))
            elif "id" in message:
                self._answers.put(message)
        self._answers.put(None)
        self._published.put(None)

    def _message(self) -> Any:
        assert self._process.stdout
        try:
            return read_message(self._process.stdout)
        except ValueError:  # killed in the middle of a message
            return None

    def _answer(self, message: Any) -> Any:
        if message["method"] == "workspace/configuration":
            return [self._peer.settings.get(item.get("section", "")) for item in message["params"]["items"]]
        if message["method"] == "workspace/workspaceFolders":
            return [{"uri": self._folder.as_uri(), "name": "folder"}]
        return None

    def _send(self, message: Any) -> None:
        assert self._process.stdin
        try:
            self._process.stdin.write(frame(message))
            self._process.stdin.flush()
        except BrokenPipeError as error:
            raise GoneError(self._peer.name) from error

    def start(self) -> None:
        root = {"uri": self._folder.as_uri(), "name": "folder"}
        self.ask(
            "initialize",
            {"processId": None, "rootUri": root["uri"], "workspaceFolders": [root], "capabilities": _CAPABILITIES},
        )
        self.tell("initialized", {})
        self.tell("workspace/didChangeConfiguration", {"settings": dict(self._peer.settings)})

    def tell(self, method: str, params: Any) -> None:
        self._send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method: str, params: Any) -> Any:
        """The result of a request; None for an error."""
        self._last_id += 1
        self._send({"jsonrpc": "2.0", "id": self._last_id, "method": method, "params": params})
        while True:
            message = self._next(self._answers)
            if message["id"] == self._last_id:
                return message.get("result")

    def open(self, uri: str, text: str) -> Any:
        """The diagnostics of a newly opened document."""
        language = "json" if uri.endswith("json") else "toml"
        item = {"uri": uri, "languageId": language, "version": 1, "text": text}
        self.tell("textDocument/didOpen", {"textDocument": item})
        return self._settled(uri)

    def _settled(self, uri: str) -> Any:
        """The last diagnostics of a document, because some servers send them in several steps."""
        found = self.diagnostics(uri, 1)[1]
        while True:
            try:
                message = self._published.get(timeout=_QUIET)
            except queue.Empty:
                return found
            if message is None:
                raise GoneError(self._peer.name)
            if message[1]["uri"] == uri:
                found = message[1]["diagnostics"]

    def settle(self) -> None:
        """Wait until a server that does not name a version with its diagnostics has sent all of the last ones."""
        while not self._tells_versions:
            try:
                if self._published.get(timeout=_PAUSE) is None:
                    raise GoneError(self._peer.name)
            except queue.Empty:
                return

    def change(self, uri: str, version: int, changes: list[Any]) -> None:
        document = {"uri": uri, "version": version}
        self.tell("textDocument/didChange", {"textDocument": document, "contentChanges": changes})

    def diagnostics(self, uri: str, version: int) -> tuple[float, Any]:
        """When the diagnostics of a version arrived, and what they are."""
        while True:
            when, params = self._next(self._published)
            self._tells_versions = params.get("version") is not None
            if params["uri"] == uri and params.get("version") in (None, version):
                return when, params["diagnostics"]

    def _next(self, messages: "queue.Queue[Any]") -> Any:
        try:
            message = messages.get(timeout=PATIENCE)
        except queue.Empty as error:
            raise GoneError(self._peer.name) from error
        if message is None:
            raise GoneError(self._peer.name)
        return message


@contextmanager
def running(peer: Peer, folder: Path) -> Iterator[Client]:
    """The server, started in a folder that has its configuration and the schema."""
    (folder / "schema.json").write_bytes(SCHEMA_FILE.read_bytes())
    for name, text in peer.files.items():
        (folder / name).write_text(text)
    process = subprocess.Popen(
        peer.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, cwd=folder
    )
    try:
        client = Client(process, peer, folder)
        client.start()
        yield client
    finally:
        process.kill()
        process.wait()
