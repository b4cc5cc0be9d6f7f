"""The thread in which analysis runs, so that the loop stays free to read, answer and cancel.

One thread, first in, first out: only it touches each open document's analysis, and answers keep their order.
`ThreadPoolExecutor` would do the same; its futures, each wrapped in another, take twice as long.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from waypost.cancel import cancelled_by

T = TypeVar("T")
_Job = Callable[[], None]


class Worker:
    """Runs jobs one after another off the loop; a job that is no longer needed is skipped or ends early."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._thread = Thread(target=self._work, name=name, daemon=True)
        # What has been queued and is not done; counted on the loop.
        self._unfinished = 0

    @property
    def is_idle(self) -> bool:
        return not self._unfinished

    @property
    def has_more(self) -> bool:
        """Whether something waits for the current job."""
        return not self._jobs.empty()

    async def run(self, work: Callable[[], T], *, ends_when: Callable[[], bool] = lambda: False) -> T:
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
                with cancelled_by(is_unwanted):
                    told: tuple[Any, BaseException | None] = work(), None
            except BaseException as error:  # noqa: BLE001 - it is raised where the work is awaited
                told = None, error
            loop.call_soon_threadsafe(self._settle, answer, *told)

        self._unfinished += 1
        self._jobs.put(job)
        result: T = await answer
        return result

    def _work(self) -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody is waiting any more
            while True:
                self._jobs.get()()

    def _settle(self, answer: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
        self._unfinished -= 1
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(result)
