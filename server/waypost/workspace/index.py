"""What was found in the files of a workspace: an immutable snapshot that grows while the index is built.

It does not interpret the entries: an entry has a key, equal for entries that belong together.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol

from waypost.text.derived import Deriving
from waypost.workspace.uris import path_of, uri_of

# Limits the memory: more than any real workspace has, at about 500 bytes an entry.
MOST_ENTRIES = 100_000
MOST_IN_A_FILE = 2_000


class IndexEntry(Protocol):
    """One thing that was found."""

    @property
    def key(self) -> str: ...


@dataclass(frozen=True, eq=False)
class Index(Deriving):
    """The entries of each file, by the key of its URI; files without any are left out.

    Files are in the order of their keys, whatever was found first: an answer never depends on what happened before.
    """

    files: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    # Whether every file has been read, and whether something was left out because the limit was reached.
    complete: bool = False
    full: bool = False
    count: int = 0
    # The places on disk that each file's entries depend on, even if nothing exists there; by the key of its URI.
    places: Mapping[str, frozenset[str]] = field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        return ((uri, entry) for uri, entries in self.files.items() for entry in entries)

    @cached_property
    def by_key(self) -> Mapping[str, Sequence[tuple[str, Any]]]:
        """The entries with the same key, each with its file."""
        grouped: dict[str, list[tuple[str, Any]]] = {}
        for uri, entry in self:
            grouped.setdefault(entry.key, []).append((uri, entry))
        return grouped

    def readers_of(self, places: AbstractSet[str]) -> Sequence[str]:
        """The files whose entries depend on one of these places."""
        return [uri for uri, read in self.places.items() if not read.isdisjoint(places)]

    def with_files(
        self,
        found: Mapping[str, Sequence[Any]],
        places: Mapping[str, frozenset[str]] | None = None,
        *,
        complete: bool | None = None,
    ) -> "Index":
        """The index with these entries in place of the files' old ones; a file with no entries is removed."""
        files, is_ordered = dict(self.files), True
        read = {uri: each for uri, each in self.places.items() if uri not in found} | dict(places or {})
        count, full = self.count, self.full
        for uri, entries in found.items():
            count -= len(files.get(uri, ()))
            kept = tuple(entries[: min(MOST_IN_A_FILE, MOST_ENTRIES - count)])
            full = full or len(kept) < len(entries)
            count += len(kept)
            if kept:
                is_ordered = is_ordered and uri in files
                files[uri] = kept
            else:
                files.pop(uri, None)
        return Index(
            files if is_ordered else dict(sorted(files.items())),
            self.complete if complete is None else complete,
            full,
            count,
            read,
        )

    def below(self, uris: Sequence[str]) -> list[str]:
        """The files below these folders of which something is known: their entries, or that others depend on them."""
        folders = tuple(f"{uri.rstrip('/')}/" for uri in uris)
        paths = tuple(f"{path}{os.sep}" for path in map(path_of, uris) if path is not None)
        read = {place for places in self.places.values() for place in places if place.startswith(paths)}
        known = {uri for uri in (*self.files, *self.places) if uri.startswith(folders)}
        return sorted(known | {uri_of(Path(place)) for place in read})

    def completed(self) -> "Index":
        return replace(self, complete=True)
