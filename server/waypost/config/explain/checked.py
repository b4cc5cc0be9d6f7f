"""Whether a run of typos checks a file at all, and if not, why."""

import os
from collections.abc import Iterator, Mapping
from itertools import accumulate
from pathlib import Path
from typing import Final

from waypost.config.explain.provenance import Holding
from waypost.config.files.folder import flags_of
from waypost.config.model.effective import Sourced
from waypost.config.typos.excludes import Excludes
from waypost.config.typos.runs import CANDIDATES, difference
from waypost.workspace.files import is_folder, read_file
from waypost.workspace.walk import checker_walk, entries

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
