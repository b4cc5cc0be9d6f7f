"""What is checked in a file: its text, the Python cells of a notebook, or nothing, as a few bytes often show."""

import errno
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Any, Final, NamedTuple

from waypost.suppressions import MARK
from waypost.text import Document
from waypost.text.indentation import TOO_DEEP, is_too_deep
from waypost.workspace import Settings, Workspace, uri_of
from waypost.workspace.files import read_regular
from waypost.workspace.homes import HEAD, HOMES, names_schema
from waypost.workspace.uris import sources_below
from waypost.workspace.walk import JSON, NOTEBOOK, PYTHON

_SOURCES: Final = (*PYTHON, NOTEBOOK)
_SHEBANG: Final = re.compile(rb"#!.*\bpythonw?[\d.]*\b")
# Lines of a cell that notebooks accept and Python does not: magics and commands.
_MAGIC: Final = re.compile(r"^(?:[ \t]*[%!]|%%)", re.MULTILINE)


class Content(NamedTuple):
    """A text to check, and the number of its cell, if it is one."""

    document: Document
    cell: int | None = None


def read(path: str, settings: Settings) -> bytes | None:
    """The file's bytes; None if the first of them show that there is nothing to check."""
    name = os.path.basename(path)  # noqa: PTH119 - one of tens of thousands
    if path.endswith(JSON) and not (settings.config_files or settings.apis) and name not in HOMES:
        return read_regular(path) if names_schema(read_regular(path, HEAD)) else None
    if "." not in name and not _SHEBANG.match(read_regular(path, HEAD)):
        return None
    source = read_regular(path)
    if path.endswith(PYTHON) and is_too_deep(source):
        raise OSError(errno.E2BIG, TOO_DEEP)
    return source


def is_source(path: str) -> bool:
    """Whether a file is or contains Python: its findings depend on sources, the settings and API documents alone."""
    return path.endswith(_SOURCES) or "." not in os.path.basename(path)  # noqa: PTH119 - one of tens of thousands


def deserves_a_look(path: str, source: bytes, settings: Settings) -> bool:
    """Whether a rule may find something: a quick look at the imports rules out most sources.

    Where an API is bound, a file may call it through a wrapper of the project.
    """
    if not is_source(path) or settings.calls or MARK in source:
        return True
    from waypost.routes.serving.apps import may_call_apps
    from waypost.routes.sites.imports import imports_client
    from waypost.routes.sites.prefilter import may_hold_routes

    return imports_client(source) or may_call_apps(path, source) or (bool(settings.apis) and may_hold_routes(source))


def contents_of(path: str, source: bytes) -> Iterator[Content]:
    """The texts of a file that are checked, each as a separate document, as in an editor."""
    uri = uri_of(Path(path))
    if path.endswith(NOTEBOOK):
        yield from _cells(uri, source)
    else:
        is_script = "." not in PurePath(path).name and _SHEBANG.match(source)
        yield Content(Document(uri, source, None, "python" if is_script else ""))


def uris_of(path: str, source: bytes) -> list[str]:
    """The URIs of these texts."""
    if path.endswith(NOTEBOOK):
        return [content.document.uri for content in contents_of(path, source)]
    return [uri_of(Path(path))]


def places_behind(path: str, source: bytes, workspace: Workspace) -> list[str]:
    """The other places on disk that the findings of a file depend on.

    They are all sources of its project, what determines the releases of clients, and what API documents refer to.
    """
    from waypost.apis import referenced_files

    found: dict[str, None] = {}
    for uri in uris_of(path, source) if deserves_a_look(path, source, workspace.settings_at(path)) else ():
        found |= dict.fromkeys((*_places_of(uri, workspace), *referenced_files(workspace, uri)))
    return list(found)


def _places_of(uri: str, workspace: Workspace) -> Iterator[str]:
    project = workspace.project_of(uri)
    if project is not None:
        yield sources_below(str(project.path))
    yield from workspace.releases_of(uri).stamps


def _cells(uri: str, source: bytes) -> Iterator[Content]:
    for number, cell in enumerate(cells_in(source), 1):
        if cell.get("cell_type") == "code":
            text = _MAGIC.sub(lambda found: "#" * len(found[0]), text_of(cell))
            yield Content(Document.from_text(f"{uri}#cell{number}", text, None, "python"), number)


def cells_in(source: bytes) -> list[dict[str, Any]]:
    """The cells of a Python notebook; none if it cannot be read."""
    try:
        data = json.loads(source)
        language = data.get("metadata", {}).get("kernelspec", {}).get("language", "python")
        cells = data["cells"] if language == "python" else []
        return [cell for cell in cells if isinstance(cell, dict)]
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        return []


def text_of(cell: dict[str, Any]) -> str:
    source = cell.get("source", "")
    return "".join(map(str, source)) if isinstance(source, list) else str(source)
