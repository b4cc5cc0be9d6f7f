"""`textDocument/diagnostic`: for clients that ask, which are never sent diagnostics unasked."""

from typing import Any

from lsprotocol import types

from waypost.lsp.diagnoser import diagnostics_of
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import Question


def pull(ask: Question, _: types.DocumentDiagnosticParams) -> Any:
    return {"kind": "full", "items": diagnostics_of(ask)}


PULL = OnSnapshot(
    types.TEXT_DOCUMENT_DIAGNOSTIC,
    pull,
    types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=False, identifier="waypost"),
    nothing={"kind": "full", "items": []},
)
