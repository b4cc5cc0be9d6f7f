"""Which parts of a configuration the files of a workspace need. Reads them all, so it is computed in advance."""

import codecs
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from waypost import cancel
from waypost.config.files.folder import count_matching, reach
from waypost.config.model.effective import Sourced, effective_engine
from waypost.config.model.facts import facts
from waypost.config.model.schema import About, Format, pattern_lists
from waypost.config.model.subject import Subject
from waypost.config.model.tables import engines
from waypost.config.typos.filetype import type_of
from waypost.config.typos.globs import Excludes
from waypost.config.typos.regex import finds
from waypost.config.typos.runs import CANDIDATES
from waypost.config.typos.tokens import words
from waypost.text.encoding import decode
from waypost.workspace import LIMIT, AnswerCache, FileCounts, Workspace
from waypost.workspace.files import is_file, read_file
from waypost.workspace.walk import checker_walk, entries

_IDENTIFIER: Final = re.compile(r"\w+")
_CACHED_SECONDS: Final = 30.0
_MOST_CACHED: Final = 8
_UTF16: Final = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
# typos looks for a zero in the first bytes to recognize binary files.
_INSPECTED: Final = 1024
# Beyond this, reading would take longer than the answer is worth.
_MOST_BYTES: Final = 300_000_000
_LARGEST_FILE: Final = 10_000_000


class UsageQuestion(NamedTuple):
    """The question: the walk, the excludes, the patterns of each list, and which contents typos does not read."""

    folder: Path
    flags: tuple[tuple[str, bool], ...]
    excludes: tuple[str, ...]
    patterns: tuple[tuple[str, str], ...]
    unchecked: frozenset[str]
    reads_binary: bool

    @classmethod
    def of(
        cls, subject: Subject, excludes: Iterable[str], patterns: Iterable[tuple[str, str]] = ()
    ) -> "UsageQuestion | None":
        """For the files that a configuration governs; None if it governs none."""
        where = reach(subject)
        if where is None:
            return None
        folder, flags = where
        off = (name for name in facts().unchecked if not _is_on(subject, name, "check-file"))
        types = (None, *(path[1] for path, _ in engines(subject.config) if path[0] == "type")) if subject.config else ()
        binary = any(_is_on(subject, name, "binary") for name in types)
        return cls(folder, tuple(sorted(flags.items())), tuple(excludes), tuple(patterns), frozenset(off), binary)


def _is_on(subject: Subject, type_name: str | None, flag: str) -> bool:
    value = effective_engine(subject.config, type_name, flag).get(flag)
    return isinstance(value, Sourced) and value.value is True


@dataclass(frozen=True)
class Usage:
    """What was found in the files that are checked."""

    identifiers: frozenset[str]
    # In lower case.
    words: frozenset[str]
    unused_excludes: frozenset[str]
    unused_patterns: frozenset[tuple[str, str]]


class UsageCache:
    """The answers that a connection or a run has computed."""

    def __init__(self) -> None:
        # In a tuple, because None is also an answer.
        self._cache: AnswerCache[UsageQuestion, tuple[Usage | None]] = AnswerCache(_MOST_CACHED)

    def usage(self, wanted: UsageQuestion, workspace: Workspace) -> Usage | None:
        """The answer, if it is known; the old one until there is a new one. None if there is too much to read."""
        if self._cache.get(wanted) is None:
            workspace.services.defer(lambda: self._find_out(wanted, workspace.services.of(FileCounts)))
        (found,) = self._cache.get(wanted, even_old=True) or (None,)
        return found

    def _find_out(self, wanted: UsageQuestion, counts: FileCounts) -> None:
        self._cache.put(wanted, (_used(wanted, counts),), _CACHED_SECONDS)


def _used(wanted: UsageQuestion, counts: FileCounts) -> Usage | None:
    identifiers: set[str] = set()
    in_text = [pattern for key, pattern in wanted.patterns if pattern_lists()[key] is About.TEXT]
    size = 0
    for count, text in enumerate(_texts(wanted)):
        cancel.checkpoint()
        if text is None or count > LIMIT or size > _MOST_BYTES:
            return None
        size += len(text)
        identifiers.update(_IDENTIFIER.findall(text))
        in_text = [pattern for pattern in in_text if not finds(pattern, text)]
    parts = {word.text for identifier in identifiers for word in words(identifier)}
    return Usage(
        frozenset(identifiers),
        frozenset(part.lower() for part in parts),
        frozenset(_unused_excludes(wanted, counts)),
        frozenset(_unused_patterns(wanted, in_text, identifiers, parts)),
    )


def _unused_excludes(wanted: UsageQuestion, counts: FileCounts) -> Iterator[str]:
    for glob in wanted.excludes:
        if count_matching(counts, (wanted.folder, dict(wanted.flags)), glob, Format.EXCLUDE_GLOB) == 0:
            yield glob


def _unused_patterns(
    wanted: UsageQuestion, in_text: Sequence[str], identifiers: set[str], parts: set[str]
) -> Iterator[tuple[str, str]]:
    for key, pattern in wanted.patterns:
        about = pattern_lists()[key]
        if about is About.TEXT:
            unused = pattern in in_text
        else:
            unused = not any(finds(pattern, each) for each in (parts if about is About.WORD else identifiers))
        if unused:
            yield key, pattern


def _texts(wanted: UsageQuestion) -> Iterator[str | None]:
    """The name and content of each file that is checked; None for a content that is too large to read."""
    for path in checked_files(wanted):
        yield path.name
        yield _content(path, reads_binary=wanted.reads_binary)


def checked_files(wanted: UsageQuestion) -> Iterator[Path]:
    """The files of a walk, without those that are never checked."""
    for path in walked_files(wanted.folder, dict(wanted.flags), wanted.excludes):
        match = type_of(path.name, None)
        if path.name not in CANDIDATES and not (match and match.name in wanted.unchecked):
            yield path


def _content(path: Path, *, reads_binary: bool) -> str | None:
    try:
        if path.stat().st_size > _LARGEST_FILE:
            return None
        source = read_file(path) or b""
    except OSError:
        return ""
    if source.startswith(_UTF16):
        return source.decode("utf-16", "replace")
    return decode(source) if reads_binary or b"\0" not in source[:_INSPECTED] else ""


def walked_files(folder: Path, flags: Mapping[str, bool], patterns: Sequence[str]) -> Iterator[Path]:
    """The files that a run in a folder comes to."""
    excludes, start = Excludes(patterns), len(os.fspath(folder).rstrip(os.sep)) + 1
    for path in entries(checker_walk(folder, flags)):
        relative = os.fspath(path)[start:].replace(os.sep, "/")
        if relative and excludes.excluding(relative) is None and is_file(path):
            yield path
