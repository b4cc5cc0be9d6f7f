"""Folders that come and go, settings and files that change."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from waypost.lsp import watching
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
    changes = [each for each in params.changes if not watching.is_of_git(each.uri)]
    server.files_changed([each.uri for each in changes if not _is_new_folder(each)])
    if any(map(watching.changes_tree, changes)):
        server.counting.changed()


def _is_new_folder(change: types.FileEvent) -> bool:
    """What is in a new folder is told one by one."""
    return change.type == types.FileChangeType.Created and "." not in change.uri.rpartition("/")[2]


def did_create_files(server: "Server", params: types.CreateFilesParams) -> None:
    _moved(server, [each.uri for each in params.files])


def did_rename_files(server: "Server", params: types.RenameFilesParams) -> None:
    _moved(server, [uri for each in params.files for uri in (each.old_uri, each.new_uri)])


def did_delete_files(server: "Server", params: types.DeleteFilesParams) -> None:
    _moved(server, [each.uri for each in params.files])


def _moved(server: "Server", uris: Sequence[str]) -> None:
    """What a user does in the editor is told at once, and where files are watched a second time."""
    server.files_changed(uris)
    server.counting.changed()


_ALL_FILES = types.FileOperationRegistrationOptions(
    [types.FileOperationFilter(types.FileOperationPattern(glob="**/*"), scheme="file")]
)

HANDLERS = (
    OnLoop(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, did_change_folders),
    OnLoop(types.WORKSPACE_DID_CHANGE_CONFIGURATION, did_change_configuration),
    OnLoop(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, did_change_watched_files),
    OnLoop(types.WORKSPACE_DID_CREATE_FILES, did_create_files, _ALL_FILES),
    OnLoop(types.WORKSPACE_DID_RENAME_FILES, did_rename_files, _ALL_FILES),
    OnLoop(types.WORKSPACE_DID_DELETE_FILES, did_delete_files, _ALL_FILES),
)
