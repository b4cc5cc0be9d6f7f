"""`workspace/executeCommand`: what a client can request by name, with plain JSON in and out."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

from lsprotocol import types

from waypost.lsp.config_commands import effective_config, explain
from waypost.lsp.connection import Connection
from waypost.lsp.errors import INVALID_PARAMS, AnswerError
from waypost.lsp.route_commands import add_api, api_document, copy_request, export_routes, request_at_cursor, routes
from waypost.lsp.spelling_commands import IGNORE_SPELLING, ignore_spelling
from waypost.lsp.to_proto import APPLY_EDIT
from waypost.workspace import key_of


async def execute(connection: Connection, params: types.ExecuteCommandParams) -> Any:
    """Run the command with arguments of the right type: any exception is then a bug, not the client's fault."""
    command = COMMANDS.get(params.command)
    if command is None:
        raise AnswerError(INVALID_PARAMS, f"no such command: {params.command}")
    arguments = params.arguments or ()
    if not command.takes_these(arguments):
        raise AnswerError(INVALID_PARAMS, f"{params.command} takes {command.described}")
    return await command.run(connection, *arguments)


class Command(NamedTuple):
    """A command, and the type of its one argument; a command without a type ignores what is sent."""

    run: Callable[..., Awaitable[Any]]
    takes: type | None = dict

    def takes_these(self, arguments: Sequence[Any]) -> bool:
        return self.takes is None or (len(arguments) == 1 and isinstance(arguments[0], self.takes))

    @property
    def described(self) -> str:
        return "one string" if self.takes is str else "one object"


async def apply_edit(connection: Connection, edit: dict[str, Any]) -> None:
    """Asks the client to apply a workspace edit that was given as the argument of a command."""
    connection.request(types.WORKSPACE_APPLY_EDIT, {"edit": edit})


async def document_text(connection: Connection, uri: str) -> str | None:
    """The server's text of an open document, to compare with the client's."""
    opened = connection.session.documents.get(key_of(uri))
    return opened.revision.document.text if opened else None


async def check_workspace(connection: Connection, *_: Any) -> dict[str, int] | None:
    """Check every file of the workspace; findings reach the client like other diagnostics."""
    return await connection.whole_workspace.check()


COMMANDS = {
    APPLY_EDIT: Command(apply_edit),
    "waypost.addApi": Command(add_api),
    "waypost.apiDocument": Command(api_document),
    "waypost.checkWorkspace": Command(check_workspace, None),
    "waypost.copyRequest": Command(copy_request),
    "waypost.documentText": Command(document_text, str),
    "waypost.effectiveConfig": Command(effective_config),
    "waypost.explain": Command(explain),
    "waypost.exportRoutes": Command(export_routes),
    IGNORE_SPELLING: Command(ignore_spelling),
    "waypost.requestAtCursor": Command(request_at_cursor),
    "waypost.routes": Command(routes, None),
}
