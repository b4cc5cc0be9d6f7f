"""The names under which an answer depends on other files: each by itself, or all sources below a folder."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from waypost.workspace.uris import path_of, uri_of

_ALL: Final = "*.py"


def sources_below(folder: str) -> str:
    """The place of all sources below a folder, together."""
    return os.path.join(folder, _ALL)  # noqa: PTH118 - a place is a string


def folder_below(place: str) -> str | None:
    """The folder of such a place; None for the place of one file."""
    folder, name = os.path.split(place)
    return folder if name == _ALL else None


def shared_by(paths: Iterable[Path]) -> set[str]:
    """The places of all sources below a folder that these files belong to."""
    folders = {folder for path in paths if path.suffix == ".py" for folder in path.parents}
    return {sources_below(str(folder)) for folder in folders}


def uris_below(folder: str) -> str:
    """All open documents below a folder, as an answer names them that depends on them."""
    return f"{uri_of(Path(folder))}/{_ALL}"


def uris_around(uri: str) -> set[str]:
    """What an answer may depend on if it depends on a document: its URI, and those of the folders that it is below."""
    path = path_of(uri)
    folders = map(str, path.parents) if path is not None else ()
    return {uri, *map(uris_below, folders)}
