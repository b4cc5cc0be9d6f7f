"""Writing something else in a place."""

from collections.abc import Sequence

from waypost.config.edit.text import key_text
from waypost.config.parse import Key, Placed, Tree
from waypost.results import Edit


def replace(tree: Tree, place: Placed, text: str) -> Sequence[Edit]:
    return [Edit(tree.span(place), text)]


def rename(tree: Tree, key: Key, name: str) -> Sequence[Edit]:
    """Another name for one part of a key, quoted as it was and where it must be."""
    return [Edit(tree.span(key), key_text(name, key.style))]
