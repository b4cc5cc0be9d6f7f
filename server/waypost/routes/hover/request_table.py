"""The one table of a hover: what is sent, where it comes from, and what the API accepts."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from urllib.parse import unquote_plus

from waypost.apis import Parameter, ParameterPlace
from waypost.apis.api import plain_name
from waypost.apis.operation_text import facts_of
from waypost.markup import cell, code, noun
from waypost.routes.sites.part_origins import ARGUMENT, RequestPart
from waypost.routes.sites.request import Request
from waypost.routes.sites.site_operation import BoundSite
from waypost.shown.names import path_and_query
from waypost.shown.secrets import masked_data

_MOST_ROWS = 30
# Takes the braces of unknown values away.
_BARE: Final = str.maketrans("", "", "{}")
# What stands in a row for what is inside of a value.
_INNER: Final = {"dict": "…", "list": "[…]"}


class _ParameterRow(NamedTuple):
    part: RequestPart | None
    parameter: Parameter | None


def request_table(parts: Sequence[RequestPart], request: Request | None, known: BoundSite | None) -> str:
    """Every part that is sent, in order, then what else the operation accepts; nothing if there is neither.

    Left out is what says no more than the request, which is shown above. A name that the operation requires is bold.
    """
    above = _Above.of(request)
    rows = [row for row in _rows(parts, known) if row.parameter is not None or not above.says(row.part, known)]
    if not rows:
        return ""
    headers = request.headers if request is not None else {}
    columns = {"parameter": _name, "in": _place, "value": lambda row: _value(row, headers), "from": _origin}
    if known is not None:
        columns["accepts"] = _accepted
    lines = [f"| {' | '.join(columns)} |", "|---" * len(columns) + "|"]
    lines += [f"| {' | '.join(show(row) for show in columns.values())} |" for row in rows[:_MOST_ROWS]]
    if more := len(rows) - _MOST_ROWS:
        lines += [f"| … {more} more {noun(more, 'parameter')} |" + " |" * (len(columns) - 1)] if more > 0 else []
    return "\n".join(lines)


class _Above(NamedTuple):
    """The names and values of a request as they are shown above the table, without the braces of unknown ones."""

    headers: Mapping[str, str]
    query: Mapping[str, str]
    # urllib3 sends the fields of some verbs in the query: the same as there, if there is no body.
    body: Mapping[str, str]

    @classmethod
    def of(cls, request: Request | None) -> "_Above":
        if request is None:
            return cls({}, {}, {})
        headers = {name.lower(): value.translate(_BARE) for name, value in request.headers.items()}
        query = _pairs(path_and_query(request.url)[1][1:])
        return cls(headers, query, _in_body(request) if request.has_body else query)

    def says(self, part: RequestPart | None, known: BoundSite | None) -> bool:
        """Whether a part is all above. A name that the operation of the request does not have is worth a row."""
        if part is None or part.place == "url":
            return part is not None
        if part.origin != ARGUMENT or (known is not None and part.place != "header"):
            return False
        shown = {"header": self.headers, "query": self.query, "body": self.body}.get(part.place, {}).get(part.name)
        return shown is not None and shown == part.value.translate(_BARE)


def _pairs(query: str) -> Mapping[str, str]:
    """The names of a query with their values, side by side as those of a list are."""
    found: dict[str, list[str]] = {}
    for name, _, value in (each.partition("=") for each in query.split("&")):
        found.setdefault(unquote_plus(name), []).append(unquote_plus(value).translate(_BARE))
    return {name: ", ".join(values) for name, values in found.items()}


def _in_body(request: Request) -> Mapping[str, str]:
    """The keys of a body with their values; for what is inside of others a sign stands, as in a row."""
    if isinstance(request.body, str):
        return _pairs(request.body) if request.kind == "form" else {}
    items = request.body.items() if isinstance(request.body, dict) else ()
    return {str(key): _INNER.get(type(value).__name__) or str(value).translate(_BARE) for key, value in items}


def _rows(parts: Sequence[RequestPart], known: BoundSite | None) -> list[_ParameterRow]:
    sent = [_ParameterRow(part, _meant(part, known)) for part in parts]
    taken = {(row.parameter.name, row.parameter.place) for row in sent if row.parameter is not None}
    every = known.operation.parameters if known is not None and known.operation is not None else ()
    # The path is written in the call: a parameter of it without a row has its value there.
    left = [each for each in every if (each.name, each.place) not in taken and each.place is not ParameterPlace.PATH]
    return [*sent, *(_ParameterRow(None, each) for each in sorted(left, key=lambda each: not each.required))]


def _meant(part: RequestPart, known: BoundSite | None) -> Parameter | None:
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
