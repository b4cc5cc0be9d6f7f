"""Garbage is collected in small passes, and thoroughly only in a pause."""

import gc
from collections.abc import Iterator

import pytest

from waypost.lsp.garbage import collect_in_a_pause, collect_in_small_passes


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
