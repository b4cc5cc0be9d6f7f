"""The placeholders of a route as its client sees them, whatever their syntax."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final, NamedTuple

from waypost.clients.shape import Fills
from waypost.core.endpoint import endpoint
from waypost.core.preview import Preview
from waypost.core.template import Expression, TemplateFault
from waypost.core.url import expand
from waypost.routes.model.site import Site
from waypost.routes.model.stand_ins import is_known, plain
from waypost.routes.model.templates import expression_of, format_call, quoted
from waypost.routes.model.values import Arguments, Hole, KeyedValue, KeyedValues, Part, Text, TextPiece, Unknown
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


def filled(site: Site) -> Text:
    """The URL that a helper returns."""
    if site.fills is Fills.FORMAT and site.shape is not None:
        kept = site.shape.kept
        numbered = tuple(KeyedValue("", quoted(item, kept)) for item in site.numbered.items)
        named = tuple(replace(entry, value=quoted(entry.value, kept)) for entry in site.values.entries)
        arguments = Arguments(numbered, KeyedValues(named, site.values.open), site.numbered.open)
        return Text(format_call(site.template, arguments).parts, site.route.span)
    parts: list[Part] = []
    at = 0
    for expression in site.parsed.expressions:
        parts.extend(site.template.slice(at, expression.span.start).parts)
        parts.append(_expanded(site, expression))
        at = expression.span.end
    parts.extend(site.template.slice(at, len(site.template.marked)).parts)
    return Text(tuple(parts), site.route.span)


def _expanded(site: Site, expression: Expression) -> Part:
    """One expression with its values, if all are known; otherwise a part with the name of the first one."""
    preview = Preview(endpoint)
    values = [site.value(variable.name) for variable in expression.variables]
    span = site.template.where(*expression.span)
    known = {
        variable.name: plain(entry.value, preview)
        for variable, entry in zip(expression.variables, values, strict=True)
        if entry is not None and is_known(entry.value)
    }
    missing = 0 if site.values.open else values.count(None)
    if known and len(known) + missing == len(expression.variables) and not site.parsed.faults:
        return TextPiece(expand(site.template.marked[slice(*expression.span)], known), span, verbatim=False)
    name = expression.variables[0].name if expression.variables else ""
    words = expression_of(values[0].value, name) if values and values[0] is not None else name
    return Hole(Unknown(words), words, span, "expand")


def brace_faults(site: Site) -> Iterator[tuple[str, TemplateFault]]:
    """The mistakes in the braces of a URL template, each with the faulty part as it is written.

    There are none if the client fills no templates.
    """
    if site.record.builds or site.fills is Fills.TEMPLATE:
        for fault in site.parsed.faults:
            written = site.template.marked[slice(*fault.span)]
            if "{" in written or "}" in written:
                yield written, fault
