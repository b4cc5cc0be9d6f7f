"""Keeps the client's diagnostics up to date: pushes them, or answers when the client pulls them, never both."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.lsp.findings import diagnostics_of
from waypost.lsp.scheduler import Scheduler
from waypost.lsp.session import DocumentSnapshot, Follower
from waypost.lsp.spelling_hints import spelling_hints
from waypost.workspace import key_of
from waypost.workspace.uris import uris_around

_NAME = "diagnostics"


def _found(snapshot: DocumentSnapshot) -> list[to_proto.Json]:
    return [*diagnostics_of(snapshot), *spelling_hints(snapshot)]


class Diagnoser(Follower):
    """At most one job per document: a change cancels the job of the previous version."""

    def __init__(self, connection: Connection, scheduler: Scheduler) -> None:
        self._connection = connection
        self._scheduler = scheduler
        self._jobs: dict[str, asyncio.Handle | asyncio.Task[Any]] = {}

    def opened(self, uri: str) -> None:
        self.changed(uri)

    def changed(self, uri: str) -> None:
        """Clients that pull know that findings depend on other documents, and request all of them."""
        if not self._connection.session.support.pull_diagnostics:
            self._restart(key_of(uri), uri)
            self._restart_readers(key_of(uri))

    def _restart_readers(self, changed: str) -> None:
        """Documents whose findings depend on one that has changed, including those being computed."""
        others = [(key, opened) for key, opened in self._connection.session.documents.items() if key != changed]
        around = uris_around(changed) if others else set()
        for key, opened in others:
            if opened.reads is None or not around.isdisjoint(opened.reads) or self._is_at_work(key):
                self._restart(key, opened.uri)

    def _is_at_work(self, key: str) -> bool:
        job = self._jobs.get(key)
        return isinstance(job, asyncio.Task) and not job.done()

    def closed(self, uri: str) -> None:
        job = self._jobs.pop(key_of(uri), None)
        if job is not None:
            job.cancel()
        if not self._connection.session.support.pull_diagnostics:
            self._publish(uri, None, [])
            self._restart_readers(key_of(uri))

    def settings_changed(self) -> None:
        self.outdated()

    def outdated(self) -> None:
        session = self._connection.session
        if not session.support.pull_diagnostics:
            for key, opened in session.documents.items():
                self._restart(key, opened.uri)
        elif session.support.refresh_diagnostics:
            self._connection.request(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    def _restart(self, key: str, uri: str) -> None:
        before = self._jobs.get(key)
        if before is not None:
            before.cancel()
        # After everything that has already arrived: that may include the next edit.
        self._jobs[key] = asyncio.get_running_loop().call_soon(self._begin, key, uri)

    def _begin(self, key: str, uri: str) -> None:
        if self._connection.has_settings:
            self._diagnose(key, uri)
        else:
            self._jobs[key] = self._connection.spawn(self._diagnose_with_settings(key, uri))

    async def _diagnose_with_settings(self, key: str, uri: str) -> None:
        """The first findings wait for the settings, too: those without them would be seen for a moment."""
        await self._connection.settings_are_there()
        self._diagnose(key, uri)

    def _diagnose(self, key: str, uri: str) -> None:
        snapshot = self._connection.session.snapshot(uri)
        if snapshot is None:
            return
        with suppress(Exception):  # the scheduler has logged it
            found = self._scheduler.answer(snapshot, _NAME, partial(_found, snapshot), is_awaited=False)
            if isinstance(found, asyncio.Task):
                self._jobs[key] = found
                found.add_done_callback(partial(self._publish_later, snapshot))
            else:
                self._publish(snapshot.document.uri, snapshot.document.version, found)

    def _publish_later(self, snapshot: DocumentSnapshot, job: "asyncio.Task[list[to_proto.Json]]") -> None:
        if not job.cancelled() and job.exception() is None:
            self._publish(snapshot.document.uri, snapshot.document.version, job.result())

    def _publish(self, uri: str, version: int | None, found: list[to_proto.Json]) -> None:
        params: to_proto.Json = {"uri": uri, "diagnostics": found}
        if version is not None and self._connection.session.support.diagnostic_versions:
            params["version"] = version
        self._connection.notify(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
