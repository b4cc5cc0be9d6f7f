"""How much processor time the parts of a run take, in seconds."""

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from time import process_time


class Clock:
    """Adds up the time of each part by its name, if anybody wants to know."""

    def __init__(self, *, wanted: bool = True) -> None:
        self.wanted = wanted
        self.seconds: dict[str, float] = {}

    def during(self, name: str) -> AbstractContextManager[None]:
        return self._measured(name) if self.wanted else _UNMEASURED

    @contextmanager
    def _measured(self, name: str) -> Iterator[None]:
        started = process_time()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + process_time() - started

    def each(self, name: str, items: Iterator[str]) -> Iterator[str]:
        """The items, measuring the time it takes to produce them."""
        return self._measured_each(name, items) if self.wanted else items

    def _measured_each(self, name: str, items: Iterator[str]) -> Iterator[str]:
        while True:
            with self.during(name):
                item = next(items, None)
            if item is None:
                return
            yield item


_UNMEASURED = nullcontext()
