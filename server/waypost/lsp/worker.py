"""The thread in which analysis runs, so that the loop stays free to read, answer and cancel.

One thread, first in, first out: each open document's analysis is touched by it alone, and answers keep their order.
`ThreadPoolExecutor` would do the same; its futures, each wrapped in another, take twice as long as this.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Event, Thread
from typing import Any, TypeVar

from waypost.cancel import cancelled_by

T = TypeVar("T")
_Job = Callable[[], None]


class Worker:
    """Runs one thing after another beside the loop; what is not wanted any more is skipped or ends early."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._thread = Thread(target=self._work, name=name, daemon=True)

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`. Cancelling the task that awaits it cancels the work."""
        if not self._thread.is_alive():
            self._thread.start()
        loop = asyncio.get_running_loop()
        flag, answer = Event(), loop.create_future()

        def job() -> None:
            try:
                with cancelled_by(flag):
                    told: tuple[Any, BaseException | None] = work(), None
            except BaseException as error:  # noqa: BLE001 - it is raised where the work is awaited
                told = None, error
            loop.call_soon_threadsafe(_settle, answer, *told)

        self._jobs.put(job)
        try:
            result: T = await answer
        except asyncio.CancelledError:
            flag.set()
            raise
        return result

    def _work(self) -> None:
        with suppress(RuntimeError):  # the loop has ended: nobody waits any more
            while True:
                self._jobs.get()()


def _settle(answer: "asyncio.Future[Any]", result: Any, error: BaseException | None) -> None:
    if answer.done():
        return
    if error is not None:
        answer.set_exception(error)
    else:
        answer.set_result(result)
