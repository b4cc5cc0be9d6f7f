"""The server: connects handlers to the protocol, and followers to the session."""

import asyncio
import inspect
import logging
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from lsprotocol import types

from waypost.core.version import VERSION
from waypost.lsp import process
from waypost.lsp.commands import COMMANDS
from waypost.lsp.connection import Connection
from waypost.lsp.counting import Counting
from waypost.lsp.deferred import DeferredWork
from waypost.lsp.diagnoser import Diagnoser
from waypost.lsp.errors import CONTENT_MODIFIED, AnswerError
from waypost.lsp.formatting import Formatting
from waypost.lsp.handlers import HANDLERS
from waypost.lsp.handlers.diagnostic import PULL, PULL_WORKSPACE
from waypost.lsp.handlers.handler import OnLoop, OnSnapshot
from waypost.lsp.handlers.notebooks import SYNC
from waypost.lsp.indexer import Indexer
from waypost.lsp.offering import Offering
from waypost.lsp.protocol import Protocol
from waypost.lsp.scheduler import Scheduler, log_bug
from waypost.lsp.session import DocumentSnapshot, Follower
from waypost.lsp.settings import SettingsFollower
from waypost.lsp.workspace_check import WorkspaceCheck

log = logging.getLogger("waypost.lsp")

_PARENT_CHECK_SECONDS = 3.0


class WaypostServer(Follower):
    """One connection with one client."""

    def __init__(self) -> None:
        self.protocol = Protocol(types.ServerInfo("waypost", VERSION), SYNC)
        self.connection = Connection(self.protocol)
        self._scheduler = Scheduler(self.connection.session, self.connection.worker)
        self._follow()
        for handler in HANDLERS:
            self._add(handler)
        for name in COMMANDS:
            self.protocol.handlers.command(name)(COMMANDS[name].run)  # so that they are announced to the client

    def _follow(self) -> None:
        """Followers are called in this order."""
        connection = self.connection
        check = connection.whole_workspace = WorkspaceCheck(connection)
        connection.session.services.later = DeferredWork(connection.spawn, connection.session.invalidate)
        connection.session.followers += [
            self,
            Diagnoser(connection, self._scheduler),
            Indexer(connection),
            Counting(connection),
            check,
            SettingsFollower(connection),
            Offering(connection),
            Formatting(connection, self._add),
        ]

    def started(self) -> None:
        if self.connection.session.support.pull_diagnostics:
            self._add(PULL)
            self._add(PULL_WORKSPACE)
        if self.protocol.parent is not None:
            self.connection.spawn(self._watch_parent(self.protocol.parent))

    def _add(self, handler: OnSnapshot | OnLoop) -> None:
        run = self._answering(handler) if isinstance(handler, OnSnapshot) else self._running(handler)
        self.protocol.handlers.feature(handler.method, handler.options)(run)

    def _answering(self, request: OnSnapshot) -> Callable[[Any], Any]:
        def answer(params: Any) -> Any:
            snapshot = self.connection.session.snapshot(_document_of(params))
            if snapshot is None:
                return request.nothing(params) if callable(request.nothing) else request.nothing
            work = partial(request.answer, snapshot, params)
            return self._scheduler.answer(
                snapshot,
                request.method,
                work,
                is_awaited=request.is_awaited,
                outlives_edits=request.outlives_edits,
            )

        async def answer_later(params: Any, received: DocumentSnapshot | None) -> Any:
            await self.connection.settings_are_there()
            if request.needs_index:
                await self.connection.index_is_there()
            if received is not None and received.is_stale:
                raise AnswerError(CONTENT_MODIFIED, "the document has changed meanwhile")
            found = answer(params)
            return await found if asyncio.isfuture(found) else found

        def run(params: Any) -> Any:
            waits = request.needs_index and not self.connection.index_settled.is_set()
            if self.connection.has_settings and not waits:
                return answer(params)
            return answer_later(params, self.connection.session.snapshot(_document_of(params)))

        return run

    def _running(self, handler: OnLoop) -> Callable[[Any], Any]:
        async def run_async(params: Any) -> Any:
            try:
                return await handler.run(self.connection, params)
            except Exception as error:
                log_bug(getattr(params, "command", handler.method), "", error)
                raise

        def run(params: Any) -> Any:
            try:
                return handler.run(self.connection, params)
            except Exception as error:
                log_bug(getattr(params, "command", handler.method), "", error)
                raise

        return run_async if inspect.iscoroutinefunction(handler.run) else run

    async def _watch_parent(self, pid: int) -> None:
        while process.is_alive(pid):  # noqa: ASYNC110 - nothing tells of another process's end
            await asyncio.sleep(_PARENT_CHECK_SECONDS)
        log.warning("the client's process is gone")
        self.protocol.disconnected()


def _document_of(params: Any) -> str:
    """The URI a request is about; an item to resolve has it in its data."""
    document = getattr(params, "text_document", None)
    if document is not None:
        return str(document.uri)
    data = getattr(params, "data", None)
    return str(data.get("uri", "")) if isinstance(data, Mapping) else ""
