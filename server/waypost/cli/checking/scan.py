"""Checks many files, with several processes and with cached findings."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import NamedTuple, TypeAlias

from waypost.analysis import Analysis
from waypost.cache import Cache, News, hash_of, stamp_of
from waypost.cli.report.finding import FileReport, ReportedFinding, reported, to_plain
from waypost.contents import contents_of, deserves_a_look, is_source, places_behind, read
from waypost.faults import fault_of, lost
from waypost.processes import collect_rarely, results_of
from waypost.workspace import Settings, Workspace

# With fewer files, starting processes takes longer than they save.
_WORTH_PROCESSES = 200
_BATCH = 50

KnownFindings: TypeAlias = Cache[list[ReportedFinding]]


class Scanned(NamedTuple):
    """A report by path for every file with findings, the number of files, and those that could not be read."""

    reports: list[FileReport]
    files: int
    unreadable: list[str]


@dataclass
class Scanner:
    """How one run checks files."""

    workspace: Workspace
    cache: KnownFindings | None = None
    jobs: int | None = None
    # Called with the number of files checked so far.
    progress: Callable[[int], None] = field(default=lambda _: None)
    _count: int = 0
    _hits: int = 0
    _done: int = 0

    def scan(self, files: Iterable[str]) -> Scanned:
        """Check every file. With many files, processes check the first while the tree is still being walked."""
        collect_rarely()
        known: list[FileReport] = []
        passed = self._passed(iter(files), known)
        first = list(islice(passed, _WORTH_PROCESSES))
        if len(first) < _WORTH_PROCESSES or self.jobs == 1:
            batches = list(self._one_by_one(chain(first, passed)))
        else:
            batches = self._side_by_side(chain(first, passed))
        if self.cache is not None:
            self.cache.put(news for batch in batches for news in batch.news)
        return _merged([*batches, Batch(known, self._hits, [], [])])

    def _passed(self, files: Iterator[str], known: list[FileReport]) -> Iterator[str]:
        """The files that must be checked: the findings of the others are cached."""
        for name in files:
            self._count += 1
            findings = self._cached(name)
            if findings is None:
                yield name
                continue
            self._hits += 1
            if findings:
                known.append(FileReport(name, findings))

    def _cached(self, name: str) -> Sequence[ReportedFinding] | None:
        if self.cache is None or not is_source(name):
            return None
        path = os.path.abspath(name)  # noqa: PTH100 - one of tens of thousands
        known = self.cache.get(path, self.cache.scope_of(path, self.workspace))
        return known[1] if known is not None else None

    def _one_by_one(self, files: Iterator[str]) -> Iterator["Batch"]:
        while batch := list(islice(files, _BATCH)):
            yield scan_batch(self.workspace, self.cache, batch)
            self.progress(self._count)

    def _side_by_side(self, files: Iterator[str]) -> list["Batch"]:
        work = partial(scan_batch, self.workspace, self.cache)
        batches = iter(lambda: list(islice(files, _BATCH)), [])
        return [self._finished(batch) for batch in results_of(work, batches, _lost, self.jobs)]

    def _finished(self, batch: "Batch") -> "Batch":
        self._done += batch.files
        self.progress(self._done)
        return batch


class Batch(NamedTuple):
    """The results of some files."""

    reports: list[FileReport]
    files: int
    unreadable: list[str]
    news: list[News]


def _lost(files: Sequence[str]) -> Batch:
    return Batch([], len(files), [lost(path) for path in files], [])


def _merged(batches: Sequence[Batch]) -> Scanned:
    reports = [report for batch in batches for report in batch.reports]
    return Scanned(
        sorted(reports, key=lambda report: Path(report.path).parts),
        sum(batch.files for batch in batches),
        [each for batch in batches for each in batch.unreadable],
    )


def scan_batch(workspace: Workspace, cache: KnownFindings | None, files: Sequence[str]) -> Batch:
    """Check some files in this process."""
    batch = Batch([], len(files), [], [])
    unsupported = 0
    look = _FileLook(workspace, cache)
    for path in files:
        try:
            findings = look.findings_in(path, batch.news)
        except OSError as error:
            batch.unreadable.append(f"{path}: {error.strerror}")
            continue
        except Exception as error:  # noqa: BLE001 - a bug costs one file
            batch.unreadable.append(fault_of(path, error))
            continue
        if findings:
            batch.reports.append(FileReport(path, findings))
        elif findings is None:
            unsupported += "." not in PurePath(path).name
    return batch._replace(files=len(files) - unsupported)


@dataclass
class _FileLook:
    """Checks one file after the other."""

    workspace: Workspace
    cache: KnownFindings | None
    # Where each folder is, by its name.
    _folders: dict[str, str] = field(default_factory=dict)

    def findings_in(self, path: str, news: list[News]) -> Sequence[ReportedFinding] | None:
        """The findings of a file; None if it is not of a kind that is checked."""
        where = self._absolute(path)
        settings = self.workspace.settings_at(where)
        stamp = stamp_of(path) if self.cache is not None else None
        source = read(path, settings)
        if source is None:
            return None
        if self.cache is None or not is_source(path):
            return self._found(path, source, settings)
        content, scope = hash_of(source), self.cache.scope_of(where, self.workspace)
        known = self.cache.found_in(content, scope, where)
        if known is None:
            found = self._found(path, source, settings)
            known = self._depends(where, source, self.cache), found
        depends, found = known
        news.append(News(where, stamp, content, scope, depends, to_plain(found)))
        return found

    def _absolute(self, path: str) -> str:
        folder, name = os.path.split(path)  # one of tens of thousands
        if folder not in self._folders:
            self._folders[folder] = os.path.abspath(folder)  # noqa: PTH100 - as above
        return f"{self._folders[folder]}{os.sep}{name}"

    def _found(self, path: str, source: bytes, settings: Settings) -> list[ReportedFinding]:
        if not deserves_a_look(path, source, settings):
            return []
        return list(findings_of(path, source, self.workspace))

    def _depends(self, path: str, source: bytes, cache: KnownFindings) -> list[tuple[str, str]]:
        """The other places that a file's findings depend on, and what was there."""
        return [(place, cache.hash_at(place)) for place in places_behind(path, source, self.workspace)]


def findings_of(path: str, source: bytes, workspace: Workspace) -> Iterator[ReportedFinding]:
    """The findings in a file."""
    for document, cell in contents_of(path, source):
        made = Analysis(document, workspace)
        for found in made.diagnostics():
            yield reported(document, found, cell, made.secrets(found.span))
