"""What handlers and followers know of one connection: its state, how to send messages, the client's progress."""

import asyncio
import itertools
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from types import TracebackType
from typing import Any, Protocol, Self

from lsprotocol import types

from waypost.lsp.process import collect_in_a_pause
from waypost.lsp.session import Session
from waypost.lsp.worker import ManyFiles, Worker


class Wire(Protocol):
    """Sends messages of plain JSON to the client."""

    def notify(self, method: str, params: Any) -> None: ...

    def request(self, method: str, params: Any = None) -> "Future[Any]": ...


class WholeWorkspace(Protocol):
    """Reports problems in all files, if enabled."""

    async def check(self) -> dict[str, int] | None: ...

    async def pull(self, params: types.WorkspaceDiagnosticParams) -> Any: ...


# For clients that answer nothing while they wait for an answer themselves, or never send their settings.
_MOST_SECONDS_FOR_SETTINGS = 1.0
# Emacs waits ten seconds for an answer, and is blocked meanwhile.
_MOST_SECONDS_FOR_INDEX = 8.0


class Connection:
    """One connection with one client, used only on the loop: `worker` runs slow work, `files` work on many files."""

    whole_workspace: WholeWorkspace

    def __init__(self, wire: Wire) -> None:
        self.session = Session()
        self.worker = Worker("analysis", collect_in_a_pause)
        self.files = ManyFiles()
        self.notify = wire.notify
        self._request = wire.request
        # Cancels the work that a progress bar shows, by its token.
        self.cancels: dict[int | str, Callable[[], object]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        # Loads the first settings from the client and the projects; None before that begins.
        self.first_settings: asyncio.Task[None] | None = None
        # Set while the index includes all changes so far.
        self.index_settled = asyncio.Event()
        self.index_settled.set()

    def request(self, method: str, params: Any = None) -> "asyncio.Future[Any]":
        """Send a request to the client. Callers that do not need the answer need not await it."""
        answer = asyncio.wrap_future(self._request(method, params))
        answer.add_done_callback(_look_at)
        return answer

    @property
    def has_settings(self) -> bool:
        """Whether no first settings are being loaded: an answer without them would be different."""
        return self.first_settings is None or self.first_settings.done()

    async def settings_are_there(self) -> None:
        """Wait for the first settings, for as long as an editor can be kept waiting."""
        if self.first_settings is not None:
            await asyncio.wait([self.first_settings], timeout=_MOST_SECONDS_FOR_SETTINGS)

    async def index_is_there(self) -> None:
        """Wait until the index is settled, for as long as an editor can be kept waiting."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self.index_settled.wait(), _MOST_SECONDS_FOR_INDEX)

    def spawn(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Run a coroutine until it ends; the task is stored because the loop keeps no reference to it."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _look_at(answer: "asyncio.Future[Any]") -> None:
    """Ignores an error that nobody waits for."""
    if not answer.cancelled():
        answer.exception()


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
        self._reported = 0
        self._token = f"waypost-{next(_numbers)}"
        self._cancel = cancel

    def __enter__(self) -> Self:
        if self._connection.session.support.progress:
            self._connection.request(types.WINDOW_WORK_DONE_PROGRESS_CREATE, {"token": self._token})
        self._notify({"kind": "begin", "title": self._title, "percentage": 0, "cancellable": bool(self._cancel)})
        if self._cancel is not None:
            self._connection.cancels[self._token] = self._cancel
        return self

    def advance(self, by: int) -> None:
        """Count this many more as done."""
        self._done += by
        percentage = min(100, self._done * 100 // self._total)
        if percentage > self._reported:
            self._reported = percentage
            message = f"{self._done} of {self._total} files"
            self._notify({"kind": "report", "percentage": percentage, "message": message})

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._connection.cancels.pop(self._token, None)
        self._notify({"kind": "end"})

    def _notify(self, value: dict[str, object]) -> None:
        if self._connection.session.support.progress:
            self._connection.notify(types.PROGRESS, {"token": self._token, "value": value})
