"""Whether the process that started the server is still running."""

import os
import sys


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
