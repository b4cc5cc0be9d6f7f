"""Replacements."""

from collections.abc import Sequence

from waypost.config.edit.text import key_text
from waypost.config.parse import Key, Placed, Tree
from waypost.config.parse.toml_statements import Header, Pair
from waypost.results import Edit
from waypost.text import Span


def replace(tree: Tree, place: Placed, text: str) -> Sequence[Edit]:
    return [Edit(tree.span(place), text)]


def rename(tree: Tree, key: Key, name: str) -> Sequence[Edit]:
    """Another name for one part of a key, with the same quotes if possible."""
    return [Edit(tree.span(key), key_text(name, key.style))]


def drop_key(tree: Tree, key: Key) -> Sequence[Edit]:
    """A dotted key without one of its parts; nothing if that is the last one."""
    statement = key.statement
    keys = (
        statement.member.keys
        if isinstance(statement, Pair)
        else statement.keys
        if isinstance(statement, Header)
        else ()
    )
    at = next((index for index, each in enumerate(keys) if each is key), len(keys))
    if at + 1 >= len(keys):
        return []
    return [Edit(Span(tree.span(key).start, tree.span(keys[at + 1]).start), "")]
