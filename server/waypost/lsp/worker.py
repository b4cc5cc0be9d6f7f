"""Where slow work runs, so that the loop stays free to read, answer and cancel.

Analysis runs in one thread: only it touches each open document's analysis. Jobs run first in, first out, but at its
checkpoints a job about one document lets more urgent jobs about others pass: a question in a small file does not wait
until a big one has been read. Jobs about the same document keep their order.
`ThreadPoolExecutor` would not do that, and its futures, each wrapped in another, take twice as long.

Work on many files runs in another such thread, or in processes.
"""

import asyncio
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import suppress
from contextvars import Context
from functools import partial
from queue import Empty, SimpleQueue
from threading import Thread
from typing import Any, Final, NamedTuple, TypeVar

from waypost.cancel import cancelled_by
from waypost.lsp.session import Priority

T = TypeVar("T")
R = TypeVar("R")
# Pauses between keystrokes are shorter.
_PAUSE_SECONDS = 1.0
# How long a thread at work keeps another waiting. The loop waits several times for each message.
_SWITCH_SECONDS: Final = 0.0005


class _Job(NamedTuple):
    run: Callable[[], None]
    # Without one, a job waits for those before it, and lets none pass.
    priority: Priority | None


class Worker:
    """Runs jobs off the loop; a job that is no longer needed is skipped or ends early."""

    def __init__(self, name: str, in_a_pause: Callable[[], None] = lambda: None) -> None:
        # Called off the loop once there has been nothing to do for a while.
        self._in_a_pause = in_a_pause
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._thread = Thread(target=self._work, name=name, daemon=True)
        # What has been queued and is not done; counted on the loop.
        self._unfinished = 0
        # Used in the thread only: the jobs taken from the queue, and those that have started, each within the other.
        self._waiting: list[_Job] = []
        self._started: list[_Job] = []

    @property
    def is_idle(self) -> bool:
        return not self._unfinished

    @property
    def has_more(self) -> bool:
        """Whether something waits for the current job."""
        return bool(self._waiting) or not self._jobs.empty()

    async def run(
        self, work: Callable[[], T], *, priority: Priority | None = None, ends_when: Callable[[], bool] = lambda: False
    ) -> T:
        """The result of `work`. Cancelling the task that awaits it cancels the work.

        At its next checkpoint it ends with `Cancelled` if `ends_when`, which is called off the loop, returns true.
        """
        if not self._thread.is_alive():
            self._thread.start()
        loop = asyncio.get_running_loop()
        answer = loop.create_future()

        def is_unwanted() -> bool:
            return answer.cancelled() or ends_when()

        def job() -> None:
            try:
                with cancelled_by(is_unwanted, self._let_others_pass):
                    outcome: tuple[Any, BaseException | None] = work(), None
            except BaseException as error:  # noqa: BLE001 - it is raised where the work is awaited
                outcome = None, error
            loop.call_soon_threadsafe(self._settle, answer, *outcome)

        self._unfinished += 1
        self._jobs.put(_Job(job, priority))
        result: T = await answer
        return result

    def _work(self) -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody is waiting any more
            while True:
                self._do(self._waiting.pop(0) if self._waiting else self._next())

    def _next(self) -> _Job:
        try:
            return self._jobs.get(timeout=_PAUSE_SECONDS)
        except Empty:
            self._in_a_pause()
            return self._jobs.get()

    def _do(self, job: _Job) -> None:
        self._started.append(job)
        try:
            Context().run(job.run)
        finally:
            self._started.pop()

    def _let_others_pass(self) -> None:
        """Run what is more urgent than the job that has reached a checkpoint."""
        while not self._jobs.empty():
            self._waiting.append(self._jobs.get())
        while (job := self._urgent()) is not None:
            self._waiting.remove(job)
            self._do(job)

    def _urgent(self) -> _Job | None:
        current = self._started[-1].priority
        if current is None:
            return None
        busy = [job.priority.about for job in self._started if job.priority is not None]
        for job in self._waiting:
            if job.priority is not None and job.priority.about not in busy:
                if job.priority.outranks(current):
                    return job
                busy.append(job.priority.about)
        return None

    def _settle(self, answer: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
        self._unfinished -= 1
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)


def shorten_switch_interval() -> None:
    """Let the loop read and answer in the middle of an analysis."""
    sys.setswitchinterval(_SWITCH_SECONDS)


_BATCH = 100
# With fewer files, starting processes takes longer than they save.
_WORTH_PROCESSES = 400
# Each takes 30 MB, and a processor that the user's editor could use.
_MOST_PROCESSES = 2


class ManyFiles:
    """One job at a time has its turn, so that no two fill the processors and the memory at once."""

    def __init__(self) -> None:
        self.worker = Worker("files")
        self.turn = asyncio.Lock()

    async def each(
        self,
        files: Sequence[T],
        work: Callable[[Sequence[T]], R],
        lost: Callable[[Sequence[T]], R],
        take: Callable[[R], None],
    ) -> None:
        """Pass the result of `work` for each batch of the files to `take`; `lost` gives it for a batch that kills one.

        Whoever calls it has the turn.

        `work` must be picklable. Cancelling drops the batches that have not started.
        """
        batches = [files[start : start + _BATCH] for start in range(0, len(files), _BATCH)]
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
