"""The heads of a source's classes, found in its bytes: which class may inherit from which, before any is evaluated."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.text import Document

# The bases may be on several lines, and may call: `class A(\n    Base[int],\n    make(x),\n):`.
_HEAD: Final = re.compile(
    rb"^class[ \t]+(\w+)[ \t]*(?:\[[^\]]*\])?[ \t]*\(([^()]*(?:\([^()]*\)[^()]*)*)\)", re.MULTILINE
)
_LAST_NAME: Final = re.compile(rb"(\w+)\s*(?:[\[,#]|\Z)")
_RENAMED: Final = re.compile(rb"\b(\w+)[ \t]+as[ \t]+(\w+)")


class ClassHead(NamedTuple):
    """A class at the top level, with the last names of its bases, also those that they have where they come from."""

    name: str
    bases: frozenset[str]


def class_heads(source: bytes) -> tuple[ClassHead, ...]:
    """The classes that inherit from something."""
    return tuple(_heads(source)) if b"class" in source else ()


def heads_of(document: Document) -> tuple[ClassHead, ...]:
    """The same for an open document."""
    return class_heads(document.source)


def _heads(source: bytes) -> Iterator[ClassHead]:
    found = [(head[1], _LAST_NAME.findall(head[2])) for head in _HEAD.finditer(source)]
    renamed = {new: old for old, new in _RENAMED.findall(source)} if found else {}
    for name, bases in found:
        names = {*bases, *(renamed[base] for base in bases if base in renamed)}
        if names:
            yield ClassHead(_decoded(name), frozenset(map(_decoded, names)))


def _decoded(name: bytes) -> str:
    return name.decode("utf-8", "replace")
