"""Catalogues ready for use: GitHub's, which is shipped, and those of OpenAPI documents.

Each is loaded when it is first asked for, and again when its file has changed on disk. What an editor has not saved
yet does not count: half a document would make every route of the code unknown.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from waypost.apis.api import Api
from waypost.apis.compact import Packed, pack, unpack
from waypost.apis.model import MOST_BYTES, DocumentFault
from waypost.text import Span
from waypost.workspace.files import read_file


class Loaded(NamedTuple):
    """An API as its document describes it, and what is wrong with the document."""

    api: Api
    faults: tuple[DocumentFault, ...]


class Stamp(NamedTuple):
    """What changes when a file does."""

    modified: int
    size: int


_KNOWN: dict[Path, tuple[Stamp, Loaded]] = {}


@cache
def github() -> Api:
    """The catalogue of api.github.com."""
    return Api(unpack(json.loads(Path(__file__).with_name("github.json").read_bytes())))


def load_document(path: Path) -> Loaded | None:
    """The API of an OpenAPI document, as the file is now; None where it cannot be read."""
    stamp = stamp_of(path)
    known = _KNOWN.get(path)
    if known is not None and known[0] == stamp:
        return known[1]
    loaded = _load(path, stamp) if stamp is not None else None
    if stamp is None or loaded is None:
        _KNOWN.pop(path, None)
    else:
        _KNOWN[path] = stamp, loaded
    return loaded


def _load(path: Path, stamp: Stamp) -> Loaded | None:
    """From the cache where the file is as it was when it was read last; else its content decides."""
    from waypost.apis import cache as kept

    key = kept.key_of_file(path, stamp)
    loaded = _kept(key) if key is not None else None
    if loaded is not None:
        return loaded
    source = read_file(path) if stamp.size <= MOST_BYTES else bytes(MOST_BYTES + 1)
    if source is None:
        return None
    kept.remember(path, stamp, kept.key_of_content(source))
    return read_cached(source)


def stamp_of(path: Path) -> Stamp | None:
    """The file's stamp as of now; None where there is no such file."""
    try:
        facts = path.stat()
    except (OSError, ValueError):
        return None
    return Stamp(facts.st_mtime_ns, facts.st_size)


def read_cached(source: bytes) -> Loaded:
    """The API of a document's text, from the cache where it has been read before."""
    from waypost.apis import cache as kept

    key = kept.key_of_content(source)
    loaded = _kept(key)
    if loaded is not None:
        return loaded
    from waypost.apis.openapi import read_document

    reading = read_document(source)
    data = pack(reading.description) | {"faults": [[*fault.span, fault.message] for fault in reading.faults]}
    kept.save(key, data)
    return _unpacked(data)


def _kept(key: str) -> Loaded | None:
    """What the cache has under a key, if that is sound."""
    from waypost.apis import cache as kept

    known = kept.load(key)
    try:
        return _unpacked(known) if known is not None else None
    except (KeyError, TypeError, ValueError):
        return None  # written by something else


def _unpacked(data: dict[str, Any]) -> Loaded:
    faults = tuple(DocumentFault(Span(int(start), int(end)), str(message)) for start, end, message in data["faults"])
    packed: Packed = unpack(data)
    return Loaded(Api(packed), faults)
