"""Where a configuration's globs apply, how many files they match there, and the open files that it is tried on."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from waypost.config.model.effective import Sourced, effective_files, fallback
from waypost.config.model.schema import Format, root
from waypost.config.model.subject import Subject
from waypost.config.parse import Table
from waypost.config.typos.filetype import type_of
from waypost.config.typos.runs import Run
from waypost.text import Document
from waypost.workspace import FileCounts, FileWalk, WalkResult, path_of
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


# The folder that is walked and what is skipped in it.
Reach = tuple[Path, Mapping[str, bool]]


def count_matching(counts: FileCounts, reach: Reach, glob: str, kind: Format) -> int | None:
    """How many files a valid glob matches; None for a negated one, and if there are too many.

    A type's glob selects the files of the walk; an exclude's count is what it removes.
    """
    walks = _walks(reach, glob, kind)
    found = [counts.found(walk).count for walk in walks]
    if not found or None in found:
        return None
    first, *rest = (count for count in found if count is not None)
    return first - sum(rest)


def matching_names(counts: FileCounts, reach: Reach, glob: str, kind: Format) -> Sequence[str]:
    """The base names of a few files that a glob matches."""
    walks = _walks(reach, glob, kind)
    return tuple(counts.found(walks[-1]).names) if walks else ()


def is_counted(counts: FileCounts, reach: Reach, glob: str, kind: Format) -> bool:
    """Whether the answer is immediate."""
    return all(counts.get(walk) is not None for walk in _walks(reach, glob, kind))


def _walks(reach: Reach, glob: str, kind: Format) -> Sequence[FileWalk]:
    if not glob or glob.startswith(("!", "#")):
        return ()
    every = _every(reach)
    if kind is Format.TYPE_GLOB:
        return (every._replace(glob=glob),)
    return (every, every._replace(glob=f"!{glob}"))


def _every(reach: Reach) -> FileWalk:
    folder, flags = reach
    return FileWalk(folder, tuple(sorted(flags.items())))


def present_types(counts: FileCounts, reach: Reach) -> Mapping[str, int] | None:
    """How many files each built-in type has, the most common first; None until it is known."""
    found = counts.get(_every(reach))
    return found.derived(_types) if found else None


def find_types(counts: FileCounts, reach: Reach) -> Mapping[str, int]:
    """The same, computed if it is not known yet."""
    return counts.found(_every(reach)).derived(_types)


def count_types(counts: FileCounts, reach: Reach) -> None:
    """Compute what `present_types` returns."""
    find_types(counts, reach)


def _types(found: WalkResult) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for name, count in found.names.items():
        match = type_of(name, None)
        if match is not None:
            counts[match.name] += count
    return dict(counts.most_common())
