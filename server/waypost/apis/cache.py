"""Parsed OpenAPI documents, kept in the user's cache directory by the hash of their content.

It only saves time: if it cannot be read or written, documents are parsed again.
"""

import json
import os
import zlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from platformdirs import user_cache_path

from waypost.apis.compact import FORMAT
from waypost.core.version import VERSION
from waypost.workspace.files import read_file
from waypost.workspace.write import sweep, write_file

_MOST_FILES: Final = 128
_MOST_BYTES: Final = 256 * 1024 * 1024


def key_of_content(source: bytes, path: Path | None = None, folder: Path | None = None) -> str:
    """A key for these bytes at this place, read by this version: references start from there."""
    person = f"{VERSION}-{FORMAT}".encode()[:16]
    key = blake2b(source, digest_size=16, person=person)
    key.update(f"\0{path.parent if path else ''}\0{folder or ''}".encode("utf-8", "surrogatepass"))
    return key.hexdigest()


def digest(content: bytes | None) -> str | None:
    """A value that changes with a file's content; None for a file that does not exist."""
    return None if content is None else blake2b(content, digest_size=16).hexdigest()


def are_unchanged(data: Mapping[str, Any]) -> bool:
    """Whether the files that a document refers to still have the same content as when it was read."""
    files = data.get("files")
    return isinstance(files, dict) and all(digest(read_file(Path(name))) == known for name, known in files.items())


def key_of_file(path: Path, folder: Path) -> str | None:
    """The key of a file's content, if it was read before and neither it nor the files it refers to have changed."""
    note = _load(_note(path))
    if not isinstance(note, dict) or note.get("of") != [str(path), str(folder), VERSION, FORMAT]:
        return None
    stamps = note.get("stamps")
    if not isinstance(stamps, dict) or any(_stamp(name) != known for name, known in stamps.items()):
        return None
    return str(note.get("key"))


def remember(path: Path, folder: Path, files: Sequence[Path], key: str) -> None:
    """Record a file's content hash, so that it need not be read to find out."""
    stamps = {str(each): _stamp(str(each)) for each in (path, *files)}
    _save(_note(path), {"of": [str(path), str(folder), VERSION, FORMAT], "stamps": stamps, "key": key})


def load(key: str) -> dict[str, Any] | None:
    """The data under a key, if it is there and intact."""
    found = _load(_path(key))
    return found if isinstance(found, dict) else None


def save(key: str, data: Mapping[str, Any]) -> None:
    """Store data under a key, if possible."""
    _save(_path(key), data)


def _load(path: Path) -> Any:
    """The content of a file that only Waypost has written: its first line is the digest of the rest."""
    with suppress(OSError, ValueError, RuntimeError, RecursionError):
        written, _, content = (read_file(path) or b"").partition(b"\n")
        if written.decode() == digest(content):
            return json.loads(content)
    return None


def _save(target: Path, data: Any) -> None:
    with suppress(OSError, RuntimeError):
        target.parent.mkdir(parents=True, exist_ok=True)
        content = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
        if len(content) <= _MOST_BYTES:
            write_file(target, f"{digest(content)}\n".encode() + content, within=[target.parent], sync=False)
            _prune(target.parent)


def _stamp(name: str) -> list[int] | None:
    try:
        facts = Path(name).stat()
    except (OSError, ValueError):
        return None
    return [facts.st_mtime_ns, facts.st_size]


def _path(key: str) -> Path:
    return user_cache_path("waypost", appauthor=False) / "apis" / f"{key}.json"


def _note(path: Path) -> Path:
    """Two files may share it: each sees that the stored path is not its own."""
    return _path(f"{zlib.crc32(os.fsencode(path)):08x}.file")


def _prune(folder: Path) -> None:
    """Remove the documents that were read longest ago. Another process may do the same concurrently."""
    sweep([str(folder)])
    facts: list[tuple[float, int, Path]] = []
    for each in folder.glob("*.json"):
        with suppress(OSError):
            stat = each.stat()
            facts.append((stat.st_mtime, stat.st_size, each))
    size = 0
    for count, (_, bytes_, each) in enumerate(sorted(facts, reverse=True), 1):
        size += bytes_
        if count > _MOST_FILES or size > _MOST_BYTES:
            each.unlink(missing_ok=True)
