"""Every configuration of a tree: which files each one governs, and which are never read."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from waypost.config.explain.provenance import Holding
from waypost.config.typos.discover import CANDIDATES, configuration_for, read, winner
from waypost.markup import noun
from waypost.workspace import Workspace
from waypost.workspace.files import is_file, is_folder
from waypost.workspace.homes import HOMES
from waypost.workspace.walk import indexed_files, visible_names

_MOST_NAMED: Final = 5


@dataclass(frozen=True)
class GovernedFiles:
    """A configuration with the files that it governs; None for one that typos never reads, with the reason."""

    path: Path
    files: Sequence[Path] | None
    # Why it is not read; if it is read, why typos refuses it.
    why: str = ""


def governed_below(folder: Path, workspace: Workspace) -> Iterator[GovernedFiles]:
    """Those in a folder and below it, and the one above it that governs the remaining files."""
    top = folder if is_folder(folder) else folder.parent
    present = [path for path in indexed_files(top) if path.name in HOMES]
    winners = {path: found.path for path in {each.parent for each in present} if (found := winner(path, workspace))}
    above = configuration_for(top, workspace)
    if above is not None:
        winners.setdefault(top, above.path)
    governed = _governed(top, winners)
    yield from (GovernedFiles(path, governed[path], _why_refused(path, workspace)) for path in sorted(governed))
    for path in sorted(present):
        if path not in governed and (why := _why_not_read(path, winners.get(path.parent), workspace)):
            yield GovernedFiles(path, None, why)


def _governed(top: Path, winners: Mapping[Path, Path]) -> dict[Path, list[Path]]:
    found: dict[Path, list[Path]] = {path: [] for path in winners.values()}
    for path in map(Path, visible_names(top)):
        if is_file(path) and path.name not in HOMES:
            governing = next((winners[each] for each in path.parents if each in winners), None)
            if governing is not None:
                found[governing].append(path)
    return found


def _why_refused(path: Path, workspace: Workspace) -> str:
    faults = [*Holding.of(path.parent, workspace).faults]
    return faults[0] if faults else ""


def _why_not_read(path: Path, stronger: Path | None, workspace: Workspace) -> str:
    """A shared file without a configuration is not one, and needs no reason."""
    if path.name not in CANDIDATES:
        return "typos reads only TOML"
    text = workspace.read(path)
    found = read(path, text, CANDIDATES[path.name]) if text is not None else None
    return f"typos reads {stronger.name} instead" if found and stronger else ""


def governed_line(each: GovernedFiles) -> str:
    """As in "typos.toml  governs 3 files: a.py, b.md, c.txt"."""
    if each.files is None:
        return f"{each.path}  never read: {each.why}"
    shown = sorted(_below(path, each.path.parent) for path in each.files)
    names = f": {', '.join([*shown[:_MOST_NAMED], *(['…'] if len(shown) > _MOST_NAMED else [])])}" if shown else ""
    refused = f"; typos refuses it: {each.why}" if each.why else ""
    return f"{each.path}  governs {len(shown)} {noun(len(shown), 'file')}{names}{refused}"


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)
