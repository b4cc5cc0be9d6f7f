"""Where requests about documents are answered: on the loop if that is quick, otherwise in the analysing thread.

Switching to the analysing thread and back takes as long as most answers. So an answer is computed on the loop if

- nothing is queued: only one analysis runs at a time, and answers keep their order;
- the same request about the same document was quick the last time;
- the document is small, if an edit still has to be applied: that cost can grow with the document.

An answer that takes too long is stopped at its next checkpoint and restarted in the analysing thread.
"""

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TypeVar

from waypost.cancel import Cancelled, cancelled_by
from waypost.lsp.errors import CONTENT_MODIFIED, AnswerError
from waypost.lsp.session import DocumentSnapshot, Priority, Session
from waypost.lsp.worker import Worker

log = logging.getLogger("waypost.lsp")

T = TypeVar("T")
_QUICK_SECONDS = 0.002
_LONG_SECONDS = 0.010
_SMALL_BYTES = 1 << 16


class _NotOnLoopError(Exception):
    """The answer may take long, or others are queued."""


class Scheduler:
    """One analysing thread; the loop answers itself when it would only wait for that thread."""

    def __init__(self, session: Session, worker: Worker) -> None:
        self._session = session
        self._worker = worker

    def answer(
        self,
        snapshot: DocumentSnapshot,
        name: str,
        work: Callable[[], T],
        *,
        is_awaited: bool = True,
        outlives_edits: bool = False,
    ) -> "T | asyncio.Task[T]":
        """The answer, or a task that waits for it. A bug in it is logged here and only here.

        Cancelling the task ends the work, and so does an edit of the document, unless the answer outlives edits. An
        answer that a user awaits comes before those that are shown whenever they are known.
        """
        try:
            return self._on_loop(snapshot, name, work)
        except _NotOnLoopError:
            priority = snapshot.priority(is_awaited=is_awaited)
            in_worker = self._in_worker(snapshot, name, work, priority, outlives_edits=outlives_edits)
            return asyncio.get_running_loop().create_task(in_worker)
        except Exception as error:
            log_bug(name, snapshot.document.uri, error)
            raise

    def _on_loop(self, snapshot: DocumentSnapshot, name: str, work: Callable[[], T]) -> T:
        topic = _topic(snapshot, name)
        if topic not in snapshot.opened.quick or not self._worker.is_idle or not _is_light(snapshot):
            raise _NotOnLoopError
        latest = perf_counter() + _LONG_SECONDS
        try:
            with cancelled_by(lambda: perf_counter() > latest):
                return _timed(snapshot, topic, work)
        except Cancelled:
            snapshot.opened.quick.discard(topic)
            raise _NotOnLoopError from None

    async def _in_worker(
        self, snapshot: DocumentSnapshot, name: str, work: Callable[[], T], priority: Priority, *, outlives_edits: bool
    ) -> T:
        timed = partial(_timed, snapshot, _topic(snapshot, name), work)
        is_wanted = self._session.is_open if outlives_edits else self._session.is_current
        try:
            result = await self._worker.run(
                timed, priority=priority, ends_when=lambda: snapshot.is_stale and not outlives_edits
            )
        except Exception as error:
            log_bug(name, snapshot.document.uri, error)
            if not isinstance(error, Cancelled) or is_wanted(snapshot):
                raise
        if not is_wanted(snapshot):
            raise AnswerError(CONTENT_MODIFIED, "the document has changed meanwhile")
        return result


def log_bug(name: str, uri: str, error: Exception) -> None:
    """Bugs are logged; an answer that is an error, or that nobody waits for, is not."""
    if not isinstance(error, AnswerError | Cancelled):
        log.error("%s failed%s", name, uri and f" for {uri}", exc_info=error)


def _topic(snapshot: DocumentSnapshot, name: str) -> tuple[str, bool]:
    """The kind of request, and whether an edit must be applied first: that is timed separately."""
    return name, snapshot.is_analysed


def _is_light(snapshot: DocumentSnapshot) -> bool:
    return snapshot.is_analysed or len(snapshot.document.source) <= _SMALL_BYTES


def _timed(snapshot: DocumentSnapshot, topic: tuple[str, bool], work: Callable[[], T]) -> T:
    started = perf_counter()
    result = work()
    if perf_counter() - started < _QUICK_SECONDS:
        snapshot.opened.quick.add(topic)
    else:
        snapshot.opened.quick.discard(topic)
    return result
