"""Where a configuration's globs apply: its folder, walked as the configuration says."""

from collections.abc import Mapping
from pathlib import Path

from waypost.config.model.effective import Sourced, effective_files, fallback
from waypost.config.model.schema import root
from waypost.config.model.subject import Subject
from waypost.config.parse import Table
from waypost.workspace import path_of
from waypost.workspace.files import is_folder


def reach(subject: Subject) -> tuple[Path, Mapping[str, bool]] | None:
    """The folder and the flags of the walk; None if the document is not a file of a workspace."""
    path = path_of(subject.document.uri)
    if path is None or subject.workspace.folder_of(subject.document.uri) is None or not is_folder(path.parent):
        return None
    return path.parent, flags_of(subject.config)


def flags_of(config: Table | None) -> Mapping[str, bool]:
    """What the walk skips in the end."""
    files = effective_files(config)
    flags = {}
    for key, node in root().properties["files"].properties.items():
        if node.is_flag:
            found = files.get(key) or (fallback(files, key) or ("", None))[1]
            flags[key] = bool(found.value) if isinstance(found, Sourced) else True
    return flags
