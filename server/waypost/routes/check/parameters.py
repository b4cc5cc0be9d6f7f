"""Whether a call's query, headers and path fit the parameters of an operation."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from waypost.apis import Api, Operation, Parameter, ParameterPlace, segments
from waypost.apis.schemas import Schema
from waypost.results import Severity
from waypost.routes.check.allowed import ValueCheck, ValueFault, Written
from waypost.routes.check.bodies import unknown_name
from waypost.routes.model.values import MARK, KeyedValue, KeyedValues, Row, Text, TextPiece, Value, options_of
from waypost.routes.sites.site_operation import BoundSite, Sent, headers_given
from waypost.text import Span

# More of GitHub's operations accept paging than document it.
_PAGING: Final = frozenset(("page", "per_page"))
_PLACEHOLDER: Final = re.compile(r"\{([^{}]*)\}")
_SEPARATORS: Final = {"spaceDelimited": " ", "pipeDelimited": "|", "tabDelimited": "\t"}


class Taken(NamedTuple):
    """What a name in the query means: a parameter, and the schema of the part of it that the name stands for."""

    parameter: Parameter
    schema: Schema


def parameter_faults(known: BoundSite, operation: Operation) -> Iterator[ValueFault]:
    """Unknown names, values that are not allowed, and deprecated parameters in the query, the headers and the path."""
    for sent in known.sent:
        if sent.place is ParameterPlace.QUERY:
            yield from _of_query(known, operation, sent)
    yield from _of_headers(known, operation)
    yield from _of_path(known, operation)


def _of_query(known: BoundSite, operation: Operation, sent: Sent) -> Iterator[ValueFault]:
    taken = query_parameter(known.spot.api, operation, sent.name)
    if taken is not None:
        yield from _of_value(
            known, operation, taken.parameter, sent.value, (sent.name_span, sent.value_span), taken.schema
        )
    elif sent.name_span is not None and not _is_tolerated(known, operation, sent.name):
        entry = KeyedValue(sent.name, sent.value, sent.name_span, sent.value_span)
        yield unknown_name(known, operation, entry, ParameterPlace.QUERY)


def query_parameter(api: Api, operation: Operation, name: str) -> Taken | None:
    """The parameter that a name in the query means: `limit`, `ids[]`, `created[gte]`, or a key of an object."""
    base = name.partition("[")[0]
    exact = operation.parameter(name, ParameterPlace.QUERY)
    if exact is not None:
        return Taken(exact, api.schemas[exact.schema])
    for each in operation.parameters:
        if each.place is not ParameterPlace.QUERY:
            continue
        schema = api.schemas[each.schema]
        if each.name == name.removesuffix("[]"):
            return Taken(each, schema)
        if each.name.partition("[")[0] == base and "[" in name:
            return Taken(each, _inner(schema, name) or api.schemas[None])
        if "object" in schema.types and each.style != "deepObject" and not each.joined:
            found = schema.keys.get(name)
            if found or schema.extra not in (None, False) or not schema.keys:
                return Taken(each, found[0] if found else api.schemas[None])
    return None


def _inner(schema: Schema, name: str) -> Schema | None:
    """What `created[gte]` means in the schema of `created`."""
    key = name.partition("[")[2].partition("]")[0]
    return schema.properties.get(key) if name.count("[") == 1 else None


def _is_tolerated(known: BoundSite, operation: Operation, name: str) -> bool:
    """Whether a name that the operation does not list may still be valid."""
    if ParameterPlace.QUERY in operation.unread:
        return True
    api = known.spot.api
    if name.removesuffix("[]") in _PAGING and api.base == known.spot.base == "https://api.github.com":
        return True
    if any(scheme.place == "query" and scheme.key == name for scheme in api.security.values()):
        return True
    return any(pair.partition("=")[0] == name for pair in operation.query.split("&"))


def _of_value(  # noqa: PLR0917 - a parameter, its value, and their places
    known: BoundSite,
    operation: Operation,
    parameter: Parameter,
    value: Value,
    spans: tuple[Span | None, Span | None],
    schema: Schema | None = None,
) -> Iterator[ValueFault]:
    """The mistakes in one value, which is sent as text."""
    name_span, value_span = spans
    if parameter.deprecated:
        message = f"`{parameter.name}` of `{operation.route}` is deprecated"
        yield ValueFault(message, name_span or value_span, "deprecated-parameter", Severity.HINT)
    schema = schema if schema is not None else known.spot.api.schemas[parameter.schema]
    check = ValueCheck(Written.TEXT, operation.route)
    for option in options_of(value):
        for item in _items(option, parameter, schema):
            for fault in check.faults(item, schema, parameter.name):
                yield fault if fault.span is not None else fault._replace(span=value_span)


def _items(value: Value, parameter: Parameter, schema: Schema) -> Iterator[Value]:
    """A value as the schema describes it: a text may be a list, and one item a list of one."""
    if "array" not in schema.types or isinstance(value, Row):
        text = value.known if isinstance(value, Text) else None
        if not (text is not None and "," in text and schema.enum and parameter.place is not ParameterPlace.PATH):
            yield value
        return
    if not isinstance(value, Text):
        if not isinstance(value, KeyedValues):
            yield Row((value,), open=True)
        return
    separator = _SEPARATORS.get(parameter.style, ",")
    if value.known is None or (separator in value.known and not parameter.joined):
        return
    yield Row(
        tuple(Text((TextPiece(each, value.span),), value.span) for each in value.known.split(separator)), open=True
    )


def _of_headers(known: BoundSite, operation: Operation) -> Iterator[ValueFault]:
    headers = headers_given(known.site)
    for option in options_of(headers) if headers is not None else ():
        for entry in option.entries if isinstance(option, KeyedValues) else ():
            found = header_parameter(operation, entry.key)
            if found is not None:
                yield from _of_value(known, operation, found, entry.value, (entry.key_span, entry.value_span))


def header_parameter(operation: Operation, name: str) -> Parameter | None:
    """The header of the operation, whatever the case of its name."""
    headers = (each for each in operation.parameters if each.place is ParameterPlace.HEADER)
    return next((each for each in headers if each.name.lower() == name.lower()), None)


def _of_path(known: BoundSite, operation: Operation) -> Iterator[ValueFault]:
    """The values of placeholders, and those written in the path itself."""
    for expression, parameter in known.in_path:
        for variable in expression.variables:
            entry = known.site.value(variable.name)
            if entry is not None:
                yield from _of_value(known, operation, parameter, entry.value, (None, entry.value_span))
    for parameter, value, span in _written_in_path(known, operation):
        yield from _of_value(known, operation, parameter, value, (None, span))


def _written_in_path(known: BoundSite, operation: Operation) -> Iterator[tuple[Parameter, Value, Span | None]]:
    """Segments of known text in place of the operation's placeholders."""
    path = known.spot.path.partition("?")[0].partition("#")[0]
    own = path.strip("/").split("/")
    theirs = segments(operation.path)
    start = known.path_start + len(path) - len(path.lstrip("/"))
    if len(own) != len(theirs) or known.path_start < 0:
        return
    for text, template in zip(own, theirs, strict=True):
        for name, first, end in _values_in(text, template):
            parameter = operation.parameter(name, ParameterPlace.PATH)
            if parameter is not None:
                place = start + first, start + end
                yield parameter, known.site.template.slice(*place), known.site.template.where(*place)
        start += len(text) + 1


def _values_in(text: str, template: str) -> Iterator[tuple[str, int, int]]:
    """The value of each placeholder of a segment, if that is unambiguous: `{id}.{format}` in `7.json`."""
    *parts, last = _PLACEHOLDER.split(template)
    literals, names = [*parts[::2], last], parts[1::2]
    if not names or MARK.search(text) or _has_braces(text):
        return
    if any(text.count(each) != 1 for each in literals[1:-1]) or not text.startswith(literals[0]):
        return
    at = len(literals[0])
    for name, after in zip(names, literals[1:], strict=True):
        end = text.find(after, at) if name is not names[-1] else len(text) - len(last)
        if at < end:
            yield name, at, end
        at = end + len(after)


def _has_braces(text: str) -> bool:
    """Whether a segment is or contains a placeholder."""
    return text.startswith(":") or "{" in text or "}" in text or "%" in text
