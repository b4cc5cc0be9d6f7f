"""Where in a route the cursor is: what can be completed there follows from the text before it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from keyword import iskeyword
from typing import Final, NamedTuple

from waypost.apis import Api, Apis, Parameter
from waypost.apis.by_address import CalledApp
from waypost.apis.shape import split_url
from waypost.routes.complete.in_code import NO_NAMES, CodeLiteral, Reach, plain
from waypost.routes.complete.probe import Closing
from waypost.text import Span

VERBS = ("GET", "POST", "PATCH", "PUT", "DELETE", "HEAD")
# A word counts as a verb if it is one, or if a path follows it: `repo issues` is a search.
_VERB = re.compile(
    r"\s*(?:(GET|POST|PATCH|PUT|DELETE|HEAD|OPTIONS|TRACE|CONNECT)\s+|[A-Z]+\s+(?=[/{]|https?:))", re.IGNORECASE
)


# How a value that nobody has typed yet is written, by the end of its parameter's type; any other is a text.
_FORMS: Final = {
    "[]": ("[", "", "]"),
    "object": ("{", "", "}"),
    "integer": ("", "0", ""),
    "number": ("", "0", ""),
    "boolean": ("", "True", ""),
}


class Where(Enum):
    """The part of a route that is being typed."""

    VERB = auto()
    PATH = auto()
    PLACEHOLDER = auto()
    QUERY_NAME = auto()
    QUERY_VALUE = auto()


@dataclass(frozen=True, slots=True)
class Tail:
    """The text after a route that is its call's only argument so far, and how this client accepts arguments."""

    quote: str
    # `keywords`, or the keyword for a dict of values; empty for a dict as the second argument.
    keywords: bool = True
    table: str = ""
    # The names that a value may have here, and the parameters that the client gives a value anyway.
    reach: Reach = NO_NAMES
    given: frozenset[str] = frozenset()

    def snippet(self, parameters: Mapping[str, Parameter]) -> str:
        """The arguments by their names as a snippet: a name that exists here, or a place to type a value."""
        left = {name: each for name, each in parameters.items() if each.name not in self.given}
        values = [(name, self._stop(at, each)) for at, (name, each) in enumerate(left.items(), 1)]
        if not values:
            return ""
        if self.keywords and all(name.isidentifier() and not iskeyword(name) for name in left):
            return "".join(f", {name}={value}" for name, value in values)
        entries = ", ".join(f'"{name}": {value}' for name, value in values)
        return f", {self.table + '=' if self.table else ''}{{{entries}\\}}"

    def _stop(self, at: int, parameter: Parameter) -> str:
        """A tab stop on a value: on the whole of a name or a number, on what is inside of quotes or brackets."""
        name = self.reach.value(parameter.name)
        if name is not None:
            return f"${{{at}:{name}}}"
        kind = next((each for each in parameter.type.split(" | ") if each != "null"), "")
        quote = self.quote[:1]
        forms = (form for end, form in _FORMS.items() if kind.endswith(end))
        before, inside, after = next(forms, (quote, "…", quote))
        return f"{before}${{{at}:{inside}}}{plain(after)}"


@dataclass(frozen=True)
class RouteContext:
    """A route that is being typed: the text of its literal before and after the cursor, and its place.

    Unknown parts of the text are single private-use characters. `verb` is None if the literal itself starts with it.
    """

    before: str
    after: str
    # The bytes of `before` and `after` in the source; each is the literal's own text.
    start: int
    cursor: int
    end: int
    apis: Apis
    verb: str | None = None
    # The base URL of a relative path, if it is known.
    base: str | None = None
    # How often this workspace uses each route, by verb and path as the catalogue writes them.
    used: Mapping[str, int] = field(default_factory=dict)
    # Whether this client expects a leading slash.
    slash: bool = True
    tail: Tail | None = None
    # What ends the literal and its call, if neither is closed yet.
    closing: Closing | None = None
    # The literal, if its client fills nothing in.
    code: CodeLiteral | None = None
    # The app that the client was made of, whatever the address is.
    called: CalledApp | None = None

    def behind(self, characters: int) -> Span:
        """The span of this many characters before the cursor."""
        text = self.before[len(self.before) - characters :] if characters else ""
        return Span(self.cursor - len(text.encode("utf-8", "surrogatepass")), self.cursor)


class Typed(NamedTuple):
    """The parts of a route's text before the cursor."""

    where: Where
    # The verb, in capitals; empty if it is not known.
    verb: str
    # The whole URL, and the part below the API's base.
    url: str
    path: str
    api: Api | None
    # What is being typed: a word, a segment, a name.
    word: str


def typed(context: RouteContext) -> Typed:
    """Split the text before the cursor."""
    verb, url = context.verb or "", context.before
    if context.verb is None:
        found = _VERB.match(context.before)
        if found is None:
            return Typed(Where.VERB, "", "", "", _api(context, "")[0], context.before.lstrip())
        verb, url = (found[1] or "").upper(), context.before[found.end() :]
    api, path = _api(context, url)
    where, word = _part(path)
    return Typed(where, verb, url, path, api, word)


def _api(context: RouteContext, url: str) -> tuple[Api | None, str]:
    origin, own = split_url(url)
    if context.called is not None:
        before = "" if origin else context.called.before
        return context.called.api, context.called.path(f"{before}{own}") if own else ""
    spot = context.apis.at(url if origin else f"{(context.base or '').rstrip('/')}/{url.lstrip('/')}")
    if spot is None:
        return None, url
    return spot.api, spot.path if origin else url


def _part(path: str) -> tuple[Where, str]:
    brace = path.rfind("{")
    if brace > path.rfind("}"):
        return Where.PLACEHOLDER, path[brace + 1 :]
    question = path.find("?")
    if question >= 0:
        pair = re.split(r"[?&]", path)[-1]
        name, equals, value = pair.partition("=")
        return (Where.QUERY_VALUE, value) if equals else (Where.QUERY_NAME, name)
    return Where.PATH, path[path.rfind("/") + 1 :]
