"""What a configuration's key, type name or value means, and what holds in the end."""

from waypost.config.hover.of_key import key_text, type_text
from waypost.config.hover.of_value import value_text
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.schema import matching
from waypost.config.model.subject import Subject
from waypost.config.parse import Key, PlacePart
from waypost.results import Hover


def hover(subject: Subject, offset: int) -> Hover | None:
    """What to show at an offset; nothing outside the tables that are the checker's."""
    spot = CursorContext(subject, offset)
    place = spot.place
    if spot.prefix is None:
        return None
    if place.key is not None and place.part in (PlacePart.KEY, PlacePart.HEADER):
        return _of_key(spot, place.key)
    if place.part is PlacePart.VALUE and spot.scalar is not None and spot.replaced.touches(offset):
        text = value_text(spot, spot.scalar)
        return Hover(spot.tree.span(spot.scalar), text) if text else None
    return None


def _of_key(spot: CursorContext, key: Key) -> Hover | None:
    path = (*spot.path, key.name)
    node = matching(path)
    if node is None:
        return None
    is_type = len(path) == 2 and path[0] == "type"  # noqa: PLR2004 - a name below `type`
    if is_type:
        text = type_text(spot, key.name)
    elif len(path) > 1 and path[-2] in ("extend-words", "extend-identifiers"):
        text = value_text(spot, spot.member.value) if spot.member else ""
    else:
        text = key_text(spot, path, node)
    return Hover(spot.tree.span(key), text) if text else None
