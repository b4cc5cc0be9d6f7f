"""A Python source of 10,000 lines with 500 routes in an editor: from keystroke to diagnostics, next to `ruff
server`."""

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.measure import report, side_by_side
from tests.bench.servers import OURS, server
from tests.support.wire import Wire

_ROUTES = 500
_TIMES = 20


def run() -> None:
    ruff = shutil.which("ruff", path=str(Path(sys.executable).parent)) or shutil.which("ruff")
    if ruff is None:
        print("ruff is not installed: pip install ruff")
        return
    with TemporaryDirectory() as folder:
        for what, source in (("functions", functions()), ("one class", one_class())):
            with server(OURS) as ours, server((ruff, "server")) as theirs:
                uri = (Path(folder) / "client.py").as_uri()
                mine, base = side_by_side(editing(ours, uri, source), editing(theirs, uri, source))
                lines = source.count("\n")
                report(f"{_TIMES} keys to diagnostics, {lines} lines in {what}", mine, "ruff server", base, 1.0)


def functions() -> str:
    """One function for each route; most of it is other code."""
    head = "from gidgethub.abc import GitHubAPI\nfrom helpers import compute\n\n"
    return head + "\n".join(_function(number, "", "gh: GitHubAPI") for number in range(_ROUTES))


def one_class() -> str:
    head = "from gidgethub.abc import GitHubAPI\nfrom helpers import compute\n\n\nclass Client:\n    gh: GitHubAPI\n\n"
    return head + "\n".join(_function(number, "    ", "self") for number in range(_ROUTES))


def _function(number: int, indent: str, first: str) -> str:
    client = "self.gh" if first == "self" else "gh"
    lines = [f"async def issue_{number}({first}, owner, repo):"]
    lines += [f"    owner = compute(owner, repo, {each}, key='value {each}')" for each in range(16)]
    values = '{"owner": owner, "repo": repo}'
    lines.append(f'    return await {client}.getitem("/repos/{{owner}}/{{repo}}/issues/{number}", {values})')
    return "".join(f"{indent}{line}\n" for line in lines) + "\n"


def editing(wire: Wire, uri: str, source: str) -> Callable[[], Any]:
    """Type a character in the middle of the document, then delete it, and wait for the diagnostics each time."""
    wire.initialize({"textDocument": {"publishDiagnostics": {"versionSupport": True}}})
    wire.notify(
        "textDocument/didOpen",
        {"textDocument": {"uri": uri, "languageId": "python", "version": 0, "text": source}},
    )
    lines = source.split("\n")
    line = next(number for number in range(len(lines) // 2, len(lines)) if "key=" in lines[number])
    # In a number, so that nothing else changes for either server.
    column = lines[line].index("key=") - 2
    version = 0

    def change(end: int, text: str) -> None:
        nonlocal version
        version += 1
        place = {"start": {"line": line, "character": column}, "end": {"line": line, "character": end}}
        document = {"uri": uri, "version": version}
        wire.notify(
            "textDocument/didChange",
            {"textDocument": document, "contentChanges": [{"range": place, "text": text}]},
        )
        while wire.told("textDocument/publishDiagnostics").get("version") != version:
            pass

    def edit() -> None:
        for _ in range(_TIMES // 2):
            change(column, "1")
            change(column + 1, "")

    return edit
