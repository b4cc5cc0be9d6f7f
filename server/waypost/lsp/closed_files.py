"""Problems in files that no editor has open: which files are checked, and the check itself, off the loop."""

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from waypost.contents import contents_of, deserves_a_look, places_behind, read
from waypost.faults import fault_of, lost
from waypost.lsp import to_proto
from waypost.lsp.closed_notebooks import NotebookFile
from waypost.lsp.findings import diagnostics_of, sent
from waypost.lsp.revision import Revision
from waypost.lsp.session import OpenDocument, Question
from waypost.lsp.support import ClientSupport
from waypost.text import Document, Encoding
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import is_file
from waypost.workspace.walk import NOTEBOOK, is_walked, walk_names


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

    def is_met(path: Path) -> bool:
        folder = next((each for each in folders if path.is_relative_to(each)), None)
        return folder is not None and is_file(path) and (path.name.startswith(".") or is_walked(folder, path))

    return [path for path in paths if left.has(path) and is_met(Path(path))]


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
        reader.workspace.checkpoint()
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


def _question(document: Document, reader: Reader) -> Question:
    """The same as for an open document."""
    opened = OpenDocument(document.uri, Revision(document))
    return Question(opened.revision, reader.workspace, reader.encoding, reader.support, opened)
