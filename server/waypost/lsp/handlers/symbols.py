"""`workspace/symbol`: the routes of every file, found by a few words."""

import re
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.handlers.handler import OnLoop
from waypost.results import Symbol, SymbolKind
from waypost.text import Encoding
from waypost.workspace import Workspace

if TYPE_CHECKING:
    from waypost.lsp.server import Server

_MOST = 200


async def workspace_symbols(server: "Server", params: types.WorkspaceSymbolParams) -> Any:
    """Runs beside the loop, on the index as it is now."""
    session = server.session
    return await server.worker.run(partial(_found, session.workspace, session.encoding, params.query))


def _found(workspace: Workspace, encoding: Encoding, query: str) -> list[to_proto.Json]:
    words = re.findall(r"\w+", query.lower())
    fitting = (
        (uri, call) for uri, call in workspace.index if all(word in f"{call.route} {call.id}".lower() for word in words)
    )
    found: list[to_proto.Json] = []
    for uri, call in islice(fitting, _MOST):
        document = workspace.document(uri)
        if document is not None:
            symbol = Symbol(call.route, SymbolKind.ROUTE, call.span, call.span)
            found.append(to_proto.symbol_in(document, encoding, symbol, call.id))
    return found


HANDLERS = (OnLoop(types.WORKSPACE_SYMBOL, workspace_symbols, types.WorkspaceSymbolOptions()),)
