"""What can be typed at a place of a configuration."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from waypost.config.complete.headers import complete_header, complete_tables
from waypost.config.complete.keys import complete_dotted, complete_key
from waypost.config.complete.starters import complete_starters
from waypost.config.complete.values import complete_value
from waypost.config.complete.words import complete_word, is_word_table
from waypost.config.complete.write import equals
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.subject import Subject
from waypost.config.parse import PlacePart
from waypost.results import Completion, Completions


def complete(subject: Subject, offset: int) -> Completions:
    """Everything that fits and is not there yet, the most useful first."""
    spot = CursorContext(subject, offset)
    # Editors replace what the cursor is on, within a line: not a string that was left open above.
    if set(spot.replaced.of(spot.source)) & set(b"\r\n") or not spot.replaced.touches(offset):
        return Completions()
    items = tuple(_items(spot))
    # Words are asked for beside the answer: there may be more of them the next time.
    return Completions(items, incomplete=spot.prefix is not None and is_word_table(spot))


def _items(spot: CursorContext) -> Iterator[Completion]:
    part = spot.place.part
    if part is PlacePart.KEY and not spot.is_json and spot.place.container is None and _is_crowded(spot):
        return
    if part is PlacePart.HEADER:
        yield from complete_header(spot)
        return
    if part is PlacePart.VALUE and spot.prefix is not None:
        yield from complete_value(spot)
    elif part is PlacePart.AFTER and spot.prefix is not None and _lacks_sign(spot):
        yield from map(partial(_with_sign, spot), complete_value(spot))
    elif part is PlacePart.KEY and spot.prefix is not None:
        if spot.path or spot.is_json or spot.place.container is not None or _is_dotted(spot):
            yield from complete_key(spot)
            yield from complete_word(spot)
        else:
            yield from complete_dotted(spot)
        yield from complete_tables(spot)
    if part is PlacePart.KEY or (spot.is_json and part is PlacePart.AFTER):
        yield from complete_starters(spot)


def _lacks_sign(spot: CursorContext) -> bool:
    """Whether a key stands before the cursor, and neither its sign nor a value behind it."""
    before = spot.tree.at(spot.ahead)
    between = spot.source[spot.ahead : spot.offset]
    behind = spot.source[spot.offset :].partition(b"\n")[0].strip()
    has_room = spot.behind in (b"", b"}", b",") if before.container is not None else behind[:1] in (b"", b"#")
    is_key = before.part is PlacePart.KEY and before.member is not None and before.member.equals is None
    return is_key and has_room and b"\n" not in between


def _with_sign(spot: CursorContext, item: Completion) -> Completion:
    """The item behind the sign, with the blank that it has."""
    sign = ": " if spot.is_json else equals(spot).lstrip()
    snippet = None if item.snippet is None else f"{sign}{item.snippet}"
    return replace(item, edit=item.edit._replace(text=f"{sign}{item.edit.text}"), snippet=snippet)


def _is_dotted(spot: CursorContext) -> bool:
    """Whether the key at the cursor has dots behind it: only its first part is asked for."""
    member = spot.member
    return member is not None and (len(member.keys) > 1 or member.equals is not None)


def _is_crowded(spot: CursorContext) -> bool:
    """Whether more stands on the line than one key, or what looks like a key is an item of a list that is broken."""
    member = spot.member
    if member is not None and (member.equals is not None or spot.place.key is not member.keys[-1]):
        return False
    rest = spot.source[spot.replaced.end :].partition(b"\n")[0].strip()
    is_item = bool(spot.quote) and spot.behind in (b"]", b"}")
    return is_item or (bool(rest) and not rest.startswith(b"#"))
