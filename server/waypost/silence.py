"""Decides which findings are not wanted: those of rules that are off, and those that comments ignore."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet

from waypost.ignore_comments import IgnoreComment, Ignored, unused
from waypost.results import Diagnostic, Severity
from waypost.rules import RULES
from waypost.text import Document
from waypost.workspace import Settings

_UNUSED = "unused-ignore"


class Silences:
    """The settings and ignore comments that apply in one document.

    A comment silences its own line; alone on a line, the next one. Without `[…]` it silences every rule. `ignore-file`
    at the top silences the whole document.
    """

    def __init__(self, document: Document, settings: Settings, comments: Sequence[IgnoreComment]) -> None:
        self._document = document
        self._settings = settings
        self._comments = comments
        self._ignored = {ignored for each in self._comments for ignored in each.ignored()}

    def settle(self, findings: Iterable[Diagnostic]) -> Sequence[Diagnostic]:
        """The findings that are wanted, at the severity that is wanted, in the order of the text."""
        used: set[Ignored] = set()
        kept = list(self._kept(findings, used))
        if self._comments:
            kept += self._kept(unused(self._document, self._comments, used, self._settings.severity), set())
        return sorted(kept, key=lambda each: each.span)

    def _kept(self, findings: Iterable[Diagnostic], used: set[Ignored]) -> Iterator[Diagnostic]:
        for finding in findings:
            severity = self._severity(finding)
            if severity is None:
                continue
            silencing = self._silencing(finding) if self._ignored else frozenset()
            used |= silencing
            if not silencing:
                yield finding if severity is finding.severity else finding._replace(severity=severity)

    def _severity(self, finding: Diagnostic) -> Severity | None:
        """As the settings have it; otherwise as the checker has it, which may be less certain than the rule."""
        chosen = self._settings.severity(finding.rule)
        return chosen if chosen is None or finding.rule in self._settings.rules else finding.severity

    def _silencing(self, finding: Diagnostic) -> AbstractSet[Ignored]:
        """What comments ignore in the document, or on its first and last line, that it is."""
        if RULES[finding.rule].is_refusal:
            return frozenset()
        lines = self._document.lines
        places = {None, lines.line_at(finding.span.start), lines.line_at(finding.span.end)}
        rules = (finding.rule,) if finding.rule == _UNUSED else (finding.rule, None)
        return self._ignored & {Ignored(place, rule) for place in places for rule in rules}
