"""`--add-ignores`: writes a comment for every finding, so that only new findings are reported."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from waypost.analysis import Analysis
from waypost.cli.checking.summary import counted
from waypost.cli.fix import applied
from waypost.cli.report import FileReport
from waypost.results import Severity
from waypost.rules import ALWAYS
from waypost.suppressions import with_rule
from waypost.text import Document
from waypost.workspace import Workspace, uri_of
from waypost.workspace.files import read_regular
from waypost.workspace.write import write_file

if TYPE_CHECKING:
    from waypost.cli.checking.run import CheckRun


def add_ignores(run: "CheckRun") -> int:
    """Write the comments; findings that no comment can silence stay as they are."""
    scanned = run.scanned()
    run.sweep()
    added = sum(_add_to(report, run.workspace, run.errors) for report in scanned.reports)
    click.echo(f"waypost: added {counted(added, 'comment')}", err=True)
    run.show_errors()
    return 2 if run.errors else 0


def _add_to(report: FileReport, workspace: Workspace, errors: list[str]) -> int:
    path = Path(report.path)
    if path.suffix not in (".py", ".pyi", ".toml"):
        return 0
    try:
        before = read_regular(path)
        document = Document(uri_of(path), before)
        after, count = with_ignores(document, workspace)
        if after != before:
            write_file(path, after, before)
    except OSError as error:
        errors.append(f"{report.path}: {error.strerror}")
        return 0
    return count


def with_ignores(document: Document, workspace: Workspace) -> tuple[bytes, int]:
    """The text with comments on the lines of its findings, and how many were needed."""
    analysis = Analysis(document, workspace)
    wanted: dict[int, set[str]] = {}
    for found in analysis.diagnostics():
        if found.severity is not Severity.HINT and found.rule not in ALWAYS and found.rule != "unused-ignore":
            wanted.setdefault(document.lines.line_at(found.span.start), set()).add(found.rule)
    before = {(each.rule, each.span) for each in analysis.diagnostics()}
    source, added = document.source, 0
    for line in sorted(wanted, reverse=True):
        tried = applied(source, [with_rule(document, line, sorted(wanted[line]))])
        if _silences(tried, document, workspace, len(before)):
            source, added = tried, added + 1
            before = {(each.rule, each.span) for each in _again(source, document, workspace).diagnostics()}
    return source, added


def _again(source: bytes, document: Document, workspace: Workspace) -> Analysis:
    return Analysis(Document(document.uri, source, None, document.language), workspace)


def _silences(source: bytes, document: Document, workspace: Workspace, findings: int) -> bool:
    """Whether a comment works and changes nothing: in the middle of a string it would be part of the string."""
    return len(_again(source, document, workspace).diagnostics()) < findings
