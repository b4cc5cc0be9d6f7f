"""Values for a route: the names in reach, or a place to type each one. If its client fills nothing in: an f-string."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.results import Edit
from waypost.routes.complete.probe import Probe
from waypost.routes.syntax.names import self_names
from waypost.routes.syntax.names_in_reach import function_before, names_in_block, names_in_module
from waypost.text import Span
from waypost.text.encoding import decode

_PLACEHOLDER: Final = re.compile(r"\{([^{}]+)\}")


class Reach(NamedTuple):
    """The names that an expression at the cursor may use: variables, and attributes of `self`."""

    names: frozenset[str] = frozenset()
    attributes: frozenset[str] = frozenset()

    def value(self, name: str) -> str | None:
        """The expression that has the value of a parameter, by its name."""
        plain = re.sub(r"\W", "_", name)
        for each in (plain, re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", plain).lower()):
            if each in self.names:
                return each
            if each in self.attributes:
                return f"self.{each}"
        return None


NO_NAMES: Final = Reach()


class CodeLiteral(NamedTuple):
    """A literal that becomes an f-string: the edits for that, and the names that it may contain."""

    prefix: tuple[Edit, ...]
    reach: Reach

    def written(self, path: str) -> tuple[str, str]:
        """A path with its values, as text and as a snippet."""
        text, snippet, at, count = "", "", 0, 0
        for found in _PLACEHOLDER.finditer(path):
            literal, name = path[at : found.start()], re.sub(r"\W", "_", found[1])
            value = self.reach.value(name)
            count += value is None
            text += f"{literal}{{{value or name}}}"
            snippet += f"{plain(literal)}{{{value or f'${{{count}:{name}}}'}\\}}"
            at = found.end()
        return text + path[at:], snippet + plain(path[at:])


def reach_at(probe: Probe) -> Reach:
    """The names in reach of the literal at the cursor."""
    end = probe.start + (probe.cursor.literal.start if probe.cursor.literal is not None else 0)
    own = decode(probe.source[max(probe.start, function_before(probe.source, end)) : end])
    names = frozenset((*names_in_block(own), *names_in_module(probe.routes.blocks)))
    return Reach(names, frozenset(_on_self(probe, own)))


def code_literal(probe: Probe) -> CodeLiteral | None:
    """The literal at the cursor, if it can be an f-string."""
    literal = probe.cursor.literal
    if literal is None or b"b" in literal.prefix.lower() or b"u" in literal.prefix.lower():
        return None
    edit = () if literal.is_formatted else (Edit(Span.at(probe.start + literal.start), "f"),)
    return CodeLiteral(edit, reach_at(probe))


def _on_self(probe: Probe, before: str) -> Iterator[str]:
    if re.search(r"\bdef[ \t]+\w+[ \t]*\([ \t]*self\b", before):
        for block in probe.routes.blocks:
            yield from self_names(block)


def plain(text: str) -> str:
    """Text, escaped so that a snippet inserts it literally."""
    return text.replace("\\", "\\\\").replace("$", "\\$").replace("}", "\\}")
