"""Files that matter when they change on disk."""

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from waypost.config.homes import HOMES
from waypost.workspace.project import PROJECT_FILE

_IGNORE_FILES = (".gitignore", ".ignore")
_WATCHED = (*HOMES, *_IGNORE_FILES)


def registrations() -> list[dict[str, Any]]:
    """What to ask a client to watch."""
    globs = [{"globPattern": f"**/{name}"} for name in _WATCHED]
    return [
        {
            "id": "waypost.files",
            "method": "workspace/didChangeWatchedFiles",
            "registerOptions": {"watchers": globs},
        }
    ]


def has_settings(uris: Iterable[str]) -> bool:
    return any(_name(uri) == PROJECT_FILE for uri in uris)


def matter(uris: Iterable[str]) -> bool:
    """Whether a change of these files may change what is said of other documents."""
    return any(_name(uri) in _WATCHED for uri in uris)


def _name(uri: str) -> str:
    return PurePath(uri).name
