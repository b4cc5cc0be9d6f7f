"""Every configuration of a tree: which files each one governs, and which are never read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from waypost.config.typos.discover import CANDIDATES, configuration_for, read, winner
from waypost.markup import noun
from waypost.workspace import Workspace
from waypost.workspace.homes import HOMES
from waypost.workspace.walk import indexed_files, visible_names


@dataclass(frozen=True)
class GovernedFiles:
    """A configuration, with how many files it governs; None for one that typos never reads, and why it does not."""

    path: Path
    count: int | None
    why: str = ""


def governed_below(folder: Path, workspace: Workspace) -> Iterator[GovernedFiles]:
    """Those in a folder and below it, and the one above it that governs what is left."""
    top = folder if folder.is_dir() else folder.parent
    present = [path for path in indexed_files(top) if path.name in HOMES]
    winners = {path: found.path for path in {each.parent for each in present} if (found := winner(path, workspace))}
    above = configuration_for(top, workspace)
    if above is not None:
        winners.setdefault(top, above.path)
    counts = _counts(top, winners)
    yield from (GovernedFiles(path, counts[path]) for path in sorted(counts))
    for path in sorted(present):
        if path not in counts and (why := _why_not_read(path, winners.get(path.parent), workspace)):
            yield GovernedFiles(path, None, why)


def _counts(top: Path, winners: Mapping[Path, Path]) -> dict[Path, int]:
    counts = dict.fromkeys(winners.values(), 0)
    for path in map(Path, visible_names(top)):
        if path.is_file() and path.name not in HOMES:
            governing = next((winners[each] for each in path.parents if each in winners), None)
            if governing is not None:
                counts[governing] += 1
    return counts


def _why_not_read(path: Path, stronger: Path | None, workspace: Workspace) -> str:
    """A shared file that holds no configuration is none, and needs no reason."""
    if path.name not in CANDIDATES:
        return "typos reads only TOML"
    text = workspace.read(path)
    found = read(path, text, CANDIDATES[path.name]) if text is not None else None
    return f"typos reads {stronger.name} instead" if found and stronger else ""


def governed_line(each: GovernedFiles) -> str:
    if each.count is None:
        return f"{each.path}  never read: {each.why}"
    return f"{each.path}  governs {each.count} {noun(each.count, 'file')}"
