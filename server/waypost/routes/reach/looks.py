"""Calls that look like requests, with a verb next to a URL, whatever the callee. They are likely, never certain."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Final

from waypost.clients.shape import At, Shape
from waypost.routes.evaluate.interface import Call
from waypost.routes.model.site import looks_like_route
from waypost.routes.model.values import (
    Arguments,
    Hole,
    KeyedValues,
    Reference,
    Text,
    Unknown,
    Value,
    likely_text,
    name_of,
    options_of,
)
from waypost.routes.syntax.tree import field, text
from waypost.shown.names import short_name

VERBS: Final = frozenset(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"))
_VERB_NAMES: Final = ("method", "http_method", "verb", "request_method", "http_verb", "type")
_URL_NAMES: Final = (
    "url",
    "uri",
    "path",
    "endpoint",
    "url_path",
    "resource_path",
    "endpoint_path",
    "route",
    "request_path",
    "api_path",
    "relative_url",
    "path_template",
    "resource",
)
# Callees that take a verb and a URL but send nothing: a log, a mock, a server's own routes, an error.
_NO_REQUEST: Final = re.compile(
    r"(?i)(?:\A|_)(?:add|assert|register|expect|mock|stub|route|log|print|debug|info|warn|error|exception|format|match|"
    r"on|when)(?:_\w*|)\Z|(?:Error|Exception|Warning|Response|Route|Rule)\Z|\Aassert|\Aadd_|\Aregister_|\Atest_|\Amatch_|"
    r"hooks?\Z|callbacks?\Z|_event\Z"
)
# `get`, `_post`, `http_get`, `get_json`, `apost`: the words around the verb say how it is sent, not what.
VERB_CALL: Final = re.compile(
    r"\A_*(?:a|async_|http_?|do_?|api_?|make_|send_|rest_?|raw_|authed_|safe_|signed_|call_|perform_|execute_)?_?"
    r"(get|post|put|patch|delete)"
    r"(?:_?(?:json|request|raw|async|api|http|call|data|page|pages|paginated|url|path|all|list|one|single|resource|"
    r"return|content|response|body|form|text))*_*\Z",
    re.IGNORECASE,
)
# What only makes the URL of a request, unless it is given what only a request takes: `client.get_url("/users")`.
_MAKES_URL: Final = re.compile(r"(?i)_*get_?(?:api_?)?(?:url|path)_*\Z")
# Objects whose methods named after verbs send requests: `client`, `self._http`, `api_session`.
_CLIENT: Final = re.compile(
    r"(?i)(?:client|session|http|api|requests?|requester|transport|rest|connection|conn|adapter|caller|connector|sess|"
    r"gateway|service|self|cls|super\(\)|network|handler|executor|_c|sdk|proxy|manager|web|auth|parent)_?(?:\(\))?\Z"
)
# An attribute, or a name of one letter: a whole address makes it a client.
_MAY_BE_CLIENT: Final = re.compile(r"self\.|cls\.|[cs]\Z")
# What is called a client and nothing else, not `redis_client`; and what is called a URL, not a path of files.
_ONLY_CLIENT: Final = re.compile(
    r"(?i)(?:(?:self|cls)\.)?_*(?:(?:api|async|base|http|rest|web)_?)?(?:client|requester|sess|session|http)_*(?:\(\))?\Z"
)
_ONLY_URL: Final = re.compile(r"(?i)(?:\w*_)?(?:url|uri|endpoint|href)\Z")
# Keywords that a method named after a verb takes only if it sends a request.
_SENT_WITH: Final = frozenset(
    ("headers", "params", "timeout", "proxies", "auth", "cookies", "verify", "allow_redirects", "follow_redirects")
)
# Those that only a verb with a body takes.
_BODIES: Final = frozenset(("json", "data", "files"))
_WITH_BODY: Final = ("POST", "PATCH")
# What holds a verb, by its name, and what holds a URL.
_VERB_LIKE: Final = re.compile(r"(?i)method|verb")
_URL_LIKE: Final = re.compile(r"(?i)(?:\w*_)?(?:url|uri|endpoint|href|link|path|address)s?\Z")
# `getattr(session, verb)(url)`.
_BY_ATTRIBUTE: Final = re.compile(r"getattr\((?P<owner>[^()]+?), *[\w.\"']+(?:\(\))?\)\Z")
# Objects with such methods that send nothing: they stand in for servers, register handlers, or keep values by URL.
_NO_CLIENT: Final = re.compile(
    r"(?i)(?:mock\w*|responses?|respx|rsps|httpretty|router|app|blueprint|cache\w*|\w*_?(?:map|dict|registry|store)|"
    r"urls?|headers|cookies|params|by_\w+)_?(?:\(\))?\Z|\Am\Z"
)
# Arguments that describe an operation: `Endpoint(settings={"http_method": "POST", "endpoint_path": "/pets"})`.
_DESCRIPTIONS: Final = ("settings", "operation", "options", "request_options", "config")
# Decorators that make a request of a method.
_DECLARES: Final = re.compile(r"uplink\.(get|post|put|patch|delete|head)\Z")
# Methods that send: `client.request("users", method="GET")`.
_ASKS: Final = re.compile(r"(?i)(?:request|fetch|call|send|query|execute)(?:_\w+)?\Z")
_WORD: Final = re.compile(r"[A-Za-z][\w-]*(?:\?|\Z)")
_ABSOLUTE: Final = re.compile(r"https?://[\w{\[\ue000-\uf8ff]")
_ROOTED: Final = re.compile(r"/[\w{:<%\ue000-\uf8ff-]|[\ue000-\uf8ff]/(?:[\ue000-\uf8ff]/){0,3}\w")
_IN_SEGMENTS: Final = re.compile(r"[\w{}.%:\ue000-\uf8ff-]+(?:/[\w{}.%:\ue000-\uf8ff-]*)+(?:\?|\Z)")


def shapes_by_looks(call: Call) -> Iterator[Shape]:
    """Ways in which a call looks like a request, the clearest first."""
    owner, name = _owner_and_name(call)
    if _sends_nothing(name):
        return
    yield from _by_keyword(call)
    yield from _side_by_side(call)
    found = VERB_CALL.match(name)
    if found is not None and owner and not _makes_url(call, name):
        yield from _by_name(call, owner, found[1].upper())
    elif _BY_ATTRIBUTE.match(_written(call)) is not None:
        yield from _by_name(call, owner, "")
    elif name == "request":
        yield from _of_any_verb(call, owner)


@lru_cache(maxsize=1_000)
def _sends_nothing(name: str) -> bool:
    return _NO_REQUEST.search(name) is not None


def _makes_url(call: Call, name: str) -> bool:
    return _MAKES_URL.match(name) is not None and not _SENT_WITH & call.arguments.keywords.by_key.keys()


def declared(call: Call) -> Shape | None:
    """`@uplink.get("users/{user}")` above a method: each call of the method makes the request."""
    name = call.callee.name if isinstance(call.callee, Reference) else ""
    found = _DECLARES.match(name)
    return _shape(found[1].upper(), At(0, "uri")) if found is not None else None


def described(call: Call) -> Call | None:
    """A call that is given a mapping which describes a request, as if its items were its keywords.

    What sends by its name is given such a mapping under any name: `send({"method": "GET", "url": url})`.
    """
    keywords = call.arguments.keywords.by_key
    tables = [keywords[name].value for name in _DESCRIPTIONS if name in keywords]
    asks = _ASKS.fullmatch(call.callee_text.rpartition(".")[2].strip("_")) is not None
    given = [entry.value for entry in call.arguments.positional[:1]] if asks else []
    for table in (*tables, *given):
        if isinstance(table, KeyedValues) and ("http_method" in table.by_key or (asks and "method" in table.by_key)):
            return replace(call, arguments=Arguments(keywords=table, span=call.arguments.span))
    return None


def _by_keyword(call: Call) -> Iterator[Shape]:
    """`fetch(method="GET", uri=…)`, `request("/x", method="POST")`."""
    keywords = call.arguments.keywords.by_key
    verb = next((name for name in _VERB_NAMES if name in keywords and _is_verb(keywords[name].value)), None)
    if verb is None:
        return
    for name in _URL_NAMES:
        if name in keywords and _is_path(keywords[name].value):
            yield _shape(At(None, verb), At(None, name))
            return
    first = call.arguments.at(0, None)
    if first is not None and (_is_path(first.value) or (_is_word(first.value) and _ASKS.search(call.callee_text))):
        yield _shape(At(None, verb), At(0))


def _side_by_side(call: Call) -> Iterator[Shape]:
    """`call("GET", "/x")` and `call("/x", "GET")`."""
    given = [entry.value for entry in call.arguments.positional[:4]]
    for index in range(len(given) - 1):
        first, second = given[index], given[index + 1]
        if _is_verb(first) and _is_path(second):
            yield _shape(At(index), At(index + 1))
        elif _is_verb(second) and _is_path(first):
            yield _shape(At(index + 1), At(index))
    keywords = call.arguments.keywords.by_key
    for name in _URL_NAMES if given and _is_verb(given[0]) else ():
        if name in keywords and _is_path(keywords[name].value):
            yield _shape(At(0), At(None, name))


def _written(call: Call) -> str:
    """The callee as it is written, or what its name stands for: `send = self.session.post`."""
    if isinstance(call.callee, Unknown) and call.callee_text.isidentifier():
        return call.callee.expression
    return call.callee_text


def _owner_and_name(call: Call) -> tuple[str, str]:
    """The object of a call, and its method; `getattr(session, verb)` is a method of the session."""
    by_attribute = _BY_ATTRIBUTE.match(_written(call))
    if by_attribute is None:
        owner, _, name = _written(call).rpartition(".")
        return owner, name
    known = call.callee.expression.rpartition(".")[2] if isinstance(call.callee, Unknown) else ""
    return by_attribute["owner"], known


def _by_name(call: Call, owner: str, verb: str) -> Iterator[Shape]:
    """`client.get("/x")`, `self._post_json(url="https://…")`, `session.post(metadata, "/x", payload)`."""
    place = _place_of_url(call)
    url = call.arguments.at(*place)
    if url is None:
        return
    options = [likely_text(option) for option in options_of(url.value)]
    is_client, is_sent = _CLIENT.search(owner) is not None, _is_sent_with(call, verb)
    is_other = not is_client and _NO_CLIENT.search(owner.rpartition(".")[2]) is not None
    if verb and not is_other and any(map(_is_rooted, options)):
        is_address = _MAY_BE_CLIENT.match(owner) is not None and any(map(_is_absolute, options))
        if is_client or is_sent or is_address:
            yield _shape(verb, place)
    elif verb and any(_is_relative(call, owner, verb, option) for option in options):
        yield _shape(verb, place)
    elif (
        is_client
        and any(map(_may_be_url, options))
        and (is_sent or not verb or (_ONLY_CLIENT.match(owner) is not None and any(map(_is_called_url, options))))
    ):
        yield replace(_shape(verb, place), vague=True)


def _is_relative(call: Call, owner: str, verb: str, value: Value) -> bool:
    """A path without a slash before it, and not the key of something that a store has.

    What sends has more to its name, `client._get("a/b")`, is given what only a request has, or is sent for a function
    of that name.
    """
    is_bare = call.callee_text.rpartition(".")[2].upper() == verb
    is_sent = _is_sent_with(call, verb)
    if _ONLY_CLIENT.match(owner) is not None:
        return (is_sent and _is_word(value)) or ((is_sent or not is_bare or _is_named(call, verb)) and _is_path(value))
    return owner in ("self", "cls") and is_sent and not is_bare and (_is_word(value) or _is_path(value))


def _is_named(call: Call, verb: str) -> bool:
    """Whether the function that makes a call is named after its verb, with more around it: `def _get(self, path)`."""
    name = field(call.via[-1].node, "name") if call.via else None
    found = VERB_CALL.match(text(name)) if name is not None else None
    return found is not None and found[1].upper() == verb != found[0].upper()


def _place_of_url(call: Call) -> At:
    """The first argument, or one named after URLs; the second if it is a path after a mapping: that is not a key."""
    given = call.arguments.positional
    if not given:
        return next((At(None, each) for each in _URL_NAMES if each in call.arguments.keywords.by_key), At(0))
    is_second = len(given) > 1 and isinstance(given[0].value, KeyedValues)
    return At(1 if is_second and any(map(_is_rooted, options_of(given[1].value))) else 0)


def _is_verb(value: Value) -> bool:
    return any(isinstance(option, Text) and _verb(option.known) in VERBS for option in options_of(value))


def _verb(written: str | None) -> str:
    return written.upper() if written and (written.isupper() or written.islower()) else ""


def _is_path(value: Value) -> bool:
    return any(
        isinstance(option, Text)
        and looks_like_route(option, sure=False)
        and (_is_rooted(option) or _IN_SEGMENTS.match(option.marked) is not None)
        for option in map(likely_text, options_of(value))
    )


def _is_word(value: Value) -> bool:
    """A path of one segment."""
    return any(isinstance(option, Text) and _WORD.match(option.marked) for option in options_of(value))


def _is_rooted(value: Value) -> bool:
    return (
        isinstance(value, Text)
        and looks_like_route(value, sure=False)
        and (_ABSOLUTE.match(value.marked) is not None or _ROOTED.match(value.marked) is not None)
    )


def _of_any_verb(call: Call, owner: str) -> Iterator[Shape]:
    """`session.request(method, url, headers=headers)`: how its callers send all of theirs."""
    if _CLIENT.search(owner) is None or not _is_sent_with(call):
        return
    verb, verb_at = _first(call, 0, _VERB_NAMES)
    url, url_at = _first(call, 1, _URL_NAMES)
    is_verb = isinstance(verb, Unknown) and _VERB_LIKE.search(verb.expression) is not None
    if is_verb and url is not None and any(map(_may_be_url, options_of(url))):
        yield replace(_shape(verb_at, url_at), vague=True)


def _first(call: Call, position: int, names: Sequence[str]) -> tuple[Value | None, At]:
    """The argument at a place, or under one of several names."""
    for at in (*(At(None, name) for name in names), At(position)):
        found = call.arguments.at(*at)
        if found is not None:
            return found.value, at
    return None, At(position)


def _is_sent_with(call: Call, verb: str = "") -> bool:
    names = _SENT_WITH | _BODIES if verb in _WITH_BODY else _SENT_WITH
    return not names.isdisjoint(call.arguments.keywords.by_key)


def _is_absolute(value: Value) -> bool:
    return isinstance(value, Text) and _ABSOLUTE.match(value.marked) is not None


def _may_be_url(value: Value) -> bool:
    """Something that is called a URL, and what begins with it or with a path."""
    if isinstance(value, Text):
        first = next(iter(value.parts), None)
        is_named = isinstance(first, Hole) and _URL_LIKE.match(name_of(first)) is not None
        return looks_like_route(value, sure=False) and (is_named or "/" in value.marked)
    return isinstance(value, Unknown) and _URL_LIKE.match(short_name(value.expression)) is not None


def _is_called_url(value: Value) -> bool:
    """Something that is called a URL, and what begins with it: `f"{base_url}users/{id}"`."""
    if isinstance(value, Text):
        first = next(iter(value.parts), None)
        return isinstance(first, Hole) and _ONLY_URL.match(name_of(first)) is not None
    return isinstance(value, Unknown) and _ONLY_URL.match(short_name(value.expression)) is not None


@lru_cache(maxsize=256)
def _shape(verb: At | str, url: At) -> Shape:
    return Shape(
        client="",
        callees=(),
        verb=verb,
        url=url,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        sure=False,
    )
