"""What the index contains for files: read off the loop, from an immutable workspace."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from waypost.lsp.session import Question
from waypost.workspace import Index, Services, Workspace, key_of, path_of, uri_of
from waypost.workspace.files import is_file
from waypost.workspace.homes import HOMES
from waypost.workspace.walk import PYTHON, is_walked

log = logging.getLogger("waypost.lsp")


def on_disk(workspace: Workspace) -> Workspace:
    """The workspace without the parts that another process does not need."""
    return replace(workspace, open={}, index=Index(), services=Services())


class IndexedFiles(NamedTuple):
    """The entries of some files, and the places on disk that each file depends on, by the keys of their URIs."""

    entries: Mapping[str, tuple[Any, ...]]
    places: Mapping[str, frozenset[str]] = {}


def calls_of_open(question: Question) -> IndexedFiles:
    """The entries of an open document."""
    key = key_of(question.document.uri)
    if not question.is_python:
        return IndexedFiles({key: ()})
    from waypost.routes.features import RouteFeatures
    from waypost.routes.inventory import calls_of

    features = question.analysis.features
    if not isinstance(features, RouteFeatures):
        return IndexedFiles({key: ()})
    return IndexedFiles({key: calls_of(features.routes)}, {key: features.routes.places})


def calls_of_files(paths: Sequence[Path], workspace: Workspace) -> IndexedFiles:
    """The entries of the files that a walk would find; files that are deleted or ignored have none."""
    sources = [path for path in paths if path.suffix in PYTHON]
    if not sources:
        return IndexedFiles({})
    from waypost.routes.inventory import index_files

    walked = [path for path in sources if _is_walked(path, workspace)]
    found = index_files(walked, workspace)
    report_faults(found.faults)
    return IndexedFiles(dict.fromkeys(map(uri_of, sources), ()) | found.calls, found.places)


def report_faults(faults: Sequence[str]) -> None:
    """Logs each file that triggered a bug, or crashed the process that read it."""
    for fault in faults:
        log.error("%s", fault)


def _is_walked(path: Path, workspace: Workspace) -> bool:
    folder = workspace.folder_of(uri_of(path))
    return folder is not None and is_file(path) and is_walked(folder.path, path)


def configurations_after(workspace: Workspace, changed: Iterable[Path]) -> frozenset[str]:
    """The files with a configuration, after these were changed, created or deleted."""
    homes = [path for path in changed if path.name in HOMES]
    gone = frozenset(map(uri_of, homes)) | {uri for uri in workspace.configurations if not _is_there(uri)}
    hidden_or_walked = (path for path in homes if path.name.startswith(".") or _is_walked(path, workspace))
    return workspace.configurations - gone | {uri_of(path) for path in hidden_or_walked if is_file(path)}


def _is_there(uri: str) -> bool:
    path = path_of(uri)
    return path is not None and is_file(path)
