"""What the drivers of editors share: the server's command line, a scratch workspace, and waiting on conditions."""

import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

Answer = TypeVar("Answer")

# The server that is being tested, run by the Python that runs the tests.
COMMAND = f"{sys.executable} -m waypost lsp"
PATIENCE_SECONDS = 60.0
_PAUSE_SECONDS = 0.05


def program(name: str) -> str:
    """An editor's program; skips the test, and says how to get it, where there is none."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: tests/editors/setup.sh installs every editor these tests drive")
    return found


def until(what: str, ask: Callable[[], Answer], describe: Callable[[], object] = str) -> Answer:
    """The first answer of `ask` that is true; fails with `what` was waited for, and what is seen instead."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not (answer := ask()):
        assert time.monotonic() < end, f"waited in vain for {what}; seen: {describe() or answer!r}"
        time.sleep(_PAUSE_SECONDS)
    return answer


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder
