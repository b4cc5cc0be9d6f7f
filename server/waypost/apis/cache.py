"""What was read of OpenAPI documents, kept in the user's cache directory by the hash of their content.

It only ever saves time: where nothing can be read or written there, documents are read again.
"""

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from platformdirs import user_cache_path

from waypost.apis.compact import FORMAT
from waypost.core.version import VERSION
from waypost.workspace.write import write_file

_MOST_FILES = 128


def key_of_content(source: bytes) -> str:
    """A name for these bytes as this version reads them."""
    from hashlib import blake2b

    return blake2b(source, digest_size=16, person=f"{VERSION}-{FORMAT}".encode()[:16]).hexdigest()


def key_of_file(path: Path, stamp: Sequence[int]) -> str | None:
    """The key of a file's content, if the file has been read before and has not changed since."""
    try:
        known = json.loads(_stamp_path(path).read_bytes())
    except (OSError, ValueError, RuntimeError):
        return None
    if not isinstance(known, list) or known[:-1] != [str(path), VERSION, FORMAT, *stamp]:
        return None
    return str(known[-1])


def remember(path: Path, stamp: Sequence[int], key: str) -> None:
    """Note which content a file has, so that it need not be read to find out."""
    _save(_stamp_path(path), [str(path), VERSION, FORMAT, *stamp, key])


def load(key: str) -> dict[str, Any] | None:
    """What was kept under a key, if it is there and sound."""
    try:
        found = json.loads(_path(key).read_bytes())
    except (OSError, ValueError, RuntimeError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def save(key: str, data: Mapping[str, Any]) -> None:
    """Keep data under a key, if that can be done."""
    _save(_path(key), data)


def _save(target: Path, data: Any) -> None:
    with suppress(OSError, RuntimeError):
        target.parent.mkdir(parents=True, exist_ok=True)
        content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
        write_file(target, content, sync=False)
        _prune(target.parent)


def _path(key: str) -> Path:
    return user_cache_path("waypost", appauthor=False) / "apis" / f"{key}.json"


def _stamp_path(path: Path) -> Path:
    """Two files may share it: each finds that the other's path is not its own."""
    return _path(f"{zlib.crc32(os.fsencode(path)):08x}.file")


def _prune(folder: Path) -> None:
    """Forget the documents that were read longest ago."""
    kept = sorted(folder.glob("*.json"), key=lambda each: each.stat().st_mtime, reverse=True)
    for old in kept[_MOST_FILES:]:
        old.unlink(missing_ok=True)
