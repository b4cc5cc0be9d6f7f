"""The names that an expression at a place of a source may use, as far as its text shows them."""

import re
from collections.abc import Iterator
from typing import Final

from waypost.routes.syntax.blocks import BlockKind, Blocks
from waypost.routes.syntax.names import bound_names
from waypost.text.encoding import decode

_SIGNATURE: Final = re.compile(r"\bdef[ \t]+\w+[ \t]*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_PARAMETER: Final = re.compile(r"(?:\A|,)\s*\**(\w+)")
_BOUND: Final = re.compile(
    r"(?:^|[;:])[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=(?!=)|\bfor[ \t]+(\w+)[ \t]+in\b|\bas[ \t]+(\w+)", re.MULTILINE
)


# Where the function begins that an offset is in.
_FUNCTIONS: Final = (b"\ndef ", b"\nasync def ", b"\n    def ", b"\n    async def ", b"\n\tdef ", b"\n\tasync def ")
# How a line of a module binds a name to what may be any value, and to what is a function or a class.
_IN_MODULE: Final = (
    r"^(?![ \t])(?:[\w ,\t*=]*\b{0}\b[\w ,\t*]*(?::[^=\n]+)?=(?!=)"
    r"|(?:from[^\n]*?)?\bimport\b(?:[^\n]*\b{0}\b|[ \t]*\([^)]*\b{0}\b)|(?:async[ \t]+)?(?:for|with)\b[^\n]*\b{0}\b)"
)
_DEFINED: Final = r"^(?:(?:async[ \t]+)?def|class)[ \t]+{0}\b"


def is_in_reach(name: str, source: bytes, offset: int) -> bool:
    """Whether the module binds a name, or the function at an offset before it."""
    return is_value_in_reach(name, source, offset) or _matches(_DEFINED, name, source)


def is_value_in_reach(name: str, source: bytes, offset: int) -> bool:
    """The same of a name that may stand for a text or a number: a function or a class of that name does not."""
    if name in names_in_block(decode(source[function_before(source, offset) : offset])):
        return True
    return _matches(_IN_MODULE, name, source)


def _matches(pattern: str, name: str, source: bytes) -> bool:
    return re.search(pattern.format(re.escape(name)).encode(), source, re.MULTILINE) is not None


def function_before(source: bytes, offset: int) -> int:
    """Where the last function or method before an offset begins."""
    return max(0, *(source.rfind(each, 0, offset) for each in _FUNCTIONS))


def names_in_block(before: str) -> Iterator[str]:
    """The names of a statement's own text: parameters of functions, and what is bound before its end."""
    for signature in _SIGNATURE.finditer(before):
        yield from (name for name in _PARAMETER.findall(signature[1]) if name not in ("self", "cls"))
    yield from (name for found in _BOUND.findall(before) for name in found if name)


def names_in_module(blocks: Blocks) -> Iterator[str]:
    for block in blocks:
        if block.kind is BlockKind.PLAIN:
            yield from bound_names(block)
