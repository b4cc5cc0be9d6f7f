"""Looking at many files: which ones, and with how many processes."""

import os
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import NamedTuple

from waypost.analysis import Analysis
from waypost.cli.report import FileReport
from waypost.config.model.homes import HEAD, HOMES, names_schema
from waypost.features import Features
from waypost.kinds import features_of
from waypost.processes import processes
from waypost.text import Document
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import open_file
from waypost.workspace.walk import JSON, PYTHON, walk_names

# With fewer files, starting processes takes longer than they save.
_WORTH_PROCESSES = 600
_BATCH = 400


class Unreadable(Exception):  # noqa: N818 - its message is for the user
    """A path that was named and cannot be read."""


class Scanned(NamedTuple):
    """A report for every file with findings, by path, how many files there were, and those that could not be read."""

    reports: list[FileReport]
    files: int
    unreadable: list[str]


def files_of(paths: Sequence[Path], unreadable: Callable[[str], None]) -> Iterator[str]:
    """Files named are always taken, folders are walked; each file once. `unreadable` is told where a folder is not."""
    for path in paths:
        _check_readable(path)
    seen: set[str] = set()
    for path in paths:
        for name in walk_names(path, unreadable) if path.is_dir() else (os.fspath(path),):
            if name not in seen:
                seen.add(name)
                yield name


def api_documents_of(paths: Sequence[Path], workspace: Workspace) -> Iterator[str]:
    """The YAML files below the folders among `paths` that the settings name as descriptions of APIs."""
    folders = [path for path in paths if path.is_dir()]
    for folder in workspace.folders:
        for named in folder.settings.apis.values():
            found = folder.path / named
            inside = next((each for each in folders if found.is_relative_to(each.absolute())), None)
            if inside is not None and not named.endswith(JSON) and found.is_file():
                yield os.fspath(inside / found.relative_to(inside.absolute()))


def _check_readable(path: Path) -> None:
    try:
        kind = path.stat().st_mode
    except (OSError, ValueError) as error:
        reason = "no such file or folder" if isinstance(error, FileNotFoundError) else getattr(error, "strerror", error)
        raise Unreadable(f"{path}: {reason}") from error
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):
        raise Unreadable(f"{path}: neither a file nor a folder")


def scan(files: Iterable[str], workspace: Workspace) -> Scanned:
    """Look at every file.

    With many files, processes look at the first ones while the tree is still being walked.
    """
    found = iter(files)
    first = list(islice(found, _WORTH_PROCESSES))
    if len(first) < _WORTH_PROCESSES:
        batches = [_scan_batch(workspace, first)]
    else:
        batches = _scan_side_by_side(chain(first, found), workspace)
    reports = [report for batch in batches for report in batch.reports]
    return Scanned(
        sorted(reports, key=lambda report: Path(report.path).parts),
        sum(batch.files for batch in batches),
        [each for batch in batches for each in batch.unreadable],
    )


def _scan_side_by_side(files: Iterator[str], workspace: Workspace) -> list[Scanned]:
    work = partial(_scan_batch, workspace)
    with processes() as pool:
        jobs = []
        while batch := list(islice(files, _BATCH)):
            jobs.append(pool.submit(work, batch))
        return [job.result() for job in jobs]


def report_on(path: str, document: Document, workspace: Workspace) -> FileReport | None:
    found = Analysis(document, workspace).diagnostics()
    return FileReport(path, document, found) if found else None


def is_ours(path: Path, workspace: Workspace) -> bool:
    """Whether a file is of a kind that is checked."""
    with open_file(path) as file:
        document = Document(uri_of(path), file.read(HEAD))
    return type(features_of(document, workspace)) is not Features


def _scan_batch(workspace: Workspace, files: Sequence[str]) -> Scanned:
    from waypost.routes.evaluate.library import one_library

    glance = _Glance.of(workspace)
    scanned = Scanned([], len(files), [])
    with one_library():
        for path in files:
            try:
                report = _scan_one(path, workspace, glance)
            except OSError as error:
                scanned.unreadable.append(f"{path}: {error.strerror}")
            else:
                scanned.reports.extend([report] if report is not None else ())
    return scanned


def _scan_one(path: str, workspace: Workspace, glance: "_Glance") -> FileReport | None:
    source = glance.read(path)
    if source is None:
        return None
    return report_on(path, Document(uri_of(Path(path)), source), workspace)


@dataclass(frozen=True, slots=True)
class _Glance:
    """Tells by a few bytes which files deserve a closer look: most Python sources and nearly all JSON do not."""

    every_source: bool
    every_json: bool

    @classmethod
    def of(cls, workspace: Workspace) -> "_Glance":
        settings = [folder.settings for folder in workspace.folders]
        return cls(any(each.calls for each in settings), any(each.config_files or each.apis for each in settings))

    def read(self, path: str) -> bytes | None:
        """The file's bytes; None where it has nothing for us."""
        with open_file(path) as file:
            if path.endswith(JSON) and not self.every_json and PurePath(path).name not in HOMES:
                head = file.read(HEAD)
                return head + file.read() if names_schema(head) else None
            source = file.read()
        return source if not path.endswith(PYTHON) or self.every_source or _may_have_findings(source) else None


def _may_have_findings(source: bytes) -> bool:
    from waypost.routes.sites.file_sites import may_have_findings

    return may_have_findings(source)
