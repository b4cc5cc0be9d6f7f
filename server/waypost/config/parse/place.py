"""What is at an offset of a document: one answer for completion, hover and everything that has a cursor."""

from enum import StrEnum
from typing import NamedTuple

from waypost.config.parse.nodes import Array, Key, Member, Statement, Table, Value

Path = tuple[str | int, ...]


class PlacePart(StrEnum):
    """What can be typed at a place, or is being typed."""

    HEADER = "header"  # a name between the brackets of [a.b]
    KEY = "key"  # a key, at the start of a line or in braces
    VALUE = "value"  # a value, after `=` or `:`, or as an item of a list
    COMMENT = "comment"
    AFTER = "after"  # after a finished value, key or header: only a sign or a comment may follow


class CursorPlace(NamedTuple):
    """A place in a document.

    `path` leads to what is here: for a value its own path; for a key the table that the key belongs to, including
    dotted parts before the cursor; for a header the names before the cursor. List positions are numbers.
    `key` or `value` is at the cursor, `member` is what that belongs to, `container` the brackets around it.
    """

    part: PlacePart
    path: Path
    statement: Statement
    key: Key | None = None
    value: Value | None = None
    member: Member | None = None
    container: Table | Array | None = None
