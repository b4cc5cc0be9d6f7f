"""Findings for CI services: GitHub's annotations, JUnit's XML."""

from collections.abc import Sequence

from waypost.cli.report.finding import FileReport, ReportedFinding
from waypost.core.version import VERSION
from waypost.results import Severity

_GITHUB_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}
# Written by hand: the modules that have them import urllib, or every name of HTML.
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# A reader of XML would make spaces of line ends in an attribute.
_IN_QUOTES = _MARKUP | str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})


def github(reports: Sequence[FileReport]) -> str:
    return "\n".join(_github(report, found) for report in reports for found in report.findings)


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
    return f"::{_GITHUB_LEVELS[found.severity]} {fields}::{_escaped(_annotation(found))}"


def _annotation(found: ReportedFinding) -> str:
    return found.message if found.cell is None else f"Cell {found.cell}: {found.message}"


def _escaped(text: str, more: str = "") -> str:
    """Text escaped so that it neither ends the command nor starts another; without control characters."""
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return "".join(char if char.isprintable() else "\ufffd" for char in text)


def junit(reports: Sequence[FileReport]) -> str:
    """A suite for each file and a failed case for each finding; one passing case if there are none."""
    suites = "".join(map(_suite, reports)) or _passed()
    count = sum(len(report.findings) for report in reports)
    head = f'<testsuites name="waypost" tests="{max(count, 1)}" failures="{count}" errors="0">'
    return f'<?xml version="1.0" encoding="utf-8"?>\n{head}\n{suites}</testsuites>'


def _suite(report: FileReport) -> str:
    count = len(report.findings)
    cases = "".join(_case(report, found) for found in report.findings)
    head = f'name={_attribute(report.path)} tests="{count}" failures="{count}" errors="0" skipped="0"'
    return f"  <testsuite {head}>\n{cases}  </testsuite>\n"


def _case(report: FileReport, found: ReportedFinding) -> str:
    place = found.place
    where = f"{report.path}:{place.line}:{place.column}"
    cell = f"cell {found.cell}, " if found.cell is not None else ""
    name = _attribute(f"{found.rule} {cell}{place.line}:{place.column}")
    case = f'classname={_attribute(report.path)} name={name} file={_attribute(report.path)} line="{place.line}"'
    failure = f"type={_attribute(found.severity.value)} message={_attribute(found.message)}"
    text = _plain(f"{where}: {found.message}").translate(_MARKUP)
    return f'    <testcase {case} time="0">\n      <failure {failure}>{text}</failure>\n    </testcase>\n'


def _passed() -> str:
    case = f'    <testcase classname="waypost" name="waypost {VERSION}" time="0"/>\n'
    return f'  <testsuite name="waypost" tests="1" failures="0" errors="0" skipped="0">\n{case}  </testsuite>\n'


def _attribute(text: str) -> str:
    return f'"{_plain(text).translate(_IN_QUOTES)}"'


def _plain(text: str) -> str:
    """Text without the characters that XML does not allow."""
    return "".join(char if char.isprintable() or char in "\t\n" else "\ufffd" for char in text)
