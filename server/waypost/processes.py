"""Processes that look at many files side by side, and never outlive the one that started them."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


class Processes(ProcessPoolExecutor):
    """A pool that does not wait for what nobody wants any more."""

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            for child in multiprocessing.active_children():
                child.terminate()
        self.shutdown(wait=kind is None, cancel_futures=True)


def results_of(
    work: Callable[[Sequence[T]], R], batches: Iterable[Sequence[T]], lost: Callable[[Sequence[T]], R]
) -> Iterator[R]:
    """What `work` gives for each batch, side by side. If a process is killed, its items are taken up again."""
    ended: list[Sequence[T]] = []
    with processes() as pool:
        jobs = [(batch, _submitted(pool, work, batch)) for batch in batches]
        for batch, job in jobs:
            try:
                if job is None:
                    ended.append(batch)
                else:
                    yield job.result()
            except BrokenProcessPool:
                ended.append(batch)
    for batch in ended:
        yield from again(work, batch, lost)


def again(
    work: Callable[[Sequence[T]], R], batch: Sequence[T], lost: Callable[[Sequence[T]], R], *, afresh: bool = False
) -> Iterator[R]:
    """What `work` gives for a batch during which a process ended: by halves, until the items that end one are alone."""
    try:
        with processes(1, afresh=afresh) as pool:
            yield pool.submit(work, batch).result()
    except BrokenProcessPool:
        if len(batch) == 1:
            yield lost(batch)
            return
        middle = len(batch) // 2
        for half in (batch[:middle], batch[middle:]):
            yield from again(work, half, lost, afresh=afresh)


def _submitted(pool: ProcessPoolExecutor, work: Callable[[Sequence[T]], R], batch: Sequence[T]) -> "Future[R] | None":
    try:
        return pool.submit(work, batch)
    except BrokenProcessPool:
        return None


def processes(most: int | None = None, *, afresh: bool = False) -> Processes:
    """As many processes as there are processors, `most` at most.

    Copies of this one where the system makes them, which is quickest; started afresh they have none of its locks,
    connections and threads.
    """
    count = min(most or 60, os.cpu_count() or 1)
    method = "fork" if hasattr(os, "fork") and not afresh else "spawn"
    return Processes(count, multiprocessing.get_context(method), _end_with_parent)


def _end_with_parent() -> None:
    """Left to itself, an idle process of a pool would wait for ever after its parent was killed.

    An interrupt from the keyboard reaches all of them; the parent ends the others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
