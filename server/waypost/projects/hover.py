"""The meaning of a settings key."""

from waypost.config.parse import PlacePart, Tree
from waypost.markup import code
from waypost.projects.settings_schema import known_at
from waypost.results import Hover


def hover(tree: Tree, offset: int, prefix: tuple[str, ...]) -> Hover | None:
    """The meaning of the setting, or rule, at an offset."""
    place = tree.at(offset)
    if place.key is None or place.part not in (PlacePart.KEY, PlacePart.HEADER):
        return None
    path = (*place.path, place.key.name)
    if len(path) < len(prefix) or path[: len(prefix)] != prefix:
        return None
    known = known_at(path[len(prefix) :])
    if known is None or not known.doc:
        return None
    values = f"\n\nValues: {', '.join(map(code, known.values))}" if known.values else ""
    default = f"\n\nDefault: {code(known.default)}" if known.default else ""
    return Hover(tree.span(place.key), f"{known.doc}{values}{default}")
