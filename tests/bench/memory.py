"""Memory after opening large documents: ours, and that of other installed servers. Only on Linux."""

import shutil
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.config_editor import Open
from tests.bench.servers import OURS, server

GOAL_MB = 90


def run() -> None:
    tombi = shutil.which("tombi")
    with TemporaryDirectory() as folder:
        ours = _resident_mb(OURS, Path(folder))
        print(f"10,000 entries open: {ours:.0f} MB (goal {GOAL_MB})")
        if tombi is not None:
            print(f"beside tombi: {ours / _resident_mb((tombi, 'lsp'), Path(folder)):.2f}")


def _resident_mb(command: Sequence[str], folder: Path) -> float:
    with server(command) as started:
        opened = Open(started, folder, 10_000)
        opened.asking("hover")()
        opened.asking("documentSymbol")()
        status = Path(f"/proc/{started.process.pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024
