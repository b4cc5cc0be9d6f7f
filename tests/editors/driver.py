"""What the drivers of editors share: the server's command line, a scratch workspace, and waiting for conditions."""

import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import pytest

Answer = TypeVar("Answer")

DOCUMENTATION = Path(__file__).parents[2] / "server" / "docs" / "editors.md"
PATIENCE_SECONDS = 60.0
_PAUSE_SECONDS = 0.05


def program(name: str) -> str:
    """An editor's program; if there is none, skips the test and says how to get it."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed: tests/editors/setup.sh installs every editor these tests drive")
    return found


def documented(editor: str) -> str:
    """The set-up in an editor's documentation, exactly as it is tested."""
    found = re.search(
        rf"<!-- run by the tests: {editor} -->\n```\w+\n(.*?)```", DOCUMENTATION.read_text("utf-8"), re.DOTALL
    )
    assert found, f"no set-up for {editor} in {DOCUMENTATION}"
    return found[1]


def environment(home: Path) -> dict[str, str]:
    """An environment with the `waypost` under test first on PATH, and a separate home folder."""
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    return {**os.environ, "PATH": path, "HOME": str(home), "XDG_STATE_HOME": str(home), "XDG_CACHE_HOME": str(home)}


def until(what: str, ask: Callable[[], Answer], describe: Callable[[], object] = str) -> Answer:
    """The first true answer of `ask`; otherwise fails with `what` it waited for, and what it got instead."""
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
