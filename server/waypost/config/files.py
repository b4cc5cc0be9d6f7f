"""The files that the spell checker would meet below a folder, and how many of them a glob speaks of.

Matching is the walk of `ignore-python` itself, which alone knows what a glob means to the checker; so the answer to
each question is kept for a moment. The files of a workspace change without anybody telling us.
"""

from collections.abc import Mapping
from pathlib import Path
from threading import Lock
from time import monotonic
from typing import Any, Final, NamedTuple

from waypost import cancel
from waypost.config.schema import Format
from waypost.workspace.walk import entries

_KEPT_SECONDS: Final = 10.0
_MOST_KEPT: Final = 512
# Where there are more files, nobody is told how many: counting would take longer than the answer is worth.
LIMIT: Final = 20_000
_CHECK_EVERY: Final = 512


class _Question(NamedTuple):
    folder: Path
    flags: tuple[tuple[str, bool], ...]
    glob: str


_kept: dict[_Question, tuple[float, int | None]] = {}
_lock = Lock()


def count_matching(folder: Path, flags: Mapping[str, bool], glob: str, kind: Format) -> int | None:
    """How many of them a good glob speaks of; None for one that takes files back, and where there are too many."""
    if not glob or glob.startswith(("!", "#")):
        return None
    key = tuple(sorted(flags.items()))
    every = _answer(_Question(folder, key, ""))
    if every is None:
        return None
    if kind is Format.TYPE_GLOB:
        return _answer(_Question(folder, key, glob))
    left = _answer(_Question(folder, key, f"!{glob}"))
    return None if left is None else every - left


def _answer(question: _Question) -> int | None:
    known = _kept.get(question)
    now = monotonic()
    if known is not None and now - known[0] < _KEPT_SECONDS:
        return known[1]
    found = _walked(question)
    with _lock:
        if len(_kept) >= _MOST_KEPT:
            _kept.clear()
        _kept[question] = (now, found)
    return found


def _walked(question: _Question) -> int | None:
    from ignore import Error

    try:
        builder = _builder(question)
    except (Error, UnicodeEncodeError):  # a glob that the checker's newer release takes; a folder that is not UTF-8
        return None
    files = 0
    for seen, path in enumerate(entries(builder)):
        files += not path.is_dir()
        if files > LIMIT:
            return None
        if seen % _CHECK_EVERY == 0:
            cancel.checkpoint()
    return files


def _builder(question: _Question) -> Any:
    from ignore import WalkBuilder
    from ignore.overrides import OverrideBuilder

    flags = dict(question.flags)
    vcs = flags["ignore-vcs"]
    builder = WalkBuilder(question.folder).hidden(flags["ignore-hidden"]).ignore(flags["ignore-dot"])
    builder = builder.parents(flags["ignore-parent"]).git_ignore(vcs).git_exclude(vcs)
    builder = builder.git_global(flags["ignore-global"])
    if question.glob:
        builder = builder.overrides(OverrideBuilder(question.folder).add(question.glob).build())
    return builder
