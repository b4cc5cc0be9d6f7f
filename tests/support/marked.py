"""Sources with marks: `$0` is the cursor; lines of `^^^ severity[rule] part of the message` describe the line above.

    locale = "british"
             ^^^^^^^^^ error[unknown-locale] british

A comment sign may precede the carets if the mark would otherwise not fit the column. `^` under a line end marks an
empty range; several lines of marks may follow one line of source; marks that span lines are written `^^^...` with the
last line as `+N` after the carets: `^^^+2` ends two lines further down (its column is not checked).
"""

import re
from dataclasses import dataclass

from waypost.results import Diagnostic
from waypost.text import Document, Encoding

_MARK = re.compile(
    r"^(?P<lead>[ #/]*)(?P<carets>\^+)(?P<more>\+\d+)? (?P<severity>\w+)\[(?P<rule>[\w-]+)\] ?(?P<part>.*)$"
)
CURSOR = "$0"


@dataclass(frozen=True, order=True)
class Expected:
    """One marked finding: where it starts and ends, counted from 0 in characters, and its text."""

    line: int
    start: int
    end_line: int
    end: int | None
    severity: str
    rule: str
    part: str


def cursor(source: str) -> tuple[str, int]:
    """A source without its `$0`, and the byte offset at which that was."""
    before, mark, after = source.partition(CURSOR)
    assert mark, "the source has no $0"
    return before + after, len(before.encode())


def unmarked(source: str) -> tuple[str, list[Expected]]:
    """A source without its marks, and the findings that they expect."""
    lines: list[str] = []
    expected: list[Expected] = []
    for line in source.split("\n"):
        found = _MARK.match(line)
        if found is None:
            lines.append(line)
            continue
        start, width = len(found["lead"]), len(found["carets"])
        row = len(lines) - 1
        more = int(found["more"] or 0)
        end = None if more else min(start + width, len(lines[row]))
        expected.append(Expected(row, start, row + more, end, found["severity"], found["rule"], found["part"].strip()))
    return "\n".join(lines), expected


def differences(document: Document, found: list[Diagnostic], expected: list[Expected]) -> list[str]:
    """Findings that are not marked, and marks without a finding."""
    left = list(expected)
    extra = []
    for each in found:
        match = next((mark for mark in left if _is_marked(document, each, mark)), None)
        if match is None:
            extra.append(f"not marked: {_shown(document, each)}")
        else:
            left.remove(match)
    return extra + [f"not found: {mark}" for mark in left]


def _is_marked(document: Document, found: Diagnostic, mark: Expected) -> bool:
    start = document.position(found.span.start, Encoding.UTF32)
    end = document.position(found.span.end, Encoding.UTF32)
    return (
        (start.line, start.character) == (mark.line, mark.start)
        and end.line == mark.end_line
        and (mark.end is None or end.character == mark.end)
        and found.severity.value == mark.severity
        and found.rule == mark.rule
        and mark.part in found.message
    )


def _shown(document: Document, found: Diagnostic) -> str:
    start = document.position(found.span.start, Encoding.UTF32)
    end = document.position(found.span.end, Encoding.UTF32)
    where = f"{start.line}:{start.character}-{end.line}:{end.character}"
    return f"{where} {found.severity.value}[{found.rule}] {found.message!r} on {document.slice(found.span)!r}"
