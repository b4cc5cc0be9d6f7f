"""The formats of findings: for people, for programs, for CI services."""

from collections.abc import Callable, Sequence
from pathlib import Path

from waypost.cli.report.data import as_json
from waypost.cli.report.finding import FileReport
from waypost.cli.report.sarif import category_of, sarif
from waypost.cli.report.services import github, junit
from waypost.cli.report.text import concise, full

_FORMATS: dict[str, Callable[[Sequence[FileReport]], str]] = {
    "full": full,
    "concise": concise,
    "json": as_json,
    "github": github,
    "junit": junit,
}
FORMATS = (*_FORMATS, "sarif")
# Formats for people: hints are only counted, and a line at the end sums up.
FOR_PEOPLE = ("full", "concise")

__all__ = ["FORMATS", "FOR_PEOPLE", "FileReport", "formatted"]


def formatted(reports: Sequence[FileReport], form: str, paths: Sequence[Path]) -> str:
    """Findings in a format; SARIF also says what was checked."""
    return sarif(reports, category_of(paths)) if form == "sarif" else _FORMATS[form](reports)
