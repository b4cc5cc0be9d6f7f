"""What is kept between answers: one such object belongs to each connection, and to each run of the command line."""

from threading import Lock
from typing import Any, TypeVar

_Service = TypeVar("_Service")


class Services:
    """Makes each service when it is first asked for, and keeps it for as long as its owner lives."""

    def __init__(self) -> None:
        self._made: dict[type[Any], Any] = {}
        self._lock = Lock()

    def of(self, kind: type[_Service]) -> _Service:
        """The one service of a kind."""
        with self._lock:
            if kind not in self._made:
                self._made[kind] = kind()
            made: _Service = self._made[kind]
            return made

    def __reduce__(self) -> tuple[type["Services"], tuple[()]]:
        """Another process keeps its own."""
        return Services, ()
