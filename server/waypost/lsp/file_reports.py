"""What a client must know about files it does not have open: their findings, and which of them are new to it."""

import itertools
import json
from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

NOTHING = b"[]"
# Stored as bytes, about 500 per finding; longer than any problem list that users read to the end.
_MOST_BYTES = 16_000_000


class KeptReport(NamedTuple):
    """The findings of a file as JSON, with an id that is unique to this state of the file."""

    id: str
    found: bytes


@dataclass
class FileReports:
    """By the keys of the files' URIs."""

    _reports: dict[str, KeptReport] = field(default_factory=dict)
    _size: int = 0
    _numbers: Iterator[int] = field(default_factory=itertools.count)
    # Documents that were closed: a client keeps what it was told of them until it is told otherwise.
    _closed: set[str] = field(default_factory=set)
    # Whether something was left out because the limit was reached.
    full: bool = False

    def __len__(self) -> int:
        return len(self._reports)

    def __iter__(self) -> Iterator[str]:
        return iter(self._reports)

    @property
    def count(self) -> int:
        """How many findings there are."""
        return sum(len(self.found_in(key)) for key in self._reports)

    def found_in(self, key: str) -> list[Any]:
        report = self._reports.get(key)
        return [] if report is None else list(json.loads(report.found))

    def set(self, key: str, found: bytes) -> bool:
        """Whether the report has changed."""
        before = self._reports.get(key)
        if found == (before.found if before else NOTHING):
            return False
        self.forget(key)
        if found != NOTHING:
            self.full = self.full or self._size + len(found) > _MOST_BYTES
            if self._size + len(found) <= _MOST_BYTES:
                self._size += len(found)
                self._reports[key] = KeptReport(str(next(self._numbers)), found)
        return True

    def forget(self, key: str) -> bool:
        """Whether anything was removed. Later findings count as new even if they are the same."""
        before = self._reports.pop(key, None)
        self._size -= len(before.found) if before else 0
        return before is not None

    def closed(self, keys: Iterable[str]) -> None:
        """What is on disk of these is new to every client, also if that is nothing."""
        self._closed.update(keys)

    def news(self, previous: Mapping[str, str], without: Container[str]) -> list[dict[str, Any]]:
        """The reports that this client does not have yet, in protocol form, except those of the files `without`."""
        lacking = [key for key, each in self._reports.items() if previous.get(key) != each.id and key not in without]
        known, self._closed = self._closed.union(previous), set()
        gone = [key for key in known if key not in self._reports and key not in without]
        return [
            *({**_full(key, self.found_in(key)), "resultId": self._reports[key].id} for key in lacking),
            *(_full(key, []) for key in gone),
        ]


def _full(key: str, found: list[Any]) -> dict[str, Any]:
    return {"kind": "full", "uri": key, "version": None, "items": found}
