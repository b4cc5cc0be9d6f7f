"""A client's progress bar, if it has one."""

import itertools
from collections.abc import Callable
from types import TracebackType
from typing import Self

from lsprotocol import types

from waypost.lsp.connection import Connection

_numbers = itertools.count()


class Progress:
    """Begins when it is entered, reports each full percent, ends when it is left.

    With a way to `cancel` the work, the client can offer that to the user.
    """

    def __init__(
        self, connection: Connection, title: str, total: int, cancel: Callable[[], object] | None = None
    ) -> None:
        self._connection = connection
        self._title = title
        self._total = max(total, 1)
        self._done = 0
        self._told = 0
        self._token = f"waypost-{next(_numbers)}"
        self._cancel = cancel

    def __enter__(self) -> Self:
        if self._connection.session.support.progress:
            self._connection.ask(types.WINDOW_WORK_DONE_PROGRESS_CREATE, {"token": self._token})
        self._tell({"kind": "begin", "title": self._title, "percentage": 0, "cancellable": bool(self._cancel)})
        if self._cancel is not None:
            self._connection.cancels[self._token] = self._cancel
        return self

    def advance(self, by: int) -> None:
        """Count this many more as done."""
        self._done += by
        percentage = min(100, self._done * 100 // self._total)
        if percentage > self._told:
            self._told = percentage
            message = f"{self._done} of {self._total} files"
            self._tell({"kind": "report", "percentage": percentage, "message": message})

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.cancels.pop(self._token, None)
        self._tell({"kind": "end"})

    def _tell(self, value: dict[str, object]) -> None:
        if self._connection.session.support.progress:
            self._connection.tell(types.PROGRESS, {"token": self._token, "value": value})
