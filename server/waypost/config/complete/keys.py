"""Keys that fit a table and are not set in it yet."""

import json
from collections.abc import Iterator

from waypost.config.check.validate import violation
from waypost.config.complete.ready import type_detail, type_names
from waypost.config.complete.write import (
    InsertedText,
    equals,
    escaped,
    filters,
    may_begin_section,
    pair,
    separated,
    value_of,
)
from waypost.config.edit import key_text
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.facts import facts
from waypost.config.model.schema import SCHEMA_ADDRESS, Format, SchemaNode
from waypost.config.model.tables import shape
from waypost.config.parse import Array, Bad, Entry, Form, Missing, Scalar, Style, Table, Value
from waypost.config.typos.globs import glob_error
from waypost.config.typos.regex import regex_error
from waypost.markup import code
from waypost.results import Completion, CompletionKind, Edit

_LATER = 100


def complete_key(cursor: CursorContext) -> Iterator[Completion]:
    """The keys of the table at the cursor."""
    node = cursor.node
    if node is None or not node.is_table:
        return
    sections = may_begin_section(cursor)
    fitting = {name: child for name, child in node.properties.items() if _is_possible(cursor, name, child)}
    shown_for = filters(cursor, fitting)
    for rank, (name, child) in enumerate(fitting.items()):
        # Few people write a table in braces if it can have a header.
        item = _item(cursor, name, child, rank + _LATER if sections and child.is_table else rank)
        yield item._replace(filter_text=shown_for(name))
    if node.additional is not None and node.additional.is_table:
        yield from _types(cursor, node.additional)
    if cursor.is_json and not cursor.path and "$schema" not in cursor.taken and _lacks_value(cursor):
        yield _schema_item(cursor)


def _lacks_value(cursor: CursorContext) -> bool:
    return cursor.member is None or cursor.member.equals is None


def _schema_item(cursor: CursorContext) -> Completion:
    """The URL of the schema, for tools that look for it in the file."""
    text = json.dumps(SCHEMA_ADDRESS)
    written, more = separated(cursor, pair(cursor, "$schema", InsertedText(text, escaped(text))))
    return Completion(
        "$schema",
        Edit(cursor.replaced, written.text),
        CompletionKind.KEY,
        detail="the schema of typos",
        snippet=written.snippet,
        filter_text=cursor.quote + "$schema",
        sort=f"{_LATER:03}",
        more_edits=more,
    )


def complete_dotted(cursor: CursorContext) -> Iterator[Completion]:
    """Whole paths, as in `default.locale = …`, where a top-level key may be written."""
    node = cursor.node
    for name, table in node.properties.items() if node else ():
        there = cursor.table((*cursor.place.path, name))
        if there is not None and there.form not in (Form.DOTTED, Form.IMPLICIT):
            continue
        for rank, (key, child) in enumerate(table.properties.items()):
            if not child.deprecated and (there is None or key not in there.entries):
                yield _dotted_item(cursor, (name, key), child, 850 + rank)


def _dotted_item(cursor: CursorContext, path: tuple[str, str], child: SchemaNode, rank: int) -> Completion:
    dotted = ".".join(path)
    written = value_of(cursor, child).wrapped(f"{dotted}{equals(cursor)}", "")
    return Completion(
        dotted,
        Edit(cursor.replaced, written.text),
        CompletionKind.TABLE if child.is_table else CompletionKind.KEY,
        detail=shape(child),
        markdown=documentation(child),
        snippet=written.snippet,
        filter_text=dotted,
        sort=f"{rank:03}",
        deprecated=child.deprecated,
    )


def _types(cursor: CursorContext, child: SchemaNode) -> Iterator[Completion]:
    """The names below `type`: those that typos knows."""
    for rank, (name, files) in enumerate(type_names(cursor, cursor.typed.removeprefix(cursor.quote)).items()):
        if name not in cursor.taken and _fits(cursor, child):
            yield _item(cursor, name, child, rank)._replace(
                kind=CompletionKind.TYPE,
                detail=type_detail(name, files),
                markdown="",
                data={"type": name},
            )


def _fits(cursor: CursorContext, child: SchemaNode) -> bool:
    """Whether the key accepts the existing value."""
    member = cursor.member
    if member is None or member.equals is None:
        return True
    known, wanted = cursor.node.child(cursor.place.key.name) if cursor.node and cursor.place.key else None, child
    for key in member.keys[[each is cursor.place.key for each in member.keys].index(True) + 1 :]:
        known, below = known and known.child(key.name), wanted.child(key.name)
        if below is None:
            return False
        wanted = below
    return (known is None or _is_like(known, wanted)) and holds(wanted, member.value)


def _is_possible(cursor: CursorContext, name: str, child: SchemaNode) -> bool:
    """Whether a key does anything, is not set yet, and accepts the value that is there."""
    return name not in cursor.taken and not child.deprecated and _fits(cursor, child)


def _is_like(known: SchemaNode, other: SchemaNode) -> bool:
    """Whether two keys have the same kind of value: what is valid for one is then valid for the other."""
    return (known.types, known.enum, known.format) == (other.types, other.enum, other.format)


def holds(node: SchemaNode, value: Value) -> bool:
    """Whether an existing value is valid for a key."""
    if isinstance(value, Missing | Bad):
        return True
    if violation(value, node) is not None:
        return False
    if isinstance(value, Array):
        return all(_is_good(item, node) for item in value.items)
    return not isinstance(value, Table) or all(_knows(node, entry) for entry in value.entries.values())


def _is_good(item: Value, node: SchemaNode) -> bool:
    """Whether typos accepts a list's item as a pattern or glob, if it must be one."""
    if not isinstance(item, Scalar) or not item.is_string or node.format is Format.PLAIN:
        return True
    if node.format is Format.REGEX:
        return regex_error(item.value) is None
    return glob_error(item.value, node.format) is None


def _knows(node: SchemaNode, entry: Entry) -> bool:
    child = node.child(entry.name)
    if child is None or not holds(child, entry.value):
        return False
    holds_types = node.additional is not None and node.additional.is_table
    own = isinstance(entry.value, Table) and "extend-glob" in entry.value.entries
    return not holds_types or own or entry.name in facts().globs


def _item(cursor: CursorContext, name: str, child: SchemaNode, rank: int) -> Completion:
    written, more = _written(cursor, name, child)
    return Completion(
        name,
        Edit(cursor.replaced, written.text),
        CompletionKind.TABLE if child.is_table else CompletionKind.KEY,
        detail=shape(child),
        markdown=documentation(child),
        snippet=written.snippet,
        filter_text=cursor.quote + name,
        sort=f"{rank:03}",
        more_edits=more,
        deprecated=child.deprecated,
    )


def _written(cursor: CursorContext, name: str, child: SchemaNode) -> tuple[InsertedText, tuple[Edit, ...]]:
    member, own = cursor.member, cursor.place.key
    if member is not None and own is not None and (member.equals is not None or own is not member.keys[-1]):
        text = key_text(name, Style.JSON if cursor.is_json else own.style)
        return InsertedText(text, escaped(text)), ()
    return separated(cursor, pair(cursor, name, value_of(cursor, child)))


def documentation(node: SchemaNode) -> str:
    """What a key does, and what applies without it."""
    parts = [node.description]
    if node.deprecated:
        parts.append("**Deprecated.**")
    if node.effective is not None:
        shown = str(node.effective).lower() if isinstance(node.effective, bool) else str(node.effective)
        parts.append(f"Unset, it is {code(shown)}.")
    return "\n\n".join(part for part in parts if part)
