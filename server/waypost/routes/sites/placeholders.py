"""The placeholders of a route as its client sees them, whatever their syntax."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.clients.shape import Fills
from waypost.routes.model.site import Site
from waypost.text import Span

_PLAIN: Final = re.compile(r"(?<!\{)\{([^\W\d][\w.-]*)\}(?!\})")
_FIELD: Final = re.compile(r"(?<!\{)\{([^\W\d][\w-]*|\d+)?(?:![rsa])?(?::[^{}]*)?\}(?!\})")


class Placeholder(NamedTuple):
    """A name in braces: the spans of the braces and of the name, in characters of the marked template."""

    name: str
    start: int
    end: int
    name_start: int
    name_end: int
    # In the path, where it must have a value.
    needed: bool
    operator: str = ""


def placeholders(site: Site) -> Iterator[Placeholder]:
    """Every placeholder, in order."""
    match site.fills:
        case Fills.TEMPLATE:
            yield from _of_template(site)
        case Fills.FORMAT:
            yield from _of_format(site)
        case Fills.NOTHING:
            for found in _PLAIN.finditer(site.template.marked):
                yield Placeholder(found[1], *found.span(), *found.span(1), needed=True)


def _of_template(site: Site) -> Iterator[Placeholder]:
    for expression in site.parsed.expressions:
        for variable in expression.variables:
            alone = len(expression.variables) == 1
            span = expression.span if alone else variable.span
            needed = expression.operator in {"", "+"}
            yield Placeholder(variable.name, *span, *variable.name_span, needed, expression.operator)


def _of_format(site: Site) -> Iterator[Placeholder]:
    number = 0
    for found in _FIELD.finditer(site.template.marked):
        name = found[1]
        if name is None:
            name, number = str(number), number + 1
        start, end = found.span(1) if found[1] is not None else (found.start() + 1, found.end() - 1)
        yield Placeholder(name, *found.span(), start, end, needed=True)


def where(site: Site, placeholder: Placeholder) -> Span:
    """The placeholder in the source."""
    return site.template.where(placeholder.start, placeholder.end) or site.literal
