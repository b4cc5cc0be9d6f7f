"""`textDocument/diagnostic` and `workspace/diagnostic`: for clients that pull."""

from typing import Any

from lsprotocol import types

from waypost.lsp.connection import Connection
from waypost.lsp.findings import diagnostics_of
from waypost.lsp.handlers.handler import OnLoop, OnSnapshot
from waypost.lsp.session import DocumentSnapshot
from waypost.lsp.spelling_hints import spelling_hints


def pull(snapshot: DocumentSnapshot, _: types.DocumentDiagnosticParams) -> Any:
    return {"kind": "full", "items": [*diagnostics_of(snapshot), *spelling_hints(snapshot)]}


async def pull_workspace(connection: Connection, params: types.WorkspaceDiagnosticParams) -> Any:
    return await connection.whole_workspace.pull(params)


PULL_WORKSPACE = OnLoop(types.WORKSPACE_DIAGNOSTIC, pull_workspace)
PULL = OnSnapshot(
    types.TEXT_DOCUMENT_DIAGNOSTIC,
    pull,
    types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="waypost"),
    nothing={"kind": "full", "items": []},
    is_awaited=False,
)
