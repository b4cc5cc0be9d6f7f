"""The server as a process: whether the one that started it still runs, when garbage is collected, where the log goes.

While garbage is collected, nothing else runs. A pass over half a million objects takes half a second: the first
analysis of 30,000 lines must not make a completion in another file wait for that. So it is collected in small passes
while there is work, and thoroughly in a pause.
"""

import gc
import logging
import os
import sys
from collections.abc import Callable
from typing import Any, Final

from lsprotocol import types


def is_alive(pid: int) -> bool:
    if sys.platform == "win32":
        return _is_alive_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is running, but not ours to signal
        return True
    return True


def _is_alive_on_windows(pid: int) -> bool:
    """Asks Windows itself: `os.kill(pid, 0)` would end the process there."""
    import ctypes

    synchronize, still_running = 0x100000, 0x102
    kernel = ctypes.windll.kernel32  # type: ignore[attr-defined, unused-ignore]
    handle = kernel.OpenProcess(synchronize, False, pid)  # noqa: FBT003 - the system's own signature
    if not handle:
        return False
    state = kernel.WaitForSingleObject(handle, 0)
    kernel.CloseHandle(handle)
    return bool(state == still_running)


# Young objects; how often they are looked at before they are old; and after how many such passes all objects are, even
# if there is no pause. A large document is a million small objects: a pass over all of them is longer than an edit.
_THRESHOLDS: Final = (5_000, 10, 50)
# Once older objects have been looked at that many times, looking at all of them is worthwhile.
_PASSES: Final = 10


def collect_in_small_passes() -> None:
    gc.set_threshold(*_THRESHOLDS)
    gc.enable()
    gc.freeze()  # what was loaded at start lives as long as the server: collecting it is useless


def collect_in_a_pause() -> None:
    if gc.get_count()[2] >= _PASSES:
        gc.collect()


_TYPES = (
    (logging.ERROR, types.MessageType.Error),
    (logging.WARNING, types.MessageType.Warning),
    (logging.INFO, types.MessageType.Info),
)


class _ToClient(logging.Handler):
    """Sends our own log lines to the client, on the loop that owns the connection."""

    def __init__(self, notify: Callable[[str, Any], None]) -> None:
        super().__init__()
        self._notify = notify

    def emit(self, record: logging.LogRecord) -> None:
        from waypost.shown.secrets import covered  # not at server start

        kind = next((each for level, each in _TYPES if record.levelno >= level), types.MessageType.Log)
        params = {"type": int(kind), "message": covered(self.format(record))}
        self._notify(types.WINDOW_LOG_MESSAGE, params)


def log_to(notify: Callable[[str, Any], None]) -> None:
    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # our own protocol logs what is worth logging
    own = logging.getLogger("waypost")
    own.setLevel(logging.INFO)
    own.addHandler(_ToClient(notify))
    own.propagate = False
