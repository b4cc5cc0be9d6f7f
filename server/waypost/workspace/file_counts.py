"""The files that the spell checker would find below a folder, and how many of them a glob matches.

Matching is `ignore-python`'s own walk, which alone knows what a glob means to the checker; so every answer is
cached until files are created or deleted. A host that is not notified of that caches it only briefly.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from heapq import nsmallest
from pathlib import Path
from time import monotonic
from typing import Any, Final, NamedTuple

from waypost import cancel
from waypost.text.derived import Deriving
from waypost.workspace.answer_cache import AnswerCache
from waypost.workspace.files import is_folder

# How long an answer is cached if no client reports created and deleted files: briefly, but at least as long as
# computing it took; otherwise a large folder would be counted without end.
_CACHED_SECONDS: Final = 10.0
_CACHED_TIMES: Final = 300
_MOST_CACHED: Final = 4_096
# If there are more files, no count is shown: counting would take longer than it is worth.
LIMIT: Final = 20_000
_CHECK_EVERY: Final = 128
_FEW: Final = 3


class FileWalk(NamedTuple):
    """A folder, what is skipped in it, and a glob that files must match or, after a `!`, must not match."""

    folder: Path
    flags: tuple[tuple[str, bool], ...]
    glob: str = ""


@dataclass(frozen=True, eq=False)
class WalkResult(Deriving):
    """What a walk found: how many files, None if there are too many, and how many have each base name.

    With a glob, only a few of the matching names are stored: there are many globs.
    """

    count: int | None
    names: Mapping[str, int]


class FileCounts:
    """The results of walks. Thread-safe."""

    def __init__(self, *, follows: bool = False) -> None:
        # Whether `forget` is called whenever files are created or deleted.
        self.follows = follows
        self._cache: AnswerCache[FileWalk, WalkResult] = AnswerCache(_MOST_CACHED)

    def get(self, walk: FileWalk) -> WalkResult | None:
        """The result of a walk, if it is known."""
        return self._cache.get(walk, even_old=self.follows)

    def found(self, walk: FileWalk) -> WalkResult:
        """The result of a walk, which is made if it is not known."""
        known = self.get(walk)
        if known is not None:
            return known
        started, age = monotonic(), self._cache.age
        found = self._walked(walk)
        self._cache.put(walk, found, max(_CACHED_SECONDS, _CACHED_TIMES * (monotonic() - started)), age=age)
        return found

    def _walked(self, walk: FileWalk) -> WalkResult:
        names = _names(walk)
        if names is None:
            return WalkResult(None, {})
        if not walk.glob:
            return WalkResult(names.total(), names)
        spoken_of = names
        if walk.glob.startswith("!"):
            spoken_of = Counter(self.found(walk._replace(glob="")).names)
            spoken_of.subtract(names)
        few = nsmallest(_FEW, (name for name, count in spoken_of.items() if count > 0))
        return WalkResult(names.total(), {name: spoken_of[name] for name in few})

    def forget(self) -> None:
        """Files were created or deleted, or ignore rules changed."""
        self._cache.forget()


def _names(walk: FileWalk) -> Counter[str] | None:
    from ignore import Error

    from waypost.workspace.walk import entries

    try:
        builder = _builder(walk)
    except (Error, UnicodeEncodeError):  # a glob for the checker's newer release; a folder not in UTF-8
        return None
    names: Counter[str] = Counter()
    for seen, path in enumerate(entries(builder)):
        if seen % _CHECK_EVERY == 0:
            cancel.checkpoint()
        if not is_folder(path):
            names[path.name] += 1
        if seen > LIMIT and names.total() > LIMIT:
            return None
    return names


def _builder(walk: FileWalk) -> Any:
    from ignore.overrides import OverrideBuilder

    from waypost.workspace.walk import checker_walk

    builder = checker_walk(walk.folder, dict(walk.flags))
    if walk.glob:
        builder = builder.overrides(OverrideBuilder(walk.folder).add(walk.glob).build())
    return builder
