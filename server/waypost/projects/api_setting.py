"""Binding an API document in a settings file, in the style that people use there."""

import os
from collections.abc import Sequence
from pathlib import Path, PurePath

from waypost.config import edit
from waypost.projects.file import SettingsFile
from waypost.results import Edit

_SETTING = "apis"


def with_api(file: SettingsFile, address: str, document: Path) -> Sequence[Edit]:
    """The edits that make the settings file bind the document to an address.

    None if the file is not valid TOML, or has no place for the entry.
    """
    if file.tree.errors:
        return ()
    named = edit.string_text(PurePath(os.path.relpath(document, file.path.parent)).as_posix())
    there = file.tree.root.find(*file.prefix, _SETTING, address)
    if there is not None:
        return edit.replace(file.tree, there.value, named)
    return edit.insert_entry(file.tree, file.prefix, (_SETTING, address), named)
