"""The name of a file type wherever it is written: definition, references, rename."""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Final

from waypost.config import edit
from waypost.config.model.cursor_context import CursorContext
from waypost.config.model.facts import facts
from waypost.config.model.subject import Subject
from waypost.config.parse import Key, Table
from waypost.results import Edit, Location
from waypost.text import Span
from waypost.workspace import uri_of

# What typos has built in for each type, written as a configuration would say it. Made by a script in the tests.
BUILT_IN_FILE: Final = Path(__file__).with_name("built-in-types.toml")
_HEADER = re.compile(rb"^\[type\.(?:\"([^\"]+)\"|([\w-]+))\]", re.MULTILINE)


def type_at(subject: Subject, offset: int) -> Key | None:
    """The part of a key or header at an offset that names a type."""
    cursor = CursorContext(subject, offset)
    if cursor.prefix is None or cursor.place.key is None or tuple(cursor.path) != ("type",):
        return None
    return cursor.place.key


def keys_of(subject: Subject, name: str) -> Sequence[Key]:
    """Every place that names a type."""
    entry = subject.entry("type", name)
    return tuple(entry.keys) if entry else ()


def definition(subject: Subject, offset: int) -> Sequence[Location]:
    """What typos has built in for the type at an offset; for a type of your own, its first place here."""
    key = type_at(subject, offset)
    if key is None:
        return ()
    built_in = _built_in_places().get(key.name)
    if built_in is not None:
        return (Location(built_in, uri_of(BUILT_IN_FILE)),)
    keys = keys_of(subject, key.name)
    return (Location(subject.tree.span(keys[0])),) if keys else ()


@cache
def _built_in_places() -> dict[str, Span]:
    found = _HEADER.finditer(BUILT_IN_FILE.read_bytes())
    return {(match[1] or match[2]).decode(): Span(*match.span()) for match in found}


def references(subject: Subject, offset: int, *, declaration: bool) -> Sequence[Location]:
    """Every place that names the type at an offset; its first one is the declaration."""
    key = type_at(subject, offset)
    places = keys_of(subject, key.name) if key else ()
    return tuple(Location(subject.tree.span(each)) for each in places[0 if declaration else 1 :])


def highlights(subject: Subject, offset: int) -> Sequence[Span]:
    return tuple(location.span for location in references(subject, offset, declaration=True))


def renamable(subject: Subject, offset: int) -> Span | None:
    key = type_at(subject, offset)
    return subject.tree.span(key) if key else None


def rename(subject: Subject, offset: int, name: str) -> Sequence[Edit]:
    """Another name for the type at an offset, in every place; raises `ValueError` where it cannot have it."""
    key = type_at(subject, offset)
    if key is None:
        raise ValueError("Only the name of a file type can be renamed here")
    if not name:
        raise ValueError("A file type needs a name")
    types = subject.entry("type")
    if name != key.name and types and isinstance(types.value, Table) and name in types.value.entries:
        raise ValueError(f"There is a type `{name}` already")
    globs = subject.entry("type", key.name, "extend-glob")
    if name not in facts().globs and globs is None:
        raise ValueError(f"`{name}` is not a built-in type, and a new one needs `extend-glob`")
    return [each for place in keys_of(subject, key.name) for each in edit.rename(subject.tree, place, name)]
