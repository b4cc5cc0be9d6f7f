"""Files that no editor has open: which of them are read, the problems in them, and what the index holds of each.

All of it runs off the loop, in processes for many files: this module needs neither the connection nor the protocol's
types. The protocol has no address for the cell of a notebook that no editor shows: a problem in it is reported at the
lines of the file that hold the cell's text.
"""

import json
import logging
import os
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from waypost.cancel import checkpoint
from waypost.config.parse import Array, Scalar, Syntax, Table, Value, parse
from waypost.contents import Content, contents_of, deserves_a_look, places_behind, read
from waypost.faults import fault_of, lost
from waypost.lsp import to_proto
from waypost.lsp.findings import diagnostics_of, sent
from waypost.lsp.session import DocumentSnapshot, OpenDocument, Revision
from waypost.lsp.support import ClientSupport
from waypost.results import Diagnostic
from waypost.text import Document, Encoding, Span
from waypost.text.encoding import decode
from waypost.workspace import Index, Services, Workspace, key_of, path_of, uri_of
from waypost.workspace.files import is_file
from waypost.workspace.homes import HOMES
from waypost.workspace.walk import NOTEBOOK, PYTHON, is_walked, walk_names


class NotebookFile:
    """A notebook as the text of its file."""

    def __init__(self, source: bytes) -> None:
        self._tree = parse(source, Syntax.JSON)
        cells = self._tree.root.get("cells")
        items = cells.items if isinstance(cells, Array) else ()
        self._cells = [_lines(item.get("source")) for item in items if isinstance(item, Table)]

    def placed(self, content: Content, found: Diagnostic) -> Diagnostic:
        """A finding of a cell, without what refers to other places in it: the cell shows that once it is open."""
        assert content.cell is not None, "only cells are in notebooks"
        source, span = content.document.source, found.span
        start = len(decode(source[: span.start]))
        lines = self._cells[content.cell - 1] if content.cell <= len(self._cells) else ()
        place = self._span(lines, start, start + len(decode(span.of(source))))
        return found._replace(span=place, related=(), fixes=())

    def _span(self, lines: "Sequence[_Line]", start: int, end: int) -> Span:
        """Where some characters of a cell are written."""
        if not lines:
            return Span.at(0)
        first = max(bisect_right(lines, start, key=_start) - 1, 0)
        last = max(bisect_left(lines, end, key=_start) - 1, first)
        before, after = lines[first], lines[last]
        from_ = before.string.part(start - before.start, start - before.start + 1)
        to = after.string.part(0, end - after.start)
        return Span(self._tree.span(from_).start, self._tree.span(to).end)


class _Line(NamedTuple):
    """One string of a cell's text, and the number of its first character."""

    start: int
    string: Scalar


def _lines(source: Value | None) -> list[_Line]:
    lines, start = [], 0
    for each in source.items if isinstance(source, Array) else (source,):
        if isinstance(each, Scalar):
            lines.append(_Line(start, each))
            start += len(str(each.value))
    return lines


def _start(line: _Line) -> int:
    return line.start


class Reader(NamedTuple):
    """The client the check is for: what it shows of a finding, and how it counts characters."""

    workspace: Workspace
    encoding: Encoding
    support: ClientSupport


class ClosedFile(NamedTuple):
    """The findings of a file, as JSON, and the other places they depend on."""

    path: str
    found: bytes
    depends: Sequence[str]


class CheckedFiles(NamedTuple):
    """The result for some files: those that were analysed, and why any file was not read."""

    looked_at: int
    files: list[ClosedFile]
    faults: list[str]


# Problem lists do not show hints; they appear once the file is open.
_HINT = 4


def files_in(workspace: Workspace, folders: Iterable[Path]) -> list[str]:
    """The files in folders that are checked: those that a walk finds and the settings do not exclude."""
    left = _LeftBySettings(workspace)
    met = dict.fromkeys(path for folder in folders for path in walk_names(folder))
    return [path for path in met if left.has(path)]


def files_among(workspace: Workspace, folders: Sequence[Path], paths: Iterable[str]) -> list[str]:
    """The subset of some paths that `files_in` would return."""
    left = _LeftBySettings(workspace)

    def is_found(path: Path) -> bool:
        folder = next((each for each in folders if path.is_relative_to(each)), None)
        return folder is not None and is_file(path) and (path.name.startswith(".") or is_walked(folder, path))

    return [path for path in paths if left.has(path) and is_found(Path(path))]


class _LeftBySettings:
    """The files that the settings do not exclude, decided folder by folder."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self._excluded: dict[str, bool] = {}

    def has(self, path: str) -> bool:
        folder = os.path.dirname(path)  # noqa: PTH120 - one of tens of thousands
        settings = self._workspace.settings_at(path)
        if folder not in self._excluded:
            self._excluded[folder] = settings.excludes(f"{folder}/")
        return not (self._excluded[folder] or settings.excludes(path))


def check_files(paths: Sequence[str], reader: Reader) -> CheckedFiles:
    """The findings in files as they are on disk."""
    checked = CheckedFiles(len(paths), [], [])
    for path in paths:
        checkpoint()
        try:
            source = _to_check(path, reader)
            if source is not None:
                found = _found_in(path, source, reader)
                depends = places_behind(path, source, reader.workspace)
                checked.files.append(ClosedFile(path, found, depends))
        except OSError:
            pass  # deleted, or not readable
        except Exception as error:  # noqa: BLE001 - a bug costs one file
            checked.faults.append(fault_of(path, error))
    return checked


def lost_files(paths: Sequence[str]) -> CheckedFiles:
    """The report for files that crashed the process that checked them."""
    return CheckedFiles(len(paths), [], [lost(path) for path in paths])


def _to_check(path: str, reader: Reader) -> bytes | None:
    """The content of a file; None if there is nothing to check."""
    settings = reader.workspace.settings_at(path)
    source = read(path, settings)
    return source if source is not None and deserves_a_look(path, source, settings) else None


def _found_in(path: str, source: bytes, reader: Reader) -> bytes:
    """The findings as JSON."""
    find = _found_in_notebook if path.endswith(NOTEBOOK) else _found_in_text
    found = find(path, source, reader)
    return json.dumps([each for each in found if each["severity"] != _HINT], separators=(",", ":")).encode()


def _found_in_text(path: str, source: bytes, reader: Reader) -> list[to_proto.Json]:
    return [
        each for content in contents_of(path, source) for each in diagnostics_of(_question(content.document, reader))
    ]


def _found_in_notebook(path: str, source: bytes, reader: Reader) -> list[to_proto.Json]:
    file = NotebookFile(source)
    found = [
        file.placed(content, each)
        for content in contents_of(path, source)
        for each in _question(content.document, reader).analysis.shown()
    ]
    return sent(_question(Document(uri_of(Path(path)), source), reader), found)


def _question(document: Document, reader: Reader) -> DocumentSnapshot:
    """The same as for an open document."""
    opened = OpenDocument(document.uri, Revision(document))
    return DocumentSnapshot(opened.revision, reader.workspace, reader.encoding, reader.support, opened)


log = logging.getLogger("waypost.lsp")


def on_disk(workspace: Workspace) -> Workspace:
    """The workspace without the parts that another process does not need."""
    return replace(workspace, open={}, index=Index(), services=Services())


class IndexedFiles(NamedTuple):
    """The entries of some files, and the places on disk that each file depends on, by the keys of their URIs."""

    entries: Mapping[str, tuple[Any, ...]]
    places: Mapping[str, frozenset[str]] = {}


def calls_of_open(snapshot: DocumentSnapshot) -> IndexedFiles:
    """The entries of an open document."""
    key = key_of(snapshot.document.uri)
    if not snapshot.is_python:
        return IndexedFiles({key: ()})
    from waypost.routes.features import RouteFeatures
    from waypost.routes.inventory import calls_of

    features = snapshot.analysis.features
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
