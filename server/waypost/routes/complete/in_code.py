"""Routes for clients that fill nothing in: an f-string, with the names in reach, or a place to type each value."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.results import Edit
from waypost.routes.complete.probe import Probe
from waypost.routes.source.names import bound_names, self_names
from waypost.routes.syntax.blocks import BlockKind
from waypost.text import Span
from waypost.text.encoding import decode

_PLACEHOLDER: Final = re.compile(r"\{([^{}]+)\}")
_SIGNATURE: Final = re.compile(r"\bdef[ \t]+\w+[ \t]*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
_PARAMETER: Final = re.compile(r"(?:\A|,)\s*\**(\w+)")
_BOUND: Final = re.compile(
    r"(?:^|[;:])[ \t]*(\w+)[ \t]*(?::[^=\n]+)?=(?!=)|\bfor[ \t]+(\w+)[ \t]+in\b|\bas[ \t]+(\w+)", re.MULTILINE
)


class CodeLiteral(NamedTuple):
    """A literal that becomes an f-string: the edits for that, and the names that it may contain."""

    prefix: tuple[Edit, ...]
    names: frozenset[str]
    attributes: frozenset[str]

    def written(self, path: str) -> tuple[str, str]:
        """A path with its values, as text and as a snippet."""
        text, snippet, at, count = "", "", 0, 0
        for found in _PLACEHOLDER.finditer(path):
            literal, name = path[at : found.start()], re.sub(r"\W", "_", found[1])
            value = self._value(name)
            count += value is None
            text += f"{literal}{{{value or name}}}"
            snippet += f"{_plain(literal)}{{{value or f'${{{count}:{name}}}'}\\}}"
            at = found.end()
        return text + path[at:], snippet + _plain(path[at:])

    def _value(self, name: str) -> str | None:
        snake = re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
        for each in (name, snake):
            if each in self.names:
                return each
            if each in self.attributes:
                return f"self.{each}"
        return None


def code_literal(probe: Probe) -> CodeLiteral | None:
    """The literal at the cursor, if it can be an f-string."""
    literal = probe.cursor.literal
    if literal is None or b"b" in literal.prefix.lower() or b"u" in literal.prefix.lower():
        return None
    edit = () if literal.is_formatted else (Edit(Span.at(probe.start + literal.start), "f"),)
    own = decode(probe.source[probe.start : probe.start + literal.start])
    return CodeLiteral(edit, frozenset((*_in_block(own), *_in_module(probe))), frozenset(_on_self(probe, own)))


def _in_block(before: str) -> Iterator[str]:
    """The names of the statement's own text: parameters of functions, and what is bound before the cursor."""
    for signature in _SIGNATURE.finditer(before):
        yield from (name for name in _PARAMETER.findall(signature[1]) if name not in ("self", "cls"))
    yield from (name for found in _BOUND.findall(before) for name in found if name)


def _in_module(probe: Probe) -> Iterator[str]:
    for block in probe.routes.blocks:
        if block.kind is BlockKind.PLAIN:
            yield from bound_names(block)


def _on_self(probe: Probe, before: str) -> Iterator[str]:
    if re.search(r"\bdef[ \t]+\w+[ \t]*\([ \t]*self\b", before):
        for block in probe.routes.blocks:
            yield from self_names(block)


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
