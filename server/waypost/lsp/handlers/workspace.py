"""Added and removed folders, changed settings and files."""

from collections.abc import Mapping, Sequence
from typing import Any

from lsprotocol import types

from waypost.lsp import settings, watching
from waypost.lsp.connection import Connection
from waypost.lsp.handlers.handler import OnLoop


async def did_change_folders(connection: Connection, params: types.DidChangeWorkspaceFoldersParams) -> None:
    session = connection.session
    for folder in params.event.removed:
        session.remove_folder(folder.uri)
    for folder in params.event.added:
        session.add_folder(folder.uri)
    if params.event.added:
        await settings.fetch(connection)
    else:
        settings.read(connection)


async def did_change_configuration(connection: Connection, params: types.DidChangeConfigurationParams) -> None:
    """Clients that support pulling settings send none here, or only some: they are requested again."""
    session = connection.session
    sent: Any = params.settings
    if isinstance(sent, Mapping) and not session.support.configuration:
        session.client_settings = settings.taken(sent.get("waypost", sent))
    await settings.fetch(connection)


def did_change_watched_files(connection: Connection, params: types.DidChangeWatchedFilesParams) -> None:
    changes = [each for each in params.changes if not watching.is_of_git(each.uri)]
    session = connection.session
    gone = [each.uri for each in changes if each.type == types.FileChangeType.Deleted]
    there = [each.uri for each in changes if each.type != types.FileChangeType.Deleted and not _is_new_folder(each)]
    session.files_changed([*there, *session.with_descendants(gone)])
    if any(map(watching.changes_tree, changes)):
        session.tree_changed()


def _is_new_folder(change: types.FileEvent) -> bool:
    """The files in a new folder are reported one by one."""
    return change.type == types.FileChangeType.Created and "." not in change.uri.rpartition("/")[2]


def did_create_files(connection: Connection, params: types.CreateFilesParams) -> None:
    _moved(connection, [each.uri for each in params.files])


def did_rename_files(connection: Connection, params: types.RenameFilesParams) -> None:
    moves = [(each.old_uri, each.new_uri) for each in params.files]
    gone = connection.session.with_descendants([old for old, _ in moves])
    come = [
        new + uri.removeprefix(old) for old, new in moves for uri in gone if uri == old or uri.startswith(f"{old}/")
    ]
    _moved(connection, [*gone, *come])


def did_delete_files(connection: Connection, params: types.DeleteFilesParams) -> None:
    _moved(connection, connection.session.with_descendants([each.uri for each in params.files]))


def _moved(connection: Connection, uris: Sequence[str]) -> None:
    """The editor reports what a user does at once, and again if it watches the files."""
    connection.session.files_changed(uris)
    connection.session.tree_changed()


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
