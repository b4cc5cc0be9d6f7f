"""The formats of findings: for people, for programs, for CI services."""

from collections.abc import Callable, Sequence
from pathlib import Path

from waypost.cli.report.annotations import azure, github
from waypost.cli.report.data import as_json, as_json_lines
from waypost.cli.report.finding import FileReport
from waypost.cli.report.sarif import category_of, sarif
from waypost.cli.report.services import gitlab, junit, rdjson
from waypost.cli.report.text import concise, full, grouped

_FORMATS: dict[str, Callable[[Sequence[FileReport]], str]] = {
    "full": full,
    "concise": concise,
    "grouped": grouped,
    "json": as_json,
    "json-lines": as_json_lines,
    "github": github,
    "gitlab": gitlab,
    "junit": junit,
    "rdjson": rdjson,
    "azure": azure,
}
FORMATS = (*_FORMATS, "sarif")
# Formats for people: hints are only counted, and a line at the end sums up.
FOR_PEOPLE = ("full", "concise", "grouped")

__all__ = ["FORMATS", "FOR_PEOPLE", "FileReport", "formatted"]


def formatted(reports: Sequence[FileReport], form: str, paths: Sequence[Path]) -> str:
    """Findings in a format; SARIF also says what was checked."""
    return sarif(reports, category_of(paths)) if form == "sarif" else _FORMATS[form](reports)
