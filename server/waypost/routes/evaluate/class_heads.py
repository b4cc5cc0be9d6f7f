"""The heads of a source's classes, found in its bytes: which class may inherit from which, before any is evaluated."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

# The bases may be on several lines, and may call: `class A(\n    Base[int],\n    make(x),\n):`. The search starts
# with a literal word, which makes it five times as fast; what is before that on its line is looked at only for matches.
_HEAD: Final = re.compile(
    rb"class(?<![^\n]class)[ \t]+(\w+)[ \t]*+(?:\[[^\]]*\][ \t]*+)?\(([^()]*(?:\([^()]*\)[^()]*)*)\)"
)
_LAST_NAME: Final = re.compile(rb"\b(\w+)\s*+(?:[\[,#]|\Z)")
# It starts with a literal word, which makes it ten times as fast; the text before is checked only for matches.
_AS: Final = re.compile(rb"as[ \t]+(\w+)")
_RENAMED: Final = re.compile(rb"(\w+)[ \t]+\Z")
_LONGEST_NAME: Final = 80


class ClassHead(NamedTuple):
    """A class at the top level, with the last names of its bases, also those that they have where they come from."""

    name: str
    bases: frozenset[str]


def class_heads(source: bytes) -> tuple[ClassHead, ...]:
    """The classes that inherit from something."""
    return tuple(_heads(source)) if b"class" in source else ()


def _heads(source: bytes) -> Iterator[ClassHead]:
    found = [(head[1], _LAST_NAME.findall(head[2])) for head in _HEAD.finditer(source)]
    renamed = dict(_renamed(source, {base for _, bases in found for base in bases})) if found else {}
    for name, bases in found:
        names = {*bases, *(renamed[base] for base in bases if base in renamed)}
        if names:
            yield ClassHead(_decoded(name), frozenset(map(_decoded, names)))


def _renamed(source: bytes, wanted: AbstractSet[bytes]) -> Iterator[tuple[bytes, bytes]]:
    """The new names of what is imported `as` one of those that are wanted, each with the old one."""
    for found in _AS.finditer(source):
        if found[1] in wanted:
            old = _RENAMED.search(source[max(0, found.start() - _LONGEST_NAME) : found.start()])
            if old is not None:
                yield found[1], old[1]


def _decoded(name: bytes) -> str:
    return name.decode("utf-8", "replace")
