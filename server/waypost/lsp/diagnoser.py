"""Keeps the client's diagnostics true: sends them unasked, or leaves them to be asked for, never both."""

import asyncio
import logging
from functools import partial
from typing import TYPE_CHECKING

from lsprotocol import types

from waypost.cancel import Cancelled
from waypost.lsp import to_proto
from waypost.lsp.desk import NotAtOnceError
from waypost.lsp.session import Question
from waypost.workspace import key_of

if TYPE_CHECKING:
    from waypost.lsp.server import Server

log = logging.getLogger("waypost.lsp")

_NAME = "diagnostics"
# A bug costs one answer, never the server.
_FAILED = "diagnostics of %s failed"


class Diagnoser:
    """One job a document at most: a change ends the job of the version before it."""

    def __init__(self, server: "Server") -> None:
        self._server = server
        self._jobs: dict[str, asyncio.Handle | asyncio.Task[None]] = {}

    def changed(self, uri: str) -> None:
        if not self._server.session.support.pull_diagnostics:
            self._restart(key_of(uri), uri)

    def closed(self, uri: str) -> None:
        job = self._jobs.pop(key_of(uri), None)
        if job is not None:
            job.cancel()
        if not self._server.session.support.pull_diagnostics:
            self._send(uri, None, [])

    def refresh(self) -> None:
        """Something outside the documents has changed: all of them are looked at again."""
        session = self._server.session
        if not session.support.pull_diagnostics:
            for key, opened in session.documents.items():
                self._restart(key, opened.uri)
        elif session.support.refresh_diagnostics:
            self._server.protocol.ask(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    def _restart(self, key: str, uri: str) -> None:
        before = self._jobs.get(key)
        if before is not None:
            before.cancel()
        # After all that has come in: that may be the next edit.
        self._jobs[key] = asyncio.get_running_loop().call_soon(self._diagnose, key, uri)

    def _diagnose(self, key: str, uri: str) -> None:
        question = self._server.session.question(uri)
        if question is None:
            return
        try:
            found = self._server.desk.at_once(question, _NAME, partial(to_proto.diagnostics, question))
        except NotAtOnceError:
            self._jobs[key] = asyncio.get_running_loop().create_task(self._beside(question))
        except Exception:
            log.exception(_FAILED, uri)
        else:
            self._publish(question, found)

    async def _beside(self, question: Question) -> None:
        try:
            found = await self._server.desk.beside(question, _NAME, partial(to_proto.diagnostics, question))
        except Cancelled:
            return
        except Exception:
            log.exception(_FAILED, question.document.uri)
            return
        if self._server.session.is_current(question):
            self._publish(question, found)

    def _publish(self, question: Question, found: list[to_proto.Json]) -> None:
        self._send(question.document.uri, question.document.version, found)

    def _send(self, uri: str, version: int | None, found: list[to_proto.Json]) -> None:
        params: to_proto.Json = {"uri": uri, "diagnostics": found}
        if version is not None and self._server.session.support.diagnostic_versions:
            params["version"] = version
        self._server.protocol.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
