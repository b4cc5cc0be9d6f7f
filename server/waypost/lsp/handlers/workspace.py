"""Folders that come and go, settings and files that change."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from waypost.lsp.handlers.handler import OnLoop

if TYPE_CHECKING:
    from waypost.lsp.server import Server


async def did_change_folders(server: "Server", params: types.DidChangeWorkspaceFoldersParams) -> None:
    for folder in params.event.removed:
        server.session.remove_folder(folder.uri)
    for folder in params.event.added:
        server.session.add_folder(folder.uri)
    if params.event.added and server.session.support.configuration:
        await server.fetch_settings()
    else:
        server.settings_changed()


async def did_change_configuration(server: "Server", params: types.DidChangeConfigurationParams) -> None:
    """Clients that can be asked send no settings here, or not all: they are asked again."""
    if server.session.support.configuration:
        await server.fetch_settings()
        return
    sent: Any = params.settings
    if isinstance(sent, Mapping):
        own = sent.get("waypost", sent)
        server.session.client_settings = own if isinstance(own, Mapping) else {}
    server.settings_changed()


def did_change_watched_files(server: "Server", params: types.DidChangeWatchedFilesParams) -> None:
    server.files_changed([change.uri for change in params.changes])


HANDLERS = (
    OnLoop(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_folders),
    OnLoop(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    OnLoop(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files),
)
