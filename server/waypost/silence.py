"""Which findings are not wanted: rules turned off in the settings, and `waypost: ignore[rule]` comments."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from waypost.results import Diagnostic, Severity
from waypost.text import Document
from waypost.workspace import Settings

_MARK = b"waypost:"
_COMMENT = re.compile(rb"#[^\S\r\n]*waypost:[^\S\r\n]*ignore(?![\w-])(?:[^\S\r\n]*\[([^\]\r\n]*))?")
# Stands for every rule.
_ALL = "*"


class Silences:
    """The settings and ignore comments that hold in one document.

    A comment silences its own line; alone on a line, the next one. Without `[…]` it silences every rule.
    """

    def __init__(self, document: Document, settings: Settings) -> None:
        self._document = document
        self._settings = settings
        self._by_line = _comments(document) if _MARK in document.source else {}

    def settle(self, findings: Iterable[Diagnostic]) -> Sequence[Diagnostic]:
        """The findings that are wanted, at the severity that is wanted, in the order of the text."""
        kept = []
        for finding in findings:
            severity = self._severity(finding)
            if severity is None or (self._by_line and self._is_silenced(finding)):
                continue
            kept.append(finding if severity is finding.severity else replace(finding, severity=severity))
        return sorted(kept, key=lambda each: each.span)

    def _severity(self, finding: Diagnostic) -> Severity | None:
        """As the settings have it; else as the checker has it, who may be less sure than the rule."""
        chosen = self._settings.severity(finding.rule)
        return chosen if chosen is None or finding.rule in self._settings.rules else finding.severity

    def _is_silenced(self, finding: Diagnostic) -> bool:
        lines = self._document.lines
        ends = {lines.line_at(finding.span.start), lines.line_at(finding.span.end)}
        return any(
            finding.rule in rules or _ALL in rules for line in ends if (rules := self._by_line.get(line)) is not None
        )


def _comments(document: Document) -> dict[int, frozenset[str]]:
    """The rules silenced on each line. Only a comment without brackets silences all: in others something was meant."""
    found: dict[int, frozenset[str]] = {}
    lines = document.lines
    for comment in _COMMENT.finditer(document.source):
        line = lines.line_at(comment.start())
        alone = not document.source[lines.start(line) : comment.start()].strip()
        names = {_ALL} if comment[1] is None else set(comment[1].decode(errors="replace").replace(",", " ").split())
        target = line + 1 if alone else line
        found[target] = found.get(target, frozenset()) | names
    return found
