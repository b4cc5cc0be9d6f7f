"""A short cut for everyday requests: each route string is compiled only once.

It handles only simple cases: simple placeholders in the path, one `{?a,b}` at its end, scalar values that need no
guard. For the rest it returns None, and the general code runs; the tests hold both to the same request.
"""

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from waypost.core.errors import RouteError
from waypost.core.options import OPTIONS, SPELLINGS, header_name
from waypost.core.parse import JSON, joined, sent_headers
from waypost.core.profile import Profile
from waypost.core.route import QUERY_VERBS, VERBS, split
from waypost.core.template import MAX_CACHED_LENGTH, Expression
from waypost.core.types import EndpointOptions
from waypost.core.url import ExpressionStep, Url, compile_url
from waypost.core.values import encode_query, encode_search, encode_value

MAX_PLANS: Final = 1024
# Text that needs no encoding and is more than dots.
_SAFE_SEGMENT = re.compile(r"\.*[\w~-][\w.~-]*", re.ASCII)
# Options that a compiled route does not allow for.
_OUT_OF_PLAN: Final = (OPTIONS | SPELLINGS.keys()) - {"headers"}


class Plan(NamedTuple):
    """A compiled route: `path` is a format string for the values of `names`."""

    method: str
    path: str
    names: tuple[str, ...]
    query_names: tuple[str, ...]
    in_query: bool


class Plans:
    """The plans of one builder, by route string."""

    __slots__ = ("_defaults", "_headers", "_parameters", "_plain_accept", "_plans", "_usable")

    def __init__(self, profile: Profile, defaults: Mapping[str, Any]) -> None:
        self._defaults = defaults
        self._plans: dict[str, Plan | None] = {}
        self._headers = sent_headers(defaults, profile)
        self._plain_accept = defaults["mediaType"] == {"format": "", "previews": []}
        self._parameters = {name: value for name, value in defaults.items() if name not in OPTIONS}
        # A default that is a dict or list must be copied for each request, as the general code does.
        self._usable = "request" not in defaults and all(map(_is_scalar, self._parameters.values()))

    def request(self, route: object, options: object, parameters: dict[str, Any]) -> EndpointOptions | None:
        """The request, or None if it needs the general code, which also words all errors."""
        if type(route) is not str:
            return None
        try:
            plan = self._plans[route]
        except KeyError:
            plan = self._remember(route)
        rest = None if plan is None else self._rest(options, parameters)
        if plan is None or rest is None:
            return None
        headers = self._headers.copy()
        try:
            if "headers" in rest and not self._add_headers(headers, rest.pop("headers")):
                return None
            url = _filled(plan, rest)
            if url is not None and rest:
                return _with_query(plan, url, headers, rest) if plan.in_query else _with_body(plan, url, headers, rest)
        except ValueError:  # half a surrogate pair, more digits than Python prints, the name of a header
            return None
        return None if url is None else {"method": plan.method, "url": url, "headers": headers}

    def _rest(self, options: object, parameters: dict[str, Any]) -> dict[str, Any] | None:
        """All parameters and `headers` in a new dict; None if an option needs the general code."""
        if type(options) is dict:
            rest = {**options, **parameters} if parameters else options.copy()
        elif options is None:
            rest = parameters.copy()
        else:
            return None
        if self._parameters:
            rest = {**self._parameters, **rest}
        return rest if _OUT_OF_PLAN.isdisjoint(rest) else None

    def _remember(self, route: str) -> Plan | None:
        if len(route) > MAX_CACHED_LENGTH:
            return None
        if len(self._plans) >= MAX_PLANS:
            self._plans.clear()
        plan = self._plans[route] = self._compiled(route)
        return plan

    def _compiled(self, route: str) -> Plan | None:
        if not self._usable:
            return None
        parts = split(route)
        method = parts.verb or self._defaults["method"]
        if method.upper() not in VERBS:
            return None
        try:
            url = compile_url(parts.url)
        except RouteError:
            return None
        pieces = _pieces(url)
        if pieces is None:
            return None
        path, names, query_names = pieces
        if not url.absolute:
            path = joined(self._defaults["baseUrl"].replace("%", "%%"), path)
        return Plan(method.lower(), path, names, query_names, method.lower() in QUERY_VERBS)

    def _add_headers(self, headers: dict[str, str], given: object) -> bool:
        """Override default headers with simple ones; False if one needs the general code."""
        if type(given) is not dict:
            return False
        for name, value in given.items():
            if type(value) is int:
                text = str(value)
            elif type(value) is str and value.isprintable() and value.strip() == value:
                text = value
            else:
                return False
            headers[header_name(name)] = text
        return self._plain_accept or "accept" not in map(header_name, given)


def _is_scalar(value: object) -> bool:
    return value is None or isinstance(value, str | int | float)


def _pieces(url: Url) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
    """A format string for the path, its names, and the names of the query at its end; None if it is not simple."""
    steps = list(url.steps)
    query_names: tuple[str, ...] = ()
    if steps and isinstance(steps[-1], ExpressionStep) and steps[-1].expression.operator == "?":
        query_names = _plain_names(steps.pop(), "?")
        if not query_names:
            return None
    path, names = "", []
    for step in steps:
        if isinstance(step, ExpressionStep):
            name = _plain_names(step, "")
            if len(name) != 1:
                return None
            names.append(name[0])
            path += "%s"
        else:
            path += step.replace("%", "%%")
    once = [*names, *query_names]
    plain = len(set(once)) == len(once) and OPTIONS.isdisjoint(once) and _is_plain_start(url, path)
    return (path, tuple(names), query_names) if plain and "?" not in path and "#" not in path else None


def _plain_names(step: str | ExpressionStep, operator: str) -> tuple[str, ...]:
    """The names of an expression without modifiers, or none."""
    assert isinstance(step, ExpressionStep)
    expression: Expression = step.expression
    plain = expression.operator == operator and all(
        variable.prefix is None and not variable.explode and "%" not in variable.name
        for variable in expression.variables
    )
    return tuple(variable.name for variable in expression.variables) if plain else ()


def _is_plain_start(url: Url, path: str) -> bool:
    """Whether no value can reach the host: a slash comes first."""
    if not url.absolute:
        return path.startswith("/") and not path.startswith("//")
    host, slash, _ = path.partition("//")[2].partition("/")
    return bool(host and slash) and "%" not in host and ":" not in host


def _filled(plan: Plan, rest: dict[str, Any]) -> str | None:
    """The URL, with the values it uses removed from `rest`; None if a value needs encoding or a guard."""
    values = []
    for name in plan.names:
        value = rest.pop(name, None)
        if type(value) is str:
            # Most values are letters and digits, some with `-`: a regex takes twice the time to see that.
            safe = value.isascii() and (value.isalnum() or value.replace("-", "0").isalnum())
            if not safe and not _SAFE_SEGMENT.fullmatch(value):
                return None
        elif type(value) is not int:
            return None
        values.append(value)
    path = plan.path % tuple(values)
    if not plan.query_names:
        return path
    pairs = []
    for name in plan.query_names:
        value = rest.pop(name, None)
        if type(value) is str:
            pairs.append(f"{name}={value if value.isalnum() and value.isascii() else encode_value(value)}")
        elif type(value) is int:
            pairs.append(f"{name}={value}")
        elif value is not None:
            return None
    return f"{path}?{'&'.join(pairs)}" if pairs else path


def _with_query(plan: Plan, url: str, headers: dict[str, str], rest: dict[str, Any]) -> EndpointOptions | None:
    pairs = []
    for name, value in rest.items():
        if type(name) is not str or not name.isascii():
            return None
        key = name if name.isidentifier() else encode_query(name)
        if type(value) is str:
            encode = encode_search if name == "q" else encode_query
            pairs.append(f"{key}={value if value.isalnum() and value.isascii() else encode(value)}")
        elif type(value) is int:
            pairs.append(f"{key}={value}")
        elif value is not None:
            return None
    if pairs:
        url = f"{url}{'&' if '?' in url else '?'}{'&'.join(pairs)}"
    return {"method": plan.method, "url": url, "headers": headers}


def _with_body(plan: Plan, url: str, headers: dict[str, str], rest: dict[str, Any]) -> EndpointOptions | None:
    for name in rest:
        if type(name) is not str:
            return None
    if "content-type" not in headers:
        headers["content-type"] = JSON
    return {"method": plan.method, "url": url, "headers": headers, "body": rest.get("data", rest)}
