"""Findings as SARIF 2.1.0, with fixes, fingerprints and help, as GitHub's code scanning accepts it."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from waypost.cli.report.finding import FileReport, ReportedFinding, ReportedFix, ReportedPlace
from waypost.cli.report.keys import fingerprints
from waypost.core.version import VERSION
from waypost.results import Severity
from waypost.rules import HOME, RULES, Rule, rule_url
from waypost.workspace.bounds import repository_of
from waypost.workspace.files import is_folder

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_LEVELS = {
    Severity.ERROR: "error",
    Severity.WARNING: "warning",
    Severity.INFORMATION: "note",
    Severity.HINT: "note",
}


def sarif(reports: Sequence[FileReport], category: str) -> str:
    results = [_result(report.path, found, key) for report, found, key in fingerprints(reports)]
    rules = [rule_data(RULES[name]) for name in sorted({each["ruleId"] for each in results})]
    return log_of(rules, results, category)


def category_of(paths: Sequence[Path]) -> str:
    """What tells runs over different folders of a checkout apart: of two with one name, GitHub shows the later."""
    folders = [path if is_folder(path) else path.parent for path in map(Path.absolute, paths)]
    try:
        folder = Path(os.path.commonpath(folders))
    except ValueError:  # on several drives, or standard input
        return "waypost/"
    below = folder.relative_to(repository_of(folder))
    return f"waypost/{below.as_posix()}/" if below.parts else "waypost/"


def log_of(rules: Sequence[Any], results: Sequence[Any], category: str) -> str:
    """A log of one run."""
    driver = {"name": "waypost", "version": VERSION, "informationUri": HOME, "rules": rules}
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": category},
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def rule_data(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.summary},
        "fullDescription": {"text": rule.summary},
        "help": {"text": rule.explanation, "markdown": rule.explanation},
        "helpUri": rule_url(rule.name),
        "defaultConfiguration": {"level": _LEVELS[rule.severity], "enabled": not rule.opt_in},
        "properties": {"tags": [rule.family]},
    }


def _result(path: str, found: ReportedFinding, key: str) -> dict[str, Any]:
    artifact = {"uri": uri_reference(path)}
    message = found.message if found.cell is None else f"Cell {found.cell}: {found.message}"
    result: dict[str, Any] = {
        "ruleId": found.rule,
        "level": _LEVELS[found.severity],
        "message": {"text": message},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": _region(found.place)}}],
        "partialFingerprints": {"waypost/v1": key},
    }
    # Places in a notebook are relative to a cell, so a reader of the file could not apply them.
    fixes = [_fix(fix, artifact) for fix in found.fixes if fix.edits and found.cell is None]
    return {**result, "fixes": fixes} if fixes else result


def _region(place: ReportedPlace) -> dict[str, int]:
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def _fix(fix: ReportedFix, artifact: dict[str, str]) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(edit.place), "insertedContent": {"text": edit.text}} for edit in fix.edits
    ]
    changes = [{"artifactLocation": artifact, "replacements": replacements}]
    return {"description": {"text": fix.title}, "artifactChanges": changes}


def uri_reference(path: str) -> str:
    """A path as a URI, relative if the path is."""
    return Path(path).as_uri() if os.path.isabs(path) else quote(os.fsencode(Path(path).as_posix()))  # noqa: PTH117 - beside it
