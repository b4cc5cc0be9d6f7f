"""Where a configuration's globs apply, and the open files that it is tried on."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from waypost.config.model.effective import Sourced, effective_files, fallback
from waypost.config.model.schema import root
from waypost.config.model.subject import Subject
from waypost.config.parse import Table
from waypost.config.typos.runs import Run
from waypost.text import Document
from waypost.workspace import path_of
from waypost.workspace.files import is_folder
from waypost.workspace.homes import HOMES


def run_of(subject: Subject) -> Run | None:
    """The run that reads a document; None if it is not a file, or no run reads it."""
    path = path_of(subject.document.uri)
    return Run.reading(path, subject.workspace.with_document(subject.document)) if path else None


def is_read(subject: Subject) -> bool:
    """Whether any run of typos reads a document, as far as that is known."""
    return path_of(subject.document.uri) is None or run_of(subject) is not None


def reach(subject: Subject) -> tuple[Path, Mapping[str, bool]] | None:
    """The folder and the flags of the walk; None if the document is not a file of a workspace."""
    path = path_of(subject.document.uri)
    if path is None or subject.workspace.folder_of(subject.document.uri) is None or not is_folder(path.parent):
        return None
    run = run_of(subject)
    return run.folder if run else path.parent, flags_of(subject.config)


def flags_of(config: Table | None) -> Mapping[str, bool]:
    """What the walk skips in the end."""
    files = effective_files(config)
    flags = {}
    for key, node in root().properties["files"].properties.items():
        if node.is_flag:
            found = files.get(key) or (fallback(files, key) or ("", None))[1]
            flags[key] = bool(found.value) if isinstance(found, Sourced) else True
    return flags


_MOST_DOCUMENTS: Final = 10
# How much of each is checked, in bytes.
MOST_TEXT: Final = 100_000


def open_documents(subject: Subject) -> Sequence[Document]:
    """Those that are not configurations, which are not checked; as many as can be checked while the user waits."""
    every = subject.workspace.open.values()
    own = subject.document.uri
    return [each for each in every if each.uri != own and each.uri.rpartition("/")[2] not in HOMES][:_MOST_DOCUMENTS]
