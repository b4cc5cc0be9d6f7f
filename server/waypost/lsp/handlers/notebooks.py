"""Notebooks: every cell is a document of its own."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from lsprotocol import types

from waypost.lsp.from_proto import changes
from waypost.lsp.handlers.handler import OnLoop

if TYPE_CHECKING:
    from waypost.lsp.server import Server


def did_open(server: "Server", params: types.DidOpenNotebookDocumentParams) -> None:
    _open(server, params.cell_text_documents)


def did_change(server: "Server", params: types.DidChangeNotebookDocumentParams) -> None:
    cells = params.change.cells
    if cells is None:
        return
    if cells.structure is not None:
        _close(server, cells.structure.did_close or ())
        _open(server, cells.structure.did_open or ())
    for edited in cells.text_content or ():
        uri = edited.document.uri
        if server.session.change(uri, changes(edited.changes), edited.document.version) is not None:
            server.diagnoser.changed(uri)


def did_close(server: "Server", params: types.DidCloseNotebookDocumentParams) -> None:
    _close(server, params.cell_text_documents)


def _open(server: "Server", cells: Sequence[types.TextDocumentItem]) -> None:
    for cell in cells:
        server.session.open(cell.uri, cell.text, cell.version, str(cell.language_id))
        server.diagnoser.changed(cell.uri)


def _close(server: "Server", cells: Sequence[types.TextDocumentIdentifier]) -> None:
    for cell in cells:
        if server.session.close(cell.uri) is not None:
            server.diagnoser.closed(cell.uri)


SYNC = types.NotebookDocumentSyncOptions(
    notebook_selector=[types.NotebookDocumentFilterWithCells(cells=[types.NotebookCellLanguage(language="python")])]
)

HANDLERS = (
    OnLoop(types.NOTEBOOK_DOCUMENT_DID_OPEN, did_open),
    OnLoop(types.NOTEBOOK_DOCUMENT_DID_CHANGE, did_change),
    OnLoop(types.NOTEBOOK_DOCUMENT_DID_CLOSE, did_close),
)
