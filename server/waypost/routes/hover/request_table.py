"""The one table of a hover: what is sent, where it comes from, and what the API accepts."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from waypost.apis import Parameter, ParameterPlace
from waypost.apis.api import plain_name
from waypost.apis.operation_text import facts_of
from waypost.markup import cell, code, noun
from waypost.routes.sites.part_origins import RequestPart
from waypost.routes.sites.site_operation import Known
from waypost.shown.secrets import masked_data

_MOST_ROWS = 30


class _ParameterRow(NamedTuple):
    part: RequestPart | None
    parameter: Parameter | None


def request_table(parts: Sequence[RequestPart], headers: Mapping[str, str], known: Known | None) -> str:
    """Every part that is sent, in order, then what else the operation accepts; nothing if there is neither.

    `headers` are those that are sent. A name that the operation requires is bold.
    """
    rows = _rows(parts, known)
    if not rows:
        return ""
    columns = {"parameter": _name, "in": _place, "value": lambda row: _value(row, headers), "from": _origin}
    if known is not None:
        columns["accepts"] = _accepted
    lines = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    lines += [f"| {' | '.join(show(row) for show in columns.values())} |" for row in rows[:_MOST_ROWS]]
    if more := len(rows) - _MOST_ROWS:
        lines += [f"| … {more} more {noun(more, 'parameter')} |" + " |" * (len(columns) - 1)] if more > 0 else []
    return "\n".join(lines)


def _rows(parts: Sequence[RequestPart], known: Known | None) -> list[_ParameterRow]:
    sent = [_ParameterRow(part, _meant(part, known)) for part in parts]
    taken = {(row.parameter.name, row.parameter.place) for row in sent if row.parameter is not None}
    every = known.operation.parameters if known is not None and known.operation is not None else ()
    # The path is written in the call: a parameter of it without a row has its value there.
    left = [each for each in every if (each.name, each.place) not in taken and each.place is not ParameterPlace.PATH]
    return [*sent, *(_ParameterRow(None, each) for each in sorted(left, key=lambda each: not each.required))]


def _meant(part: RequestPart, known: Known | None) -> Parameter | None:
    """The API's parameter that corresponds to a part, whatever the call names it: `{item_id}` is its `itemId`."""
    if known is not None and known.operation is not None and part.place == "url":
        in_path = (each for each in known.operation.parameters if each.place is ParameterPlace.PATH)
        return next((each for each in in_path if plain_name(each.name) == plain_name(part.name)), None)
    parameter = known.parameter_of(part.name) if known is not None else None
    return parameter if parameter is not None and parameter.place == part.place else None


def _name(row: _ParameterRow) -> str:
    name = cell(masked_data(row.part.name) if row.part else row.parameter.name if row.parameter else "")
    return f"**{name}**" if row.parameter is not None and row.parameter.required else name


def _place(row: _ParameterRow) -> str:
    is_api = row.parameter is not None and (row.part is None or row.part.place == "url")
    return str(row.parameter.place) if is_api and row.parameter else row.part.place if row.part else ""


def _value(row: _ParameterRow, headers: Mapping[str, str]) -> str:
    if row.part is None:
        return ""
    value = row.part.value or (headers.get(row.part.name, "") if row.part.place == "header" else "")
    return cell(value.replace(" ***", "\N{NO-BREAK SPACE}***"))  # editors break a narrow column's lines at blanks


def _origin(row: _ParameterRow) -> str:
    return row.part.origin if row.part else ""


def _accepted(row: _ParameterRow) -> str:
    if row.parameter is None:
        return ""
    is_renamed = row.part is not None and row.part.name.lower() != row.parameter.name.lower()
    facts = [code(row.parameter.name) if is_renamed else "", facts_of(row.parameter)]
    about = ": ".join(filter(None, facts)) + (" (deprecated)" if row.parameter.deprecated else "")
    return about.replace("|", "\\|")
