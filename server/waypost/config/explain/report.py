"""The effective configuration of a file, for people: which, why, whether it is checked, and where values come from."""

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from pathlib import Path
from typing import Final

from waypost.config.explain.dump import value_text
from waypost.config.explain.provenance import Holding, OriginLine
from waypost.config.explain.verdicts import Verdict
from waypost.config.files.folder import flags_of
from waypost.config.model.effective import Sourced
from waypost.config.typos.globs import Excludes
from waypost.config.typos.runs import CANDIDATES, Run, difference, weaker, winner
from waypost.markup import noun
from waypost.workspace.files import is_file, is_folder, read_file
from waypost.workspace.homes import HOMES
from waypost.workspace.walk import checker_walk, entries, indexed_files, visible_names


def heading(holding: Holding) -> Iterator[tuple[str, str]]:
    """The facts about the file as a whole, each with its name."""
    yield "run", f"typos in {holding.run.folder}"
    yield "configuration", _configuration(holding)
    for path in holding.shadowed:
        yield "not read", f"{path}, because the one above takes precedence"
    if not is_folder(holding.path):
        match = holding.type
        yield "type", f"{match.name}, for the glob {match.glob}" if match else "no type"
    yield from (("not valid", fault) for fault in holding.faults)


def sections(holding: Holding) -> Iterator[str]:
    """The values by table as TOML, with the origin before each. Invalid values are commented out."""
    for name, lines in holding.sections():
        yield ""
        yield f"[{name}]"
        for key, parts in groupby(lines, key=lambda line: line.key):
            if key.endswith("[]"):
                yield from (f"{key.removesuffix('[]')} = [", *_list(tuple(parts)), "]")
            else:
                yield from (text for line in parts for text in _value(line))


def _value(line: OriginLine) -> Iterator[str]:
    yield f"# {line.origin}"
    yield f"{'# ' if line.fault else ''}{line.key} = {value_text(line.value)}"


def _list(parts: Sequence[OriginLine]) -> Iterator[str]:
    for part in parts:
        yield f"  # {part.origin}"
        yield f"  {'# ' if part.fault else ''}{value_text(part.value)},"


def _configuration(holding: Holding) -> str:
    source = holding.source
    if source is None:
        return f"none: there is no {', '.join(CANDIDATES)} with one in that folder or above"
    if source.is_unreadable:
        return f"{source.path}: cannot be read, and typos stops there"
    table = f", [{'.'.join(source.table)}]" if source.table else ""
    return f"{source.path}{table}: the first one on the way up from that folder"


def explained(verdict: Verdict, holding: Holding) -> str:
    """What typos does with a word, and the deciding entry with its line."""
    said = f"`{verdict.text}` {verdict.reason}"
    if verdict.entry is not None:
        said += f" `{verdict.entry.value}`" if verdict.key.endswith("-re") else ""
        said += f" {verdict.key} ({holding.origin(verdict.entry)})"
    corrections = " or ".join(f"`{each}`" for each in verdict.corrections)
    return f"{said}: {corrections}" if corrections else said


# typos looks for a zero in the first bytes to recognize binary files.
_INSPECTED: Final = 1024
_UTF16: Final = (b"\xff\xfe", b"\xfe\xff")


def notes(holding: Holding) -> Iterator[tuple[str, str]]:
    """What to know about a file as a whole, each with its name: why it is not checked, and what other runs do."""
    yield from (("not checked", reason) for reason in not_checked(holding))
    other = difference(holding.path, holding.run)
    if other:
        yield "but", other


def not_checked(holding: Holding) -> Iterator[str]:
    """Each reason, in a sentence; none for a file that is checked."""
    source, path = holding.source, holding.path
    if source is not None and source.is_refused:
        yield f"typos stops with an error, because {source.path} {source.refusal}"
        return
    if holding.refused and source is not None:
        yield f"typos stops with an error, because it refuses {source.path}"
        return
    if is_folder(path):
        return
    if path.name in CANDIDATES:
        yield "typos does not check configuration files"
    flag = holding.engine.get("check-file")
    if isinstance(flag, Sourced) and flag.value is False:
        yield f"typos checks only the name of this file: `check-file = false` ({holding.origin(flag)})"
    yield from _passed_over(holding)
    binary = holding.engine.get("binary")
    if not (isinstance(binary, Sourced) and binary.value) and _is_binary(path):
        yield "typos takes this file for binary and checks only its name, unless the file itself is named"


def _passed_over(holding: Holding) -> Iterator[str]:
    """Why the walk through the folder of the run does not come to a file; the first reason counts."""
    folder, path = holding.run.folder, holding.path
    if not path.is_relative_to(folder):
        yield f"a run in {folder} does not come to this file"
        return
    relative = path.relative_to(folder).as_posix()
    flags = flags_of(holding.config)
    setting = holding.files.get("extend-exclude")
    patterns = setting if isinstance(setting, tuple) else ()
    by = Excludes([each.value for each in patterns]).excluding(relative)
    if by is not None:
        entry = patterns[by.number]
        yield f"typos skips this file: `{entry.value}` of `extend-exclude` matches it ({holding.origin(entry)})"
    elif flags["ignore-hidden"] and any(part.startswith(".") for part in relative.split("/")):
        yield "typos skips this file, unless it is named: it is hidden, or in a hidden folder (`ignore-hidden`)"
    elif not _is_walked(folder, relative, flags):
        yield "typos skips this file, unless it is named: an ignore file such as `.gitignore` leaves it out"


def _is_walked(folder: Path, relative: str, flags: Mapping[str, bool]) -> bool:
    """Whether each folder on the way is found in its parent."""
    above = os.fspath(folder)
    for below in accumulate(relative.split("/"), "{}/{}".format):
        inside, above = above, os.path.join(folder, below)  # noqa: PTH118 - as the walk writes it
        if above not in map(os.fspath, entries(checker_walk(Path(inside), flags).max_depth(1))):
            return False
    return True


def _is_binary(path: Path) -> bool:
    head = (read_file(path) or b"")[:_INSPECTED]
    return b"\0" in head and not head.startswith(_UTF16)


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
