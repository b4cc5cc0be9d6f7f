"""What a catalogue knows about a route in the source: its API, its operation, and what the call sends to it."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from waypost.apis import Fit, Operation, Parameter, ParameterPlace, Shape, shape_of
from waypost.apis.api import plain_name
from waypost.apis.by_address import AddressedPath
from waypost.apis.shape import segments, split_url
from waypost.core.template import Expression
from waypost.routes.model.site import Site
from waypost.routes.model.values import (
    MARK,
    Constant,
    Hole,
    KeyedValue,
    KeyedValues,
    Text,
    Thing,
    Unknown,
    Value,
    name_of,
    options_of,
)
from waypost.text import Span

# Calls whose result contains no slash: `int(x)`, `len(x)`, `uuid4()`, `quote(x, safe="")`.
_WITHOUT_SLASH: Final = re.compile(r"\A(?:int|len|round|ord|id)\(|uuid\d?\(|UUID\(|safe=(?:\"\"|'')|:0?\d*d\Z")
# Types whose values have none.
_TYPE_WITHOUT_SLASH: Final = re.compile(
    r"(?:Optional\[)?(?:\w+\.)?(?:int|float|bool|UUID|Decimal|date|datetime)\]?(?: *\| *None)?"
)
_BRACED: Final = re.compile(r"\{([^{}]*)\}")
# Options of the request builder, which are not parameters of an operation.
OPTIONS: Final = frozenset(
    ("baseUrl", "base_url", "headers", "mediaType", "media_type", "request", "method", "url", "data")
)


class Sent(NamedTuple):
    """One named value that a call sends, and where it is sent."""

    name: str
    place: ParameterPlace
    value: Value
    # The span to replace to rename it; None if it is not written here.
    name_span: Span | None
    value_span: Span | None


@dataclass(frozen=True)
class BoundSite:
    """A site with the API that it is sent to."""

    site: Site
    spot: AddressedPath
    # The catalogue was guessed from the route: good enough for help, but not for findings.
    guessed: bool = False
    # By the settings, which name the client; or by an address that is a default, and may be set otherwise.
    bound: bool = False
    likely: bool = False

    @property
    def base_is_sure(self) -> bool:
        """Whether the request certainly goes to this server, not to one of another version that was set elsewhere.

        PyGithub's own requests go wherever its user has pointed it; for a client that only looks like one, nothing
        is certain.
        """
        if self.bound or self.likely:
            return self.bound
        if split_url(self.site.template.marked)[0]:
            return True
        return self.site.sure and self.site.record.base_is_sure

    @cached_property
    def fit(self) -> Fit:
        """The API's operations for the path; if ambiguous, for the path with its known values filled in."""
        fit = self.spot.api.fit(self._shape_where(_is_surely_segment))
        meant = [each for each in fit.operations if self._may_mean(each)]
        if not fit.possible or (meant and fit.sure):
            return fit
        within_segments = self.spot.api.fit(self.shape)
        if meant:
            return within_segments if all(each in within_segments.operations for each in meant) else fit
        fit = within_segments
        if fit.operations or not fit.possible:
            return fit
        filled = _filled(self.spot.path, self.site)
        return self.spot.api.fit(shape_of(filled)) if filled != self.spot.path else fit

    @cached_property
    def shape(self) -> Shape:
        """The shape of the path; a value that contains no slash, to judge by its name, is one segment."""
        names = self.spot.api.segment_names
        return self._shape_where(lambda hole: _is_surely_segment(hole) or plain_name(name_of(hole)) in names)

    def _may_mean(self, operation: Operation) -> bool:
        """Whether the values can be what an operation needs: `repo` may be `octo/hello`, but no `org` is `octo/teams`.

        A value that is named as the parameter at its place is that parameter alone.
        """
        own = segments(MARK.sub(lambda mark: f"{{{self._name_at(mark)}}}", self.spot.path))
        theirs = segments(operation.path)
        if len(own) == len(theirs):
            return True
        pairs = zip(own, theirs, strict=False)
        is_each_alone = all("{" not in one or one == f"{{{plain_name(other)}}}" for one, other in pairs)
        words = iter(own)
        return not is_each_alone and all(each in words for each in theirs if "{" not in each)

    def _name_at(self, mark: re.Match[str]) -> str:
        return plain_name(name_of(self.site.template.hole(mark[0])))

    def _shape_where(self, is_segment: Callable[[Hole], bool]) -> Shape:
        def segment(mark: re.Match[str]) -> str:
            return "{value}" if is_segment(self.site.template.hole(mark[0])) else mark[0]

        return shape_of(MARK.sub(segment, self.spot.path))

    @property
    def operation(self) -> Operation | None:
        return next(iter(self.candidates), None)

    @cached_property
    def candidates(self) -> tuple[Operation, ...]:
        """The operations that the call may use: several if nothing known distinguishes them."""
        verb = self.site.verb or ("GET" if len(self.fit.verbs) == 1 and self.fit.verbs[0] == "GET" else "")
        found = self.fit.all_on(verb) or (self.fit.all_on("GET") if verb == "HEAD" else ())
        if len(found) == 1:
            return found
        fitting = [each for each in found if self._has_query(each.query) and self._has_values(each)]
        longest = max((len(each.query) for each in fitting), default=0)
        return tuple(each for each in fitting if len(each.query) == longest) or found

    def _has_query(self, query: str) -> bool:
        """Whether the call sends what follows the path in its key."""
        sent = {each.name: known_text(each.value) for each in self.sent if each.place is ParameterPlace.QUERY}
        pairs = (pair.partition("=") for pair in query.split("&") if pair)
        return all(name in sent and sent[name] in (None, value) for name, _, value in pairs)

    def _has_values(self, operation: Operation) -> bool:
        """Whether no header or query parameter of the call has a value other than the one that the operation allows."""
        headers = headers_given(self.site)
        given = [
            (entry.key, ParameterPlace.HEADER, entry.value)
            for entry in (headers.entries if isinstance(headers, KeyedValues) else ())
        ]
        given += [(each.name, each.place, each.value) for each in self.sent if each.place is ParameterPlace.QUERY]
        for name, place, value in given:
            parameter, known = operation.parameter(name, place), known_text(value)
            if parameter is not None and len(parameter.enum) == 1 and known not in (None, *parameter.enum):
                return False
        return True

    @property
    def path_start(self) -> int:
        """Where the API's path starts in the marked form; negative if the base contains its first part."""
        return len(self.site.template.marked) - len(self.spot.path)

    def path_parameter(self, index: int, nth: int = 0) -> Parameter | None:
        """The operation's parameter for a placeholder of a segment: the first, second, … one there."""
        parts = self.operation.path.strip("/").split("/") if self.operation else []
        names = _BRACED.findall(parts[index]) if index < len(parts) else []
        if self.operation is None or nth >= len(names):
            return None
        return self.operation.parameter(names[nth], ParameterPlace.PATH)

    @cached_property
    def sent(self) -> tuple[Sent, ...]:
        """Every named value of the query and the body."""
        return sent_by(self.site)

    @cached_property
    def in_path(self) -> tuple[tuple[Expression, Parameter], ...]:
        """The placeholders of the path with the operation's own parameters, by their places."""
        return tuple(_in_path(self))

    def parameter_of(self, name: str) -> Parameter | None:
        """The operation's parameter that a name in the call means: placeholders by place, others by name."""
        for expression, parameter in self.in_path:
            if any(variable.name == name for variable in expression.variables):
                return parameter
        return self.operation.parameter(name) if self.operation else None


def sent_by(site: Site) -> tuple[Sent, ...]:
    """Every named value that a call sends in the query and the body."""
    return (*_in_url(site), *_in_builder_call(site), *_in_tables(site))


def address_of(site: Site) -> str | None:
    """The base URL that a relative route certainly goes to; None if it is known only at run time.

    Stricter than a preview: an unpacked argument may contain another base URL.
    """
    shape = site.shape
    if shape is None:
        return None
    if site.record.builds:
        return _builder_base(site) if site.record.is_builder else None
    client = site.client
    if client is None or (shape.base is None and client.built.at(None, "base_url") is None):
        return shape.base_url or None
    given = client.built.at(*shape.base) if shape.base is not None else client.built.at(None, "base_url")
    if given is None:
        return shape.base_url or None
    return given.value.known if isinstance(given.value, Text) else None


def known_text(value: Value) -> str | None:
    """A value as text in a URL, if it is known."""
    if isinstance(value, Text):
        return value.known
    if isinstance(value, Constant) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return str(value.value)
    return None


def headers_given(site: Site) -> Value | None:
    """The headers that the call itself gives."""
    given = site.values.by_key.get("headers") if site.record.builds else None
    return given.value if given is not None else site.headers


def place_of_rest(site: Site) -> ParameterPlace:
    """Where a builder sends parameters without a placeholder."""
    return ParameterPlace.QUERY if site.verb in ("GET", "HEAD", "") else ParameterPlace.BODY


def written_name(span: Span, text: str, source: bytes) -> Span | None:
    """Where exactly `text` is written in a name, or between the quotes of a string; None if it is not."""
    raw, wanted = span.of(source), text.encode("utf-8", "surrogatepass")
    if raw == wanted:
        return span
    quoted = raw[-1:] in (b'"', b"'") and raw.endswith(wanted + raw[-1:])
    return Span(span.end - 1 - len(wanted), span.end - 1) if quoted else None


def _builder_base(site: Site) -> str | None:
    """The base URL of Waypost's own builder: that of the call, or of the nearest defaults."""
    tables = [site.values]
    client: Value | None = site.client
    while isinstance(client, Thing):
        tables.append(client.built.keywords)
        given = [entry.value for entry in client.built.positional]
        tables += [each if isinstance(each, KeyedValues) else KeyedValues(open=True) for each in given]
        client = client.parent
    for table in tables:
        base = table.by_key.get("base_url") or table.by_key.get("baseUrl")
        if base is not None:
            return base.value.known if isinstance(base.value, Text) else None
        if table.open:
            return None
    return site.shape.base_url if site.shape else None


def _is_surely_segment(hole: Hole) -> bool:
    """Whether a value that is inserted into a path as it is stays within its segment: a number, or a quoted text."""
    if _WITHOUT_SLASH.search(hole.expression):
        return True
    return isinstance(hole.value, Unknown) and _is_without_slash(hole.value.annotation)


def _is_without_slash(annotation: str) -> bool:
    return _TYPE_WITHOUT_SLASH.fullmatch(annotation.strip("\"'")) is not None


def _filled(path: str, site: Site) -> str:
    def value(found: re.Match[str]) -> str:
        entry = site.value(found[1] or found[2])
        text = known_text(entry.value) if entry is not None else None
        return text if text and "/" not in text else found[0]

    return re.sub(r"\{(\w+)\}|(?<=/):(\w+)(?=/|$)", value, path)


def _in_path(known: BoundSite) -> Iterator[tuple[Expression, Parameter]]:
    if known.operation is None or not known.fit.sure:
        return
    start = known.path_start
    path = known.spot.path
    for expression in known.site.parsed.expressions:
        at = expression.span.start - start
        if at < 0 or expression.in_query or "?" in path[:at]:
            continue
        within = path[:at].rpartition("/")[2]
        parameter = known.path_parameter(path[:at].count("/", 1) if at else 0, len(_BRACED.findall(within)))
        if parameter is not None:
            yield expression, parameter


def _in_url(site: Site) -> Iterator[Sent]:
    """The query written in the URL: `?a=b`, `{?a,b}`."""
    for expression in site.parsed.expressions:
        for variable in expression.variables if expression.operator in ("?", "&") else ():
            entry = site.value(variable.name)
            span = site.template.where(*variable.name_span)
            value = entry.value if entry is not None else Unknown(variable.name)
            yield Sent(variable.name, ParameterPlace.QUERY, value, span, entry.value_span if entry else None)
    yield from _pairs(site)


def _pairs(site: Site) -> Iterator[Sent]:
    """The pairs of a query in plain text."""
    marked = site.template.marked
    start = marked.find("?") + 1
    if not start or marked[start - 2 : start - 1] == "{":
        return
    for pair in re.compile(r"([^&=#{}]+)=([^&#{]*)").finditer(marked, start):
        if MARK.search(pair[1]):
            continue
        value, where = site.template.slice(*pair.span(2)), site.template.where(*pair.span(2))
        if marked[pair.end() : pair.end() + 1] == "{":
            yield _of_placeholder(site, pair, marked)
        else:
            yield Sent(pair[1], ParameterPlace.QUERY, value, site.template.where(*pair.span(1)), where)


def _of_placeholder(site: Site, pair: re.Match[str], marked: str) -> Sent:
    """A pair whose value is a placeholder, or starts with one."""
    found = re.compile(r"\{(\w+)\}(?=&|#|\Z)").match(marked, pair.end())
    entry = site.value(found[1]) if found is not None and not pair[2] else None
    span = site.template.where(*pair.span(1))
    if entry is None:
        return Sent(pair[1], ParameterPlace.QUERY, Unknown(pair[1]), span, None)
    return Sent(pair[1], ParameterPlace.QUERY, entry.value, span, entry.value_span)


def _in_builder_call(site: Site) -> Iterator[Sent]:
    """What a request builder sends: each argument without a placeholder."""
    if not site.record.builds:
        return
    place = place_of_rest(site)
    taken = set(site.parsed.names) | OPTIONS
    for entry in site.values.entries:
        if entry.key not in taken:
            yield Sent(entry.key, place, entry.value, entry.key_span, entry.value_span)


def _in_tables(site: Site) -> Iterator[Sent]:
    for value, place in (
        (site.query, ParameterPlace.QUERY),
        (site.json, ParameterPlace.BODY),
        (site.data, ParameterPlace.BODY),
    ):
        for option in options_of(value) if value is not None else ():
            if isinstance(option, KeyedValues):
                for entry in option.entries:
                    yield _of_entry(entry, place)


def _of_entry(entry: KeyedValue, place: ParameterPlace) -> Sent:
    return Sent(entry.key, place, entry.value, entry.key_span, entry.value_span)
