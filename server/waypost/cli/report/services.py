"""Findings for other tools: GitLab's code quality, reviewdog's rdjson, JUnit's XML."""

import json
from collections.abc import Sequence
from pathlib import PurePath
from typing import Any

from waypost.cli.report.finding import FileReport, ReportedFinding, ReportedPlace
from waypost.cli.report.keys import fingerprints
from waypost.core.version import VERSION
from waypost.results import Severity
from waypost.rules import HOME, rule_url

_GITLAB_LEVELS = {
    Severity.ERROR: "major",
    Severity.WARNING: "minor",
    Severity.INFORMATION: "info",
    Severity.HINT: "info",
}
_RDJSON_LEVELS = {
    Severity.ERROR: "ERROR",
    Severity.WARNING: "WARNING",
    Severity.INFORMATION: "INFO",
    Severity.HINT: "INFO",
}

# Written by hand: the modules that have them import urllib, or every name of HTML.
_MARKUP = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
# A reader of XML would make spaces of line ends in an attribute.
_IN_QUOTES = _MARKUP | str.maketrans({'"': "&quot;", "\t": "&#9;", "\n": "&#10;"})


def gitlab(reports: Sequence[FileReport]) -> str:
    """A list of issues in Code Climate's format, which GitLab's code quality reports use."""
    issues = [
        {
            "description": found.message,
            "check_name": found.rule,
            "fingerprint": key,
            "severity": _GITLAB_LEVELS[found.severity],
            "location": {
                "path": PurePath(report.path).as_posix(),
                "lines": {"begin": found.place.line, "end": found.place.end_line},
            },
        }
        for report, found, key in fingerprints(reports)
    ]
    return json.dumps(issues, indent=2)


def rdjson(reports: Sequence[FileReport]) -> str:
    """Reviewdog's diagnostic format, whose columns count bytes."""
    diagnostics = [_rd(report, found) for report in reports for found in report.findings]
    source = {"name": "waypost", "url": HOME}
    return json.dumps({"source": source, "diagnostics": diagnostics}, indent=2)


def _rd(report: FileReport, found: ReportedFinding) -> dict[str, Any]:
    data: dict[str, Any] = {
        "message": found.message,
        "location": {"path": PurePath(report.path).as_posix(), "range": _rd_range(found.place, found)},
        "severity": _RDJSON_LEVELS[found.severity],
        "code": {"value": found.rule, "url": rule_url(found.rule)},
    }
    fix = next((fix for fix in found.fixes if len(fix.edits) == 1), None)
    if fix is not None and found.cell is None and fix.edits[0].place.line == found.place.line:
        [edit] = fix.edits
        data["suggestions"] = [{"range": _rd_range(edit.place, found), "text": edit.text}]
    return data


def _rd_range(place: ReportedPlace, found: ReportedFinding) -> dict[str, Any]:
    """The lines, with columns if the line whose bytes they count is known."""

    def position(line: int, column: int) -> dict[str, int]:
        if line != found.place.line:
            return {"line": line}
        return {"line": line, "column": len(found.line[: column - 1].encode("utf-8", "surrogatepass")) + 1}

    return {"start": position(place.line, place.column), "end": position(place.end_line, place.end_column)}


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
