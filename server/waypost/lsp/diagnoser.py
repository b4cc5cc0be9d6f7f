"""Keeps the client's diagnostics up to date: pushes them, or answers when the client pulls them, never both."""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from functools import partial

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.lsp.desk import Desk
from waypost.lsp.follower import Follower
from waypost.lsp.session import Question
from waypost.results import Diagnostic, Severity
from waypost.text.indentation import TOO_DEEP, is_too_deep
from waypost.workspace import key_of, path_of
from waypost.workspace.places import uris_around

_NAME = "diagnostics"
# Nobody reads more, and an editor takes as long to show them as the server took to find them.
_MOST_SENT = 1_000
_WEIGHT = {severity: weight for weight, severity in enumerate(Severity)}


def diagnostics_of(question: Question) -> list[to_proto.Json]:
    """A document's findings as they are sent."""
    is_excluded = _is_excluded(question)
    if question.is_python and not is_excluded and is_too_deep(question.document.source):
        return [to_proto.not_read(question, TOO_DEEP)]
    found = () if is_excluded else question.analysis.shown()
    question.opened.reads = question.analysis.reads()
    return sent(question, found)


def sent(question: Question, found: Sequence[Diagnostic]) -> list[to_proto.Json]:
    """If there are too many, the most serious and how many more there are."""
    if len(found) <= _MOST_SENT:
        return to_proto.diagnostics(question, found)
    by_weight = sorted(range(len(found)), key=lambda index: _WEIGHT[found[index].severity])
    chosen = [found[index] for index in sorted(by_weight[:_MOST_SENT])]
    first_left_out = found[min(by_weight[_MOST_SENT:])]
    more = to_proto.more_findings(question, len(found) - _MOST_SENT, first_left_out.span)
    return [*to_proto.diagnostics(question, chosen), more]


def _is_excluded(question: Question) -> bool:
    """Whether the settings exclude the document: it then has no findings here, as in a check of its folder."""
    path = path_of(question.document.uri)
    return path is not None and question.analysis.workspace.settings_at(str(path)).excludes(str(path))


class Diagnoser(Follower):
    """At most one job per document: a change cancels the job of the previous version."""

    def __init__(self, connection: Connection, desk: Desk) -> None:
        self._connection = connection
        self._desk = desk
        self._jobs: dict[str, asyncio.Handle | asyncio.Task[list[to_proto.Json]]] = {}

    def opened(self, uri: str) -> None:
        self.changed(uri)

    def changed(self, uri: str) -> None:
        """Clients that pull know that findings depend on other documents, and request all of them."""
        if not self._connection.session.support.pull_diagnostics:
            self._restart(key_of(uri), uri)
            self._restart_readers(key_of(uri))

    def _restart_readers(self, changed: str) -> None:
        """Documents whose findings depend on one that has changed, including those being computed."""
        around = uris_around(changed)
        for key, opened in self._connection.session.documents.items():
            if key != changed and (
                opened.reads is None or not around.isdisjoint(opened.reads) or self._is_at_work(key)
            ):
                self._restart(key, opened.uri)

    def _is_at_work(self, key: str) -> bool:
        job = self._jobs.get(key)
        return isinstance(job, asyncio.Task) and not job.done()

    def closed(self, uri: str) -> None:
        job = self._jobs.pop(key_of(uri), None)
        if job is not None:
            job.cancel()
        if not self._connection.session.support.pull_diagnostics:
            self._send(uri, None, [])
            self._restart_readers(key_of(uri))

    def settings_changed(self) -> None:
        self.outdated()

    def outdated(self) -> None:
        session = self._connection.session
        if not session.support.pull_diagnostics:
            for key, opened in session.documents.items():
                self._restart(key, opened.uri)
        elif session.support.refresh_diagnostics:
            self._connection.ask(types.WORKSPACE_DIAGNOSTIC_REFRESH)

    def _restart(self, key: str, uri: str) -> None:
        before = self._jobs.get(key)
        if before is not None:
            before.cancel()
        # After everything that has already arrived: that may include the next edit.
        self._jobs[key] = asyncio.get_running_loop().call_soon(self._diagnose, key, uri)

    def _diagnose(self, key: str, uri: str) -> None:
        question = self._connection.session.question(uri)
        if question is None:
            return
        with suppress(Exception):  # the desk has logged it
            found = self._desk.answer(question, _NAME, partial(diagnostics_of, question), is_awaited=False)
            if isinstance(found, asyncio.Task):
                self._jobs[key] = found
                found.add_done_callback(partial(self._publish_later, question))
            else:
                self._publish(question, found)

    def _publish_later(self, question: Question, job: "asyncio.Task[list[to_proto.Json]]") -> None:
        if not job.cancelled() and job.exception() is None:
            self._publish(question, job.result())

    def _publish(self, question: Question, found: list[to_proto.Json]) -> None:
        self._send(question.document.uri, question.document.version, found)

    def _send(self, uri: str, version: int | None, found: list[to_proto.Json]) -> None:
        params: to_proto.Json = {"uri": uri, "diagnostics": found}
        if version is not None and self._connection.session.support.diagnostic_versions:
            params["version"] = version
        self._connection.tell(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS, params)
