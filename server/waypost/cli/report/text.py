"""Findings for people: one line each, or with the source and carets under it."""

import unicodedata
from collections.abc import Sequence

import click

from waypost.cli.report.finding import FileReport, Place
from waypost.results import Diagnostic, Severity

_COLORS = {
    Severity.ERROR: "red",
    Severity.WARNING: "yellow",
    Severity.INFORMATION: "blue",
    Severity.HINT: "cyan",
}
_TAB = 4
_WIDEST_LINE = 160


def concise(reports: Sequence[FileReport]) -> str:
    return "\n".join(_headline(report, found) for report in reports for found in report.diagnostics)


def full(reports: Sequence[FileReport]) -> str:
    return "\n\n".join(_block(report, found) for report in reports for found in report.diagnostics)


def _headline(report: FileReport, found: Diagnostic) -> str:
    place = report.place(found.span)
    where = click.style(_printable(report.path), bold=True)
    name = click.style(f"{found.severity.value}[{found.rule}]", fg=_COLORS[found.severity], bold=True)
    return f"{where}:{place.line}:{place.column}: {name} {_printable(found.message)}"


def _block(report: FileReport, found: Diagnostic) -> str:
    place = report.place(found.span)
    gutter = " " * len(str(place.line))
    bar = click.style("|", fg="blue")
    shown, before, width = _window(report.line(place.line), place)
    carets = click.style("^" * width, fg=_COLORS[found.severity], bold=True)
    lines = [
        _headline(report, found),
        f"{gutter} {bar}",
        f"{click.style(str(place.line), fg='blue')} {bar} {shown}".rstrip(),
        f"{gutter} {bar} {' ' * before}{carets}",
    ]
    lines += [f"{gutter} {click.style('=', fg='blue')} note: {_printable(note)}" for note in _notes(report, found)]
    lines += [f"{gutter} {click.style('=', fg='blue')} help: {_printable(fix.title)}" for fix in found.fixes[:3]]
    return "\n".join(lines)


def _notes(report: FileReport, found: Diagnostic) -> list[str]:
    notes = []
    for related in found.related:
        here = related.location.uri is None
        where = f"line {report.place(related.location.span).line}: " if here else ""
        notes.append(where + related.message)
    return notes


def _window(line: str, place: Place) -> tuple[str, int, int]:
    """What is shown of a line, how many columns stand before the carets, and how many carets there are."""
    start = place.column - 1
    end = place.end_column - 1 if place.end_line == place.line else len(line)
    skipped = max(0, start - _WIDEST_LINE // 2)
    head = "…" if skipped else ""
    shown = head + _printable(line[skipped : skipped + _WIDEST_LINE])
    before = len(head) + _width(_printable(line[skipped:start]))
    marked = _width(_printable(line[start : min(end, skipped + _WIDEST_LINE)]))
    return shown, before, max(marked, 1)


def _printable(text: str) -> str:
    """Tabs as spaces, and control characters visible, so that nothing moves the carets or the terminal."""
    return "".join(" " * _TAB if char == "\t" else char if char.isprintable() else "\ufffd" for char in text)


def _width(text: str) -> int:
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(char) else 2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in text
    )
