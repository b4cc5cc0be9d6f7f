"""Calls that look like requests, with a verb next to a URL, whatever the callee. They are likely, never certain."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Final

from waypost.clients.shape import At, Shape
from waypost.routes.evaluate.interface import Call
from waypost.routes.model.site import looks_like_route
from waypost.routes.model.values import Arguments, KeyedValues, Reference, Text, Value, options_of

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
    r"(?i)(?:add|assert|register|expect|mock|stub|route|log|print|debug|info|warn|error|exception|format|match|on|when)"
    r"(?:_\w*|)\Z|(?:Error|Exception|Warning|Response|Route|Rule)\Z|\Aassert|\Aadd_|\Aregister_|\Atest_|\Amatch_"
)
# `get`, `_post`, `http_get`, `get_json`, `apost`: the words around the verb say how it is sent, not what.
_VERB_CALL: Final = re.compile(
    r"\A_*(?:a|async_|http_?|do_?|api_?|make_|send_|rest_?|raw_|authed_|safe_|signed_|call_|perform_|execute_)?_?"
    r"(get|post|put|patch|delete)"
    r"(?:_?(?:json|request|raw|async|api|http|call|data|page|pages|paginated|url|path|all|list|one|single|resource))*_*\Z",
    re.IGNORECASE,
)
# Objects whose methods named after verbs send requests: `client`, `self._http`, `api_session`.
_CLIENT: Final = re.compile(
    r"(?i)(?:client|session|http|api|requests?|requester|transport|rest|connection|conn|adapter|caller|connector|sess|"
    r"gateway|service|self|cls|super\(\)|network|handler|executor|_c|sdk|proxy|manager|web|auth|parent)_?(?:\(\))?\Z"
)
# Keywords that a method named after a verb takes only if it sends a request.
_SENT_WITH: Final = frozenset(
    ("headers", "params", "timeout", "proxies", "auth", "cookies", "verify", "allow_redirects", "follow_redirects")
)
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
_ROOTED: Final = re.compile(r"/[\w{:<%\ue000-\uf8ff-]|[\ue000-\uf8ff]/\w")
_IN_SEGMENTS: Final = re.compile(r"[\w{}.%:\ue000-\uf8ff-]+(?:/[\w{}.%:\ue000-\uf8ff-]*)+(?:\?|\Z)")


def shapes_by_looks(call: Call) -> Iterator[Shape]:
    """Ways in which a call looks like a request, the clearest first."""
    name = call.callee_text.rsplit(".", 1)[-1]
    if _NO_REQUEST.search(name):
        return
    yield from _by_keyword(call)
    yield from _side_by_side(call)
    if _VERB_CALL.match(name):
        yield from _by_name(call, name)


def declared(call: Call) -> Shape | None:
    """`@uplink.get("users/{user}")` above a method: each call of the method makes the request."""
    name = call.callee.name if isinstance(call.callee, Reference) else ""
    found = _DECLARES.match(name)
    return _shape(found[1].upper(), At(0, "uri")) if found is not None else None


def described(call: Call) -> Call | None:
    """A call that is given a mapping which describes a request, as if its items were its keywords."""
    keywords = call.arguments.keywords.by_key
    for name in _DESCRIPTIONS:
        table = keywords[name].value if name in keywords else None
        if isinstance(table, KeyedValues) and "http_method" in table.by_key:
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
    for name in _URL_NAMES:
        entry = call.arguments.keywords.by_key.get(name)
        if entry is not None and given and _is_verb(given[0]) and _is_path(entry.value):
            yield _shape(At(0), At(None, name))


def _by_name(call: Call, name: str) -> Iterator[Shape]:
    """`client.get("/x")`, `self._post_json(url="https://…")`."""
    url = call.arguments.at(0, None)
    place = At(0)
    if url is None:
        place = next((At(None, each) for each in _URL_NAMES if each in call.arguments.keywords.by_key), place)
        url = call.arguments.at(*place)
    if url is None or not any(_is_rooted(option) for option in options_of(url.value)):
        return
    found = _VERB_CALL.match(name)
    if found is not None and _is_of_client(call, url.value):
        yield _shape(found[1].upper(), place)


def _is_of_client(call: Call, url: Value) -> bool:
    """Whether the object of a call sends requests: by its name, by other arguments, or by an address on `self`."""
    owner = call.callee_text.rpartition(".")[0]
    if not owner or _CLIENT.search(owner) is not None:
        return bool(owner)
    if _NO_CLIENT.search(owner.rpartition(".")[2]) is not None:
        return False
    if not _SENT_WITH.isdisjoint(call.arguments.keywords.by_key):
        return True
    is_address = any(isinstance(each, Text) and _ABSOLUTE.match(each.marked) for each in options_of(url))
    return is_address and owner.startswith(("self.", "cls."))


def _is_verb(value: Value) -> bool:
    return any(isinstance(option, Text) and _verb(option.known) in VERBS for option in options_of(value))


def _verb(written: str | None) -> str:
    return written.upper() if written and (written.isupper() or written.islower()) else ""


def _is_path(value: Value) -> bool:
    return any(
        isinstance(option, Text)
        and looks_like_route(option, sure=False)
        and (_is_rooted(option) or _IN_SEGMENTS.match(option.marked) is not None)
        for option in options_of(value)
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
