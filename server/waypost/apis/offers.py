"""OpenAPI documents in a project that no setting names: they are offered, and never used without being asked for."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from waypost.apis.load import ApiLibrary
from waypost.workspace import Folder
from waypost.workspace.files import is_file

_NAMES: Final = tuple(f"{name}.{kind}" for name in ("openapi", "swagger") for kind in ("yaml", "yml", "json"))
_FOLDERS: Final = ("", "docs", "api")
_ANY_BASE: Final = "https://api.example.com"


def offered_documents(folder: Folder) -> Iterator[Path]:
    """The documents with the usual names; none if the settings name any API, because their author knows how to."""
    if not folder.settings.apis:
        places = (folder.path / below / name for below in _FOLDERS for name in _NAMES)
        yield from filter(is_file, places)


def offer_of(path: Path, shown: str, folder: Folder, library: ApiLibrary) -> str:
    """How to have requests checked against a document, for people; empty if it describes no operations."""
    loaded = library.load(path, folder.path)
    if loaded is None or not loaded.api.operations:
        return ""
    base = loaded.api.base if loaded.api.base.startswith("http") and "{" not in loaded.api.base else _ANY_BASE
    entry = f"{json.dumps(base)} = {json.dumps(path.relative_to(folder.path).as_posix())}"
    return f"No setting names {shown}. To check requests against it, add its base URL to `apis`: {entry}"
