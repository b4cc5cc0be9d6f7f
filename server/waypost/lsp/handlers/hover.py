"""`textDocument/hover`."""

from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnSnapshot
from waypost.lsp.session import DocumentSnapshot


def hover(snapshot: DocumentSnapshot, params: types.HoverParams) -> Any:
    found = snapshot.analysis.hover(snapshot.offset(params.position))
    return found and to_proto.hover(snapshot, found)


HANDLERS = (OnSnapshot(types.TEXT_DOCUMENT_HOVER, hover),)
