"""The meaning of a configuration's key, type name or value, and its effective value."""

from collections.abc import Sequence

from waypost.config.hover.of_key import key_text, section_text, type_text
from waypost.config.hover.of_value import value_text
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import matching, word_tables
from waypost.config.model.subject import Subject
from waypost.config.parse import Key, PlacePart
from waypost.config.parse.toml_statements import Header
from waypost.results import Hover
from waypost.text import Span


def hover(subject: Subject, offset: int, refused: Sequence[Span] = (), *, with_schema: bool = True) -> Hover | None:
    """What to show at an offset; nothing outside typos' tables, and optionally nothing about keys.

    `refused` is where typos refuses the document: nothing there is in effect.
    """
    cursor = CursorContext(subject, offset, refused)
    place = cursor.place
    if cursor.prefix is None:
        return _of_section(cursor) if with_schema else None
    if place.key is not None and place.part in (PlacePart.KEY, PlacePart.HEADER):
        return _of_key(cursor, place.key, with_schema=with_schema)
    if place.part is PlacePart.VALUE and cursor.scalar is not None and cursor.replaced.touches(offset):
        text = value_text(cursor, cursor.scalar)
        return Hover(cursor.tree.span(cursor.scalar), text) if text else None
    return None


def _of_section(cursor: CursorContext) -> Hover | None:
    """For a name on the path to a shared file's configuration: `tool` and `typos` in `[tool.typos.files]`."""
    key, header = cursor.place.key, cursor.place.statement
    names = tuple(each.name for each in header.keys) if isinstance(header, Header) else ()
    if key is None or not any(names[: len(path)] == path for path, _ in cursor.subject.held):
        return None
    return Hover(cursor.tree.span(key), section_text(cursor))


def _of_key(cursor: CursorContext, key: Key, *, with_schema: bool) -> Hover | None:
    path = (*cursor.path, key.name)
    node = matching(path)
    if node is None:
        return None
    is_type = len(path) == 2 and path[0] == "type"  # noqa: PLR2004 - a name below `type`
    if is_type:
        text = type_text(cursor, key.name)
    elif len(path) > 1 and path[-2] in word_tables():
        text = value_text(cursor, cursor.member.value) if cursor.member else ""
    elif with_schema:
        text = key_text(cursor, path, node)
    else:
        return None
    return Hover(cursor.tree.span(key), text) if text else None
