"""The line that sums up a run, and the table of how often each rule reported something."""

from collections import Counter
from collections.abc import Iterable, Sequence

from waypost.cli.report import FileReport
from waypost.cli.report.finding import ReportedFinding
from waypost.results import Severity

_FAILING = (Severity.ERROR, Severity.WARNING)


def findings_of(reports: Iterable[FileReport]) -> list[ReportedFinding]:
    return [found for report in reports for found in report.findings]


def is_failing(reports: Iterable[FileReport]) -> bool:
    """Whether there is a finding of at least warning severity."""
    return any(found.severity in _FAILING for found in findings_of(reports))


def summary_line(reports: Sequence[FileReport], files: int, *, hints: bool, complete: bool) -> str:
    found = findings_of(reports)
    counts = Counter(each.severity for each in found)
    parts = [counted(counts[level], level.value) for level in Severity if counts[level]]
    fixable = sum(each.fixable for each in found)
    fine = "no problems" if complete else "no other problems"
    line = f"{', '.join(parts) or fine} in {counted(files, 'file')}"
    if counts[Severity.HINT] and not hints:
        line += "; show the hints with --hints"
    unsafe = sum(bool(each.fixes) and not each.fixable for each in found)
    if fixable:
        line += f"; {fixable} fixable with --fix"
    if unsafe:
        line += f"{',' if fixable else ';'} {unsafe}{' more' if fixable else ' fixable'} with --unsafe-fixes"
    return line


def statistics(reports: Iterable[FileReport]) -> str:
    """A line for each rule with findings, the most frequent first; rules with fixes are marked."""
    found = findings_of(reports)
    counts = Counter(each.rule for each in found)
    fixable = {each.rule for each in found if each.fixable}
    width = len(str(max(counts.values(), default=0)))
    lines = sorted(counts.items(), key=lambda each: (-each[1], each[0]))
    return "\n".join(f"{count:>{width}}  [{'*' if rule in fixable else ' '}] {rule}" for rule, count in lines)


def counted(count: int, name: str) -> str:
    return f"{count} {name}" if count == 1 or name == "information" else f"{count} {name}s"
