"""How much of Waypost a hover and a keystroke run: `python -m tests.what_runs` prints how many functions of how many
files, and with a name of one of them each by its file."""

import asyncio
import json
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import waypost
from waypost.lsp.server import WaypostServer

_PACKAGE = str(Path(waypost.__file__).parent)
_URI = "file:///w/users.py"
_TEXT = """\
import httpx

API = "https://api.github.com"


def repositories(owner):
    return httpx.get(f"{API}/users/{owner}/repos", params={"sort": "updated"})
"""
_CALL = {"line": 6, "character": 30}
_END = {"line": 6, "character": 69}
_PATIENCE = 30


class Run(NamedTuple):
    """What ran for one message, and how often."""

    calls: Counter[CodeType]

    @property
    def functions(self) -> int:
        return len(self.calls)

    @property
    def files(self) -> int:
        return len({code.co_filename for code in self.calls})

    @property
    def lookups(self) -> int:
        """How often the settings of a document were looked up."""
        return sum(count for code, count in self.calls.items() if code.co_qualname == "Workspace.settings_of")

    def __str__(self) -> str:
        what = f"{self.functions} functions in {self.files} files, {self.calls.total()} calls"
        return f"{what}, {self.lookups} look-ups of settings"


class _Watched:
    """A server with one open document that has been asked about before, as in an editor."""

    def __init__(self) -> None:
        self._calls: Counter[CodeType] = Counter()
        self._sent: list[dict[str, Any]] = []
        self._server = WaypostServer()
        self._server.protocol.connect(lambda body: self._sent.append(json.loads(body)))

    def note(self, frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_PACKAGE) and frame.f_code.co_name[0] != "<":
            self._calls[frame.f_code] += 1

    def send(self, method: str, params: Any, msg_id: int | None = None) -> None:
        identity = {} if msg_id is None else {"id": msg_id}
        self._server.protocol.receive(
            json.dumps({"jsonrpc": "2.0", **identity, "method": method, "params": params}).encode()
        )

    async def until(self, is_wanted: Callable[[dict[str, Any]], bool]) -> None:
        async with asyncio.timeout(_PATIENCE):
            while not any(map(is_wanted, self._sent)):  # noqa: ASYNC110 - the server knows of no event
                await asyncio.sleep(0.001)

    async def answer(self, msg_id: int, method: str, params: Any) -> None:
        self.send(method, params, msg_id)
        await self.until(lambda message: message.get("id") == msg_id and "method" not in message)

    async def hover(self, msg_id: int) -> None:
        await self.answer(msg_id, "textDocument/hover", {"textDocument": {"uri": _URI}, "position": _CALL})

    async def keystroke(self, version: int, text: str) -> None:
        self._sent.clear()
        change = {"range": {"start": _END, "end": _END}, "text": text}
        document = {"uri": _URI, "version": version}
        self.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
        await self.until(lambda message: message.get("method") == "textDocument/publishDiagnostics")

    def taken(self) -> Run:
        calls, self._calls = self._calls, Counter()
        return Run(calls)

    async def start(self) -> None:
        await self.answer(1, "initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.send("initialized", {})
        item = {"uri": _URI, "languageId": "python", "version": 1, "text": _TEXT}
        self.send("textDocument/didOpen", {"textDocument": item})
        await self.keystroke(2, "d")
        for number in (2, 3):
            await self.hover(number)


async def runs() -> dict[str, Run]:
    """What a hover and a keystroke run."""
    watched = _Watched()
    threading.setprofile(watched.note)
    sys.setprofile(watched.note)
    try:
        await watched.start()
        await asyncio.sleep(1)  # what is put off until a pause is done
        hovers, keystrokes = [], []
        for number in (4, 5, 6):
            watched.taken()
            await watched.hover(number)
            hovers.append(watched.taken())
        for version in (3, 4, 5):
            watched.taken()
            await watched.keystroke(version, "d")
            keystrokes.append(watched.taken())
        # On a busy machine, what was put off may be done beside one of them.
        least = {"hover": hovers, "keystroke": keystrokes}
        found = {name: min(each, key=lambda run: run.functions) for name, each in least.items()}
    finally:
        sys.setprofile(None)
        threading.setprofile(None)  # type: ignore[arg-type]
    return found


def main(wanted: list[str]) -> None:
    for name, run in asyncio.run(runs()).items():
        print(f"{name}: {run}")
        for code in (
            sorted(run.calls, key=lambda code: (code.co_filename, code.co_firstlineno)) if name in wanted else ()
        ):
            print(f"  {code.co_filename.removeprefix(_PACKAGE)} {code.co_qualname} {run.calls[code]}")


if __name__ == "__main__":
    main(sys.argv[1:])
