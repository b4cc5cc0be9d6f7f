"""Reads the content of brackets, in TOML and in JSON, with too many or too few commas and unclosed brackets."""

import re
from collections.abc import Callable

from waypost.cancel import checkpoint
from waypost.config.parse.cursor import TextCursor, starts_statement
from waypost.config.parse.nodes import Array, Scalar, Table, Value


class Fence:
    """What an open bracket must not run over: the next statement, if the bracket is never closed."""

    def __init__(self, cursor: TextCursor, closing: bytes) -> None:
        self._cursor = cursor
        self._closing = closing
        # Where the bracket is closed, computed on first use: searching far ahead is done once per bracket.
        self._closed_at: int | None = None

    def is_behind(self) -> bool:
        """Whether the line at the cursor is the next statement rather than more content of the brackets."""
        cursor = self._cursor
        if not starts_statement(cursor.source, cursor.pos):
            return False
        if self._closed_at is None:
            cursor.far = len(cursor.source)
            self._closed_at = cursor.ahead.closed_at(cursor.pos, self._closing)
        return cursor.pos > self._closed_at


_CLOSING = {b"[": b"]", b"{": b"}"}
_OPENING = {"]": "[", "}": "{"}
# The comment of the last item.
_BEHIND = re.compile(rb"[ \t]*#[^\r\n]*")


def read_bracketed(
    cursor: TextCursor,
    node: Array | Table,
    read_one: Callable[[], bool],
    skip_space: Callable[[TextCursor], bool],
    fence: Fence | None = None,
) -> None:
    """Read up to the closing bracket. Without a fence, as in JSON, it may not follow a comma.

    `read_one` reads an item and returns whether it may have swallowed the comma after it.
    """
    start = cursor.pos
    closing = _CLOSING[cursor.peek()]
    cursor.open.append(closing)
    cursor.pos += 1
    behind = cursor.pos
    # Whether a comma precedes the cursor; None if an error makes that unclear.
    separated: bool | None = True
    while True:
        checkpoint()
        begun = skip_space(cursor)
        character = cursor.peek()
        if character == closing:
            if fence is None and separated and cursor.source[behind - 1 : behind] == b",":
                _report_comma(cursor, behind - 1, "JSON has no comma after the last item")
            cursor.pos += 1
            break
        if not character or (begun and fence and fence.is_behind()) or _closes_outer(cursor, character):
            _leave_open(cursor, node, start, behind)
            break
        if character == b",":
            if separated:
                _report_comma(cursor, cursor.pos, "There is nothing before this comma")
            cursor.pos += 1
            separated = True
        elif character in (b"]", b"}"):
            cursor.pos += 1
            cursor.report("stray", f"`{character.decode()}` closes nothing here", cursor.pos - 1, cursor.pos)
            separated = None
            continue
        else:
            comma = _missing_comma(cursor, behind) if separated is False else None
            reported = cursor.reported
            separated = None if read_one() or cursor.reported > reported else False
            if comma is not None and cursor.reported > reported:
                cursor.withdraw_fix(comma)  # Something else may be missing, too: what follows the comma is not clear.
        behind = cursor.pos
    cursor.open.pop()
    node.end = cursor.pos - cursor.base


def swallows(value: Value) -> bool:
    """Whether an unfinished string may have swallowed a comma."""
    return isinstance(value, Scalar) and not value.closed


def _closes_outer(cursor: TextCursor, character: bytes) -> bool:
    return character in (b"]", b"}") and character in cursor.open[:-1]


def _leave_open(cursor: TextCursor, node: Array | Table, start: int, behind: int) -> None:
    """Report an unclosed bracket; of several that end together, only the outermost."""
    closing = cursor.open[-1].decode()
    text = closing
    cursor.far = max(cursor.far, len(cursor.source))
    comment = _BEHIND.match(cursor.source, behind)
    last = cursor.problems[-1] if cursor.problems else None
    ends = (behind - cursor.base, comment.end() - cursor.base if comment else -1)
    if last and last.code == "unclosed-bracket" and last.fix and last.fix.edits[0][0].start in ends:
        cursor.problems.pop()
        text = last.fix.edits[0][1] + closing
    elif b"\n" in cursor.source[start:behind]:
        text = ("\r\n" if b"\r\n" in cursor.source[start:behind] else "\n") + closing
    node.closed = False
    cursor.pos = behind
    fix = None
    if cursor.open_lines_end != behind:  # what is added there would be part of the string
        at = comment.end() if comment and text[0] in "\r\n" else behind
        fix = cursor.mend(f"Close it with `{text.strip()}`", (at, at, text))
    cursor.report("unclosed-bracket", f"`{_OPENING[closing]}` is not closed", start, start + 1, fix)


def _report_comma(cursor: TextCursor, at: int, message: str) -> None:
    cursor.report("comma", message, at, at + 1, cursor.mend("Remove it", (at, at + 1, "")))


def _missing_comma(cursor: TextCursor, behind: int) -> int | None:
    """Which problem this is; None if its line has enough of them to leave it out."""
    # If a quote stands right before this, that quote may as well be the one too many.
    doubtful = behind == cursor.pos and cursor.source[behind - 1 : behind] in (b'"', b"'")
    fix = None if doubtful else cursor.mend("Add the comma", (behind, behind, ","))
    count = len(cursor.problems)
    cursor.report("comma", "A comma is missing before this", cursor.pos, cursor.character_end(), fix)
    return count if len(cursor.problems) > count else None
