"""How much processor time the parts of a run take, in seconds."""

from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time


class Clock:
    """Adds up the time of each part by its name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    @contextmanager
    def during(self, name: str) -> Iterator[None]:
        started = process_time()
        try:
            yield
        finally:
            self.seconds[name] = self.seconds.get(name, 0.0) + process_time() - started

    def each(self, name: str, items: Iterator[str]) -> Iterator[str]:
        """The items, measuring the time it takes to produce them."""
        while True:
            with self.during(name):
                item = next(items, None)
            if item is None:
                return
            yield item
