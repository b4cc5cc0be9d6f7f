"""Files that matter when they change on disk."""

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from waypost.config.homes import HOMES
from waypost.workspace.project import PROJECT_FILE
from waypost.workspace.walk import PYTHON

_IGNORE_FILES = (".gitignore", ".ignore")
_WATCHED = (*HOMES, *_IGNORE_FILES)


def registrations() -> list[dict[str, Any]]:
    """What to ask a client to watch."""
    return [registration("waypost.files", (*_WATCHED, *(f"*{suffix}" for suffix in PYTHON)))]


def registration(name: str, files: Iterable[str]) -> dict[str, Any]:
    """Asks a client to watch files of these names, wherever they are."""
    globs = [{"globPattern": f"**/{file}"} for file in files]
    return {"id": name, "method": "workspace/didChangeWatchedFiles", "registerOptions": {"watchers": globs}}


def has_settings(uris: Iterable[str]) -> bool:
    return any(_name(uri) == PROJECT_FILE for uri in uris)


def matter(uris: Iterable[str]) -> bool:
    """Whether a change of these files may change what is said of other documents."""
    return any(_name(uri) in _WATCHED for uri in uris)


def _name(uri: str) -> str:
    return PurePath(uri).name
