"""Routes for clients that fill nothing in: an f-string, with the names in reach, or a place to type each value."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.results import Edit
from waypost.routes.complete.probe import Probe
from waypost.routes.source.names import self_names
from waypost.routes.source.names_in_reach import names_in_block, names_in_module
from waypost.text import Span
from waypost.text.encoding import decode

_PLACEHOLDER: Final = re.compile(r"\{([^{}]+)\}")


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
    return CodeLiteral(
        edit, frozenset((*names_in_block(own), *names_in_module(probe.routes.blocks))), frozenset(_on_self(probe, own))
    )


def _on_self(probe: Probe, before: str) -> Iterator[str]:
    if re.search(r"\bdef[ \t]+\w+[ \t]*\([ \t]*self\b", before):
        for block in probe.routes.blocks:
            yield from self_names(block)


def _plain(text: str) -> str:
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
