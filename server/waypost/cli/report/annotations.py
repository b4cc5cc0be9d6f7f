"""Findings as the lines that CI services turn into annotations: GitHub Actions and Azure Pipelines."""

from collections.abc import Sequence

from waypost.cli.report.finding import FileReport, ReportedFinding
from waypost.results import Severity

_GITHUB_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


def github(reports: Sequence[FileReport]) -> str:
    return "\n".join(_github(report, found) for report in reports for found in report.findings)


def azure(reports: Sequence[FileReport]) -> str:
    return "\n".join(_azure(report, found) for report in reports for found in report.findings)


def _github(report: FileReport, found: ReportedFinding) -> str:
    place = found.place
    where = {
        "file": report.path,
        "line": place.line,
        "col": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
        "title": found.rule,
    }
    fields = ",".join(f"{name}={_escaped(str(value), ',:')}" for name, value in where.items())
    return f"::{_GITHUB_LEVELS[found.severity]} {fields}::{_escaped(_message(found))}"


def _azure(report: FileReport, found: ReportedFinding) -> str:
    place = found.place
    level = "error" if found.severity is Severity.ERROR else "warning"
    where = {"sourcepath": report.path, "linenumber": place.line, "columnnumber": place.column, "code": found.rule}
    fields = "".join(f"{name}={_escaped_for_azure(str(value))};" for name, value in where.items())
    return f"##vso[task.logissue type={level};{fields}]{_escaped_for_azure(_message(found))}"


def _message(found: ReportedFinding) -> str:
    return found.message if found.cell is None else f"Cell {found.cell}: {found.message}"


def _escaped(text: str, more: str = "") -> str:
    """Text escaped so that it neither ends the command nor starts another; without control characters."""
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def _escaped_for_azure(text: str) -> str:
    text = text.replace("%", "%AZP25").replace(";", "%3B").replace("\r", "%0D").replace("\n", "%0A").replace("]", "%5D")
    return "".join(char if char.isprintable() else "\ufffd" for char in text)
