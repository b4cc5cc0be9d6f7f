"""Work on many files off the loop: a few in a thread, many in processes, one job after the other."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import TypeVar

from waypost.lsp.worker import Worker

T = TypeVar("T")
R = TypeVar("R")

_BATCH = 100
# With fewer files, starting processes takes longer than they save.
_WORTH_PROCESSES = 400
# Each takes 30 MB, and a processor that the user's editor could use.
_MOST_PROCESSES = 2


class ManyFiles:
    """One job at a time, so that no two fill the processors and the memory at once."""

    def __init__(self) -> None:
        self.worker = Worker("files")
        self._turn = asyncio.Lock()

    async def each(
        self,
        files: Sequence[T],
        work: Callable[[Sequence[T]], R],
        lost: Callable[[Sequence[T]], R],
        take: Callable[[R], None],
    ) -> None:
        """Pass the result of `work` for each batch of the files to `take`; `lost` gives it for a batch that kills one.

        `work` must be picklable. Cancelling drops the batches that have not started.
        """
        batches = [files[start : start + _BATCH] for start in range(0, len(files), _BATCH)]
        async with self._turn:
            if len(files) < _WORTH_PROCESSES:
                for batch in batches:
                    take(await self.worker.run(partial(work, batch)))
                return
            for batch in await self._side_by_side(batches, work, take):
                for found in await self.worker.run(partial(_by_halves, work, batch, lost)):
                    take(found)

    async def _side_by_side(
        self, batches: Sequence[Sequence[T]], work: Callable[[Sequence[T]], R], take: Callable[[R], None]
    ) -> list[Sequence[T]]:
        """The batches during which a process ended."""
        from waypost.processes import processes  # loads multiprocessing

        pool = processes(_MOST_PROCESSES, afresh=True)
        ended = []
        try:
            loop = asyncio.get_running_loop()
            jobs = [(batch, loop.run_in_executor(pool, work, batch)) for batch in batches]
            for batch, job in jobs:
                try:
                    take(await job)
                except BrokenExecutor:
                    ended.append(batch)
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
        return ended


def _by_halves(work: Callable[[Sequence[T]], R], batch: Sequence[T], lost: Callable[[Sequence[T]], R]) -> list[R]:
    from waypost.processes import again

    return list(again(work, batch, lost, afresh=True))
