"""How one kind of call is recognised, and what its arguments mean."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple

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
    # None: braces are sent as they are.
    NOTHING = "none"
    # Not known: no rule reports placeholders.
    UNKNOWN = "unknown"


class Slash(StrEnum):
    """What a client does with a URL without a leading slash."""

    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True)
class Shape:
    """One way to call one client.

    A callee is a dotted name: `package.get`, `package.Client.get`; `*.` stands for any unknown receiver.
    """

    client: str
    callees: tuple[str, ...]
    url: At
    # The place of the verb, or the verb; None if it is in the URL or is the callee's last name.
    verb: At | str | None = None
    # The URL if the argument is missing. Only some calls can do without one.
    default_url: str = ""
    # The verb if the argument is missing, and if it is missing and there is a body.
    default_verb: str = "GET"
    verb_with_body: str = ""
    # The URL starts with the verb: `"GET /repos"`.
    verb_in_url: bool = False
    fills: Fills = Fills.UNKNOWN
    # A mapping with the values of placeholders.
    variables: At | None = None
    # What of a value stays as it is where `str.format` fills the URL: the rest is percent-encoded.
    kept: str = ""
    # Positional arguments from this place on fill `{0}`, `{1}`, …
    values_from: int | None = None
    # Whether keywords that no other field uses are values, too.
    keywords: bool = False
    query: At | None = None
    json: At | None = None
    # A form, or anything else that a client accepts under this name.
    data: At | None = None
    files: At | None = None
    # Bytes or text, sent as they are.
    content: At | None = None
    headers: At | None = None
    cookies: At | None = None
    auth: At | None = None
    # Arguments that only this client has, by their roles.
    others: Mapping[str, At] = field(default_factory=dict)
    # The constructor's argument for the base address; the base if there is none.
    base: At | None = None
    base_url: str = ""
    slash: Slash = Slash.OPTIONAL
    # The call returns the filled URL and sends nothing.
    helper: bool = False
    # Only in files that mention one of these modules.
    imports: tuple[str, ...] = ()
    # Whether the argument is certainly a URL; for a call that only looks like a request, it must look like one.
    sure: bool = True
    # Whether it may be completely unknown even so: the call says enough without it.
    vague: bool = False
    # The constructor's argument for the template: `URITemplate("/x/{y}").expand(y=1)`.
    url_of_receiver: bool = False
    # The client whose behaviour this one has, if it has none itself.
    like: str = ""

    @property
    def taken(self) -> frozenset[str]:
        """The keywords that are not values of placeholders."""
        places = (self.url, self.variables, self.query, self.json, self.data, self.files, self.content, self.headers)
        named = {place.keyword for place in places if place is not None and place.keyword}
        if isinstance(self.verb, At) and self.verb.keyword:
            named.add(self.verb.keyword)
        return frozenset(named)


def with_keywords(shape: Shape, names: str) -> Shape:
    """A shape with arguments that are keywords: each is named like its role, but the query is `params`."""
    places: dict[str, Any] = {_ROLES.get(name, name): At(None, name) for name in names.split()}
    return replace(shape, **places)


def each(owners: str, names: str) -> tuple[str, ...]:
    """Every owner with every name: `each("a. a.Client.", "get")` is `a.get` and `a.Client.get`."""
    return tuple(owner + name for owner in owners.split() for name in names.split())


# The methods of most clients that are named after verbs.
VERB_METHODS: Final = "get post put patch delete head options"

_ROLES: Final = {"params": "query", "base_url": "base"}
_BY_NAME: Final = {
    "getitem": "GET",
    "getiter": "GET",
    "getstatus": "GET",
    "list": "GET",
    "get": "GET",
    "aget": "GET",
}


def has_verb(method: str) -> bool:
    """Whether a word of a method's name is a verb: `get`, `post_json`, `simulate_put`."""
    return any(word in VERBS for word in method.upper().split("_"))


def verb_of(callee: str) -> str:
    """The verb that a method's name means: `_post` → POST, `getiter` → GET, `http_delete` → DELETE."""
    name = callee.rpartition(".")[2].lower().strip("_")
    if name in _BY_NAME:
        return _BY_NAME[name]
    last = name.rpartition("_")[2]
    if last in _BY_NAME:
        return _BY_NAME[last]
    if last.upper() in VERBS:
        return last.upper()
    return next((verb for verb in VERBS if name.startswith(verb.lower())), "GET")
