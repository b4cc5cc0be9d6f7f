"""Processes that work on many files in parallel, and never outlive the one that started them."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, TypeVar

from waypost.cancel import interrupts_wait

T = TypeVar("T")
R = TypeVar("R")


class Processes(ProcessPoolExecutor):
    """A pool that does not wait for results that nobody wants any more."""

    def submit(self, *work: Any, **given: Any) -> "Future[Any]":
        """Give it work, for which it may start a process: an interrupt in the middle of that would be lost."""
        with interrupts_wait():
            return super().submit(*work, **given)

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            for child in multiprocessing.active_children():
                child.kill()  # it may have inherited a handler that outlives a request to end
        self.shutdown(wait=kind is None, cancel_futures=True)


def collect_rarely() -> None:
    """A file is tens of thousands of objects: looking for lost ones as often as usual costs 6 to 15 % of the time."""
    gc.set_threshold(50_000, 10, 50)
    gc.freeze()  # what is loaded lives as long as the run


def results_of(
    work: Callable[[Sequence[T]], R],
    batches: Iterable[Sequence[T]],
    lost: Callable[[Sequence[T]], R],
    exactly: int | None = None,
) -> Iterator[R]:
    """The results of `work` for each batch, computed in parallel. If a process is killed, its items are tried again.

    Each process has one `work`: what that has found out for a batch is there for the next.
    """
    ended: list[Sequence[T]] = []
    with processes(exactly=exactly, work=work) as pool:
        jobs = [(batch, _submitted(pool, batch)) for batch in batches]
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
    """The results of `work` for a batch during which a process died: by halves, down to the items that cause it."""
    try:
        with processes(1, afresh=afresh, work=work) as pool:
            yield pool.submit(_worked, batch).result()
    except BrokenProcessPool:
        if len(batch) == 1:
            yield lost(batch)
            return
        middle = len(batch) // 2
        for half in (batch[:middle], batch[middle:]):
            yield from again(work, half, lost, afresh=afresh)


def _submitted(pool: ProcessPoolExecutor, batch: Sequence[T]) -> "Future[Any] | None":
    try:
        return pool.submit(_worked, batch)
    except BrokenProcessPool:
        return None


# What a process of a pool does with each batch.
_work: Callable[[Any], Any] | None = None


def _worked(batch: Any) -> Any:
    assert _work is not None
    return _work(batch)


def processes(
    most: int = 60, *, exactly: int | None = None, afresh: bool = False, work: Callable[[Any], Any] | None = None
) -> Processes:
    """As many processes as there are processors to use, but at most `most`; or exactly `exact`.

    Where the system supports it, they are forked, which is fastest; those started `afresh` inherit no locks,
    connections or threads.
    """
    count = exactly or min(most, processors())
    method = "fork" if hasattr(os, "fork") and not afresh else "spawn"
    return Processes(count, multiprocessing.get_context(method), _start, (work,))


def processors() -> int:
    """The processors that this process may use: affinity and the limits of containers count."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, min(usable, cgroup_limit(Path("/sys/fs/cgroup")) or usable))


def cgroup_limit(root: Path) -> int | None:
    """How many processors the control group grants, rounded up; None if it sets no limit."""
    try:
        if (root / "cpu.max").is_file():
            quota, period = (root / "cpu.max").read_text().split()
        else:
            quota = (root / "cpu" / "cpu.cfs_quota_us").read_text()
            period = (root / "cpu" / "cpu.cfs_period_us").read_text()
        return max(1, -(-int(quota) // int(period))) if int(quota) > 0 else None
    except (OSError, ValueError):  # no such file, or "max"
        return None


def _start(work: Callable[[Any], Any] | None) -> None:
    global _work  # noqa: PLW0603 - one in each process of a pool
    _work = work
    _end_with_parent()


def _end_with_parent() -> None:
    """Without this, an idle process of a pool would wait for ever after its parent was killed.

    An interrupt from the keyboard reaches all of them; the parent ends the others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
