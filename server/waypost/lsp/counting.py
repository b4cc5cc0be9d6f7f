"""Keeps the file counts in hover and inlay hints up to date: asks the client to report created and deleted files."""

import asyncio
import logging

from lsprotocol import types

from waypost.lsp import watching
from waypost.lsp.connection import Connection
from waypost.lsp.deferred import DeferredWork
from waypost.lsp.session import Follower
from waypost.workspace import FileCounts
from waypost.workspace.homes import home_of

log = logging.getLogger("waypost.lsp")

# Files seldom change alone: changes within this time are shown together.
_PAUSE_SECONDS = 0.5
# Hints are requested when a document is shown or typing has paused, so the user is not typing.
_BEFORE_COUNTING_SECONDS = 0.05


class Counting(Follower):
    """Counting starts when hints are requested, runs in its own thread, and its results are then shown."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._later = DeferredWork(connection.spawn, self._show, _BEFORE_COUNTING_SECONDS)
        self._pause: asyncio.TimerHandle | None = None
        self._has_asked = False

    def started(self) -> None:
        """A client that cannot refresh its hints waits for the counts."""
        session = self._connection.session
        session.services.later_hints = self._later if session.support.refresh_hints else None

    def opened(self, uri: str) -> None:
        """Watch all files once the first configuration is opened: nothing else depends on all of them."""
        session = self._connection.session
        snapshot = session.snapshot(uri)
        if self._has_asked or snapshot is None or not session.support.register_watchers:
            return
        if home_of(snapshot.document, session.workspace.settings_of(uri)) is not None:
            self._has_asked = True
            self._connection.spawn(self._watch())

    async def _watch(self) -> None:
        asked = self._connection.request(
            types.CLIENT_REGISTER_CAPABILITY, {"registrations": [watching.comings_and_goings()]}
        )
        try:
            await asked
        except Exception as error:  # noqa: BLE001 - whatever the client answers, counts are then kept for a moment
            log.warning("the client does not watch files: %s", error)
            return
        counts = self._connection.session.services.of(FileCounts)
        counts.forget()
        counts.follows = True

    def tree_changed(self) -> None:
        self._connection.session.services.of(FileCounts).forget()
        if self._pause is None:
            self._pause = asyncio.get_running_loop().call_later(_PAUSE_SECONDS, self._show)

    def _show(self) -> None:
        """Ask the client to request its hints again."""
        if self._pause is not None:
            self._pause.cancel()
            self._pause = None
        if self._connection.session.support.refresh_hints:
            self._connection.request(types.WORKSPACE_INLAY_HINT_REFRESH)
