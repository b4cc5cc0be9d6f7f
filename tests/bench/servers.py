"""Any language server as a process, driven with raw messages: ours and those it is compared with."""

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from tests.support.wire import Wire

OURS = (sys.executable, "-m", "waypost", "lsp")


@contextmanager
def server(command: Sequence[str]) -> Iterator[Wire]:
    """A running server; killed at the end, so that only its answers are measured."""
    # With compiled modules, as an installed package has them.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    assert process.stdin and process.stdout
    try:
        yield Wire(process, process.stdout, process.stdin)
    finally:
        process.kill()
        process.wait()
        process.stdin.close()
        process.stdout.close()
