"""`waypost check`."""

import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

import click

from waypost.cli.color import echo
from waypost.cli.files import Selection, Unreadable
from waypost.cli.fix import diff_of, fix_file, fixed
from waypost.cli.project import workspace_of
from waypost.cli.report import FORMATS, FileReport
from waypost.cli.scan import Scanned, is_ours, report_on, scan
from waypost.cli.selection import RuleChoice, rule_levels, rule_names
from waypost.projects import SettingsFile
from waypost.results import Severity
from waypost.text import Document
from waypost.workspace import Workspace, uri_of

_FAILING = (Severity.ERROR, Severity.WARNING)
_FOR_PEOPLE = ("full", "concise")
_STANDARD_INPUT = Path("-")


@click.command()
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
@click.option(
    "--output-format",
    type=click.Choice(list(FORMATS)),
    default="full",
    show_default=True,
    help="How findings are written.",
)
@click.option("--fix", "with_fixes", is_flag=True, help="Apply every fix that is safe, then report what is left.")
@click.option("--diff", "with_diff", is_flag=True, help="Show what --fix would change, and change nothing.")
@click.option("--select", "selected", multiple=True, metavar="RULE,…", callback=rule_names, help="Only these rules.")
@click.option("--ignore", "ignored", multiple=True, metavar="RULE,…", callback=rule_names, help="All but these rules.")
@click.option(
    "--severity",
    "levels",
    multiple=True,
    metavar="RULE=LEVEL,…",
    callback=rule_levels,
    help="The severity of single rules: error, warning, information, hint or off.",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="Use the settings in this file, and in no other.",
)
@click.option("--isolated", is_flag=True, help="Use no settings of any file.")
@click.option("--hints", is_flag=True, help="Show hints as well, which are else only counted.")
@click.option("-q", "--quiet", is_flag=True, help="Write findings alone, no closing line.")
@click.option("--exit-zero", is_flag=True, help="Exit with 0 even where there are findings.")
@click.option("--stdin-filename", type=click.Path(path_type=Path), help="Check standard input as if it were this file.")
def check(
    *,
    paths: tuple[Path, ...],
    output_format: str,
    with_fixes: bool,
    with_diff: bool,
    selected: frozenset[str],
    ignored: frozenset[str],
    levels: Mapping[str, Severity | None],
    config: Path | None,
    isolated: bool,
    hints: bool,
    quiet: bool,
    exit_zero: bool,
    stdin_filename: Path | None,
) -> None:
    """Check spell-checker configuration and REST route strings.

    Folders are walked as the spell checker walks them, without ignored and hidden files; files that are named
    are always checked. Without PATHS, the current folder.

    A RULE is a name that `waypost rules` lists, or `config` or `routes` for all of either kind. A rule that is named
    here is on, or off, whatever the settings say.

    Exits with 0 where all is well or there are but hints, with 1 where there are warnings or errors, with 2 where
    the command could not do its work. With --diff, with 1 where there is something to mend.
    """
    paths = _paths_meant(paths, stdin_filename)
    if with_fixes and with_diff:
        raise click.UsageError("--diff changes nothing, and --fix does: choose one")
    choice = RuleChoice(selected, ignored, levels)
    workspace, projects = workspace_of(
        [stdin_filename] if stdin_filename else paths, only=config, isolated=isolated, choice=choice
    )
    for_people = output_format in _FOR_PEOPLE and not with_diff
    if stdin_filename:
        scanned = _scan_stdin(stdin_filename, workspace, with_fixes=with_fixes)
    else:
        scanned = _scan_paths(paths, workspace, Selection(projects), with_fixes=with_fixes)
    broken = [file for file in projects.files if not file.is_sound]
    scanned = scanned._replace(reports=_with_settings(scanned.reports, broken, workspace))
    scanned = _tell_troubles(scanned, [] if quiet or not for_people else paths, workspace)
    if with_diff:
        failing = _write_diffs(scanned.reports, workspace)
    else:
        _write(scanned.reports, output_format, hints=hints, to_stderr=bool(stdin_filename and with_fixes))
        failing = any(found.severity in _FAILING for report in scanned.reports for found in report.diagnostics)
    if for_people and not quiet and (scanned.files or not scanned.unreadable):
        click.echo(_closing_line(scanned, hints=hints), err=True)
    sys.exit(2 if scanned.unreadable or broken else 1 if failing and not exit_zero else 0)


def _paths_meant(paths: tuple[Path, ...], stdin_filename: Path | None) -> tuple[Path, ...]:
    """What to look at: nothing beside standard input, else the current folder where nothing is named."""
    if paths == (_STANDARD_INPUT,):
        if not stdin_filename:
            raise click.UsageError("say what standard input is, with --stdin-filename NAME")
        return ()
    if stdin_filename and paths:
        raise click.UsageError("--stdin-filename goes without PATHS")
    return paths if paths or stdin_filename else (Path(),)


def _scan_paths(paths: Sequence[Path], workspace: Workspace, selection: Selection, *, with_fixes: bool) -> Scanned:
    unreadable: list[str] = []
    try:
        files = chain(selection.files(paths, unreadable.append), selection.api_documents(paths))
        scanned = scan(files, workspace)
    except Unreadable as error:
        click.echo(f"waypost: {error}", err=True)
        sys.exit(2)
    scanned.unreadable.extend(unreadable)
    return _fix(scanned, workspace) if with_fixes else scanned


def _with_settings(
    reports: Sequence[FileReport], broken: Iterable[SettingsFile], workspace: Workspace
) -> list[FileReport]:
    """The reports, and those of the settings that cannot be used, wherever they are."""
    shown = {os.path.abspath(report.path) for report in reports}  # noqa: PTH100 - beside the walk's names
    added = []
    for file in broken:
        if str(file.path) not in shown:
            report = report_on(_relative(file.path), Document(uri_of(file.path), file.tree.source), workspace)
            added += [report] if report else []
    return [*added, *reports]


def _relative(path: Path) -> str:
    """A path as somebody in the current folder would write it."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)


def _tell_troubles(scanned: Scanned, named: Sequence[Path], workspace: Workspace) -> Scanned:
    """What could not be read. Who names a file wants it checked; one with nothing to check does not count."""
    strangers = [path for path in dict.fromkeys(named) if path.is_file() and not is_ours(path, workspace)]
    for path in strangers:
        click.echo(f"waypost: {path}: neither a spell-checker configuration nor Python: not checked", err=True)
    for trouble in scanned.unreadable:
        click.echo(f"waypost: {trouble}", err=True)
    return scanned._replace(files=scanned.files - len(strangers))


def _write_diffs(reports: Sequence[FileReport], workspace: Workspace) -> bool:
    """Write what mending would change; whether it is anything."""
    diffs = [diff_of(report.path, report.document, workspace) for report in reports]
    sys.stdout.buffer.write(b"".join(diffs))
    sys.stdout.buffer.flush()
    return any(diffs)


def _fix(scanned: Scanned, workspace: Workspace) -> Scanned:
    """Mend the files; the reports of what is left."""
    changed: set[str] = set()
    for report in scanned.reports:
        try:
            changed |= {report.path} if fix_file(Path(report.path), workspace) else set()
        except OSError as error:
            scanned.unreadable.append(f"{report.path}: {error.strerror}")
    left = {report.path: report for report in scan(sorted(changed), workspace).reports}
    kept = [left.get(each.path, each) for each in scanned.reports if each.path not in changed - left.keys()]
    return scanned._replace(reports=kept)


def _scan_stdin(path: Path, workspace: Workspace, *, with_fixes: bool) -> Scanned:
    document = Document(uri_of(path), sys.stdin.buffer.read())
    if with_fixes:
        document = fixed(document, workspace)
        sys.stdout.buffer.write(document.source)
        sys.stdout.buffer.flush()
    report = report_on(str(path), document, workspace)
    return Scanned([report] if report else [], 1, [])


def _write(reports: Sequence[FileReport], output_format: str, *, hints: bool, to_stderr: bool) -> None:
    if output_format in _FOR_PEOPLE and not hints:
        reports = [_without_hints(report) for report in reports]
    written = FORMATS[output_format]([report for report in reports if report.diagnostics])
    if written:
        echo(written, err=to_stderr)


def _without_hints(report: FileReport) -> FileReport:
    return replace(report, diagnostics=[each for each in report.diagnostics if each.severity is not Severity.HINT])


def _closing_line(scanned: Scanned, *, hints: bool) -> str:
    reports = scanned.reports
    counts = Counter(found.severity for report in reports for found in report.diagnostics)
    parts = [_counted(counts[level], level.value) for level in Severity if counts[level]]
    fixable = sum(any(fix.preferred for fix in found.fixes) for report in reports for found in report.diagnostics)
    fine = "nothing else wrong" if scanned.unreadable else "nothing wrong"
    line = f"{', '.join(parts) or fine} in {_counted(scanned.files, 'file')}"
    if counts[Severity.HINT] and not hints:
        line += "; --hints shows the hints"
    if fixable:
        line += f"; --fix mends {fixable}"
    return line


def _counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 or name == "information" else f"{count} {name}s"
