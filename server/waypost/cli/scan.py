"""Looking at many files: which ones, and with how many processes."""

import errno
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path, PurePath
from typing import NamedTuple

from waypost.analysis import Analysis
from waypost.cli.report import FileReport
from waypost.faults import fault_of, lost
from waypost.features import Features
from waypost.kinds import features_of
from waypost.processes import results_of
from waypost.text import Document
from waypost.text.indentation import is_too_deep
from waypost.workspace import Settings, Workspace, uri_of
from waypost.workspace.files import open_file
from waypost.workspace.homes import HEAD, HOMES, names_schema
from waypost.workspace.walk import JSON, PYTHON

# With fewer files, starting processes takes longer than they save.
_WORTH_PROCESSES = 600
_BATCH = 400


class Scanned(NamedTuple):
    """A report for every file with findings, by path, how many files there were, and those that could not be read."""

    reports: list[FileReport]
    files: int
    unreadable: list[str]


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
    batches = iter(lambda: list(islice(files, _BATCH)), [])
    return list(results_of(partial(_scan_batch, workspace), batches, _lost))


def _lost(files: Sequence[str]) -> Scanned:
    return Scanned([], len(files), [lost(path) for path in files])


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

    scanned = Scanned([], len(files), [])
    with one_library():
        for path in files:
            try:
                report = _scan_one(path, workspace)
            except OSError as error:
                scanned.unreadable.append(f"{path}: {error.strerror}")
            except Exception as error:  # noqa: BLE001 - a bug costs one file
                scanned.unreadable.append(fault_of(path, error))
            else:
                scanned.reports.extend([report] if report is not None else ())
    return scanned


def _scan_one(path: str, workspace: Workspace) -> FileReport | None:
    uri = uri_of(Path(path))
    source = _glance(path, workspace.settings_of(uri))
    return None if source is None else report_on(path, Document(uri, source), workspace)


def _glance(path: str, settings: Settings) -> bytes | None:
    """The file's bytes; None where a few of them tell that it has nothing for us, as of most sources and JSON."""
    with open_file(path) as file:
        if path.endswith(JSON) and not (settings.config_files or settings.apis) and PurePath(path).name not in HOMES:
            head = file.read(HEAD)
            return head + file.read() if names_schema(head) else None
        source = file.read()
    if path.endswith(PYTHON) and is_too_deep(source):
        raise OSError(errno.E2BIG, "indented too deeply to be read")
    return source if not path.endswith(PYTHON) or settings.calls or _may_have_findings(source) else None


def _may_have_findings(source: bytes) -> bool:
    from waypost.routes.sites.file_sites import may_have_findings

    return b"waypost:" in source or may_have_findings(source)
