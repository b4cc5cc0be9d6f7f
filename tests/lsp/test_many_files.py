"""Work on many files: each is passed once, in batches, whatever their number."""

import asyncio
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from waypost import processes
from waypost.lsp import worker
from waypost.lsp.worker import ManyFiles


def _as_it_is(batch: Sequence[int]) -> list[int]:
    return list(batch)


def _nothing(_: Sequence[int]) -> list[int]:
    return []


@pytest.mark.parametrize(
    ("count", "batches"), [(0, []), (1, [1]), (100, [100]), (101, [100, 1]), (399, [100] * 3 + [99])]
)
async def test_every_file_is_in_one_batch(count: int, batches: list[int]) -> None:
    taken: list[list[int]] = []
    await asyncio.wait_for(ManyFiles().each(range(count), _as_it_is, _nothing, taken.append), 60)
    assert [len(each) for each in taken] == batches
    assert [number for each in taken for number in each] == list(range(count))


async def test_what_has_not_started_is_dropped_when_the_work_is_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    """The work that is running is not waited for."""
    started, go, begun = threading.Event(), threading.Event(), []
    in_time: list[bool] = []

    def work(batch: Sequence[int]) -> None:
        begun.append(batch[0])
        started.set()
        in_time.append(go.wait(20))

    pool = ThreadPoolExecutor(1)
    monkeypatch.setattr(processes, "processes", lambda *_, **__: pool)
    loop = asyncio.get_running_loop()
    files = asyncio.ensure_future(ManyFiles().each(range(500), work, _nothing, lambda _: None))
    await loop.run_in_executor(None, started.wait, 60)
    files.cancel()
    try:
        with pytest.raises(asyncio.CancelledError):
            await files
    finally:
        go.set()
    pool.shutdown()
    assert (begun, in_time) == ([0], [True])


def _deadly(batch: Sequence[int]) -> list[int]:
    if 13 in batch:
        os._exit(1)
    return list(batch)


def _lost(batch: Sequence[int]) -> list[int]:
    return [-each for each in batch]


@pytest.mark.slow
async def test_of_files_whose_process_ends_only_the_one_that_ends_it_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worker, "_WORTH_PROCESSES", 2)
    monkeypatch.setattr(worker, "_BATCH", 3)
    taken: list[list[int]] = []
    await ManyFiles().each(range(10, 16), _deadly, _lost, taken.append)
    assert sorted(number for each in taken for number in each) == [-13, 10, 11, 12, 14, 15]
