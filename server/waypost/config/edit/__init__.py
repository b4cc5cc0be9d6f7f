"""Small changes to a configuration that leave comments, order and style as they are."""

from waypost.config.edit.comments import Carried, carried, remove
from waypost.config.edit.insert import append_members, hand_over, insert_entry, insert_lines, line_after
from waypost.config.edit.move import (
    drop_prefix,
    merge_lists,
    merge_sections,
    move_entry,
    move_item,
    turn_into_item,
    turn_into_words,
)
from waypost.config.edit.text import (
    drop_key,
    edited,
    headed,
    headers_made,
    key_text,
    pattern_text,
    rename,
    replace,
    string_text,
)

__all__ = [
    "Carried",
    "append_members",
    "carried",
    "drop_key",
    "drop_prefix",
    "edited",
    "hand_over",
    "headed",
    "headers_made",
    "insert_entry",
    "insert_lines",
    "key_text",
    "line_after",
    "merge_lists",
    "merge_sections",
    "move_entry",
    "move_item",
    "pattern_text",
    "remove",
    "rename",
    "replace",
    "string_text",
    "turn_into_item",
    "turn_into_words",
]
