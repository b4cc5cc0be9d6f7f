"""Findings for people: one line each, or with the source and carets under it."""

import unicodedata
from collections.abc import Sequence

import click

from waypost.cli.report.finding import FileReport, ReportedFinding, ReportedFix, ReportedPlace
from waypost.markup import printable
from waypost.results import Severity

_COLORS = {
    Severity.ERROR: "red",
    Severity.WARNING: "yellow",
    Severity.INFORMATION: "blue",
    Severity.HINT: "cyan",
}
_WIDEST_LINE = 160


def concise(reports: Sequence[FileReport]) -> str:
    return "\n".join(_headline(report, found) for report in reports for found in report.findings)


def full(reports: Sequence[FileReport]) -> str:
    return "\n\n".join(_block(report, found) for report in reports for found in report.findings)


def _headline(report: FileReport, found: ReportedFinding) -> str:
    where = click.style(printable(report.path), bold=True)
    return f"{where}:{_numbers(found)}: {_level(found)} {printable(found.message)}"


def _numbers(found: ReportedFinding) -> str:
    cell = f"cell {found.cell}:" if found.cell is not None else ""
    return f"{cell}{found.place.line}:{found.place.column}"


def _level(found: ReportedFinding) -> str:
    return click.style(f"{found.severity.value}[{found.rule}]", fg=_COLORS[found.severity], bold=True)


def _block(report: FileReport, found: ReportedFinding) -> str:
    place = found.place
    gutter = " " * len(str(place.line))
    bar = click.style("|", fg="blue")
    shown, before, width = _window(found.line, place)
    carets = click.style("^" * width, fg=_COLORS[found.severity], bold=True)
    lines = [
        _headline(report, found),
        f"{gutter} {bar}",
        f"{click.style(str(place.line), fg='blue')} {bar} {shown}".rstrip(),
        f"{gutter} {bar} {' ' * before}{carets}",
    ]
    lines += [f"{gutter} {click.style('=', fg='blue')} note: {printable(note)}" for note in found.notes]
    lines += [f"{gutter} {click.style('=', fg='blue')} help: {printable(_titled(fix))}" for fix in found.fixes]
    return "\n".join(lines)


def _titled(fix: ReportedFix) -> str:
    return fix.title if fix.preferred else f"{fix.title} (unsafe)"


def _window(line: str, place: ReportedPlace) -> tuple[str, int, int]:
    """The shown part of a line of a finding, the columns before the carets, and the number of carets."""
    start = place.column - 1
    end = place.end_column - 1 if place.end_line == place.line else len(line)
    skipped = max(0, start - _WIDEST_LINE // 2)
    head = "…" if skipped else ""
    shown = head + printable(line[skipped : skipped + _WIDEST_LINE])
    before = len(head) + _width(printable(line[skipped:start]))
    marked = _width(printable(line[start : min(end, skipped + _WIDEST_LINE)]))
    return shown, before, max(marked, 1)


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
