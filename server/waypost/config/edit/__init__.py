"""Small changes to a configuration that leave comments, order and style as they are."""

from waypost.config.edit.headers import drop_prefix, headers_made
from waypost.config.edit.insert import append_items, insert_entry, insert_lines, line_after, lines_of
from waypost.config.edit.move import move_entry, move_item, turn_into_item
from waypost.config.edit.remove import remove_entry, remove_item
from waypost.config.edit.replace import drop_key, rename, replace
from waypost.config.edit.text import headed, key_text, pattern_text, string_text

__all__ = [
    "append_items",
    "drop_key",
    "drop_prefix",
    "headed",
    "headers_made",
    "insert_entry",
    "insert_lines",
    "key_text",
    "line_after",
    "lines_of",
    "move_entry",
    "move_item",
    "pattern_text",
    "remove_entry",
    "remove_item",
    "rename",
    "replace",
    "string_text",
    "turn_into_item",
]
