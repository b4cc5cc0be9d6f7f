"""Distinguishes a line in brackets from the next statement, if a bracket is missing."""

from waypost.config.parse.cursor import TextCursor
from waypost.config.parse.lookahead import starts_statement


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
