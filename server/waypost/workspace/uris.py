"""Names of documents: paths, URIs, one key for all spellings of a URI, and what answers depend on by name."""

import os
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import unquote, unquote_to_bytes, urlsplit


@lru_cache(maxsize=1024)
def path_of(uri: str) -> Path | None:
    """The path of a `file:` URI, or None for `untitled:` and other schemes without one."""
    try:
        parts = urlsplit(uri)
    except ValueError:
        return None
    if parts.scheme != "file":
        return None
    try:
        # As the names that folders list, whatever the system encodes them in.
        path = os.fsdecode(unquote_to_bytes(parts.path))
    except UnicodeError:
        return None
    if path[2:3] == ":" and path[0] == "/":  # file:///c%3A/x: drop the slash; drives ignore case
        path = path[1].upper() + path[2:]
    if parts.netloc and parts.netloc != "localhost":
        path = f"//{parts.netloc}{path}"
    return Path(path) if is_name(path) else None


def is_name(path: str) -> bool:
    """Whether a file can have this name: no NUL and no half of a surrogate pair, other than for bytes."""
    try:
        return b"\0" not in path.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        return False


@lru_cache(maxsize=1024)
def named_by(uri: str) -> PurePosixPath:
    """The path in a URI of any scheme, as far as it has one: for names and globs."""
    try:
        return PurePosixPath(unquote(urlsplit(uri).path, errors="surrogateescape"))
    except ValueError:
        return PurePosixPath(uri)


def uri_of(path: Path) -> str:
    return path.absolute().as_uri()


@lru_cache(maxsize=1024)
def key_of(uri: str) -> str:
    """One key for every spelling of a document's URI."""
    path = path_of(uri)
    return uri if path is None else uri_of(path)


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
