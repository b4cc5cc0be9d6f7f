"""A pygls server that does nothing, which shows the cost of the protocol itself. Not a benchmark."""

import sys

_PROGRAM = """
from lsprotocol import types
from pygls.lsp.server import LanguageServer

server = LanguageServer("idle", "1")

@server.feature(types.TEXT_DOCUMENT_HOVER)
def hover(params):
    return None

@server.feature(types.TEXT_DOCUMENT_COMPLETION)
def complete(params):
    return types.CompletionList(is_incomplete=False, items=[])

server.start_io()
"""
IDLE = (sys.executable, "-c", _PROGRAM)
