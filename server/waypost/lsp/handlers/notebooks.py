"""Notebooks: every cell is a separate document."""

from collections.abc import Sequence

from lsprotocol import types

from waypost.lsp.connection import Connection
from waypost.lsp.from_proto import changes
from waypost.lsp.handlers.handler import OnLoop


def did_open(connection: Connection, params: types.DidOpenNotebookDocumentParams) -> None:
    connection.session.open_notebook(params.notebook_document.uri)
    _open(connection, params.cell_text_documents)


def did_change(connection: Connection, params: types.DidChangeNotebookDocumentParams) -> None:
    cells = params.change.cells
    if cells is None:
        return
    if cells.structure is not None:
        _close(connection, cells.structure.did_close or ())
        _open(connection, cells.structure.did_open or ())
    for edited in cells.text_content or ():
        connection.session.change(edited.document.uri, changes(edited.changes), edited.document.version)


def did_close(connection: Connection, params: types.DidCloseNotebookDocumentParams) -> None:
    _close(connection, params.cell_text_documents)
    connection.session.close_notebook(params.notebook_document.uri)


def _open(connection: Connection, cells: Sequence[types.TextDocumentItem]) -> None:
    for cell in cells:
        connection.session.open(cell.uri, cell.text, cell.version, str(cell.language_id))


def _close(connection: Connection, cells: Sequence[types.TextDocumentIdentifier]) -> None:
    for cell in cells:
        connection.session.close(cell.uri)


SYNC = types.NotebookDocumentSyncOptions(
    notebook_selector=[types.NotebookDocumentFilterWithCells(cells=[types.NotebookCellLanguage(language="python")])]
)

HANDLERS = (
    OnLoop(types.NOTEBOOK_DOCUMENT_DID_OPEN, did_open),
    OnLoop(types.NOTEBOOK_DOCUMENT_DID_CHANGE, did_change),
    OnLoop(types.NOTEBOOK_DOCUMENT_DID_CLOSE, did_close),
)
