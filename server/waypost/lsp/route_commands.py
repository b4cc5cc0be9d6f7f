"""What a client can request by name about the workspace's routes, the request at a cursor, and documents of APIs.

A cursor is `{uri, position}`, or `{uri, offset}` in bytes as in code actions.
"""

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from waypost.cancel import checkpoint
from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.text import Document, Encoding
from waypost.workspace import Settings, Workspace, path_of

if TYPE_CHECKING:
    from waypost.routes.listed import ListedCall
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from waypost.lsp.from_proto import plain_position
from waypost.lsp.session import DocumentSnapshot

if TYPE_CHECKING:
    from waypost.routes.features import RouteFeatures
from pathlib import Path
from typing import TYPE_CHECKING

from waypost.workspace import uri_of

if TYPE_CHECKING:
    from waypost.projects.file import SettingsFile


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
    from waypost.routes.listed import specific
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
    from waypost.routes.listed import specific

    found: list[to_proto.Json] = []
    for uri, calls in specific(workspace.index.files).items():
        checkpoint()
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


T = TypeVar("T")


async def copy_request(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The request as text in `format`, with its unknown values and masked parts."""
    form = str(given.get("format", "curl"))
    return await _answered(connection, given, partial(_copied, form=form))


def _copied(_: DocumentSnapshot, features: "RouteFeatures", offset: int, form: str) -> dict[str, Any] | None:
    from waypost.routes.actions.copy import copied, hidden_parts, open_values, request_at

    found = request_at(features.routes, offset)
    text = copied(features.routes, offset, form)
    if found is None or text is None:
        return None
    request = found[1]
    return {"text": text, "format": form, "open": open_values(request), "masked": hidden_parts(request)}


async def request_at_cursor(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The whole request, for a preview that follows the cursor."""
    return await _answered(connection, given, _described)


def _described(snapshot: DocumentSnapshot, features: "RouteFeatures", offset: int) -> dict[str, Any] | None:
    from waypost.render import as_http
    from waypost.routes.actions.copy import options_of, request_at

    found = request_at(features.routes, offset)
    if found is None:
        return None
    site, request, span = found
    text = as_http(options_of(request.masked()), show_secrets=True)
    note = f"# Not sent: {request.error}\n" if request.error else ""
    title = f"{request.verb} {site.shown}"
    return {"title": title, "text": note + text, "range": to_proto.range_(snapshot, span)}


async def _answered(
    connection: Connection,
    given: Mapping[str, Any],
    answer: "Callable[[DocumentSnapshot, RouteFeatures, int], T | None]",
) -> T | None:
    """An answer about an open Python document, computed off the loop."""
    snapshot = connection.session.snapshot(str(given.get("uri", "")))
    if snapshot is None:
        return None

    def work() -> T | None:
        from waypost.routes.features import RouteFeatures  # not at server start

        features = snapshot.analysis.features
        if not isinstance(features, RouteFeatures):
            return None
        return answer(snapshot, features, _offset(snapshot, given))

    return await connection.worker.run(work, priority=snapshot.priority(is_awaited=True))


def _offset(snapshot: DocumentSnapshot, given: Mapping[str, Any]) -> int:
    if type(given.get("offset")) is int:
        return max(0, min(int(given["offset"]), len(snapshot.document.source)))
    return snapshot.offset(plain_position(given.get("position")))


async def api_document(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the document `uri` describes, and whether the settings already name it.

    `{title, base, operations, isBound, areOthersBound, fault}`: `base` is the address of its first server if that is
    absolute; `fault` is why it cannot be read.
    """
    path = path_of(str(given.get("uri", "")))
    if path is None:
        return None
    described = await connection.files.worker.run(partial(_document, path))
    bound = {uri_of(each) for each in connection.session.api_paths()}
    return {**described, "isBound": uri_of(path) in bound, "areOthersBound": bool(bound - {uri_of(path)})}


def _document(path: Path) -> dict[str, Any]:
    from waypost.apis.openapi import read_document
    from waypost.workspace.files import read_file

    source = read_file(path)
    if source is None:
        return {"title": "", "base": "", "operations": 0, "fault": "the file cannot be read"}
    found, faults, _ = read_document(source, path, path.parent)
    base = found.base if found.base.startswith(("http://", "https://")) and "{" not in found.base else ""
    fault = faults[0].message if faults and not found.operations else ""
    return {"title": found.name, "base": base, "operations": len(found.operations), "fault": fault}


async def add_api(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """The edit that binds the document `uri` to the address `base` in the project's settings file.

    Null if there is no such file, or no place in it for the entry: the client then uses the editor's own settings.
    """
    path = path_of(str(given.get("uri", "")))
    file = None if path is None else connection.session.settings_file(path.parent)
    if path is None or file is None:
        return None
    return _edit(connection, file, str(given.get("base", "")), path)


def _edit(connection: Connection, file: "SettingsFile", base: str, path: Path) -> dict[str, Any] | None:
    from waypost.projects.api_setting import with_api

    document = Document(uri_of(file.path), file.tree.source)
    encoding = connection.session.encoding
    edits = [
        {"range": to_proto.range_in(document, encoding, each.span), "newText": each.text}
        for each in with_api(file, base, path)
    ]
    return {"changes": {document.uri: edits}} if edits else None
