"""`workspace/symbol`: the tables of every configuration and the routes of every file, found by a few words."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.lsp.handlers.handler import OnLoop
from waypost.results import Symbol, SymbolKind
from waypost.text import Encoding
from waypost.workspace import Workspace, path_of

_MOST = 200


async def workspace_symbols(connection: Connection, params: types.WorkspaceSymbolParams) -> Any:
    """Runs off the loop, on the current index."""
    session = connection.session
    return await connection.worker.run(partial(_found, session.workspace, session.encoding, params.query))


def _found(workspace: Workspace, encoding: Encoding, query: str) -> list[to_proto.Json]:
    words = re.findall(r"\w+", query.lower())
    found: list[to_proto.Json] = []
    for uri, symbol, container in islice(_fitting(workspace, words), _MOST):
        document = workspace.document(uri)
        if document is not None:
            found.append(to_proto.symbol_in(document, encoding, symbol, container))
    return found


def _fitting(workspace: Workspace, words: Sequence[str]) -> Iterator[tuple[str, Symbol, str]]:
    """Each entry with its document and container. Configurations come first: they have few."""
    from waypost.config.model.tables import named_tables

    for table in named_tables(workspace):
        where = _shown_path(workspace, table.uri)
        if all(word in f"{table.name} {where}".lower() for word in words):
            yield table.uri, Symbol(table.name, table.kind, table.span, table.span), where
    for uri, call in workspace.index:
        if not call.vague and all(word in f"{call.route} {call.id}".lower() for word in words):
            yield uri, Symbol(call.route, SymbolKind.ROUTE, call.span, call.span), call.shown_id


def _shown_path(workspace: Workspace, uri: str) -> str:
    """A file's path relative to its workspace folder."""
    path, folder = path_of(uri), workspace.folder_of(uri)
    if path is None or folder is None:
        return uri.rpartition("/")[2]
    return path.relative_to(folder.path).as_posix()


HANDLERS = (OnLoop(types.WORKSPACE_SYMBOL, workspace_symbols, types.WorkspaceSymbolOptions()),)
