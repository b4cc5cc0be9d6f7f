"""Work that no answer waits for: it runs in a pause, and its results are then shown."""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

log = logging.getLogger("waypost.lsp")

# While more work arrives within this time, the user is typing.
_PAUSE_SECONDS = 0.4


class DeferredWork:
    """Collects work from the analysing thread, and runs it in its own thread once no more arrives."""

    def __init__(
        self,
        spawn: Callable[[Coroutine[Any, Any, None]], object],
        then: Callable[[], None],
        pause: float = _PAUSE_SECONDS,
    ) -> None:
        self._spawn = spawn
        self._pause = pause
        # Called on the loop when work is done.
        self._then = then
        # Work is collected in the thread that creates it.
        self._loop, self._thread = asyncio.get_running_loop(), threading.current_thread()
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="afterwards")
        self._waiting: list[Callable[[], None]] = []
        self._timer: asyncio.TimerHandle | None = None

    def __call__(self, work: Callable[[], None]) -> None:
        if threading.current_thread() is self._thread:
            self._add(work)
        else:
            self._loop.call_soon_threadsafe(self._add, work)

    def _add(self, work: Callable[[], None]) -> None:
        self._waiting.append(work)
        if self._timer is not None:
            self._timer.cancel()
        self._timer = asyncio.get_running_loop().call_later(self._pause, self._begin)

    def _begin(self) -> None:
        work, self._waiting = self._waiting, []
        self._spawn(self._run(work))

    async def _run(self, work: list[Callable[[], None]]) -> None:
        for each in work:
            try:
                await asyncio.get_running_loop().run_in_executor(self._pool, each)
            except Exception:
                log.exception("work that was put off failed")
        self._then()
