"""The findings of one file, with places as people count them: lines and columns from 1, in characters.

Plain data: it is sent between processes, kept in the cache, and independent of the file.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from waypost.results import Diagnostic, Fix, Severity
from waypost.text import Document, Encoding, Span

# More of a line than anyone reads on a terminal.
_MOST_SHOWN: Final = 2_000
_MOST_FIXES: Final = 3
# A token has as many characters in a row at least; a URL has a password, and a key its frame.
_MAY_BE_SECRET: Final = re.compile(r"[\w-]{10}|://|KEY-")


class ReportedPlace(NamedTuple):
    """Where a span starts and ends."""

    line: int
    column: int
    end_line: int
    end_column: int


class ReportedEdit(NamedTuple):
    """A text edit."""

    place: ReportedPlace
    text: str
    # The same place in bytes, for formats that count them.
    start: int
    end: int


class ReportedFix(NamedTuple):
    """A fix with its edits to the file; edits to other files are left to an editor."""

    title: str
    preferred: bool
    edits: tuple[ReportedEdit, ...]


class ReportedFinding(NamedTuple):
    """One finding."""

    rule: str
    severity: Severity
    message: str
    place: ReportedPlace
    # The line it starts on, and the text that it marks.
    line: str
    text: str
    notes: tuple[str, ...]
    fixes: tuple[ReportedFix, ...]
    # The cell of a notebook, counted from 1.
    cell: int | None = None

    @property
    def fixable(self) -> bool:
        return any(fix.preferred for fix in self.fixes)


@dataclass(frozen=True)
class FileReport:
    """A file and its findings; `path` is shown as given."""

    path: str
    findings: Sequence[ReportedFinding]


def reported(
    document: Document, found: Diagnostic, cell: int | None = None, secrets: Sequence[Span] = ()
) -> ReportedFinding:
    """A finding as plain data, with asterisks for the secrets of the source."""
    place = place_of(document, found.span)
    end = found.span.start + min(found.span.length, _MOST_SHOWN)
    return ReportedFinding(
        found.rule,
        found.severity,
        found.message,
        place,
        document.derived(_line, place.line - 1, None if place.column > _MOST_SHOWN else _MOST_SHOWN, tuple(secrets)),
        _covered(document, Span(found.span.start, end), secrets),
        tuple(_notes(document, found)),
        tuple(_fix(document, fix) for fix in found.fixes[:_MOST_FIXES]),
        cell,
    )


def _line(document: Document, number: int, most: int | None, secrets: Sequence[Span]) -> str:
    """The text of a line, or its start: the same for all findings in it, of which there may be thousands."""
    start = document.lines.start(number)
    line = Span(start, start + len(document.lines.line_bytes(document.source, number)))
    return _covered(document, line, secrets)[:most]


def _covered(document: Document, span: Span, secrets: Sequence[Span]) -> str:
    """A text with an asterisk for each character of a secret: everything else keeps its place."""
    text, own = document.slice(span), [each for each in secrets if each.meets(span)]
    starts = ((max(each.start, span.start), min(each.end, span.end)) for each in own)
    at = [tuple(len(document.slice(Span(span.start, each))) for each in ends) for ends in starts]
    if not at and not _MAY_BE_SECRET.search(text):
        return text
    from waypost.shown.secrets import covered_at, secrets_in

    return covered_at(text, [*((start, end) for start, end in at), *secrets_in(text)])


def place_of(document: Document, span: Span) -> ReportedPlace:
    start = document.position(span.start, Encoding.UTF32)
    end = document.position(span.end, Encoding.UTF32)
    return ReportedPlace(start.line + 1, start.character + 1, end.line + 1, end.character + 1)


def _notes(document: Document, found: Diagnostic) -> list[str]:
    notes = []
    for related in found.related:
        here = related.location.uri is None
        where = f"line {place_of(document, related.location.span).line}: " if here else ""
        notes.append(where + related.message)
    return notes


def _fix(document: Document, fix: Fix) -> ReportedFix:
    own = [edit for edit in fix.edits if edit.uri in (None, document.uri)]
    edits = (ReportedEdit(place_of(document, each.span), each.text, each.span.start, each.span.end) for each in own)
    return ReportedFix(fix.title, fix.preferred and len(own) == len(fix.edits), tuple(edits))


def to_plain(findings: Sequence[ReportedFinding]) -> list[Any]:
    """Findings as JSON values: first their lines, each of them once."""
    lines = {line: number for number, line in enumerate(dict.fromkeys(each.line for each in findings))}
    rows = (each._replace(severity=each.severity.value, line=lines[each.line]) for each in findings)  # type: ignore[arg-type] # JSON's own
    return [[*lines], *rows]


def from_plain(data: Sequence[Sequence[Any]]) -> list[ReportedFinding]:
    """Findings from JSON values; raises if they are malformed."""
    lines, *rows = data
    return [_from_plain(each, lines) for each in rows]


def _from_plain(data: Sequence[Any], lines: Sequence[str]) -> ReportedFinding:
    rule, severity, message, place, line, text, notes, fixes, cell = data
    made = tuple(ReportedFix(title, preferred, tuple(map(_edit, edits))) for title, preferred, edits in fixes)
    return ReportedFinding(
        rule, Severity(severity), message, ReportedPlace(*place), lines[line], text, tuple(notes), made, cell
    )


def _edit(data: Sequence[Any]) -> ReportedEdit:
    place, text, start, end = data
    return ReportedEdit(ReportedPlace(*place), text, start, end)


def place_data(place: ReportedPlace) -> Mapping[str, Mapping[str, int]]:
    """A place as a JSON value."""
    return {
        "start": {"line": place.line, "column": place.column},
        "end": {"line": place.end_line, "column": place.end_column},
    }
