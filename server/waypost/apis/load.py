"""APIs ready for use: GitHub's, which is shipped, and those of OpenAPI documents.

Each is loaded when it is first asked for, and again when one of its files has changed on disk. What an editor has not
saved yet does not count: half a document would make every route of the code unknown.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple

from waypost.apis.api import Api
from waypost.apis.compact import Packed, pack, unpack
from waypost.apis.model import MOST_BYTES, DocumentFault
from waypost.text import Span
from waypost.workspace.files import read_file

_MOST_APIS: Final = 32


class Loaded(NamedTuple):
    """An API as its document describes it, what is wrong with the document, and the files beside it."""

    api: Api
    faults: tuple[DocumentFault, ...]
    files: tuple[Path, ...] = ()


class Stamp(NamedTuple):
    """What changes when a file does."""

    modified: int
    size: int


Stamps = tuple[Stamp | None, ...]


class ApiLibrary:
    """The APIs in use, each loaded once: one library serves a whole connection, and every thread of it."""

    def __init__(self) -> None:
        self._known: OrderedDict[Path, tuple[Stamps, Loaded]] = OrderedDict()
        self._lock = RLock()

    def load(self, path: Path, folder: Path) -> Loaded | None:
        """The API of an OpenAPI document in a folder, as its files are now; None where it cannot be read."""
        with self._lock:
            known = self._known.get(path)
            if known is not None and known[0] == self.stamps(path):
                self._known.move_to_end(path)
                return known[1]
            loaded = _load(path, folder)
            if loaded is None:
                self._known.pop(path, None)
                return None
            self._known[path] = stamps_of((path, *loaded.files)), loaded
            if len(self._known) > _MOST_APIS:
                self._known.popitem(last=False)
            return loaded

    def stamps(self, path: Path) -> Stamps:
        """What changes when a document does, or one of the files it was read with."""
        known = self._known.get(path)
        return stamps_of((path, *(known[1].files if known is not None else ())))


@cache
def github() -> Api:
    """The API at api.github.com: part of the program, so that it is the same for everybody."""
    return Api(unpack(json.loads(Path(__file__).with_name("github.json").read_bytes())))


def stamps_of(paths: Iterable[Path]) -> Stamps:
    return tuple(map(stamp_of, paths))


def stamp_of(path: Path) -> Stamp | None:
    """The file's stamp as of now; None where there is no such file."""
    try:
        facts = path.stat()
    except (OSError, ValueError):
        return None
    return Stamp(facts.st_mtime_ns, facts.st_size)


def read_cached(source: bytes, path: Path | None = None, folder: Path | None = None) -> Loaded:
    """The API of a document's text, from the cache where it was read before with the same files beside it."""
    from waypost.apis import cache

    key = cache.key_of_content(source, path, folder)
    loaded = _kept(key, compare=True)
    if loaded is not None:
        return loaded
    from waypost.apis.openapi import read_document

    reading = read_document(source, path, folder)
    data = pack(reading.description) | {
        "faults": [[*fault.span, fault.message] for fault in reading.faults],
        "files": {str(each): cache.digest(content) for each, content in reading.files.items()},
    }
    cache.save(key, data)
    return _unpacked(data)


def _load(path: Path, folder: Path) -> Loaded | None:
    """From the cache where the files are as they were when they were read last; otherwise their content decides."""
    from waypost.apis import cache

    key = cache.key_of_file(path, folder)
    loaded = _kept(key) if key is not None else None
    if loaded is not None:
        return loaded
    stamp = stamp_of(path)
    if stamp is None:
        return None
    source = read_file(path) if stamp.size <= MOST_BYTES else bytes(MOST_BYTES + 1)
    if source is None:
        return None
    loaded = read_cached(source, path, folder)
    if stamp == stamp_of(path):
        cache.remember(path, folder, loaded.files, cache.key_of_content(source, path, folder))
    return loaded


def _kept(key: str, *, compare: bool = False) -> Loaded | None:
    """What the cache has under a key, if that is sound; with `compare`, if the files beside it are unchanged too."""
    from waypost.apis import cache

    known = cache.load(key)
    try:
        return _unpacked(known) if known and not (compare and not cache.are_unchanged(known)) else None
    except (KeyError, TypeError, ValueError, AttributeError):
        return None  # written by something else


def _unpacked(data: Mapping[str, Any]) -> Loaded:
    faults = tuple(DocumentFault(Span(int(start), int(end)), str(message)) for start, end, message in data["faults"])
    packed: Packed = unpack(data)
    return Loaded(Api(packed), faults, tuple(map(Path, data["files"])))
