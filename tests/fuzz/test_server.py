"""A session of a badly behaved client: everything at once, out of order, cancelled, wrong."""

import random
from typing import Any

import pytest

from tests.fuzz.mutations import PIECES
from tests.fuzz.seeds import EVERY
from tests.support.wire import Wire, wire
from waypost.text import Document, Encoding, Position, TextChange

pytestmark = pytest.mark.slow

_ERROR = 1  # of window/logMessage
_STEPS = 240
_AT_ONCE = 30
# Unknown unless requested, cancelled, changed in the meantime, no such name, no such parameters.
ORDINARY = (-32601, -32800, -32801, -32803, -32602)
AT_A_PLACE = ("hover", "completion", "definition", "documentHighlight", "prepareRename", "signatureHelp")
OTHERS = ("codeAction", "inlayHint", "references", "selectionRange", "rename")
OF_A_DOCUMENT = ("documentSymbol", "foldingRange", "documentLink", "codeLens", "semanticTokens/full", "diagnostic")


class Chaos:
    """One session: the documents on the server, and what they must contain."""

    def __init__(self, server: Wire, chance: random.Random) -> None:
        self.server = server
        self.chance = chance
        self.open: dict[str, Document] = {}
        self.asked = [0]
        self.waiting: set[int] = set()
        self.answers: list[Any] = []
        self._version = 1

    def step(self) -> None:
        chosen = self.chance.choice(
            [self.change] * 6 + [self.ask] * 6 + [self.cancel, self.close, self.reopen, self.odd]
        )
        chosen()

    def change(self) -> None:
        if not self.open:
            return self.reopen()
        uri, document = self.chance.choice(list(self.open.items()))
        changes = []
        for _ in range(self.chance.choice((1, 1, 1, 3))):
            change = self._change(document)
            changes.append(change)
            document = Document.from_text(uri, document.edited([change], Encoding.UTF16)[0].text)
        self.open[uri] = document
        self._version += 1
        shown = [_shown(change) for change in changes]
        identified = {"uri": uri, "version": self._version}
        self.server.notify("textDocument/didChange", {"textDocument": identified, "contentChanges": shown})
        return None

    def _change(self, document: Document) -> TextChange:
        start, end = sorted(self.chance.randrange(len(document.source) + 1) for _ in "ab")
        end = min(end, start + self.chance.choice((0, 0, 1, 20)))
        text = "".join(self.chance.choices(PIECES, k=self.chance.randrange(3)))
        return TextChange(text, *(document.position(at, Encoding.UTF16) for at in (start, end)))

    def ask(self) -> None:
        uri = self.chance.choice([*self.open, "file:///nowhere/typos.toml"])
        params: dict[str, Any] = {"textDocument": {"uri": uri}}
        position = {"line": self.chance.randrange(40), "character": self.chance.randrange(80)}
        range_ = {"start": position, "end": {"line": position["line"] + 3, "character": 0}}
        asked = self.chance.choice(
            [*AT_A_PLACE, *OF_A_DOCUMENT, "codeAction", "inlayHint", "references", "selectionRange", "rename"]
        )
        if asked in OF_A_DOCUMENT:
            self._send(asked, params)
        elif asked == "selectionRange":
            self._send(asked, params | {"positions": [position]})
        elif asked in ("codeAction", "inlayHint"):
            self._send(asked, params | {"range": range_, "context": {"diagnostics": []}})
        else:
            more = {"context": {"includeDeclaration": True}} if asked == "references" else {}
            self._send(asked, params | {"position": position} | more | ({"newName": "x"} if asked == "rename" else {}))

    def _send(self, method: str, params: Any) -> None:
        number = 1_000 + len(self.asked)
        self.asked.append(number)
        self.waiting.add(number)
        self.server.send({"jsonrpc": "2.0", "id": number, "method": f"textDocument/{method}", "params": params})

    def cancel(self) -> None:
        number = self.chance.choice([*self.asked[-5:], 7, "nothing"])
        self.server.notify("$/cancelRequest", {"id": number})

    def close(self) -> None:
        if self.open:
            uri = self.chance.choice(list(self.open))
            del self.open[uri]
            self.server.notify("textDocument/didClose", {"textDocument": {"uri": uri}})

    def reopen(self) -> None:
        seed = self.chance.choice(EVERY)
        if seed.uri not in self.open:
            self.open[seed.uri] = Document(seed.uri, seed.source)
            self.server.open(seed.uri, seed.text, "python" if seed.name.endswith(".py") else "toml")

    def odd(self) -> None:
        """Messages that a client should not send."""
        method, params = self.chance.choice(
            [
                ("textDocument/didClose", {"textDocument": {"uri": "file:///never/opened.py"}}),
                ("textDocument/didSave", {"textDocument": {"uri": "file:///never/opened.py"}}),
                ("workspace/didChangeConfiguration", {"settings": {"waypost": {"rules": self.chance.choice([{}, 3])}}}),
                ("workspace/didChangeWatchedFiles", {"changes": [{"uri": "file:///w/pyproject.toml", "type": 2}]}),
                ("$/whatever", {}),
                ("textDocument/didChange", {"textDocument": {"uri": "untitled:x", "version": 2}, "contentChanges": []}),
            ]
        )
        self.server.notify(method, params)

    def settle(self) -> None:
        """Read until every question has its one answer."""
        while self.waiting:
            message = self.server.read()
            assert message is not None, "the server is gone"
            if "method" in message:
                self.server.notifications.append(message)
            else:
                self.waiting.remove(message["id"])
                self.answers.append(message)


def _shown(change: TextChange) -> dict[str, Any]:
    places = [place for place in (change.start, change.end) if isinstance(place, Position)]
    return {"range": dict(zip(("start", "end"), (each._asdict() for each in places), strict=True)), "text": change.text}


@pytest.mark.parametrize("seed", range(2))
def test_the_server_keeps_its_texts_and_its_head(seed: int) -> None:
    """Every question has one answer, the client's and the server's texts are equal, and nothing fails inside the
    server."""
    with wire() as server:
        server.initialize({"textDocument": {"diagnostic": {}}} if seed % 2 else {})
        chaos = Chaos(server, random.Random(seed))
        for _ in range(_STEPS // _AT_ONCE):
            for _ in range(_AT_ONCE):
                chaos.step()
            chaos.settle()
        for uri, document in chaos.open.items():
            asked = server.ask("workspace/executeCommand", {"command": "waypost.documentText", "arguments": [uri]})
            assert asked["result"] == document.text
        assert server.is_well()
        assert server.end() == 0
        assert server.process.stderr is not None
        assert b"never awaited" not in server.process.stderr.read()
    # Cancelled, changed in the meantime, or an impossible name: never an internal error.
    errors = [each["error"] for each in chaos.answers if "error" in each]
    assert {each["code"] for each in errors} <= set(ORDINARY), errors
    logged = [each["params"] for each in server.notifications if each.get("method") == "window/logMessage"]
    assert not [each for each in logged if each["type"] == _ERROR], logged
