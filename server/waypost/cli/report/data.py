"""Findings as Waypost's own JSON: a list, or one line each."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from waypost.cli.report.finding import FileReport, ReportedFinding, ReportedFix, place_data


def as_json(reports: Sequence[FileReport]) -> str:
    return json.dumps(list(_findings(reports)), indent=2)


def as_json_lines(reports: Sequence[FileReport]) -> str:
    return "\n".join(json.dumps(each) for each in _findings(reports))


def _findings(reports: Sequence[FileReport]) -> Iterator[dict[str, Any]]:
    return (_finding(report.path, each) for report in reports for each in report.findings)


def _finding(path: str, found: ReportedFinding) -> dict[str, Any]:
    data = {
        "path": path,
        "rule": found.rule,
        "severity": found.severity.value,
        "message": found.message,
        "range": place_data(found.place),
        "fix": _fix(found.fixes[0]) if found.fixes else None,
    }
    return data if found.cell is None else {**data, "cell": found.cell}


def _fix(fix: ReportedFix) -> dict[str, Any]:
    return {
        "title": fix.title,
        "preferred": fix.preferred,
        "edits": [{"range": place_data(edit.place), "text": edit.text} for edit in fix.edits],
    }
