"""How many files a configuration's glob matches, and which types have files."""

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

from waypost.config.model.schema import Format
from waypost.config.typos.filetype import type_of
from waypost.workspace import FileCounts, FileWalk, WalkResult

# The folder that is walked and what is skipped in it.
Reach = tuple[Path, Mapping[str, bool]]


def count_matching(counts: FileCounts, reach: Reach, glob: str, kind: Format) -> int | None:
    """How many files a valid glob matches; None for a negated one, and if there are too many.

    A type's glob selects the files of the walk; an exclude's count is what it removes.
    """
    walks = _walks(reach, glob, kind)
    found = [counts.found(walk).count for walk in walks]
    if not found or None in found:
        return None
    first, *rest = (count for count in found if count is not None)
    return first - sum(rest)


def matching_names(counts: FileCounts, reach: Reach, glob: str, kind: Format) -> Sequence[str]:
    """The base names of a few files that a glob matches."""
    walks = _walks(reach, glob, kind)
    return tuple(counts.found(walks[-1]).names) if walks else ()


def is_counted(counts: FileCounts, reach: Reach, glob: str, kind: Format) -> bool:
    """Whether the answer is immediate."""
    return all(counts.known(walk) is not None for walk in _walks(reach, glob, kind))


def _walks(reach: Reach, glob: str, kind: Format) -> Sequence[FileWalk]:
    if not glob or glob.startswith(("!", "#")):
        return ()
    every = _every(reach)
    if kind is Format.TYPE_GLOB:
        return (every._replace(glob=glob),)
    return (every, every._replace(glob=f"!{glob}"))


def _every(reach: Reach) -> FileWalk:
    folder, flags = reach
    return FileWalk(folder, tuple(sorted(flags.items())))


def present_types(counts: FileCounts, reach: Reach) -> Mapping[str, int] | None:
    """How many files each built-in type has, the most common first; None until it is known."""
    found = counts.known(_every(reach))
    return found.derived(_types) if found else None


def find_types(counts: FileCounts, reach: Reach) -> Mapping[str, int]:
    """The same, computed if it is not known yet."""
    return counts.found(_every(reach)).derived(_types)


def count_types(counts: FileCounts, reach: Reach) -> None:
    """Compute what `present_types` returns."""
    find_types(counts, reach)


def _types(found: WalkResult) -> Mapping[str, int]:
    counts: Counter[str] = Counter()
    for name, count in found.names.items():
        match = type_of(name, None)
        if match is not None:
            counts[match.name] += count
    return dict(counts.most_common())
