"""What a client can request about the workspace's routes by name."""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.text import Document, Encoding
from waypost.workspace import Settings, Workspace, path_of

if TYPE_CHECKING:
    from waypost.routes.inventory import ListedCall


async def routes(connection: Connection, *_: Any) -> to_proto.Json:
    """Every call with a route in the workspace, as far as it is indexed."""
    session = connection.session
    complete = session.workspace.index.complete and connection.index_settled.is_set()
    found = await connection.worker.run(partial(_inventory, session.workspace, session.encoding))
    return {"routes": found, "complete": complete}


async def export_routes(connection: Connection, given: Mapping[str, Any]) -> to_proto.Json | None:
    """The same as text in `format`: json, markdown, openapi, csv or text."""
    workspace = connection.session.workspace
    text = await connection.worker.run(partial(_exported, workspace, str(given.get("format", "json"))))
    return None if text is None else {"text": text}


def _exported(workspace: Workspace, form: str) -> str | None:
    from waypost.routes.inventory import specific
    from waypost.routes.lists import FORMATS, Listed, written

    listed = [
        Listed(_shown_path(uri, workspace), call.api, call, uri)
        for uri, calls in sorted(specific(workspace.index.files).items())
        for call in calls
    ]
    return written(form, listed, workspace) if form in FORMATS else None


def _shown_path(uri: str, workspace: Workspace) -> str:
    """A path relative to its folder, in the same form on every system."""
    path, folder = path_of(uri), workspace.folder_of(uri)
    if path is None:
        return uri
    return path.relative_to(folder.path).as_posix() if folder and path.is_relative_to(folder.path) else str(path)


def _inventory(workspace: Workspace, encoding: Encoding) -> list[to_proto.Json]:
    from waypost.routes.inventory import specific

    found: list[to_proto.Json] = []
    for uri, calls in specific(workspace.index.files).items():
        workspace.checkpoint()
        document = workspace.document(uri)
        if document is not None:
            settings = workspace.settings_of(uri)
            found.extend(_shown(call, document, encoding, settings) for call in calls)
    return found


def _shown(call: "ListedCall", document: Document, encoding: Encoding, settings: Settings) -> to_proto.Json:
    found = [(each.message, settings.severity(each.rule)) for each in call.problems]
    reported = {message: to_proto.SEVERITIES[severity] for message, severity in found if severity is not None}
    return {
        "verb": call.verb,
        "path": call.template,
        "operation": call.shown_id or None,
        "api": call.api or None,
        "defaultBase": call.default or None,
        "problems": list(reported),
        "severity": min(reported.values(), default=None),
        "uri": document.uri,
        "range": to_proto.range_in(document, encoding, call.span),
    }
