"""`initialize` and `initialized`: the client's capabilities and settings, and what the server requests from it."""

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from lsprotocol import types

from waypost.lsp import settings, watching
from waypost.lsp.capabilities import support_of
from waypost.lsp.connection import Connection
from waypost.lsp.handlers.handler import OnLoop
from waypost.text import Encoding

log = logging.getLogger("waypost.lsp")


def initialize(connection: Connection, params: types.InitializeParams) -> None:
    session = connection.session
    session.support = support_of(params.capabilities)
    session.encoding = Encoding(_position_encoding(params))
    for uri in _roots(params):
        session.add_folder(uri)
    options: Any = params.initialization_options
    if isinstance(options, Mapping):
        session.initial_settings = settings.taken(options.get("waypost", options))
    session.started()


def _position_encoding(params: types.InitializeParams) -> str:
    general = params.capabilities.general
    known = {each.value for each in Encoding}
    offered = (general.position_encodings if general else None) or ()
    return next((str(getattr(each, "value", each)) for each in offered if each in known), Encoding.UTF16)


def _roots(params: types.InitializeParams) -> list[str]:
    if params.workspace_folders:
        return [folder.uri for folder in params.workspace_folders]
    if params.root_uri:
        return [params.root_uri]
    if params.root_path:
        return [Path(params.root_path).as_uri()]
    return []


def initialized(connection: Connection, _: types.InitializedParams) -> None:
    _register(connection)
    if not connection.session.support.register_watchers:
        connection.spawn(settings.watch_files(connection))
    connection.first_settings = connection.spawn(_first_settings(connection))


async def _first_settings(connection: Connection) -> None:
    try:
        await settings.fetch(connection)
    except Exception:
        log.exception("%s failed", types.INITIALIZED)


def _register(connection: Connection) -> None:
    support = connection.session.support
    wanted: list[dict[str, Any]] = []
    if support.register_watchers:
        wanted += watching.registrations()
    if support.register_configuration:
        wanted.append(
            {
                "id": "waypost.configuration",
                "method": types.WORKSPACE_DID_CHANGE_CONFIGURATION,
                "registerOptions": {"section": "waypost"},
            }
        )
    if wanted:
        connection.request(types.CLIENT_REGISTER_CAPABILITY, {"registrations": wanted})


def cancel_progress(connection: Connection, params: types.WorkDoneProgressCancelParams) -> None:
    for token, cancel in list(connection.cancels.items()):
        if token == params.token:  # a client may send anything, also what cannot be a key
            cancel()


HANDLERS = (
    OnLoop(types.INITIALIZE, initialize),
    OnLoop(types.INITIALIZED, initialized),
    OnLoop(types.WINDOW_WORK_DONE_PROGRESS_CANCEL, cancel_progress),
)
