"""The files that the spell checker would meet below a folder, and how many of them a glob matches.

Matching is the walk of `ignore-python` itself, which alone knows what a glob means to the checker; so every answer is
kept until files come or go. A host that does not learn when they do keeps it for a moment.
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
from waypost.workspace.ignore_files import without_pipes
from waypost.workspace.kept_answers import KeptAnswers

# How long an answer is kept where no client reports files that come and go: for a moment, but long enough for what it
# took to find out; else there would be no end of it where there is much to find out.
_KEPT_SECONDS: Final = 10.0
_KEPT_TIMES: Final = 300
_MOST_KEPT: Final = 4_096
# Where there are more files, no count is shown: counting would take longer than the answer is worth.
LIMIT: Final = 20_000
_CHECK_EVERY: Final = 128
_FEW: Final = 3


class FileWalk(NamedTuple):
    """A folder, what is skipped in it, and a glob that files must match, or, after a `!`, must not."""

    folder: Path
    flags: tuple[tuple[str, bool], ...]
    glob: str = ""


@dataclass(frozen=True, eq=False)
class WalkResult(Deriving):
    """What a walk came by: how many files, None where there are too many, and how many have each base name.

    With a glob, only a few of the names it matches are kept: there are many globs.
    """

    count: int | None
    names: Mapping[str, int]


class FileCounts:
    """What walks found. Several threads may ask."""

    def __init__(self, *, follows: bool = False) -> None:
        # Whether `forget` is called whenever files come or go.
        self.follows = follows
        self._kept: KeptAnswers[FileWalk, WalkResult] = KeptAnswers(_MOST_KEPT)

    def known(self, walk: FileWalk) -> WalkResult | None:
        """What a walk has found, if that is known."""
        return self._kept.known(walk, even_old=self.follows)

    def found(self, walk: FileWalk) -> WalkResult:
        """What a walk finds; it is made where that is not known."""
        known = self.known(walk)
        if known is not None:
            return known
        started, age = monotonic(), self._kept.age
        found = self._walked(walk)
        self._kept.keep(walk, found, max(_KEPT_SECONDS, _KEPT_TIMES * (monotonic() - started)), age=age)
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
        """Files have come or gone, or are ignored that were not."""
        self._kept.forget()


def _names(walk: FileWalk) -> Counter[str] | None:
    from ignore import Error

    from waypost.workspace.walk import entries

    try:
        builder = _builder(walk)
    except (Error, UnicodeEncodeError):  # a glob that the checker's newer release takes; a folder that is not UTF-8
        return None
    names: Counter[str] = Counter()
    for seen, path in enumerate(entries(builder)):
        if seen % _CHECK_EVERY == 0:
            cancel.checkpoint()
        if not path.is_dir():
            names[path.name] += 1
        if seen > LIMIT and names.total() > LIMIT:
            return None
    return names


def _builder(walk: FileWalk) -> Any:
    from ignore import WalkBuilder
    from ignore.overrides import OverrideBuilder

    flags = dict(walk.flags)
    vcs = flags["ignore-vcs"]
    builder = WalkBuilder(walk.folder).hidden(flags["ignore-hidden"]).ignore(flags["ignore-dot"])
    builder = builder.parents(flags["ignore-parent"]).git_ignore(vcs).git_exclude(vcs)
    builder = without_pipes(builder.git_global(flags["ignore-global"]), walk.folder)
    if walk.glob:
        builder = builder.overrides(OverrideBuilder(walk.folder).add(walk.glob).build())
    return builder
