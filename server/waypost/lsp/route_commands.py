"""What a client can ask of the workspace's routes by name."""

from functools import partial
from typing import TYPE_CHECKING, Any

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.text import Document, Encoding
from waypost.workspace import Workspace

if TYPE_CHECKING:
    from waypost.routes.inventory import ListedCall


async def routes(connection: Connection, *_: Any) -> to_proto.Json:
    """Every call with a route in the workspace, as far as it has been looked through."""
    session = connection.session
    complete = session.workspace.index.complete and session.index_is_settled
    found = await connection.worker.run(partial(_inventory, session.workspace, session.encoding))
    return {"routes": found, "complete": complete}


def _inventory(workspace: Workspace, encoding: Encoding) -> list[to_proto.Json]:
    found: list[to_proto.Json] = []
    for uri, calls in workspace.index.files.items():
        workspace.checkpoint()
        document = workspace.document(uri)
        if document is not None:
            found.extend(_shown(call, document, encoding) for call in calls)
    return found


def _shown(call: "ListedCall", document: Document, encoding: Encoding) -> to_proto.Json:
    return {
        "verb": call.verb,
        "path": call.template,
        "operation": call.id or None,
        "api": call.api or None,
        "problems": call.problems,
        "uri": document.uri,
        "range": to_proto.range_in(document, encoding, call.span),
    }
