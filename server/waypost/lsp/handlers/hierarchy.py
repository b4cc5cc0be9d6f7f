"""The call hierarchy: which functions make requests through a function, and through which it makes its own."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from lsprotocol import types

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.lsp.handlers.handler import OnLoop, OnSnapshot
from waypost.lsp.session import DocumentSnapshot
from waypost.results import FunctionName, HierarchyCalls, HierarchyItem
from waypost.text import Encoding
from waypost.workspace import Workspace

_Answer = Callable[[Workspace, FunctionName], Iterable[HierarchyCalls]]


def prepare(snapshot: DocumentSnapshot, params: types.CallHierarchyPrepareParams) -> Any:
    found = snapshot.analysis.hierarchy_item(snapshot.offset(params.position))
    shown = _item(snapshot.workspace, snapshot.encoding, found) if found is not None else None
    return [shown] if shown is not None else None


async def incoming(connection: Connection, params: types.CallHierarchyIncomingCallsParams) -> Any:
    """Runs off the loop, on the settled index."""
    from waypost.routes.navigate.callers import incoming

    return await _answered(connection, params.item, incoming, "from")


async def outgoing(connection: Connection, params: types.CallHierarchyOutgoingCallsParams) -> Any:
    """The same in the other direction."""
    from waypost.routes.navigate.callers import outgoing

    return await _answered(connection, params.item, outgoing, "to")


async def _answered(connection: Connection, item: types.CallHierarchyItem, answer: _Answer, end: str) -> Any:
    await connection.index_is_there()
    data = item.data if isinstance(item.data, Mapping) else {}
    session = connection.session
    name = FunctionName(str(data.get("uri", "")), str(data.get("name", "")))
    return await connection.worker.run(partial(_shown, session.workspace, session.encoding, answer, name, end))


def _shown(workspace: Workspace, encoding: Encoding, answer: _Answer, name: FunctionName, end: str) -> Any:
    return list(_calls(workspace, encoding, answer(workspace, name), end))


def _calls(
    workspace: Workspace, encoding: Encoding, found: Iterable[HierarchyCalls], end: str
) -> Iterator[to_proto.Json]:
    for each in found:
        item, document = _item(workspace, encoding, each.item), workspace.document(each.uri)
        if item is not None and document is not None:
            yield {end: item, "fromRanges": [to_proto.range_in(document, encoding, span) for span in each.places]}


def _item(workspace: Workspace, encoding: Encoding, item: HierarchyItem) -> to_proto.Json | None:
    document = workspace.document(item.uri)
    if document is None:
        return None
    kinds = {"file": types.SymbolKind.File, "request": types.SymbolKind.Event}
    return {
        "name": item.name,
        "detail": item.detail,
        "kind": int(kinds.get(item.detail, types.SymbolKind.Function)),
        "uri": document.uri,
        "range": to_proto.range_in(document, encoding, item.span),
        "selectionRange": to_proto.range_in(document, encoding, item.selection),
        "data": {"uri": item.function.uri, "name": item.function.name},
    }


HANDLERS = (
    OnSnapshot(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, prepare),
    OnLoop(types.CALL_HIERARCHY_INCOMING_CALLS, incoming),
    OnLoop(types.CALL_HIERARCHY_OUTGOING_CALLS, outgoing),
)
