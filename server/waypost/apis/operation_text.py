"""An operation and its parameters for people: one line, or Markdown."""

import json
from collections.abc import Iterator

from waypost.apis import Operation, Parameter, ParameterPlace
from waypost.markup import cell, code, escape, link

_SECTIONS = {
    ParameterPlace.PATH: "Path",
    ParameterPlace.QUERY: "Query",
    ParameterPlace.HEADER: "Headers",
    ParameterPlace.COOKIE: "Cookies",
    ParameterPlace.BODY: "Body",
}
_MOST_VALUES = 12
_MOST_ROWS = 30


def describe(operation: Operation) -> str:
    """The operation's name, a link to its documentation, whether it is deprecated, and what it accepts."""
    parts = [f"**{escape(operation.title or operation.route)}**" + (f" · {code(operation.id)}" if operation.id else "")]
    if operation.deprecated:
        until = f" and works until {escape(operation.removed)}" if operation.removed else ""
        parts.append(f"⚠ Deprecated{until}.")
    table = list(_table(operation))
    if table:
        parts.append("\n".join(table))
    if operation.media:
        parts.append(f"The body is sent as it is: {code(operation.media)}.")
    if documentation := link("Documentation", operation.docs):
        parts.append(documentation)
    return "\n\n".join(parts)


def describe_parameter(parameter: Parameter) -> str:
    """A parameter in Markdown: its facts in one line, then its allowed values."""
    need = "required" if parameter.required else "optional"
    lines = [f"**{escape(parameter.name)}** · {parameter.place} · {need}"]
    if parameter.deprecated:
        lines.append("⚠ Deprecated.")
    facts = facts_of(parameter)
    if facts:
        lines.append(facts)
    return "\n\n".join(lines)


def detail_of(parameter: Parameter) -> str:
    """Type, default and values in one line of plain text."""
    said = [_type(parameter)] if parameter.type else []
    if parameter.required:
        said.append("required")
    if parameter.default is not None:
        said.append(f"default {show(parameter.default)}")
    if parameter.enum:
        said.append(" | ".join(map(show, parameter.enum[:_MOST_VALUES])) + _more(parameter))
    return " · ".join(said)


def facts_of(parameter: Parameter) -> str:
    """The same in Markdown."""
    said = [code(_type(parameter))] if parameter.type else []
    if parameter.enum:
        said.append(
            "one of " + ", ".join(code(show(each)) for each in parameter.enum[:_MOST_VALUES]) + _more(parameter)
        )
    if parameter.default is not None:
        said.append(f"default {code(show(parameter.default))}")
    return ", ".join(said)


def show(value: object) -> str:
    """A value as a request writes it: true rather than True."""
    return value if isinstance(value, str) else json.dumps(value)


def _type(parameter: Parameter) -> str:
    return f"{parameter.type} ({parameter.format})" if parameter.format else parameter.type


def _more(parameter: Parameter) -> str:
    left = len(parameter.enum) - _MOST_VALUES
    return f" and {left} more" if left > 0 else ""


def _table(operation: Operation) -> Iterator[str]:
    """Required parameters first in each place, as a Markdown table."""
    order = list(_SECTIONS)
    listed = sorted(operation.parameters, key=lambda each: (order.index(each.place), not each.required))
    if not listed:
        return
    yield "| parameter | in | |"
    yield "|---|---|---|"
    for each in listed[:_MOST_ROWS]:
        name = f"**{cell(each.name)}**" if each.required else cell(each.name)
        said = facts_of(each).replace("|", "\\|") + (" (deprecated)" if each.deprecated else "")
        yield f"| {name} | {each.place} | {said} |"
    if len(listed) > _MOST_ROWS:
        yield f"| … {len(listed) - _MOST_ROWS} more | | |"
