"""Caches that outlive one answer: each connection, and each run of the command line, has one such object."""

from collections.abc import Callable
from threading import RLock
from typing import Any, Final, ParamSpec, TypeVar

from waypost.workspace.answer_cache import AnswerCache

# Per kind of answer: some contain the text of a file.
_MOST_CACHED: Final = 64
_Service = TypeVar("_Service")
T = TypeVar("T")
P = ParamSpec("P")
Work = Callable[[], None]


class Services:
    """Creates each service on first use, and keeps it for as long as its owner lives.

    Workspace states refer to their owner's services, and contain nothing else that changes. Thread-safe.
    """

    def __init__(self) -> None:
        self._made: dict[type[Any], Any] = {}
        self._lock = RLock()
        self._answers: dict[Callable[..., Any], AnswerCache[tuple[Any, ...], tuple[Any]]] = {}
        # Runs work that answers need not wait for, then has everything requested again. Without it, answers wait.
        self.later: Callable[[Work], None] | None = None
        # Runs work that only hints need, then has hints requested again.
        self.later_hints: Callable[[Work], None] | None = None

    def of(self, kind: type[_Service]) -> _Service:
        """The one service of a kind."""
        with self._lock:
            if kind not in self._made:
                self._made[kind] = kind()
            made: _Service = self._made[kind]
            return made

    def cached(self, work: Callable[P, T], *given: P.args, **_: P.kwargs) -> T:
        """The result of a pure function of hashable arguments, cached."""
        answers = self._answers.setdefault(work, AnswerCache(_MOST_CACHED))
        known: tuple[T] | None = answers.get(given)
        if known is None:
            known = (work(*given),)  # type: ignore[call-arg]
            answers.put(given, known)
        return known[0]

    def defer(self, work: Work) -> None:
        """Have `work` done: before this returns, or after the answer has been given."""
        (self.later or now)(work)

    def defer_hints(self, work: Work) -> None:
        """Have `work` for hints done: before this returns, or after they have been shown without it."""
        (self.later_hints or now)(work)

    def __reduce__(self) -> tuple[type["Services"], tuple[()]]:
        """Another process has its own."""
        return Services, ()


def now(work: Work) -> None:
    """Have work done before this returns."""
    work()
