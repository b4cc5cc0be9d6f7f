"""Whether the process that started the server is running is asked without disturbing it."""

import ctypes
import subprocess
import sys
from unittest.mock import Mock

import pytest

from waypost.lsp import parent


def test_a_process_is_alive_until_it_ends_by_itself() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert parent.is_alive(process.pid)
    process.communicate(b"\n")
    assert process.returncode == 0
    assert not parent.is_alive(process.pid)


@pytest.mark.parametrize(
    ("handle", "state", "is_alive"),
    [(0, 0x102, False), (7, 0x102, True), (7, 0, False)],
    ids=["gone", "alive", "ended"],
)
def test_windows_knows_a_process_that_runs(
    monkeypatch: pytest.MonkeyPatch, handle: int, state: int, *, is_alive: bool
) -> None:
    kernel = Mock()
    kernel.OpenProcess.return_value, kernel.WaitForSingleObject.return_value = handle, state
    monkeypatch.setattr(ctypes, "windll", Mock(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    assert parent.is_alive(1) is is_alive
    assert kernel.CloseHandle.call_count == bool(handle)
