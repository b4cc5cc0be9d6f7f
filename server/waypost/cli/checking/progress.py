"""A progress line for a long run, only on a terminal."""

import sys
from time import monotonic
from typing import Final

# A shorter run needs no progress line.
_AFTER: Final = 1.0
_EVERY: Final = 0.1


class ProgressLine:
    """A line on standard error that overwrites itself."""

    def __init__(self, done: str, *, wanted: bool) -> None:
        self._done = done
        self._wanted = wanted and sys.stderr.isatty()
        self._next = monotonic() + _AFTER
        self._shown = False

    def __call__(self, done: int) -> None:
        if self._wanted and monotonic() >= self._next:
            self._next = monotonic() + _EVERY
            self._shown = True
            sys.stderr.write(f"\r\x1b[K{self._done} {done:,} files")
            sys.stderr.flush()

    def clear(self) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
            self._shown = False
