"""Completion of a route in a warm server, compared with a pygls server that only sends as many prepared items."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.measure import report, side_by_side
from tests.bench.servers import OURS, server
from tests.support.wire import Wire

_TIMES = 10
_SOURCE = "from waypost import endpoint\n\nendpoint({0})\n"
_PLACES = {
    "segments and routes": '"GET /repos/{owner}/{repo}/"',
    "routes by words": '"repo issues"',
    "verbs in an empty string": '""',
    "arguments": '"POST /repos/{owner}/{repo}/issues", ',
}
# The items come from a file, so the time to make them is not measured.
_SENDER = """
import json, sys
from lsprotocol import types
from pygls.lsp.server import LanguageServer

fields = json.load(open(sys.argv[1]))
items = [
    types.CompletionItem(
        label=each["label"],
        kind=types.CompletionItemKind(each["kind"]),
        detail=each.get("detail"),
        sort_text=each.get("sortText"),
        filter_text=each.get("filterText"),
        data=each.get("data"),
        text_edit=types.TextEdit(
            types.Range(types.Position(2, 0), types.Position(2, 9)), each["textEdit"]["newText"]
        ),
    )
    for each in fields
]
server = LanguageServer("sender", "1")

@server.feature(types.TEXT_DOCUMENT_COMPLETION)
def complete(params):
    return types.CompletionList(is_incomplete=True, items=items)

server.start_io()
"""


def run() -> None:
    with TemporaryDirectory() as name:
        for what, written in _PLACES.items():
            _measure(Path(name), what, written)


def _measure(folder: Path, what: str, written: str) -> None:
    with server(OURS) as ours:
        here = _asking(ours, folder, written)
        items = here()["items"]
        data = folder / "items.json"
        data.write_text(json.dumps(items))
        with server((sys.executable, "-c", _SENDER, str(data))) as sender:
            mine, base = side_by_side(_repeated(here), _repeated(_asking(sender, folder, written)))
    report(f"completion, {what}, {len(items)} items", mine, "a server that only sends them", base, 2.0)


def _asking(wire: Wire, folder: Path, written: str) -> Callable[[], Any]:
    uri = (folder / "client.py").as_uri()
    source = _SOURCE.replace("{0}", written)
    wire.initialize({})
    wire.open(uri, source, "python")
    column = len("endpoint(") + len(written) - written.endswith('"')
    place = {"textDocument": {"uri": uri}, "position": {"line": 2, "character": column}}
    return lambda: wire.ask("textDocument/completion", place)["result"]


def _repeated(ask: Callable[[], Any]) -> Callable[[], Any]:
    def several() -> None:
        for _ in range(_TIMES):
            ask()

    return several
