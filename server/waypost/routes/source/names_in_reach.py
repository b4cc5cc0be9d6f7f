"""The names that an expression at a place of a source may use, as far as its text shows them."""

import re
from collections.abc import Iterator
from typing import Final

from waypost.routes.source.blocks import BlockKind, Blocks
from waypost.routes.source.names import bound_names
from waypost.text.encoding import decode

_SIGNATURE: Final = re.compile(r"\bdef[ \t]+\w+[ \t]*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_PARAMETER: Final = re.compile(r"(?:\A|,)\s*\**(\w+)")
_BOUND: Final = re.compile(
    r"(?:^|[;:])[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=(?!=)|\bfor[ \t]+(\w+)[ \t]+in\b|\bas[ \t]+(\w+)", re.MULTILINE
)


def names_at(source: bytes, offset: int) -> frozenset[str]:
    """The names of the module, and of the block at an offset before it."""
    blocks = Blocks.of(source)
    start = blocks.starts[blocks.at(offset)]
    return frozenset((*names_in_block(decode(source[start:offset])), *names_in_module(blocks)))


def names_in_block(before: str) -> Iterator[str]:
    """The names of a statement's own text: parameters of functions, and what is bound before its end."""
    for signature in _SIGNATURE.finditer(before):
        yield from (name for name in _PARAMETER.findall(signature[1]) if name not in ("self", "cls"))
    yield from (name for found in _BOUND.findall(before) for name in found if name)


def names_in_module(blocks: Blocks) -> Iterator[str]:
    for block in blocks:
        if block.kind is BlockKind.PLAIN:
            yield from bound_names(block)
