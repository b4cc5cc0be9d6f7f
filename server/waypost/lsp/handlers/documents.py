"""Opening, changing, saving and closing documents."""

import logging
from typing import TYPE_CHECKING

from lsprotocol import types

from waypost.lsp.from_proto import changes
from waypost.lsp.handlers.handler import OnLoop

if TYPE_CHECKING:
    from waypost.lsp.server import Server

log = logging.getLogger("waypost.lsp")


def did_open(server: "Server", params: types.DidOpenTextDocumentParams) -> None:
    item = params.text_document
    server.session.open(item.uri, item.text, item.version, str(item.language_id))
    server.diagnoser.changed(item.uri)
    server.indexer.changed([item.uri])
    server.counting.opened(item.uri)


def did_change(server: "Server", params: types.DidChangeTextDocumentParams) -> None:
    item = params.text_document
    if server.session.change(item.uri, changes(params.content_changes), item.version) is None:
        log.warning("textDocument/didChange: %s is not open", item.uri)
    else:
        server.diagnoser.changed(item.uri)
        server.indexer.changed([item.uri])


def did_close(server: "Server", params: types.DidCloseTextDocumentParams) -> None:
    closed = server.session.close(params.text_document.uri)
    if closed is None:
        log.warning("textDocument/didClose: %s is not open", params.text_document.uri)
    else:
        server.diagnoser.closed(closed.uri)
        server.indexer.changed([closed.uri])


def did_save(server: "Server", params: types.DidSaveTextDocumentParams) -> None:
    server.files_changed([params.text_document.uri])


HANDLERS = (
    OnLoop(types.TEXT_DOCUMENT_DID_OPEN, did_open),
    OnLoop(types.TEXT_DOCUMENT_DID_CHANGE, did_change),
    OnLoop(types.TEXT_DOCUMENT_DID_CLOSE, did_close),
    OnLoop(types.TEXT_DOCUMENT_DID_SAVE, did_save, types.SaveOptions(include_text=False)),
)
