"""Answers on disk, for files that have not changed: by the content of what they were found by.

An entry has an answer as plain JSON, and the digests of what was asked for it: of texts, and of small answers such as
the file of a dotted name. It is taken over if each is the same now. So a file that comes, or is edited where nobody
asks, leaves all other entries as they are.

Nothing in it is executed: what is malformed, or written by something else, is ignored.
"""

import json
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any, ClassVar, Final, Protocol, TypeAlias, TypeVar, cast

from waypost.routes.program.table import Memo, Query, QueryContext, Table

Answer = TypeVar("Answer")
# What was asked, as its name and arguments, and the digest of the answer.
Ground: TypeAlias = tuple[tuple[str, ...], str]
_MOST_ENTRIES: Final = 200_000


def digest_of(content: bytes) -> str:
    return blake2b(content, digest_size=16).hexdigest()


class Persisted(Query[Answer]):
    """A query whose answers can be compared in later runs. Its fields are strings."""

    __slots__ = ()
    # As it is called on disk.
    kind: ClassVar[str]
    # Whether its answers are kept; otherwise it is quicker to find them again, and only compared.
    restores: ClassVar[bool] = True

    def key(self) -> tuple[str, ...]:
        return (self.kind, *(getattr(self, each.name) for each in fields(cast("Any", self))))

    @abstractmethod
    def to_plain(self, answer: Answer) -> Any:
        """An answer as JSON has it."""

    @abstractmethod
    def from_plain(self, data: Any) -> Answer:
        """The same back; `ValueError`, `TypeError` or `LookupError` for anything else."""

    def digest(self, answer: Answer) -> str:
        plain = json.dumps(self.to_plain(answer), sort_keys=True, separators=(",", ":"))
        return digest_of(plain.encode("utf-8", "surrogatepass"))


class PersistedNames(Persisted[tuple[str, ...]]):
    """A query that is answered by names."""

    __slots__ = ()

    def on_cycle(self) -> tuple[str, ...]:
        return ()

    def to_plain(self, answer: tuple[str, ...]) -> list[str]:
        return list(answer)

    def from_plain(self, data: Any) -> tuple[str, ...]:
        return tuple(map(str, data))


class PersistedFlag(Persisted[bool]):
    """A query that is answered by yes or no; while that is not decided, it may be so."""

    __slots__ = ()

    def on_cycle(self) -> bool:
        return True

    def to_plain(self, answer: bool) -> bool:  # noqa: FBT001 - an answer
        return answer

    def from_plain(self, data: Any) -> bool:
        return bool(data)


class StampedWorld(Protocol):
    """A world in which contents can be compared without reading them into blocks."""

    def stamp(self, file: str) -> str:
        """The digest of a file's content, by `digest_of`; of nothing if there is none."""


@dataclass(frozen=True, slots=True)
class StampOf(Persisted[str]):
    """Which content a file has. Looks at the world."""

    file: str
    kind: ClassVar[str] = "content"
    restores: ClassVar[bool] = False

    def answer(self, context: QueryContext) -> str:
        world: StampedWorld = context.world
        return world.stamp(self.file)

    def on_cycle(self) -> str:
        return ""

    def to_plain(self, answer: str) -> str:
        return answer

    def from_plain(self, data: Any) -> str:
        return str(data)


class Entries:
    """The answers of earlier runs, and those of this one."""

    def __init__(self, kinds: Iterable[type[Persisted[Any]]], release: str) -> None:
        self.kinds: dict[str, type[Persisted[Any]]] = {StampOf.kind: StampOf, **{each.kind: each for each in kinds}}
        # Which program, and which settings for all files, they are valid for.
        self.release = release
        self._entries: dict[str, tuple[list[Ground], Any]] = {}
        # How many were taken over.
        self.restored = 0

    def load(self, data: bytes) -> None:
        """Take what an earlier run has written, if it can be read."""
        try:
            found = json.loads(data)
            entries = found["entries"] if found["release"] == self.release else {}
            for key, (grounds, answer) in entries.items():
                self._entries[str(key)] = [(tuple(map(str, asked)), str(digest)) for asked, digest in grounds], answer
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
            self._entries.clear()

    def saved(self, table: Table) -> bytes:
        """What a later run may take: what this one knows, and what it was not asked for."""
        for query, memo in list(table.memos.items()):
            if isinstance(query, Persisted) and query.restores and memo.held == table.revision:
                grounds = list(self._grounds(table, memo))
                self._entries[_written(query.key())] = grounds, query.to_plain(memo.answer)
        latest = dict(list(self._entries.items())[-_MOST_ENTRIES:])
        return json.dumps({"release": self.release, "entries": latest}, separators=(",", ":")).encode()

    def found(self, query: Query[Any], context: QueryContext) -> Any:
        """The answer of an earlier run if it is still valid; otherwise `None`, with nothing asked."""
        entry = self._entries.get(_written(query.key())) if isinstance(query, Persisted) else None
        if entry is None or not isinstance(query, Persisted):
            return None
        try:
            asked = [(self._query(key), digest) for key, digest in entry[0]]
            if all(each.digest(context.ask(each)) == digest for each, digest in asked):
                self.restored += 1
                return query.from_plain(entry[1])
        except (ValueError, TypeError, LookupError, AttributeError):
            pass  # written by something else
        context.asked.clear()
        return None

    def _query(self, key: tuple[str, ...]) -> Persisted[Any]:
        make: Callable[..., Persisted[Any]] = self.kinds[key[0]]
        return make(*key[1:])

    def _grounds(self, table: Table, memo: Memo) -> Iterator[Ground]:
        """What an answer was found by: of each chain of queries, the first that can be compared later."""
        waiting, seen = list(memo.asked), set(memo.asked)
        while waiting:
            query = waiting.pop()
            known = table.memos[query]
            stands_for, answer = query.compared_by(known.answer)
            if isinstance(stands_for, Persisted):
                yield stands_for.key(), stands_for.digest(answer)
                continue
            waiting += [each for each in known.asked if each not in seen]
            seen.update(known.asked)


def _written(key: tuple[str, ...]) -> str:
    return json.dumps(key)
