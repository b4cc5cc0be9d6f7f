"""`workspace/executeCommand`: what a client can ask for by name, with plain JSON in and out."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from waypost.lsp.config_commands import effective_config, explain
from waypost.lsp.request_commands import copy_request, request_at_cursor
from waypost.lsp.route_commands import routes
from waypost.lsp.to_proto import APPLY_EDIT
from waypost.workspace import key_of

if TYPE_CHECKING:
    from waypost.lsp.server import Server

Command = Callable[..., Awaitable[Any]]


async def apply_edit(server: "Server", edit: Any) -> None:
    """Has the client apply a workspace edit that it was given as the argument of a command."""
    server.protocol.ask(types.WORKSPACE_APPLY_EDIT, {"edit": edit})


async def document_text(server: "Server", uri: str) -> str | None:
    """The text of an open document as the server holds it: for finding out why the two sides disagree."""
    opened = server.session.documents.get(key_of(uri))
    return opened.document.text if opened else None


COMMANDS: "dict[str, Command]" = {
    APPLY_EDIT: apply_edit,
    "waypost.copyRequest": copy_request,
    "waypost.documentText": document_text,
    "waypost.effectiveConfig": effective_config,
    "waypost.explain": explain,
    "waypost.requestAtCursor": request_at_cursor,
    "waypost.routes": routes,
}
