"""Files whose changes on disk matter."""

from collections.abc import Iterable
from pathlib import PurePath
from typing import Any

from lsprotocol import types

from waypost.projects import OWN_FILE, PROJECT_FILES
from waypost.projects.release_files import RELEASE_FILES, says_release
from waypost.workspace.homes import HOMES
from waypost.workspace.walk import NOTEBOOK, PYTHON

_METHOD = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
_IGNORE_FILES = (".gitignore", ".ignore")
_WATCHED = (*HOMES, *_IGNORE_FILES, OWN_FILE)


def registrations() -> list[dict[str, Any]]:
    """What to ask a client to watch."""
    sources = (f"*{suffix}" for suffix in (*PYTHON, NOTEBOOK))
    return [registration("waypost.files", dict.fromkeys((*_WATCHED, *RELEASE_FILES, *sources)))]


def registration(name: str, files: Iterable[str]) -> dict[str, Any]:
    """Asks a client to watch files with these names, anywhere."""
    globs = [{"globPattern": f"**/{file}"} for file in files]
    return {"id": name, "method": _METHOD, "registerOptions": {"watchers": globs}}


def comings_and_goings() -> dict[str, Any]:
    """Asks a client to report every file that is created or deleted."""
    kind = types.WatchKind.Create | types.WatchKind.Delete
    watcher = {"globPattern": "**/*", "kind": int(kind)}
    return {"id": "waypost.all", "method": _METHOD, "registerOptions": {"watchers": [watcher]}}


def is_of_git(uri: str) -> bool:
    """Whether a file is git's own: there are many, and nothing depends on them."""
    return "/.git/" in uri


def changes_tree(change: types.FileEvent) -> bool:
    """Whether files were created or deleted, or ignore rules changed."""
    return change.type != types.FileChangeType.Changed or hides_files(change.uri)


def hides_files(uri: str) -> bool:
    """Whether a change of this file may change which files are ignored."""
    return _name(uri) in _IGNORE_FILES


def hides(uris: Iterable[str]) -> bool:
    """Whether the set of ignored files may have changed."""
    return any(_name(uri) in _IGNORE_FILES for uri in uris)


def has_settings(uris: Iterable[str]) -> bool:
    """Whether settings, or the releases in use, come from one of these files."""
    return any(_name(uri) in PROJECT_FILES or says_release(_name(uri)) for uri in uris)


def matter(uris: Iterable[str]) -> bool:
    """Whether a change of these files may change the results of other documents."""
    return any(_name(uri) in _WATCHED for uri in uris)


def may_be_imported(uris: Iterable[str]) -> bool:
    """Whether open documents may import from one of these files."""
    return any(uri.endswith(PYTHON) for uri in uris)


def _name(uri: str) -> str:
    return PurePath(uri).name
