"""The first settings: what waits for them, and what a client may leave out."""

import asyncio
import inspect
from collections.abc import Coroutine
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest
from lsprotocol import types

from waypost.lsp import settings
from waypost.lsp.connection import Connection
from waypost.lsp.diagnoser import Diagnoser
from waypost.lsp.handlers import lifecycle
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.server import WaypostServer

FOLDERS = ["file:///a", "file:///b"]


@pytest.mark.parametrize(
    ("answer", "whole", "folders"),
    [
        ([{"x": 1}, {"x": 2}, {"x": 3}], {"x": 1}, {"file:///a": {"x": 2}, "file:///b": {"x": 3}}),
        ([{"x": 1}, {"x": 2}], {"x": 1}, {"file:///a": {"x": 2}}),
        ([{"x": 1}, None, 5, {"x": 4}], {"x": 1}, {"file:///a": {}, "file:///b": {}}),
        ([], {}, {}),
        ("none", {}, {}),
    ],
)
async def test_a_client_may_send_fewer_settings_than_it_is_asked_for(
    answer: object, whole: dict[str, int], folders: dict[str, dict[str, int]]
) -> None:
    connection = Mock(request=AsyncMock(return_value=answer))
    session = connection.session
    session.folder_uris, session.reload_settings.return_value = FOLDERS, []
    session.support.refresh_hints = session.support.refresh_lenses = False
    await settings.fetch(connection)
    assert (session.client_settings, session.folder_settings) == (whole, folders)


async def test_a_question_waits_until_the_first_settings_are_there() -> None:
    first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    waiting = asyncio.ensure_future(Connection.settings_are_there(Mock(first_settings=first)))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not waiting.done()
    first.set_result(None)
    await waiting
    await Connection.settings_are_there(Mock(first_settings=None))


async def test_findings_wait_until_the_first_settings_are_there() -> None:
    first = asyncio.Event()
    connection = Mock(has_settings=False, settings_are_there=first.wait, spawn=asyncio.ensure_future)
    connection.session.support.pull_diagnostics, connection.session.documents = False, {}
    scheduler = Mock()
    scheduler.answer.return_value = []
    Diagnoser(connection, scheduler).opened("file:///a/typos.toml")
    for _ in range(10):
        await asyncio.sleep(0)
    assert not connection.notify.called
    first.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert connection.notify.call_count == 1


@pytest.mark.parametrize("can_watch", [True, False])
def test_only_if_the_client_cannot_watch_files_they_are_looked_at(*, can_watch: bool) -> None:
    spawned: list[str] = []

    def spawn(work: Coroutine[Any, Any, None]) -> None:
        spawned.append(work.__name__)
        work.close()

    connection = Mock(spawn=spawn)
    connection.session.support.register_watchers = can_watch
    connection.session.api_documents.return_value = []
    lifecycle.initialized(connection, types.InitializedParams())
    assert ("watch_files" in spawned) is not can_watch
    assert "_first_settings" in spawned


@pytest.mark.parametrize(
    ("first", "is_there"), [(None, True), (Mock(done=lambda: True), True), (Mock(done=lambda: False), False)]
)
def test_settings_are_there_if_none_are_loaded(first: object, *, is_there: bool) -> None:
    assert Connection.has_settings.fget(Mock(first_settings=first)) is is_there  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("has_settings", "needs_index", "is_settled", "waits"),
    [(True, False, False, False), (True, True, True, False), (True, True, False, True), (False, False, True, True)],
)
def test_an_answer_waits_for_settings_and_for_an_index_that_it_needs(
    *, has_settings: bool, needs_index: bool, is_settled: bool, waits: bool
) -> None:
    server = Mock()
    server.connection.has_settings = has_settings
    server.connection.index_settled.is_set.return_value = is_settled
    handler = OnSnapshot(types.TEXT_DOCUMENT_HOVER, Mock(), needs_index=needs_index)
    answer = WaypostServer._answering(server, handler)(Mock())
    assert inspect.iscoroutine(answer) is waits
    if waits:
        answer.close()
