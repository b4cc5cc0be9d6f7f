"""Findings as Waypost's own JSON."""

import json
from collections.abc import Sequence
from typing import Any

from waypost.cli.report.finding import FileReport, ReportedFinding, ReportedFix, place_data


def as_json(reports: Sequence[FileReport]) -> str:
    found = [_finding(report.path, each) for report in reports for each in report.findings]
    return json.dumps(found, indent=2)


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
