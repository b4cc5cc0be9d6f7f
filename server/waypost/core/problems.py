"""Every problem of a route and its options, for an editor. Never raises, and does not stop at the first."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple
from urllib.parse import unquote_plus

from waypost.core import mistakes
from waypost.core import options as check
from waypost.core.body import body_fault, body_kind, is_plain, json_fault
from waypost.core.errors import RouteError
from waypost.core.host import host_of
from waypost.core.merge import copied, lay
from waypost.core.parse import parsed
from waypost.core.profile import Profile
from waypost.core.route import COMMON_VERBS, EMPTY, QUERY_VERBS, VERBS, split, verb_message
from waypost.core.span import CharSpan
from waypost.core.template import QUERY_OPERATORS, Expression, Literal, Template
from waypost.core.types import Problem, Severity

# Options whose names are likely names of parameters, too.
SHADOWS: Final = ("url", "method")
CREDENTIALS: Final = frozenset({"authorization", "cookie", "proxy-authorization", "x-api-key", "private-token"})
# How similar two names must be, if a value may have been omitted on purpose.
_ALIKE: Final = 0.8
# With more names than this, none is suggested: each costs time for each placeholder.
_MOST_NAMES: Final = 40
_QUERY_NAME = re.compile(r"[?&]([^=&#?]+)")


class Case(NamedTuple):
    """One request to check: `source` is the route as the user wrote it, `offset` is where the URL starts in it."""

    source: str
    offset: int
    template: Template
    method: str
    options: dict[str, Any]
    parameters: dict[str, Any]
    # The parameters that no placeholder takes.
    rest: list[str]
    given: Mapping[str, Any]
    # Some of the names that the call gives: a placeholder's name may be a misspelling of one.
    loose: list[str]
    has_route: bool

    @property
    def whole(self) -> CharSpan:
        return CharSpan(self.offset, self.offset + len(self.template.text))

    def at(self, span: CharSpan) -> CharSpan:
        return span.shift(self.offset)


def found(
    profile: Profile, defaults: Mapping[str, Any], route: object, options: object, keywords: dict[str, Any]
) -> list[Problem]:
    """The problems of one call, in the order of the route."""
    problems: list[Problem] = []
    try:
        text, given = check.gathered(route, options, keywords)
    except RouteError as error:
        return [_of_error(error, route if isinstance(route, str) else "", 0)]
    case = _case(defaults, text, given, problems)
    if case is not None:
        for checker in _CHECKERS:
            problems += checker(case)
        problems += _failure(case, profile, problems)
    return sorted(dict.fromkeys(problems), key=lambda problem: problem.span)


def _case(defaults: Mapping[str, Any], route: object, given: Mapping[str, Any], problems: list[Problem]) -> Case | None:
    """The request to check; problems of the route string and of single options are noted on the way."""
    merged = copied(defaults)
    source = route if isinstance(route, str) else ""
    offset = 0
    if isinstance(route, str):
        offset = _read_route(route, merged, problems)
    elif route is not None:
        problems.append(
            Problem("invalid-option", "error", "The route must be text such as `GET /users`", CharSpan(0, 0))
        )
        return None
    for name, value in given.items():
        try:
            lay(merged, name, value)
        except RouteError as error:
            problems.append(_of_error(error, source, 0))
    if isinstance(route, str) and not route.strip() and not problems:
        problems.append(Problem("route-spacing", "error", EMPTY, CharSpan(0, len(route))))
    url = merged.get("url")
    if not isinstance(url, str) or not url:
        problems += [] if problems else [_no_url(source)]
        return None
    own = isinstance(route, str) and given.get("url") is None
    template = Template.parse(url)
    names = set(template.names)
    parameters = {name: value for name, value in merged.items() if name not in check.OPTIONS}
    rest = [name for name in parameters if name not in names]
    return Case(
        source=source if own else url,
        offset=offset if own else 0,
        template=template,
        method=str(merged["method"]).lower(),
        options=merged,
        parameters=parameters,
        rest=rest,
        given=given,
        loose=[name for name in rest if name in given and name != "data"][:_MOST_NAMES],
        has_route=isinstance(route, str),
    )


def _read_route(route: str, merged: dict[str, Any], problems: list[Problem]) -> int:
    """Take verb and URL from a route string; return where the URL starts."""
    parts = split(route)
    if parts.verb is not None and parts.verb.upper() not in VERBS:
        problems.append(Problem("unknown-verb", "error", verb_message(parts.verb), parts.verb_span))
    elif parts.verb is not None:
        merged["method"] = parts.verb
    if parts.url:
        merged["url"] = parts.url
    elif parts.verb is not None:
        message = f"`{parts.verb}` has no URL; write `{parts.verb} /path`"
        problems.append(Problem("route-spacing", "error", message, parts.verb_span))
    spacing = route[slice(*parts.spacing)]
    glued = parts.url.partition("/")[0]
    if parts.verb is None and glued in COMMON_VERBS:
        span = CharSpan(parts.url_span.start, parts.url_span.start + len(glued))
        message = f"{mistakes.verb_in_path(glued)}: write a space after it"
        problems.append(Problem("route-spacing", "warning", message, span))
    if parts.url and parts.verb is not None and spacing != " ":
        message = "Write exactly one space between the verb and the URL"
        problems.append(Problem("route-spacing", "warning", message, parts.spacing))
    return parts.url_span.start


def _no_url(source: str) -> Problem:
    return Problem(
        "route-spacing", "error", "There is no URL; pass a route such as `GET /users`", CharSpan(0, len(source))
    )


def _of_error(error: RouteError, source: str, offset: int) -> Problem:
    """An error as a problem, placed in `source` if it is about the route."""
    known = bool(error.route) and source[offset : offset + len(error.route)] == error.route
    span = error.span.shift(offset) if known else CharSpan(offset, len(source))
    return Problem(error.rule, "error", error.message, span, error.parameter)


def _invalid(case: Case) -> Iterator[Problem]:
    for fault in case.template.faults:
        yield Problem("invalid-template", "error", fault.message, case.at(fault.span))


def _reserved(case: Case) -> Iterator[Problem]:
    """Names of options: none ever fills a placeholder, and a parameter of that name changes the request."""
    for variable in case.template.variables:
        if variable.name in check.OPTIONS:
            message = f"`{variable.name}` is an option and never fills a placeholder; rename the placeholder"
            yield Problem("reserved-name", "warning", message, case.at(variable.name_span), variable.name)
    for name in SHADOWS:
        if case.has_route and name in case.given:
            message = f"`{name}` is an option and replaces the route's own; it is not sent as a parameter"
            yield Problem("reserved-name", "warning", message, case.whole, name)


def _misspelt(case: Case) -> Iterator[Problem]:
    """`base_url` is an option only as a keyword; in a mapping it is a parameter, which is seldom intended."""
    for name in case.rest:
        if name in check.SPELLINGS and name in case.given:
            message = f"In a mapping, `{name}` is a parameter and is sent; the option is `{check.SPELLINGS[name]}`"
            yield Problem("reserved-name", "warning", message, case.whole, name)


def _missing(case: Case) -> Iterator[Problem]:
    """Placeholders of the path that stay empty. In `{?x}`, `{/x}` and the like, a variable is optional."""
    yield from _misspelt_query(case)
    for expression in case.template.expressions:
        if expression.operator not in {"", "+"} or _is_broken(expression, case.template):
            continue
        for variable in expression.variables:
            span = case.at(expression.span if len(expression.variables) == 1 else variable.span)
            if variable.name in check.OPTIONS:
                continue
            value, given = case.parameters.get(variable.name), variable.name in case.parameters
            mistake = mistakes.in_placeholder(variable.name, value, () if given else case.loose)
            if mistake is not None:
                severity: Severity = "error" if mistake.rule == "missing-parameter" else "warning"
                yield Problem(mistake.rule, severity, mistake.message, span, variable.name)


def _is_broken(expression: Expression, template: Template) -> bool:
    """Whether a grammar error is already reported at this place."""
    return any(
        fault.span.start < expression.span.end and expression.span.start < fault.span.end for fault in template.faults
    )


def _misspelt_query(case: Case) -> Iterator[Problem]:
    """A variable of the query is optional, but was probably not omitted if a value has almost the same name."""
    for expression in case.template.expressions:
        for variable in expression.variables if expression.operator in {"?", "&"} else ():
            near = "" if variable.name in case.parameters else mistakes.nearest(variable.name, case.loose, _ALIKE)
            if near and _is_slip(variable.name, near):
                message = mistakes.no_value(variable.name, near)
                yield Problem("missing-parameter", "warning", message, case.at(variable.span), variable.name)


def _is_slip(name: str, other: str) -> bool:
    """Whether a letter is missing or two are swapped. Names that differ in one letter are often distinct, as `x1`."""
    return min(len(name), len(other)) > 2 and (len(name) != len(other) or sorted(name) == sorted(other))  # noqa: PLR2004 - `id`, `ids`


def _dropped(case: Case) -> Iterator[Problem]:
    """`data` is the whole body: other parameters are never sent. A request with a query has no body at all."""
    if "data" not in case.rest:
        return
    if case.method in QUERY_VERBS:
        if "data" in case.given:
            message = f"{case.method.upper()} sends no body, so `data` goes in the query; use another verb or name"
            yield Problem("body-on-get", "warning", message, case.whole, "data")
        return
    for name in case.rest:
        if name != "data" and name in case.given:
            message = mistakes.not_sent(
                name, f"`data` is the whole body; put it in `data`, or in the URL as `{{?{name}}}`"
            )
            yield Problem("unused-parameter", "warning", message, case.whole, name)


def _unsendable(case: Case) -> Iterator[Problem]:
    """A body that cannot be sent with its content type; nothing if the content type is not known."""
    if case.method in QUERY_VERBS or not case.rest:
        return
    headers = {str(name).lower(): value for name, value in case.options["headers"].items()}
    content_type = headers.get("content-type") or ""
    body = case.parameters.get("data", {name: case.parameters[name] for name in case.rest})
    message = body_fault(body, content_type) if content_type.isascii() else None
    if message is not None:
        yield Problem("body-type", "error", message, case.whole)
    elif body_kind(content_type) == "json" and is_plain(body) and (fault := json_fault(body)) is not None:
        yield Problem("unsendable-value", "error", fault, case.whole)


def _duplicate(case: Case) -> Iterator[Problem]:
    """Names that the query would hold twice."""
    written = ((name, case.at(span)) for name, span in _query_names(case.template))
    rest = ((name, case.whole) for name in case.rest) if case.method in QUERY_VERBS else ()
    for name, mistake, span in mistakes.sent_twice((*written, *rest)):
        yield Problem(mistake.rule, "warning", mistake.message, span, name)


def _query_names(template: Template) -> Iterator[tuple[str, CharSpan]]:
    for part in template.parts:
        if isinstance(part, Literal):
            for name in _QUERY_NAME.finditer(part.text):
                yield unquote_plus(name[1]), CharSpan(*name.span(1)).shift(part.span.start)
        elif part.operator in QUERY_OPERATORS and part.operator != "#":
            yield from ((variable.name, variable.name_span) for variable in part.variables)


def _foreign(case: Case) -> Iterator[Problem]:
    """Credentials that would be sent to another host than the one they were given for."""
    host, home = host_of(case.template.text), host_of(str(case.options["baseUrl"]))
    secret = next((name for name in case.options["headers"] if name in CREDENTIALS), None)
    if not host or not home or not secret or secret in _own_headers(case):
        return
    mistake = mistakes.sent_elsewhere(f"`{secret}`", home[0], host[0])
    if mistake is not None:
        yield Problem(mistake.rule, "warning", mistake.message, case.at(host[1]), secret)


def _own_headers(case: Case) -> set[str]:
    """The headers set by the call itself."""
    headers = case.given.get("headers")
    return {str(name).lower() for name in headers} if isinstance(headers, Mapping) else set()


def _failure(case: Case, profile: Profile, problems: list[Problem]) -> list[Problem]:
    """The problem that shows only when the request is built."""
    if any(problem.rule == "invalid-template" for problem in problems):
        return []
    try:
        parsed(case.options, profile)
    except RouteError as error:
        return [_of_error(error, case.source, case.offset)]
    return []


_CHECKERS: Final[tuple[Callable[[Case], Iterator[Problem]], ...]] = (
    _invalid,
    _reserved,
    _misspelt,
    _missing,
    _dropped,
    _unsendable,
    _duplicate,
    _foreign,
)
