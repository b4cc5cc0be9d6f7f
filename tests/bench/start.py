"""The time from the server's start to its answer to `initialize` and to its first finding, and the command's start."""

import os
import subprocess
import sys
from collections.abc import Sequence

from tests.bench.idle import IDLE
from tests.bench.measure import report, side_by_side
from tests.bench.servers import OURS, server


def run() -> None:
    ours, theirs = side_by_side(lambda: _initialize(OURS), lambda: _initialize(IDLE))
    report("start to initialize", ours, "a do-nothing pygls server", theirs, 1.3)
    ours, theirs = side_by_side(_first_finding, lambda: _initialize(IDLE))
    report("start to the first finding", ours, "initialize of a do-nothing pygls server", theirs, 1.2)
    version = [sys.executable, "-m", "waypost", "--version"]
    ours, theirs = side_by_side(lambda: _run(version), lambda: _run([sys.executable, "-c", "pass"]))
    report("waypost --version", ours, "python -c pass", theirs, 2.5)
    ours, theirs = side_by_side(lambda: _import("waypost.core.endpoint"), lambda: _import("uritemplate"))
    report("import of the request builder", ours, "import uritemplate", theirs, 1.5)


def _initialize(command: Sequence[str]) -> None:
    with server(command) as started:
        started.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})


def _first_finding() -> None:
    with server(OURS) as started:
        started.initialize()
        started.open("file:///w/typos.toml", '[default.extend-words]\n"a b" = "x"\n')
        while not started.told("textDocument/publishDiagnostics")["diagnostics"]:
            pass


def _run(command: Sequence[str]) -> None:
    """Run with compiled modules, as an installed package has them."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, capture_output=True, env=environment)


def _import(name: str) -> None:
    _run([sys.executable, "-c", f"import {name}"])
