"""The one cache for answers: bounded, with expiry, thread-safe."""

from collections.abc import Hashable
from math import inf
from threading import Lock
from time import monotonic
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class AnswerCache(Generic[K, V]):
    """Answers by question. When the cache is full, the oldest entry is removed."""

    def __init__(self, most: int) -> None:
        self._most = most
        # Each with the time at which it expires.
        self._answers: dict[K, tuple[float, V]] = {}
        self._lock = Lock()
        # Grows when everything is forgotten.
        self.age = 0

    def get(self, key: K, *, even_old: bool = False) -> V | None:
        """The answer, if it is known and not expired; with `even_old`, also an expired one."""
        with self._lock:
            found = self._answers.get(key)
        return found[1] if found is not None and (even_old or monotonic() < found[0]) else None

    def put(self, key: K, answer: V, seconds: float = inf, *, age: int | None = None) -> None:
        """Store an answer for this long, unless everything has been forgotten since the given `age`."""
        with self._lock:
            if age is not None and age != self.age:
                return
            self._answers.pop(key, None)
            if len(self._answers) >= self._most:
                del self._answers[next(iter(self._answers))]
            self._answers[key] = monotonic() + seconds, answer

    def forget(self) -> None:
        """Drop all stored answers."""
        with self._lock:
            self.age += 1
            self._answers.clear()
