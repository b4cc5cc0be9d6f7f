"""The server as a process: the one that started it, and its garbage."""

import ctypes
import gc
import subprocess
import sys
from collections.abc import Iterator
from unittest.mock import Mock

import pytest

from waypost.lsp.process import collect_in_a_pause, collect_in_small_passes
from waypost.lsp.process import is_alive as parent_is_alive


def test_a_process_is_alive_until_it_ends_by_itself() -> None:
    process = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    assert parent_is_alive(process.pid)
    process.communicate(b"\n")
    assert process.returncode == 0
    assert not parent_is_alive(process.pid)


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
    assert parent_is_alive(1) is is_alive
    assert kernel.CloseHandle.call_count == bool(handle)


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


class _Passes:
    """How often the garbage of each age is collected, and how many objects that are young or younger are looked at."""

    def __init__(self) -> None:
        self.sizes: list[int] = []
        self.whole = 0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start" and info["generation"] < 2:
            self.sizes.append(sum(len(gc.get_objects(each)) for each in range(info["generation"] + 1)))
        self.whole += phase == "start" and info["generation"] == 2


@pytest.fixture
def passes() -> Iterator[_Passes]:
    seen = _Passes()
    gc.callbacks.append(seen)
    yield seen
    gc.callbacks.remove(seen)


def _objects(count: int) -> list[object]:
    """That many which refer to one another in pairs."""
    made: list[object] = []
    for _ in range(count // 2):
        one: list[object] = []
        one.append([one])
        made.append(one)
    return made


def test_no_pass_looks_at_many_objects_while_there_is_work(passes: _Passes) -> None:
    collect_in_small_passes()
    kept = _objects(600_000)
    assert len(kept) == 300_000
    assert len(passes.sizes) > 50
    assert max(passes.sizes) < 70_000


def test_a_pause_is_for_all_objects_if_many_are_new(passes: _Passes) -> None:
    collect_in_small_passes()
    gc.collect()
    before = passes.whole
    collect_in_a_pause()
    assert passes.whole == before
    _objects(600_000)
    kept = _objects(600_000)
    before = passes.whole
    collect_in_a_pause()
    assert passes.whole == before + 1
    assert kept
