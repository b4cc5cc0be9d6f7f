"""One run of `waypost check`, from its options to its exit code."""

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from waypost.cache import Cache, cache_folder
from waypost.cli.checking.baseline import Baseline
from waypost.cli.checking.changed import ChangedLines
from waypost.cli.checking.files import Selection
from waypost.cli.checking.output import Output
from waypost.cli.checking.progress import ProgressLine
from waypost.cli.checking.scan import Scanned, Scanner, findings_of
from waypost.cli.checking.summary import counted, is_failing, statistics, summary_line
from waypost.cli.choices import ChosenSettings, RunChoice
from waypost.cli.fix import Fixed, diff_of, fixed_file, fixed_source, write_fixed
from waypost.cli.project import workspace_of
from waypost.cli.report import FOR_PEOPLE, FileReport, formatted
from waypost.cli.report.finding import from_plain
from waypost.markup import printable
from waypost.results import Severity
from waypost.workspace.bounds import repository_of
from waypost.workspace.files import exists, is_file
from waypost.workspace.write import sweep, target_of

if TYPE_CHECKING:
    from waypost.projects import SettingsFile


@dataclass(frozen=True)
class Options:
    """What the user asked for."""

    paths: tuple[Path, ...]
    choice: RunChoice
    stdin_filename: Path | None = None
    config: ChosenSettings = field(default_factory=ChosenSettings)
    isolated: bool = False
    force_exclude: bool = False
    output_format: str = "full"
    output_file: Path | None = None
    statistics: bool = False
    show_files: bool = False
    hints: bool = False
    quiet: bool = False
    exit_zero: bool = False
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    baseline: Path | None = None
    update_baseline: bool = False
    changed_since: str | None = None
    jobs: int | None = None
    no_cache: bool = False
    cache_dir: Path | None = None

    @property
    def for_people(self) -> bool:
        return self.output_format in FOR_PEOPLE and not self.diff


class CheckRun:
    """The state of one run."""

    def __init__(self, options: Options) -> None:
        self.options = options
        wanted = [options.stdin_filename] if options.stdin_filename else options.paths
        self.workspace, self.projects = workspace_of(
            wanted, chosen=options.config, isolated=options.isolated, choice=options.choice
        )
        self.selection = Selection(self.projects, force=options.force_exclude)
        self.errors: list[str] = []
        self.baseline = self._baseline()
        self.changed = ChangedLines.since(options.changed_since, Path.cwd()) if options.changed_since else None
        self.output = Output(options.output_file)
        self.progress = ProgressLine("Checked", wanted=not options.quiet)
        self.failing = False
        # The settings files that cannot be used.
        self.broken: Sequence[SettingsFile] = ()

    def run(self) -> int:
        """Do everything; return the exit code."""
        if self.options.show_files:
            return self._show_files()
        scanned = self.scanned()
        if self.options.update_baseline:
            return self._update_baseline(scanned)
        if self.options.diff:
            self._write_diffs(scanned.reports)
        else:
            scanned = scanned._replace(reports=self._wanted(scanned.reports))
            self._write(scanned)
        return self._exit_code()

    def scanned(self) -> Scanned:
        """The findings in the files, and in settings that cannot be used."""
        scanned = self._stdin() if self.options.stdin_filename else self._files()
        self.progress.clear()
        return self._with_settings(scanned)

    # -- what is checked -------------------------------------------------------------------------------------------

    def names(self) -> Iterable[str]:
        """The files to check: only changed ones if the user asked for that."""
        paths = self.options.paths
        names: Iterable[str] = chain(
            self.selection.files(paths, self.errors.append), self.selection.api_documents(paths)
        )
        if self.changed is not None:
            changed = self.changed.by_path
            names = (name for name in names if os.path.realpath(name) in changed)
        return names

    def _show_files(self) -> int:
        for name in sorted(self.names()):
            self.output.line(printable(name) if self.output.is_terminal else name)
        self.show_errors()
        self._close()
        return 2 if self.errors else 0

    def _files(self) -> Scanned:
        options = self.options
        cache = None
        if not options.no_cache:
            cache = Cache.opened(cache_folder(options.cache_dir), "check", from_plain)
        scanner = Scanner(self.workspace, cache, options.jobs, self.progress)
        scanned = scanner.scan(self.names())
        self.errors += scanned.unreadable
        if cache is not None:
            cache.save()
        if options.fix:
            scanned = self._fix(scanned, scanner)
        return scanned

    def _close(self) -> None:
        """Write the file that was asked for, unless that was checked: its text would be lost."""
        chosen = self.options.output_file
        if chosen is not None and self._was_checked(chosen):
            raise click.UsageError(f"--output-file is one of the checked files: {printable(str(chosen))}")
        self.output.close()

    def _was_checked(self, path: Path) -> bool:
        if not is_file(path) or self.selection.unsupported([path], self.workspace):
            return False
        return os.path.abspath(path) in map(os.path.abspath, self.selection.seen)  # noqa: PTH100 - as above

    def _stdin(self) -> Scanned:
        path = self.options.stdin_filename
        assert path is not None, "only standard input comes here"
        source = sys.stdin.buffer.read()
        if self._excludes(path):
            source = self._pass_on(source)
            return Scanned([], 0, [])
        if self.options.fix:
            source = self._pass_on(fixed_source(str(path), source, self.workspace, unsafe=self.unsafe).after)
        findings = list(findings_of(str(path), source, self.workspace))
        return Scanned([FileReport(str(path), findings)] if findings else [], 1, [])

    def _excludes(self, path: Path) -> bool:
        return self.selection.is_forced(path) and self.selection.excludes(str(path))

    def _pass_on(self, source: bytes) -> bytes:
        if self.options.fix:
            sys.stdout.buffer.write(source)
            sys.stdout.buffer.flush()
            self.output.use_stderr()
        return source

    # -- fixes -----------------------------------------------------------------------------------------------------

    @property
    def unsafe(self) -> bool:
        return self.options.unsafe_fixes

    def _fix(self, scanned: Scanned, scanner: Scanner) -> Scanned:
        """Fix the files; return the reports of what remains."""
        changed: set[str] = set()
        self.sweep()
        for path, fixed in self._fixes(scanned.reports):
            try:
                if write_fixed(path, fixed):
                    changed.add(path)
            except OSError as error:
                self.errors.append(f"{path}: {error.strerror}")
        again = replace_progress(scanner).scan(sorted(changed))
        left = {report.path: report for report in again.reports}
        kept = [left.get(each.path, each) for each in scanned.reports if each.path not in changed - left.keys()]
        return scanned._replace(reports=kept)

    def sweep(self) -> None:
        """Remove what a killed run left beside the files to write."""
        real = (os.path.realpath(each) if os.path.islink(each) else each for each in self.selection.seen)  # noqa: PTH114
        sweep({os.path.dirname(each) or "." for each in real})  # noqa: PTH120 - names, as above

    def _fixes(self, reports: Sequence[FileReport]) -> Iterable[tuple[str, Fixed]]:
        for report in reports:
            if not any(fix.preferred or self.unsafe for found in report.findings for fix in found.fixes):
                continue
            try:
                yield report.path, fixed_file(report.path, self.workspace, unsafe=self.unsafe)
            except OSError as error:
                self.errors.append(f"{report.path}: {error.strerror}")

    def _write_diffs(self, reports: Sequence[FileReport]) -> None:
        """Write what fixing would change; the run fails if there is something to fix."""
        for path, fixed in self._fixes(reports):
            diff = diff_of(path, fixed)
            self.failing = self.failing or bool(diff)
            self.output.data(diff)
        self.show_errors()
        self._close()

    # -- what is reported ------------------------------------------------------------------------------------------

    def _with_settings(self, scanned: Scanned) -> Scanned:
        """The reports, and those of the settings that cannot be used, wherever they are."""
        self.broken = [file for file in self.projects.files if not file.is_sound]
        seen = {os.path.abspath(name) for name in self.selection.seen}  # noqa: PTH100 - beside the walk's names
        added = []
        for file in self.broken:
            if str(file.path) not in seen:
                findings = list(findings_of(str(file.path), file.tree.source, self.workspace))
                added += [FileReport(relative(file.path), findings)] if findings else []
        reports = sorted([*added, *scanned.reports], key=lambda report: Path(report.path).parts)
        return scanned._replace(reports=reports)

    def _wanted(self, reports: list[FileReport]) -> list[FileReport]:
        """The findings on changed lines that are not in a baseline."""
        if self.changed is not None:
            only = (self.changed.only(report, os.path.realpath(report.path)) for report in reports)
            reports = [report for report in only if report.findings]
        if self.baseline is None:
            return reports
        return self.baseline.unknown(reports)

    def _baseline(self) -> Baseline | None:
        chosen, within = self.options.baseline, None
        if chosen is None:
            chosen, within = self._baseline_of_settings()
        if chosen is None:
            if self.options.update_baseline:
                raise click.UsageError("name the baseline with --baseline FILE or the setting `baseline`")
            return None
        if self.options.update_baseline and not exists(chosen):
            return Baseline(chosen, frozenset(), within)
        return Baseline.read(chosen, within)

    def _baseline_of_settings(self) -> tuple[Path | None, Sequence[Path] | None]:
        """The file that the settings name, and where it may be: a project does not choose any file of the user's."""
        named = {folder.settings.baseline: folder.path for folder in self.workspace.folders if folder.settings.baseline}
        if len(named) != 1:
            return None, None
        [(name, project)] = named.items()
        config = self.options.config.file
        within = [project, repository_of(project), *([config.absolute().parent] if config else ())]
        try:
            target_of(Path(name), within)
        except OSError as error:
            raise click.UsageError(f"setting `baseline`: {printable(name)}: {error.strerror}") from None
        return Path(name), within

    def _update_baseline(self, scanned: Scanned) -> int:
        assert self.baseline is not None, "asked for with a baseline"
        new = self.baseline.of(scanned.reports)
        new.save()
        if not self.options.quiet:
            click.echo(f"waypost: {printable(str(new.path))}: {counted(len(new.keys), 'known finding')}", err=True)
        self.show_errors()
        return 2 if self.errors or self.broken else 0

    def _write(self, scanned: Scanned) -> None:
        options = self.options
        reports = scanned.reports
        self.failing = self.failing or is_failing(reports)
        shown = reports if options.hints or not options.for_people else without_hints(reports)
        if options.statistics:
            self.output.line(statistics(shown))
        else:
            self.output.line(formatted(shown, options.output_format, options.paths))
        self._close()
        files = scanned.files - self._show_unsupported()
        self.show_errors()
        if options.for_people and not options.quiet and (files or not self.errors):
            complete = not self.errors
            click.echo(summary_line(reports, files, hints=options.hints, complete=complete), err=True)

    def _show_unsupported(self) -> int:
        """A user who names a file wants it checked; a file with nothing to check does not count."""
        if self.options.quiet or not self.options.for_people:
            return 0
        unsupported = self.selection.unsupported(self.options.paths, self.workspace)
        for path in unsupported:
            click.echo(
                f"waypost: {printable(str(path))}: not a spell-checker configuration or Python: not checked", err=True
            )
        return len(unsupported)

    def show_errors(self) -> None:
        for error in self.errors:
            click.echo(f"waypost: {printable(error)}", err=True)

    def _exit_code(self) -> int:
        if self.errors or self.broken:
            return 2
        return 1 if self.failing and not self.options.exit_zero else 0


def replace_progress(scanner: Scanner) -> Scanner:
    """The same scanner for fixed files, without a progress line."""
    return Scanner(scanner.workspace, scanner.cache, scanner.jobs)


def without_hints(reports: Iterable[FileReport]) -> list[FileReport]:
    kept = (
        replace(report, findings=[each for each in report.findings if each.severity is not Severity.HINT])
        for report in reports
    )
    return [report for report in kept if report.findings]


def relative(path: Path) -> str:
    """A path relative to the current folder."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
