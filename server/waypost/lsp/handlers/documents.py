"""Opening, changing, saving and closing documents."""

import logging

from lsprotocol import types

from waypost.lsp.connection import Connection
from waypost.lsp.from_proto import changes
from waypost.lsp.handlers.handler import OnLoop

log = logging.getLogger("waypost.lsp")


def did_open(connection: Connection, params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    connection.session.open(item.uri, item.text, item.version, str(item.language_id))


def did_change(connection: Connection, params: types.DidChangeTextDocumentParams) -> None:
    item = params.text_document
    if connection.session.change(item.uri, changes(params.content_changes), item.version) is None:
        log.warning("textDocument/didChange: %s is not open", item.uri)


def did_close(connection: Connection, params: types.DidCloseTextDocumentParams) -> None:
    if connection.session.close(params.text_document.uri) is None:
        log.warning("textDocument/didClose: %s is not open", params.text_document.uri)


def did_save(connection: Connection, params: types.DidSaveTextDocumentParams) -> None:
    connection.session.files_changed([params.text_document.uri])


HANDLERS = (
    OnLoop(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    OnLoop(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    OnLoop(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
    OnLoop(types.TEXT_DOCUMENT_DID_SAVE, did_save, types.SaveOptions(include_text=False)),
)
