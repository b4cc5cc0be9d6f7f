"""A shell at a terminal: what is typed into it, and what it writes."""

import os
import pty
import select
import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

# Longer than any shell takes to answer on a busy machine.
_SECONDS = 60


class Terminal:
    """A program whose standard streams are a terminal."""

    def __init__(self, process: int, stream: int) -> None:
        self._stream = stream
        self._process = process
        self.written = b""

    def type(self, keys: str) -> None:
        os.write(self._stream, keys.encode())

    def until(self, text: str) -> None:
        """Read until a text has been written; the next read continues after it."""
        deadline = monotonic() + _SECONDS
        while text.encode() not in self.written:
            ready, _, _ = select.select([self._stream], [], [], max(0.0, deadline - monotonic()))
            assert ready, f"no {text!r} in {self.written.decode(errors='replace')!r}"
            self.written += os.read(self._stream, 65_536)
        self.written = self.written.partition(text.encode())[2]

    def end(self) -> None:
        os.close(self._stream)
        os.kill(self._process, signal.SIGKILL)
        os.waitpid(self._process, 0)


@contextmanager
def terminal(command: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> Iterator[Terminal]:
    """A program at a terminal, which is stopped at the end."""
    process, stream = pty.fork()
    if process == 0:
        os.chdir(cwd)
        os.execvpe(command[0], command, environment)
    made = Terminal(process, stream)
    try:
        yield made
    finally:
        made.end()
