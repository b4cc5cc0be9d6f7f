"""Keys of findings that stay the same when the file is edited elsewhere, for baselines and fingerprints."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import PurePath
from typing import Final, NamedTuple

from waypost.cli.report.finding import FileReport, ReportedFinding

_MOST_TEXT: Final = 60


class FindingKey(NamedTuple):
    """Rule, path, the marked text, and a number among the findings of the file that share all of these."""

    path: str
    rule: str
    text: str
    occurrence: int

    @property
    def fingerprint(self) -> str:
        data = "\0".join(map(str, self)).encode("utf-8", "surrogateescape")
        return blake2b(data, digest_size=16).hexdigest()


def keyed(report: FileReport, path: str | None = None) -> Iterator[tuple[FindingKey, ReportedFinding]]:
    """Each finding of a file with its key; the path may be written differently."""
    counts: Counter[tuple[str, str]] = Counter()
    where = PurePath(report.path if path is None else path).as_posix()
    for found in report.findings:
        same = (found.rule, short_text(found))
        counts[same] += 1
        yield FindingKey(where, *same, counts[same]), found


def short_text(found: ReportedFinding) -> str:
    """The text that a finding marks, on one line; for a long text, its beginning and a hash."""
    text = " ".join((found.text or found.line).split())
    if len(text) <= _MOST_TEXT:
        return text
    return f"{text[:_MOST_TEXT]}…{blake2b(text.encode('utf-8', 'replace'), digest_size=4).hexdigest()}"


def fingerprints(reports: Sequence[FileReport]) -> Iterator[tuple[FileReport, ReportedFinding, str]]:
    """Every finding with its file and its fingerprint."""
    for report in reports:
        for key, found in keyed(report):
            yield report, found, key.fingerprint
