"""The settings of a connection: pulled from the client, read from the projects' files, and updated on changes."""

import asyncio
import logging
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lsprotocol import types

from waypost.lsp import watching
from waypost.lsp.connection import Connection
from waypost.lsp.session import Follower, Session
from waypost.markup import noun
from waypost.workspace import key_of
from waypost.workspace.settings import SettingProblem

log = logging.getLogger("waypost.lsp")

_FILE_CHECK_SECONDS = 2.0


async def fetch(connection: Connection) -> None:
    """Load the current settings: those of the client, if it supports that request, and those of the projects."""
    session = connection.session
    if session.support.configuration:
        uris = session.folder_uris
        sent = await _request_settings(connection, uris)
        session.client_settings = sent[0] if sent else {}
        session.folder_settings = dict(zip(uris, sent[1:], strict=False))
    read(connection)


async def _request_settings(connection: Connection, folders: Sequence[str]) -> list[Mapping[str, Any]]:
    """The client's settings for the whole workspace, then for each folder."""
    scopes: list[dict[str, str]] = [{}, *({"scopeUri": uri} for uri in folders)]
    items = [{**scope, "section": "waypost"} for scope in scopes]
    try:
        answer = await connection.request(types.WORKSPACE_CONFIGURATION, {"items": items})
    except Exception as error:  # noqa: BLE001 - whatever the client answers, the other settings apply
        log.warning("the client did not send its settings: %s", error)
        return []
    sent = answer if isinstance(answer, list) else []
    return [taken(each) for each in sent]


def taken(sent: Any) -> Mapping[str, Any]:
    """The client's settings, whatever it sent."""
    return sent if isinstance(sent, Mapping) else {}


def read(connection: Connection) -> None:
    """Read all settings again, and update everything that depends on them."""
    session = connection.session
    _show(connection, session.reload_settings())
    if session.support.refresh_hints:
        connection.request(types.WORKSPACE_INLAY_HINT_REFRESH)
    if session.support.refresh_lenses:
        connection.request(types.WORKSPACE_CODE_LENS_REFRESH)


def _show(connection: Connection, problems: Sequence[SettingProblem]) -> None:
    """One message, however many problems there are: the log has them all."""
    for problem in problems:
        log.warning("setting `%s`: %s", problem.key, problem.message)
    if not problems:
        return
    first, *others = problems
    message = f"Waypost setting `{first.key}`: {first.message}"
    if others:
        message += f" (and {len(others)} {noun(len(others), 'other setting')}: see the log)"
    connection.notify(types.WINDOW_SHOW_MESSAGE, {"type": int(types.MessageType.Warning), "message": message})


class SettingsFollower(Follower):
    """Reads the settings again when a settings file, or a file that one names, changes."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._watched_apis: list[str] = []

    def files_changed(self, uris: Sequence[str]) -> None:
        session = self._connection.session
        if watching.has_settings(uris) or session.is_api_document(uris):
            read(self._connection)
        elif watching.matter(uris) or watching.may_be_imported(_closed(uris, session)) or session.is_imported(uris):
            session.invalidate()

    def settings_changed(self) -> None:
        """Ask the client to watch the API documents, whatever their names."""
        names = self._connection.session.api_documents()
        if not self._connection.session.support.register_watchers or names == self._watched_apis:
            return
        entry = watching.registration("waypost.apis", names)
        if self._watched_apis:
            old = {"id": entry["id"], "method": entry["method"]}
            self._connection.request(types.CLIENT_UNREGISTER_CAPABILITY, {"unregisterations": [old]})
        if names:
            self._connection.request(types.CLIENT_REGISTER_CAPABILITY, {"registrations": [entry]})
        self._watched_apis = names


def _closed(uris: Sequence[str], session: Session) -> Iterable[str]:
    """The files that no editor has open: for open ones, the editor's text counts."""
    return (uri for uri in uris if key_of(uri) not in session.documents)


async def watch_files(connection: Connection) -> None:
    """For clients that cannot watch files: check the few settings files now and then."""
    before = _stamps(connection)
    while True:
        await asyncio.sleep(_FILE_CHECK_SECONDS)
        now = _stamps(connection)
        if now != before or not connection.session.releases_are_current:
            before = now
            read(connection)


def _stamps(connection: Connection) -> list[tuple[int, int] | None]:
    return [_stamp(path) for path in connection.session.settings_files]


def _stamp(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
