"""What is kept between answers: one such object belongs to each connection, and to each run of the command line."""

from collections.abc import Callable
from threading import RLock
from typing import Any, Final, ParamSpec, TypeVar

from waypost.workspace.kept_answers import KeptAnswers

# Of each kind of answer: some hold the text of a file.
_MOST_KEPT: Final = 64
_Service = TypeVar("_Service")
T = TypeVar("T")
P = ParamSpec("P")
Work = Callable[[], None]


class Services:
    """Makes each service when it is first asked for, and keeps it for as long as its owner lives.

    States of the workspace name their owner's services, and hold nothing else that changes. Several threads may ask.
    """

    def __init__(self) -> None:
        self._made: dict[type[Any], Any] = {}
        self._lock = RLock()
        self._answers: dict[Callable[..., Any], KeptAnswers[tuple[Any, ...], tuple[Any]]] = {}
        # Takes work that an answer need not wait for; when it is done, all is asked again. Without it, answers wait.
        self.later: Callable[[Work], None] | None = None
        # Takes work that only hints wait for; when it is done, these are asked for again.
        self.later_hints: Callable[[Work], None] | None = None

    def of(self, kind: type[_Service]) -> _Service:
        """The one service of a kind."""
        with self._lock:
            if kind not in self._made:
                self._made[kind] = kind()
            made: _Service = self._made[kind]
            return made

    def kept(self, work: Callable[P, T], *asked: P.args, **_: P.kwargs) -> T:
        """What a pure function gives for what it is asked, which must be hashable: worked out once in a while."""
        answers = self._answers.setdefault(work, KeptAnswers(_MOST_KEPT))
        known: tuple[T] | None = answers.known(asked)
        if known is None:
            known = (work(*asked),)  # type: ignore[call-arg]
            answers.keep(asked, known)
        return known[0]

    def soon(self, work: Work) -> None:
        """Have `work` done: before this returns, or after the answer has been given."""
        (self.later or now)(work)

    def soon_hints(self, work: Work) -> None:
        """Have `work` done that hints are made of: before this returns, or after they have been shown without it."""
        (self.later_hints or now)(work)

    def __reduce__(self) -> tuple[type["Services"], tuple[()]]:
        """Another process keeps its own."""
        return Services, ()


def now(work: Work) -> None:
    """Have work done before this returns."""
    work()
