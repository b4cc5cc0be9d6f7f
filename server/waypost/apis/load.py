"""APIs ready for use: GitHub's, which is part of the package, and those of OpenAPI documents.

Each is loaded on first use, and again when one of its files has changed on disk. Unsaved changes in an editor do not
count: half a document would make every route in the code unknown.
"""

import json
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from threading import RLock
from typing import Any, Final, NamedTuple

from waypost.apis.api import Api
from waypost.apis.compact import Packed, pack, unpack, unpack_edition
from waypost.apis.editions import FIRST_VERSION
from waypost.apis.model import MOST_BYTES, DocumentFault
from waypost.text import Span
from waypost.workspace.files import read_file

_MOST_APIS: Final = 32


class Loaded(NamedTuple):
    """An API as its document describes it, the faults of the document, and the files it refers to."""

    api: Api
    faults: tuple[DocumentFault, ...]
    files: tuple[Path, ...] = ()


class Stamp(NamedTuple):
    """A value that changes when a file does."""

    modified: int
    size: int


Stamps = tuple[Stamp | None, ...]


class ApiLibrary:
    """The APIs in use, each loaded once: one library serves a whole connection, and every thread of it."""

    def __init__(self) -> None:
        self._known: OrderedDict[Path, tuple[Stamps, Loaded]] = OrderedDict()
        self._lock = RLock()

    def load(self, path: Path, folder: Path) -> Loaded | None:
        """The API of an OpenAPI document in a folder, as its files are now; None if it cannot be read."""
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
        """A value that changes when a document, or one of the files it refers to, does."""
        return stamps_of((path, *self.referenced(path)))

    def referenced(self, path: Path) -> tuple[Path, ...]:
        """The files that a document refers to, if it has been loaded."""
        known = self._known.get(path)
        return known[1].files if known is not None else ()


@cache
def github(edition: str = FIRST_VERSION) -> Api:
    """An edition of GitHub's API, which is part of the program and therefore the same for everybody."""
    base = _shipped("github.json")
    if edition == FIRST_VERSION:
        return Api(unpack(base))
    return Api(unpack_edition(base, _shipped("github_editions.json"), edition))


def _shipped(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Path(__file__).with_name(name).read_bytes())
    return found


def stamps_of(paths: Iterable[Path]) -> Stamps:
    return tuple(map(stamp_of, paths))


def stamp_of(path: Path) -> Stamp | None:
    """The file's current stamp; None if there is no such file."""
    try:
        facts = path.stat()
    except (OSError, ValueError):
        return None
    return Stamp(facts.st_mtime_ns, facts.st_size)


def read_cached(source: bytes, path: Path | None = None, folder: Path | None = None) -> Loaded:
    """The API of a document's text; from the cache if it was read before with the same other files."""
    from waypost.apis import cache

    key = cache.key_of_content(source, path, folder)
    loaded = _cached(key, compare=True)
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
    """From the cache if the files have not changed since they were last read; otherwise their content decides."""
    from waypost.apis import cache

    key = cache.key_of_file(path, folder)
    loaded = _cached(key) if key is not None else None
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


def _cached(key: str, *, compare: bool = False) -> Loaded | None:
    """The cached data under a key, if it is intact; with `compare`, only if the other files are unchanged, too."""
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
