"""Where questions about documents are answered: at once where that is quick, else beside the loop.

To the analysing thread and back takes as long as most answers do. So an answer is made on the loop where

- nothing is before it: no two things are ever analysed at the same time, and answers keep their order;
- the same question to the same document was quick the last time;
- the document is small, where an edit still has to be followed: what that costs may grow with the document.

What takes long all the same ends at its next checkpoint, and is begun anew beside the loop.
"""

from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import TypeVar

from waypost.cancel import Cancelled, cancelled_by
from waypost.lsp.session import Question
from waypost.lsp.worker import Worker

T = TypeVar("T")
_QUICK_SECONDS = 0.002
_LONG_SECONDS = 0.010
_SMALL_BYTES = 1 << 16


class NotAtOnceError(Exception):
    """The answer may take long, or others are before it."""


class Desk:
    """One analysing thread, and the loop where that would only wait for it."""

    def __init__(self, worker: Worker) -> None:
        self._worker = worker

    def at_once(self, question: Question, name: str, answer: Callable[[], T]) -> T:
        """The answer, now; raises `NotAtOnceError` where it has to be asked for `beside` the loop."""
        topic = _topic(question, name)
        if topic not in question.opened.quick or not self._worker.is_idle or not _is_light(question):
            raise NotAtOnceError
        latest = perf_counter() + _LONG_SECONDS
        try:
            with cancelled_by(lambda: perf_counter() > latest):
                return _timed(question, topic, answer)
        except Cancelled:
            question.opened.quick.discard(topic)
            raise NotAtOnceError from None

    async def beside(self, question: Question, name: str, answer: Callable[[], T]) -> T:
        """The answer of the analysing thread. Cancelling the task that awaits it ends the work, and so does an edit."""
        work = partial(_timed, question, _topic(question, name), answer)
        return await self._worker.run(work, ends_when=lambda: question.is_stale)


def _topic(question: Question, name: str) -> tuple[str, bool]:
    """What is asked, and whether an edit has to be followed first: that takes a time of its own."""
    return name, question.is_analysed


def _is_light(question: Question) -> bool:
    return question.is_analysed or len(question.document.source) <= _SMALL_BYTES


def _timed(question: Question, topic: tuple[str, bool], answer: Callable[[], T]) -> T:
    started = perf_counter()
    result = answer()
    if perf_counter() - started < _QUICK_SECONDS:
        question.opened.quick.add(topic)
    else:
        question.opened.quick.discard(topic)
    return result
