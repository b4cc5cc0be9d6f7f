"""How one kind of call is recognised, and which argument means what in it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

VERBS: Final = (
    "GET",
    "POST",
    "PUT",
    "PATCH",
    "DELETE",
    "HEAD",
    "OPTIONS",
    "TRACE",
    "CONNECT",
    "QUERY",
    "PURGE",
    "LIST",
)


class At(NamedTuple):
    """The place of an argument: its position, its keyword, or either."""

    position: int | None = None
    keyword: str | None = None


class Fills(StrEnum):
    """What a client does with braces in a URL."""

    # RFC 6570 expansion.
    TEMPLATE = "rfc6570"
    # `str.format` with the values.
    FORMAT = "format"
    # Nothing: they are sent as they are.
    NOTHING = "none"
    # Not known: no rule is about placeholders.
    UNKNOWN = "unknown"


class Slash(StrEnum):
    """What a client makes of a URL without a leading slash."""

    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to call one client.

    A callee is a dotted name: `package.get`, `package.Client.get`; `*.` stands for any receiver that is not known.
    """

    client: str
    callees: tuple[str, ...]
    url: At
    # Where the verb is, which it is, or None: it is in the URL, or the callee's last name.
    verb: At | str | None = None
    # The verb where the argument is left out, and where it is left out and there is a body.
    default_verb: str = "GET"
    verb_with_body: str = ""
    # The URL starts with the verb: `"GET /repos"`.
    verb_in_url: bool = False
    fills: Fills = Fills.UNKNOWN
    # A mapping with the values of placeholders.
    variables: At | None = None
    # Positional arguments from this place on fill `{0}`, `{1}`, …
    values_from: int | None = None
    # Keywords that no other field takes are values too.
    keywords: bool = False
    query: At | None = None
    json: At | None = None
    # A form, or whatever else a client takes under this name.
    data: At | None = None
    files: At | None = None
    # Bytes or text, sent as they are.
    content: At | None = None
    headers: At | None = None
    cookies: At | None = None
    auth: At | None = None
    # Arguments that only this client has, by their roles.
    others: Mapping[str, At] = field(default_factory=dict)
    # The constructor's argument that holds the base address; the base where there is none.
    base: At | None = None
    base_url: str = ""
    slash: Slash = Slash.OPTIONAL
    # The call gives the filled URL, and sends nothing.
    helper: bool = False
    # Only in files that name one of these modules.
    imports: tuple[str, ...] = ()
    # Whether the URL is surely one: a call found only by its looks must look like one.
    sure: bool = True
    # The constructor's argument that holds the template: `URITemplate("/x/{y}").expand(y=1)`.
    url_of_receiver: bool = False
    # The client whose behaviour this one has, where it has none of its own.
    like: str = ""

    @property
    def taken(self) -> frozenset[str]:
        """The keywords that are not values of placeholders."""
        places = (self.url, self.variables, self.query, self.json, self.data, self.files, self.content, self.headers)
        named = {place.keyword for place in places if place is not None and place.keyword}
        if isinstance(self.verb, At) and self.verb.keyword:
            named.add(self.verb.keyword)
        return frozenset(named)


def each(owners: str, names: str) -> tuple[str, ...]:
    """Every owner with every name: `each("a. a.Client.", "get")` is `a.get` and `a.Client.get`."""
    return tuple(owner + name for owner in owners.split() for name in names.split())


# The methods of most clients that are named after verbs.
VERB_METHODS: Final = "get post put patch delete head options"

_BY_NAME: Final = {
    "getitem": "GET",
    "getiter": "GET",
    "getstatus": "GET",
    "list": "GET",
    "get": "GET",
    "aget": "GET",
}


def verb_of(callee: str) -> str:
    """The verb that a method's name means: `_post` → POST, `getiter` → GET, `http_delete` → DELETE."""
    name = callee.rsplit(".", 1)[-1].lower().strip("_")
    if name in _BY_NAME:
        return _BY_NAME[name]
    last = name.rsplit("_", 1)[-1]
    if last in _BY_NAME:
        return _BY_NAME[last]
    if last.upper() in VERBS:
        return last.upper()
    return next((verb for verb in VERBS if name.startswith(verb.lower())), "GET")
