"""What the excludes of a configuration leave: whether any file is checked, and which pattern brings nothing back.

That is a question about the files that there are, and about folders: typos does not go into one that is excluded, so a
pattern that would bring a file in it back does nothing, without a word.
"""

import os
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice
from pathlib import Path
from typing import Final, NamedTuple

from waypost import cancel
from waypost.config.typos.globs import ExcludeRule, Excludes
from waypost.config.typos.runs import CANDIDATES
from waypost.workspace import LIMIT, KeptAnswers, Workspace
from waypost.workspace.files import is_folder
from waypost.workspace.walk import checker_walk, entries

_KEPT_SECONDS: Final = 30.0
_MOST_KEPT: Final = 16
_CHECK_EVERY: Final = 256


class LeftQuestion(NamedTuple):
    """A walk and the excludes."""

    folder: Path
    flags: tuple[tuple[str, bool], ...]
    patterns: tuple[str, ...]


class DeadInclude(NamedTuple):
    """A pattern that brings nothing back: a file that it is meant for, what excludes a folder of that, and a remedy."""

    file: str
    folder: str
    culprit: int
    # Other patterns in place of the culprit, if they bring back exactly these files.
    better: Sequence[str] | None


class Left(NamedTuple):
    """How many files there are if none of them is checked, and the patterns that bring nothing back, by number."""

    none_of: int
    dead: Mapping[int, DeadInclude]


class LeftAnswers:
    """The answers that a connection or a run has computed."""

    def __init__(self) -> None:
        self._kept: KeptAnswers[LeftQuestion, tuple[Left | None]] = KeptAnswers(_MOST_KEPT)

    def left(self, wanted: LeftQuestion, workspace: Workspace) -> Left | None:
        """The answer, if it is known; the old one until there is a new one. None if there are too many files."""
        if self._kept.known(wanted) is None:
            workspace.services.soon(lambda: self._kept.keep(wanted, (_left(wanted),), _KEPT_SECONDS))
        (found,) = self._kept.known(wanted, even_old=True) or (None,)
        return found


def _left(wanted: LeftQuestion) -> Left | None:
    excludes = Excludes(wanted.patterns)
    brings_back = any(each.startswith("!") for each in wanted.patterns)
    files: list[str] = []
    is_any = False
    for path in _files(wanted):
        is_any = is_any or excludes.excluding(path) is None
        if is_any and not brings_back:
            return Left(0, {})
        files.append(path)
        if len(files) > LIMIT:
            return None
    dead = {rule.number: found for rule in excludes.bringing_back if (found := _dead(rule, excludes, files))}
    return Left(0 if is_any else len(files), dead)


def _files(wanted: LeftQuestion) -> Iterator[str]:
    start = len(os.fspath(wanted.folder).rstrip(os.sep)) + 1
    for count, path in enumerate(entries(checker_walk(wanted.folder, dict(wanted.flags)))):
        if count % _CHECK_EVERY == 0:
            cancel.checkpoint()
        if path.name not in CANDIDATES and not is_folder(path):
            yield os.fspath(path)[start:].replace(os.sep, "/")


def _dead(rule: ExcludeRule, excludes: Excludes, files: Sequence[str]) -> DeadInclude | None:
    """If everything that a pattern matches is in folders that are excluded."""
    first = None
    for path in files:
        for place in accumulate(path.split("/"), "{}/{}".format):
            if (place == path and rule.only_folders) or not rule.matches.fullmatch(place):
                continue
            by = excludes.excluding_folder(place.rpartition("/")[0])
            if by is None:
                return None
            first = first or (path, place.rpartition("/")[0], by)
    if first is None or first[2].number > rule.number:
        return None
    path, folder, by = first
    return DeadInclude(path, folder, by.number, _better(rule, by, folder, excludes.patterns, files))


def _better(
    rule: ExcludeRule, by: ExcludeRule, folder: str, patterns: Sequence[str], files: Sequence[str]
) -> Sequence[str] | None:
    """What to write in place of the pattern that excludes the folder."""
    written = patterns[by.number]
    meant = {each for each in files if rule.matches.fullmatch(each)}
    meant |= {each for each in files if any(map(rule.matches.fullmatch, accumulate(each.split("/"), "{}/{}".format)))}
    before = set(_checked(patterns, files))
    opened = [f"!{each}/" for each in accumulate(folder.split("/"), "{}/{}".format)]
    ways_to: list[Sequence[str]] = [(written, *opened)]
    if not frozenset("*?[{") & set(written):
        ways_to.insert(0, (f"{written.rstrip('/')}/*",))
    for ways in ways_to:
        tried = [*patterns[: by.number], *ways, *patterns[by.number + 1 :]]
        if set(_checked(tried, files)) == before | meant:
            return ways
    return None


def _checked(patterns: Sequence[str], files: Sequence[str]) -> Iterator[str]:
    excludes = Excludes(patterns)
    return (each for each in islice(files, LIMIT) if excludes.excluding(each) is None)
