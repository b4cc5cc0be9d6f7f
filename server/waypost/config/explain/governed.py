"""Every configuration of a tree: which files each one governs, and which a run does not read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from waypost.config.explain.provenance import Holding
from waypost.config.typos.runs import CANDIDATES, Run, weaker, winner
from waypost.markup import noun
from waypost.workspace.files import is_file, is_folder
from waypost.workspace.homes import HOMES
from waypost.workspace.walk import indexed_files, visible_names

_MOST_NAMED: Final = 5


@dataclass(frozen=True)
class GovernedFiles:
    """A configuration with the files that it governs; None if typos never reads it, with the reason."""

    path: Path
    files: Sequence[Path] | None
    # Why it is not read; if it is read, why typos refuses it.
    why: str = ""
    # Whether only a run on its own folder reads it.
    is_nested: bool = False


def governed_below(folder: Path, run: Run) -> Iterator[GovernedFiles]:
    """That of a run, and those in a folder and below it, each with the files in that folder."""
    top = folder if is_folder(folder) else folder.parent
    files = [path for path in map(Path, visible_names(top)) if is_file(path) and path.name not in HOMES]
    if run.path is not None:
        yield GovernedFiles(run.path, files, _why_refused(run))
    present = sorted(path for path in indexed_files(top) if path.name in HOMES and path != run.path)
    folders = {path.parent for path in present if winner(path.parent, run.workspace) == path}
    for path in present:
        if path.parent in folders and winner(path.parent, run.workspace) == path:
            own = [each for each in files if next((up for up in each.parents if up in folders), None) == path.parent]
            yield GovernedFiles(path, own, _why_refused(Run.at(path.parent, run.workspace)), is_nested=True)
        elif why := _why_not_read(path, run):
            yield GovernedFiles(path, None, why)


def _why_refused(run: Run) -> str:
    return next(Holding.of(run.folder, run.workspace, run).faults, "")


def _why_not_read(path: Path, run: Run) -> str:
    """A shared file without a configuration is not one, and needs no reason."""
    if path.name not in CANDIDATES:
        return "typos reads only TOML"
    stronger = winner(path.parent, run.workspace)
    is_one = stronger is not None and path in weaker(stronger, run.workspace)
    return f"typos reads {stronger.name} instead" if stronger and is_one else ""


def governed_line(each: GovernedFiles) -> str:
    """As in "typos.toml  governs 3 files: a.py, b.md, c.txt"."""
    if each.files is None:
        return f"{each.path}  never read: {each.why}"
    shown = sorted(_below(path, each.path.parent) for path in each.files)
    names = f": {', '.join([*shown[:_MOST_NAMED], *(['…'] if len(shown) > _MOST_NAMED else [])])}" if shown else ""
    refused = f"; typos refuses it: {each.why}" if each.why else ""
    governs = f"only in a run on {each.path.parent}, governs" if each.is_nested else "governs"
    return f"{each.path}  {governs} {len(shown)} {noun(len(shown), 'file')}{names}{refused}"


def _below(path: Path, folder: Path) -> str:
    return path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path)
