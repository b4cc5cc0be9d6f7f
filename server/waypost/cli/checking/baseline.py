"""Known findings that are not reported: a sorted file with one line for each, so that merges rarely conflict."""

import json
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from waypost.cli.arguments import json_in
from waypost.cli.report import FileReport
from waypost.cli.report.finding import ReportedFinding
from waypost.cli.report.keys import FindingKey, keyed
from waypost.workspace.files import read_regular
from waypost.workspace.write import write_file


class BaselineError(Exception):
    """A file that is not a baseline; the message is for the user."""


@dataclass(frozen=True)
class Baseline:
    """The known findings in a file; its paths start from its folder."""

    path: Path
    keys: frozenset[FindingKey]
    # Where the file may be written, if the user did not name it.
    within: Sequence[Path] | None = None

    @classmethod
    def read(cls, path: Path, within: Sequence[Path] | None = None) -> "Baseline":
        try:
            return cls(path, frozenset(parsed(read_regular(path).decode())), within)
        except (ValueError, TypeError) as error:
            raise BaselineError(f"{path}: not a baseline: {error}") from error

    def unknown(self, reports: Iterable[FileReport]) -> list[FileReport]:
        """The reports without known findings."""
        kept = (
            replace(report, findings=[found for key, found in self._keyed(report) if key not in self.keys])
            for report in reports
        )
        return [report for report in kept if report.findings]

    def of(self, reports: Iterable[FileReport]) -> "Baseline":
        """A baseline in the same place that contains all these findings."""
        return replace(self, keys=frozenset(key for report in reports for key, _ in self._keyed(report)))

    def save(self) -> None:
        write_file(self.path, lines_of(self.keys).encode(), within=self.within)

    def _keyed(self, report: FileReport) -> Iterable[tuple[FindingKey, ReportedFinding]]:
        return keyed(report, relative_to(Path(report.path), self.path.parent))


def relative_to(path: Path, folder: Path) -> str:
    """A path as written in a file in some folder."""
    try:
        return Path(os.path.relpath(path.absolute(), folder.absolute())).as_posix()
    except ValueError:  # another drive
        return path.absolute().as_posix()


def parsed(text: str) -> Sequence[FindingKey]:
    """The keys of a baseline's lines."""
    keys = []
    for line in filter(None, text.split("\n")):
        path, rule, found, occurrence = json_in(line)
        keys.append(FindingKey(str(path), str(rule), str(found), int(occurrence)))
    return keys


def lines_of(keys: Iterable[FindingKey]) -> str:
    """One line for each; what UTF-8 lacks, as in the names of some files, is escaped as JSON has it."""
    text = "".join(f"{json.dumps(list(key), ensure_ascii=False)}\n" for key in sorted(keys))
    return text.encode("utf-8", "backslashreplace").decode()
