"""Memory after opening large documents, ours and that of other installed servers, and with a workspace of 20,000 files
indexed, then checked; `WAYPOST_BENCH_TREE` names another workspace. Only on Linux."""

import os
import shutil
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.bench.config_editor import Open
from tests.bench.measure import megabytes
from tests.bench.servers import OURS, server
from tests.monorepo import make
from tests.support.wire import Wire

_GOAL_OPEN = 90
_GOAL_WORKSPACE = 150
_SECONDS = 0.1


def run() -> None:
    tombi = shutil.which("tombi")
    with TemporaryDirectory() as folder:
        ours = _resident_mb(OURS, Path(folder))
        print(f"10,000 entries open: {ours:.0f} MB (goal {_GOAL_OPEN})")
        if tombi is not None:
            print(f"beside tombi: {ours / _resident_mb((tombi, 'lsp'), Path(folder)):.2f}")
    named = os.environ.get("WAYPOST_BENCH_TREE")
    if named is not None:
        _workspace(Path(named))
        return
    with TemporaryDirectory() as folder:
        make(Path(folder), 20_000)
        _workspace(Path(folder))


def _resident_mb(command: Sequence[str], folder: Path) -> float:
    with server(command) as started:
        opened = Open(started, folder, 10_000)
        opened.asking("hover")()
        opened.asking("documentSymbol")()
        status = Path(f"/proc/{started.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def _workspace(tree: Path) -> None:
    """The memory of all processes: the most while there is work, and what stays."""
    with server(OURS) as wire:
        wire.ask("initialize", {"processId": None, "rootUri": tree.as_uri(), "capabilities": {}})
        wire.notify("initialized", {})
        for what, work in (("indexed", _indexed), ("checked", _checked)):
            found, most = _meanwhile(wire, work)
            stays = megabytes(wire.process.pid)
            print(f"{tree.name} {what}, {found}: {stays:.0f} MB (goal {_GOAL_WORKSPACE}), at most {most:.0f} MB")


def _meanwhile(wire: Wire, work: Callable[[Wire], str]) -> tuple[str, float]:
    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(work, wire)
        most = megabytes(wire.process.pid)
        while not done.done():
            time.sleep(_SECONDS)
            most = max(most, megabytes(wire.process.pid))
        return done.result(), most


def _indexed(wire: Wire) -> str:
    while not (found := _command(wire, "waypost.routes"))["complete"]:
        time.sleep(_SECONDS)
    return f"{len(found['routes']):,} requests"


def _checked(wire: Wire) -> str:
    found = _command(wire, "waypost.checkWorkspace")
    return f"{found['problems']:,} problems in {found['files']:,} files"


def _command(wire: Wire, name: str) -> Any:
    answer = wire.ask("workspace/executeCommand", {"command": name, "arguments": []})
    wire.notifications.clear()
    return answer["result"]
