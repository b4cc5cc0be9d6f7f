"""Findings for machines: JSON, SARIF, and the lines that GitHub turns into annotations."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from waypost.cli.report.finding import FileReport
from waypost.core.version import VERSION
from waypost.results import Diagnostic, Fix, Severity
from waypost.rules import HOME, RULES, rule_url
from waypost.text import Span

_SARIF_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}
_GITHUB_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "notice",
    Severity.HINT: "notice",
}


def as_json(reports: Sequence[FileReport]) -> str:
    found = [_finding(report, each) for report in reports for each in report.diagnostics]
    return json.dumps(found, indent=2)


def _finding(report: FileReport, found: Diagnostic) -> dict[str, Any]:
    return {
        "path": report.path,
        "rule": found.rule,
        "severity": found.severity.value,
        "message": found.message,
        "range": _range(report, found.span),
        "fix": _fix(report, found.fixes[0]) if found.fixes else None,
    }


def _range(report: FileReport, span: Span) -> dict[str, Any]:
    place = report.place(span)
    return {
        "start": {"line": place.line, "column": place.column},
        "end": {"line": place.end_line, "column": place.end_column},
    }


def _fix(report: FileReport, fix: Fix) -> dict[str, Any]:
    """A fix with its edits to the file; those to other files are left to an editor."""
    return {
        "title": fix.title,
        "preferred": fix.preferred,
        "edits": [{"range": _range(report, edit.span), "text": edit.text} for edit in fix.edits if edit.uri is None],
    }


def github(reports: Sequence[FileReport]) -> str:
    return "\n".join(_annotation(report, found) for report in reports for found in report.diagnostics)


def _annotation(report: FileReport, found: Diagnostic) -> str:
    place = report.place(found.span)
    where = {
        "file": report.path,
        "line": place.line,
        "col": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
        "title": found.rule,
    }
    fields = ",".join(f"{name}={_escaped(str(value), ',:')}" for name, value in where.items())
    return f"::{_GITHUB_LEVELS[found.severity]} {fields}::{_escaped(found.message)}"


def _escaped(text: str, more: str = "") -> str:
    for character in "%\r\n" + more:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


def sarif(reports: Sequence[FileReport]) -> str:
    used = sorted({found.rule for report in reports for found in report.diagnostics})
    driver = {
        "name": "waypost",
        "version": VERSION,
        "informationUri": HOME,
        "rules": [
            {"id": name, "shortDescription": {"text": RULES[name].summary}, "helpUri": rule_url(name)} for name in used
        ],
    }
    results = [_sarif_result(report, found) for report in reports for found in report.diagnostics]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2)


def _sarif_result(report: FileReport, found: Diagnostic) -> dict[str, Any]:
    place = report.place(found.span)
    region = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    return {
        "ruleId": found.rule,
        "level": _SARIF_LEVELS[found.severity],
        "message": {"text": found.message},
        "locations": [{"physicalLocation": {"artifactLocation": {"uri": _reference(report.path)}, "region": region}}],
    }


def _reference(path: str) -> str:
    """A path as a uri, relative where the path is."""
    return Path(path).as_uri() if os.path.isabs(path) else quote(os.fsencode(Path(path).as_posix()))  # noqa: PTH117 - beside it
