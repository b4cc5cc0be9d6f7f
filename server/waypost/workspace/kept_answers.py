"""The one policy for what is kept between answers: bounded, for as long as it holds, safe for several threads."""

from collections.abc import Hashable
from math import inf
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class KeptAnswers(Generic[K, V]):
    """Answers by what was asked. Where there is no room for another one, what was kept first goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        # Each with the time from which on it does not hold any more.
        self._answers: dict[K, tuple[float, V]] = {}
        self._lock = Lock()
        # Grows when everything is forgotten.
        self.age = 0

    def known(self, asked: K, *, even_old: bool = False) -> V | None:
        """The answer, if it is known and holds; an old one too for who would rather have that than none."""
        with self._lock:
            kept = self._answers.get(asked)
        return kept[1] if kept is not None and (even_old or monotonic() < kept[0]) else None

    def keep(self, asked: K, answer: V, seconds: float = inf, *, age: int | None = None) -> None:
        """Keep an answer for so long; not if everything has been forgotten since it was that `age`."""
        with self._lock:
            if age is not None and age != self.age:
                return
            self._answers.pop(asked, None)
            if len(self._answers) >= self._most:
                del self._answers[next(iter(self._answers))]
            self._answers[asked] = monotonic() + seconds, answer

    def forget(self) -> None:
        """Nothing that was kept holds any more."""
        with self._lock:
            self.age += 1
            self._answers.clear()
