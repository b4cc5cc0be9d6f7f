"""The thread in which analysis runs, so that the loop stays free to read, answer and cancel.

One thread, first in, first out: each open document's analysis is touched by it alone, and answers keep their order.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import TypeVar

from waypost.cancel import cancelled_by

T = TypeVar("T")


class Worker:
    """Runs one thing after another beside the loop; what is not wanted any more is skipped or ends early."""

    def __init__(self, name: str) -> None:
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`. Cancelling the task that awaits it cancels the work."""
        flag = Event()

        def guarded() -> T:
            with cancelled_by(flag):
                return work()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, guarded)
        except asyncio.CancelledError:
            flag.set()
            raise

    def stop(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
