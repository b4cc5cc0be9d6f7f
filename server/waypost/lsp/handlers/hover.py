"""`textDocument/hover`."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import Question


def hover(ask: Question, params: types.HoverParams) -> Any:
    found = ask.analysis.hover(ask.offset(params.position))
    return found and to_proto.hover(ask, found)


HANDLERS = (OnSnapshot(types.TEXT_DOCUMENT_HOVER, hover),)
