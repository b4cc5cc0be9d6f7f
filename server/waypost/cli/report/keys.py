"""Names of findings that stay the same while the file is edited elsewhere: for baselines and fingerprints."""

from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from pathlib import PurePath
from typing import Final, NamedTuple

from waypost.cli.report.finding import FileReport, ReportedFinding

_MOST_TEXT: Final = 60


class FindingKey(NamedTuple):
    """Rule, path, the text it stands on, and which of those in the file that share all this."""

    path: str
    rule: str
    text: str
    occurrence: int

    @property
    def fingerprint(self) -> str:
        data = "\0".join(map(str, self)).encode("utf-8", "surrogateescape")
        return blake2b(data, digest_size=16).hexdigest()


def keyed(report: FileReport, path: str | None = None) -> Iterator[tuple[FindingKey, ReportedFinding]]:
    """Each finding of a file with its key; the path may be written otherwise."""
    counts: Counter[tuple[str, str]] = Counter()
    where = PurePath(report.path if path is None else path).as_posix()
    for found in report.findings:
        same = (found.rule, short_text(found))
        counts[same] += 1
        yield FindingKey(where, *same, counts[same]), found


def short_text(found: ReportedFinding) -> str:
    """The text a finding stands on, on one line; of a long one its beginning and a hash."""
    text = " ".join((found.text or found.line).split())
    if len(text) <= _MOST_TEXT:
        return text
    return f"{text[:_MOST_TEXT]}…{blake2b(text.encode('utf-8', 'replace'), digest_size=4).hexdigest()}"


def fingerprints(reports: Sequence[FileReport]) -> Iterator[tuple[FileReport, ReportedFinding, str]]:
    """Every finding with its file and its fingerprint."""
    for report in reports:
        for key, found in keyed(report):
            yield report, found, key.fingerprint
