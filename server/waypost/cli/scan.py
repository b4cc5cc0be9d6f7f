"""Looking at many files: which ones, and with how many processes."""

import os
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from multiprocessing.context import BaseContext
from pathlib import Path

from waypost.analysis import Analysis
from waypost.cli.report import FileReport
from waypost.config.homes import HEAD, HOMES
from waypost.features import Features
from waypost.kinds import features_of
from waypost.text import Document
from waypost.workspace import Workspace, uri_of
from waypost.workspace.walk import PYTHON, walk

# With fewer files, starting processes takes longer than they save.
_WORTH_PROCESSES = 600
_BATCH = 300


class Unreadable(Exception):  # noqa: N818 - its message is for the user
    """A path that was named and cannot be read."""


def files_of(paths: Iterable[Path]) -> list[Path]:
    """Files named are always taken, folders are walked; each file once, in the order of the paths."""
    found: dict[Path, None] = {}
    for path in paths:
        if path.is_dir():
            found |= dict.fromkeys(sorted(walk(path)))
        elif path.exists():
            found[path] = None
        else:
            raise Unreadable(f"{path}: no such file or folder")
    return list(found)


def scan(files: Sequence[Path], workspace: Workspace) -> Iterator[FileReport]:
    """A report for every file with findings, in the order of the files."""
    if len(files) < _WORTH_PROCESSES:
        yield from _scan_batch(workspace, files)
        return
    batches = [files[start : start + _BATCH] for start in range(0, len(files), _BATCH)]
    with ProcessPoolExecutor(os.cpu_count(), mp_context=_context()) as pool:
        for reports in pool.map(partial(_scan_batch, workspace), batches):
            yield from reports


def report_on(path: str, document: Document, workspace: Workspace) -> FileReport | None:
    found = Analysis(document, workspace).diagnostics()
    return FileReport(path, document, found) if found else None


def _scan_batch(workspace: Workspace, files: Sequence[Path]) -> list[FileReport]:
    return [report for path in files if (report := _scan_one(path, workspace)) is not None]


def _scan_one(path: Path, workspace: Workspace) -> FileReport | None:
    try:
        with path.open("rb", buffering=0) as file:
            source = file.read(HEAD) if _is_other_json(path) else file.read()
            if not _may_matter(path, source, workspace):
                return None
            source += file.read()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    return report_on(str(path), Document(uri_of(path), source), workspace)


def _is_other_json(path: Path) -> bool:
    return path.suffix in (".json", ".jsonc") and path.name not in HOMES


def _may_matter(path: Path, source: bytes, workspace: Workspace) -> bool:
    """Whether it is worth a closer look: most Python sources and nearly all JSON files have nothing for us."""
    if path.suffix in PYTHON:
        from waypost.routes.find import may_have_findings

        return may_have_findings(source) or bool(workspace.settings_of(uri_of(path)).calls)
    if _is_other_json(path):
        return features_of(Document(uri_of(path), source), workspace).__class__ is not Features
    return True


def _context() -> BaseContext:
    """Forking is quickest, where it exists: no thread runs yet."""
    return get_context("fork" if hasattr(os, "fork") else "spawn")
