"""Commands about the documents that describe APIs."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from waypost.lsp import to_proto
from waypost.lsp.connection import Connection
from waypost.text import Document
from waypost.workspace import path_of, uri_of

if TYPE_CHECKING:
    from waypost.projects.file import SettingsFile


async def api_document(connection: Connection, given: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the document `uri` describes, and whether the settings already name it.

    `{title, base, operations, isBound, areOthersBound, fault}`: `base` is the address of its first server if that is
    absolute; `fault` is why it cannot be read.
    """
    path = path_of(str(given.get("uri", "")))
    if path is None:
        return None
    described = await connection.files.worker.run(partial(_described, path))
    bound = {uri_of(each) for each in connection.session.api_paths()}
    return {**described, "isBound": uri_of(path) in bound, "areOthersBound": bool(bound - {uri_of(path)})}


def _described(path: Path) -> dict[str, Any]:
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
