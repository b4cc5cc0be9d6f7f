"""Where a new section may begin."""

from waypost.config.model.cursor_context import CursorContext
from waypost.config.parse import PlacePart


def may_begin_section(cursor: CursorContext) -> bool:
    """Whether a header may be written at the cursor, alone on its line, with no key below that would change tables."""
    place = cursor.place
    if place.part is not PlacePart.KEY or place.container is not None or cursor.is_json:
        return False
    member = cursor.member
    if member is not None and (member.equals is not None or len(member.keys) > 1):
        return False
    rest = cursor.source[cursor.replaced.end :].partition(b"\n")[2].lstrip()
    while rest.startswith(b"#"):
        rest = rest.partition(b"\n")[2].lstrip()
    return rest[:1] in (b"", b"[")
