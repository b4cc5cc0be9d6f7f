"""Completion in a configuration."""

from collections.abc import Iterator
from functools import partial

from waypost.config.complete.headers import complete_header, complete_tables
from waypost.config.complete.keys import complete_dotted, complete_key
from waypost.config.complete.values import complete_value
from waypost.config.complete.words import complete_word, is_word_table
from waypost.config.complete.write import complete_starters, equals
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.subject import Subject
from waypost.config.parse import PlacePart
from waypost.results import Completion, CompletionKind, Completions

# Completions that come only from the schema: any server that has it offers the same.
_OF_SCHEMA = frozenset({CompletionKind.KEY, CompletionKind.TABLE, CompletionKind.ENUM})
_PLAIN_VALUES = frozenset({"true", "false", "null", "[]", "{}"})


def complete(subject: Subject, offset: int, *, with_schema: bool = True) -> Completions:
    """Everything that fits and does not exist yet, the most useful first; optionally without what the schema offers."""
    cursor = CursorContext(subject, offset)
    # Editors replace what the cursor is on, within a line: not a string that was left open above.
    if set(cursor.replaced.of(cursor.source)) & set(b"\r\n") or not cursor.replaced.touches(offset):
        return Completions()
    items = tuple(each for each in _items(cursor) if with_schema or not _is_of_schema(each))
    # Corrections of words are looked up in the background: there may be more of them the next time.
    return Completions(items, incomplete=cursor.prefix is not None and is_word_table(cursor))


def _is_of_schema(item: Completion) -> bool:
    return item.kind in _OF_SCHEMA or (item.kind is CompletionKind.VALUE and item.label in _PLAIN_VALUES)


def _items(cursor: CursorContext) -> Iterator[Completion]:
    part = cursor.place.part
    if part is PlacePart.KEY and not cursor.is_json and cursor.place.container is None and _is_crowded(cursor):
        return
    if part is PlacePart.HEADER:
        yield from complete_header(cursor)
        return
    if part is PlacePart.VALUE and cursor.prefix is not None:
        yield from complete_value(cursor)
    elif part is PlacePart.AFTER and cursor.prefix is not None and _lacks_sign(cursor):
        yield from map(partial(_with_sign, cursor), complete_value(cursor))
    elif part is PlacePart.KEY and cursor.prefix is not None:
        if cursor.path or cursor.is_json or cursor.place.container is not None or _is_dotted(cursor):
            yield from complete_key(cursor)
            yield from complete_word(cursor)
        else:
            yield from complete_dotted(cursor)
        yield from complete_tables(cursor)
    if part is PlacePart.KEY or (cursor.is_json and part is PlacePart.AFTER):
        yield from complete_starters(cursor)


def _lacks_sign(cursor: CursorContext) -> bool:
    """Whether there is a key before the cursor, and neither its sign nor a value after it."""
    before = cursor.tree.at(cursor.ahead)
    between = cursor.source[cursor.ahead : cursor.offset]
    behind = cursor.source[cursor.offset :].partition(b"\n")[0].strip()
    has_room = cursor.behind in (b"", b"}", b",") if before.container is not None else behind[:1] in (b"", b"#")
    is_key = before.part is PlacePart.KEY and before.member is not None and before.member.equals is None
    return is_key and has_room and b"\n" not in between


def _with_sign(cursor: CursorContext, item: Completion) -> Completion:
    """The item after the sign, with its blank."""
    sign = ": " if cursor.is_json else equals(cursor).lstrip()
    snippet = None if item.snippet is None else f"{sign}{item.snippet}"
    return item._replace(edit=item.edit._replace(text=f"{sign}{item.edit.text}"), snippet=snippet)


def _is_dotted(cursor: CursorContext) -> bool:
    """Whether the key at the cursor has dots after it: only its first part is then completed."""
    member = cursor.member
    return member is not None and (len(member.keys) > 1 or member.equals is not None)


def _is_crowded(cursor: CursorContext) -> bool:
    """Whether the line has more than one key, or what looks like a key is an item of a broken list."""
    member = cursor.member
    if member is not None and (member.equals is not None or cursor.place.key is not member.keys[-1]):
        return False
    rest = cursor.source[cursor.replaced.end :].partition(b"\n")[0].strip()
    is_item = bool(cursor.quote) and cursor.behind in (b"]", b"}")
    return is_item or (bool(rest) and not rest.startswith(b"#"))
