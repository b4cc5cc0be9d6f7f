"""What the excludes of a configuration do to the files: which of them is left, brings nothing back, or matches none.

That is a question about the files that there are, and about folders: typos does not go into one that is excluded, so a
pattern that would bring a file in it back does nothing, without a word.
"""

import os
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate, islice
from pathlib import Path
from typing import Final, NamedTuple

from waypost import cancel
from waypost.config.files.folder import reach
from waypost.config.files.meant import Meant, Tried, meant
from waypost.config.model.schema import Format
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines, strings
from waypost.config.parse import Table
from waypost.config.typos.filetype import TypeMatch, strongest
from waypost.config.typos.globs import ExcludeRule, Excludes, glob_error
from waypost.config.typos.runs import CANDIDATES
from waypost.workspace import LIMIT, AnswerCache, Workspace
from waypost.workspace.files import is_file, is_folder
from waypost.workspace.walk import checker_walk, entries

_CACHED_SECONDS: Final = 30.0
_MOST_CACHED: Final = 16
_CHECK_EVERY: Final = 256
# Of how many excludes without files other readings are tried.
_MOST_IDLE: Final = 50
_WILD: Final = frozenset("*?[{")


class LeftQuestion(NamedTuple):
    """A walk, the excludes, and the globs of types, with their types."""

    folder: Path
    flags: tuple[tuple[str, bool], ...]
    patterns: tuple[str, ...]
    types: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, subject: Subject) -> "LeftQuestion | None":
        """None if the document is not a file of a workspace, or if there is nothing to try."""
        where = reach(subject) if subject.config else None
        if where is None or subject.config is None:
            return None
        files = subject.config.get("files")
        patterns = strings(files if isinstance(files, Table) else None, "extend-exclude")
        types = [
            (path[1], item.value)
            for path, table in engines(subject.config)
            if path[0] == "type"
            for item in strings(table, "extend-glob")
        ]
        folder, flags = where
        return cls(folder, tuple(sorted(flags.items())), tuple(item.value for item in patterns), tuple(types))


class DeadInclude(NamedTuple):
    """A pattern that brings nothing back: a file that it is meant for, what excludes a folder of that, and a remedy."""

    file: str
    folder: str
    culprit: int
    # Other patterns in place of the culprit, if they bring back exactly these files.
    better: Sequence[str] | None


class Left(NamedTuple):
    """How many files there are if none of them is checked, and the patterns that do nothing, by number."""

    none_of: int
    dead: Mapping[int, DeadInclude]
    # Those that bring back what another one then excludes again: the number of that.
    undone: Mapping[int, int]
    # Those that would bring back what no pattern before them excludes.
    unneeded: frozenset[int]
    # Those that match none of the files, if it is known what was meant.
    meant: Mapping[int, Meant]
    # Those that match none, since typos skips what they name anyway.
    skipped: frozenset[int]
    # The globs of types by which no file is of the type, if it is known why.
    types: Mapping[tuple[str, str], Meant]
    # The names of the files of each type.
    names: Mapping[str, frozenset[str]]


def left_of(subject: Subject) -> Left | None:
    """The answer for a configuration, once it is known."""
    wanted = LeftQuestion.of(subject)
    return subject.workspace.services.of(LeftAnswers).left(wanted, subject.workspace) if wanted else None


def names_of_type(subject: Subject, name: str) -> frozenset[str] | None:
    """The names of the files of a type; None if they are not known."""
    left = left_of(subject)
    return left.names.get(name, frozenset()) if left else None


class LeftAnswers:
    """The answers that a connection or a run has computed."""

    def __init__(self) -> None:
        self._cache: AnswerCache[LeftQuestion, tuple[Left | None]] = AnswerCache(_MOST_CACHED)
        # Several rules ask the same at once.
        self._waiting: set[LeftQuestion] = set()

    def left(self, wanted: LeftQuestion, workspace: Workspace) -> Left | None:
        """The answer, if it is known; the old one until there is a new one. None if there are too many files."""
        if self._cache.get(wanted) is None and wanted not in self._waiting:
            self._waiting.add(wanted)
            workspace.services.defer(lambda: self._find_out(wanted))
        (found,) = self._cache.get(wanted, even_old=True) or (None,)
        return found

    def _find_out(self, wanted: LeftQuestion) -> None:
        self._waiting.discard(wanted)
        self._cache.put(wanted, (_left(wanted),), _CACHED_SECONDS)


def _left(wanted: LeftQuestion) -> Left | None:
    files = list(islice(_files(wanted), LIMIT + 1))
    if len(files) > LIMIT:
        return None
    excludes = Excludes(wanted.patterns)
    is_any = any(excludes.excluding(path) is None for path in files)
    brought = {rule.number: found for rule in excludes.bringing_back if (found := _dead(rule, excludes, files))}
    tried = Tried(files, Format.EXCLUDE_GLOB)
    idle = [number for number, each in enumerate(wanted.patterns) if _is_idle(each, tried)]
    skipped = frozenset(number for number in idle if _is_skipped(wanted.patterns[number], wanted))
    others = [number for number in idle if number not in skipped][:_MOST_IDLE]
    known = {n: why for n in others if (why := _meant(wanted.patterns[n], tried, wanted.folder.name))}
    names: dict[str, set[str]] = defaultdict(set)
    configured = [TypeMatch(name, glob, built_in=False) for name, glob in wanted.types]
    for base in {path.rpartition("/")[2] for path in files}:
        cancel.checkpoint()
        if match := strongest(base, configured):
            names[match.name].add(base)
    by_name = Tried(files, Format.TYPE_GLOB)
    types = {each[:2]: why for each in configured if (why := _without_files(each, configured, by_name))}
    return Left(
        0 if is_any or not wanted.patterns else len(files),
        brought,
        {rule.number: by for rule in excludes.bringing_back if (by := _undone(rule, excludes, files)) is not None},
        frozenset(
            rule.number for rule in excludes.bringing_back[:_MOST_IDLE] if _is_unneeded(rule, wanted.patterns, files)
        ),
        known,
        skipped,
        types,
        {name: frozenset(found) for name, found in names.items()},
    )


def _without_files(own: TypeMatch, configured: Sequence[TypeMatch], tried: Tried) -> Meant | None:
    """Why no file is of a type by a glob, though some match it or were meant to."""
    cancel.checkpoint()
    if glob_error(own.glob, Format.TYPE_GLOB) is not None:
        return None
    first = None
    for base in tried.matched(own.glob):
        match = strongest(base, configured)
        if match is None or match.glob == own.glob or match.name == own.name:
            return None
        first = first or (base, match)
    if first is None:
        return meant(own.glob, tried)
    base, match = first
    return Meant(f"`{base}` is of the type `{match.name}`, whose glob `{match.glob}` is more specific")


def _is_idle(pattern: str, tried: Tried) -> bool:
    """Whether an exclude matches none of the files."""
    cancel.checkpoint()
    glob = pattern.removeprefix("!")
    return bool(glob.strip()) and not glob.startswith("#") and not tried.matches(glob)


def _meant(pattern: str, tried: Tried, root_name: str) -> Meant | None:
    found = meant(pattern.removeprefix("!"), tried, root_name)
    return Meant(found.why, [f"!{each}" for each in found.better]) if found and pattern.startswith("!") else found


def _is_skipped(pattern: str, wanted: LeftQuestion) -> bool:
    """Whether what a pattern names is there, but ignored by `.gitignore` or the like. Hidden names are seen as such."""
    plain = pattern.strip("/")
    if (
        pattern.startswith("!")
        or _WILD & set(plain)
        or not plain
        or any(each.startswith(".") for each in plain.split("/"))
    ):
        return False
    place = wanted.folder / plain
    return any(place.iterdir()) if is_folder(place) else is_file(place) and not pattern.endswith("/")


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


def _undone(rule: ExcludeRule, excludes: Excludes, files: Sequence[str]) -> int | None:
    """A later pattern, if such exclude everything that a pattern matches."""
    later = None
    for path in files:
        cancel.checkpoint()
        if any(map(rule.matches.fullmatch, accumulate(path.split("/"), "{}/{}".format))):
            by = excludes.excluding(path)
            if by is None or by.number < rule.number:
                return None
            later = by.number
    return later


def _is_unneeded(rule: ExcludeRule, patterns: Sequence[str], files: Sequence[str]) -> bool:
    """Whether a pattern matches files, and those before it exclude none of them."""
    before = Excludes(patterns[: rule.number])
    is_there = False
    for path in files:
        cancel.checkpoint()
        places = accumulate(path.split("/"), "{}/{}".format)
        if any(rule.matches.fullmatch(each) for each in places if each != path or not rule.only_folders):
            is_there = True
            if before.excluding(path) is not None:
                return False
    return is_there


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
