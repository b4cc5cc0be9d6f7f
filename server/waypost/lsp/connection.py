"""What handlers and followers know of one connection: its state, and how to send messages to the client."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import Future
from contextlib import suppress
from typing import Any, Protocol

from lsprotocol import types

from waypost.lsp.garbage import collect_in_a_pause
from waypost.lsp.many_files import ManyFiles
from waypost.lsp.session import Session
from waypost.lsp.worker import Worker


class Wire(Protocol):
    """Sends messages of plain JSON to the client."""

    def tell(self, method: str, params: Any) -> None: ...

    def ask(self, method: str, params: Any = None) -> "Future[Any]": ...


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
        self.tell = wire.tell
        self._ask = wire.ask
        # Cancels the work that a progress bar shows, by its token.
        self.cancels: dict[int | str, Callable[[], object]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        # Loads the first settings from the client and the projects; None before that begins.
        self.first_settings: asyncio.Task[None] | None = None
        # Set while the index includes all changes so far.
        self.index_settled = asyncio.Event()
        self.index_settled.set()

    def ask(self, method: str, params: Any = None) -> "asyncio.Future[Any]":
        """Send a request to the client. Callers that do not need the answer need not await it."""
        answer = asyncio.wrap_future(self._ask(method, params))
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
