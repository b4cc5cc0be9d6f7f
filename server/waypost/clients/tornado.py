"""Tornado's HTTP client: a request object, or a URL and what one is made of."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final
from unicodedata import normalize

from waypost.clients.bodies import raw
from waypost.clients.call import (
    NAMELESS,
    ClientCall,
    MaybeGiven,
    MoreEntries,
    RefusedCall,
    SentBody,
    SentRequest,
    StandIn,
    is_known,
    solid,
)
from waypost.clients.client import Behaviour, Client
from waypost.clients.encode import FORM, UrlParts, basic, pairs, split
from waypost.clients.shape import At, Fills, Shape, each

_CLIENT: Final = "tornado.httpclient.AsyncHTTPClient"
_REQUEST: Final = "tornado.httpclient.HTTPRequest"
_GIVEN: Final = ("url", "method", "headers", "body", "auth_username", "auth_password", "auth_mode")
_OTHERS: Final[Mapping[str, At]] = {
    "user": At(4, "auth_username"),
    "password": At(5, "auth_password"),
    "mode": At(6, "auth_mode"),
    "agent": At(12, "user_agent"),
    "any_method": At(23, "allow_nonstandard_methods"),
    "producer": At(29, "body_producer"),
}

# Send -----------------------------------------------------------------------------------------------------------

_METHODS: Final = frozenset(["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
_WITH_BODY: Final = frozenset(["POST", "PATCH", "PUT"])
_BROKEN: Final = re.compile(r"[\r\n]")
_REMOVED: Final = re.compile(r"[\t\r\n]")
_PORT: Final = re.compile(r".+:([0-9]+)")
_LAST_PORT: Final = 65535


def send(call: ClientCall) -> SentRequest:
    """The request of a call: the target is sent as it is written."""
    given = call.given
    url = _address(call.url)
    content = _content(given.get("content"))
    _check(call.method, given)
    headers = dict(_headers(given.get("headers")))
    headers |= _own_headers(url, given)
    if call.method == "POST" and "content-type" not in headers:
        headers["content-type"] = FORM
    host = (url.authority or "").rpartition("@")[2]
    target = (url.path or "/") + (f"?{url.query}" if url.query else "")
    return SentRequest(call.method, f"{url.scheme}://{host}{target}", tuple(headers.items()), content)


def _address(given: str) -> UrlParts:
    parts = split(_REMOVED.sub("", given.lstrip("".join(map(chr, range(0x21))))))
    scheme, authority = (parts.scheme or "").lower(), parts.authority or ""
    user, at, host = authority.rpartition("@")
    port = _PORT.fullmatch(host)
    if scheme not in ("http", "https"):
        raise RefusedCall("the scheme of the URL must be http or https")
    if not host or (port is not None and int(port[1]) > _LAST_PORT):
        raise RefusedCall("the URL has no host, or an impossible port")
    if at and ":" not in user and is_known(user):
        raise RefusedCall("the URL has a user name without a password")
    return parts._replace(scheme=scheme)


def _content(content: Any) -> SentBody | None:
    if content is not None and not isinstance(content, str | bytes):
        raise RefusedCall("the body must be text or bytes")
    return raw(content) if content is not None else None


def _check(method: str, given: Mapping[str, Any]) -> None:
    """Unless it is told otherwise, it knows some verbs, and which of these have a body."""
    if given.get("any_method"):
        return
    if method not in _METHODS:
        raise RefusedCall(f"it knows no method {method}, unless `allow_nonstandard_methods` is true")
    values = [given.get(name) for name in ("content", "producer")]
    if any(isinstance(each, MaybeGiven) for each in values):
        return
    has_body = values != [None, None]
    if has_body is not (method in _WITH_BODY):
        word = "must not have" if has_body else "must have"
        raise RefusedCall(f"{method} {word} a body, unless `allow_nonstandard_methods` is true")


# Headers


def _headers(headers: Any) -> Iterator[tuple[str, str]]:
    if isinstance(headers, StandIn):
        yield headers, ""
        return
    for name, value in () if headers is None else pairs(headers):
        yield (name, "") if isinstance(name, MoreEntries) else _header(name, value)


def _header(name: Any, value: Any) -> tuple[str, str]:
    """A header in one line of Latin-1; bytes are read as UTF-8."""
    try:
        value = value.decode() if isinstance(value, bytes) else value
        if not isinstance(name, str) or not isinstance(value, str):
            raise RefusedCall("the name of a header must be a string, and the value a string or bytes")
        solid(f"{name}{value}").encode("latin-1")
    except UnicodeError as error:
        raise RefusedCall(str(error)) from error
    if _BROKEN.search(name) or _BROKEN.search(value):
        raise RefusedCall(f"a line break in header {name!r}")
    return name.lower(), value


def _own_headers(url: UrlParts, given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What replaces the headers that are given."""
    user, at, _ = (url.authority or "").rpartition("@")
    name, _, password = user.partition(":")
    if not at and given.get("user") is not None:
        name, password = given["user"], given.get("password") or ""
    if at or given.get("user") is not None:
        if given.get("mode") not in (None, "basic") and is_known(given["mode"]):
            raise RefusedCall("it knows no `auth_mode` but `basic`")
        yield "authorization", _credentials(name, password)
    if given.get("agent"):
        yield from [_header("user-agent", given["agent"])]


def _credentials(name: Any, password: Any) -> str:
    if any(isinstance(value, MaybeGiven) for value in (name, password)):
        return NAMELESS
    return basic(_normal(name), _normal(password))


def _normal(word: Any) -> str | bytes:
    if not isinstance(word, str | bytes):
        raise RefusedCall("`auth_username` and `auth_password` must be text or bytes")
    return normalize("NFC", word) if isinstance(word, str) else word


CLIENT = Client(
    name="tornado.httpclient",
    package="tornado",
    modules=("tornado.httpclient",),
    shapes=(
        Shape(
            client="tornado.httpclient",
            callees=(_REQUEST,),
            verb=At(1, "method"),
            url=At(0, "url"),
            headers=At(2, "headers"),
            content=At(3, "body"),
            others=_OTHERS,
            fills=Fills.NOTHING,
        ),
        Shape(
            client="tornado.httpclient",
            callees=each("tornado.httpclient.AsyncHTTPClient. tornado.httpclient.HTTPClient.", "fetch"),
            verb=At(None, "method"),
            url=At(0, "request"),
            headers=At(None, "headers"),
            content=At(None, "body"),
            others={role: At(None, place.keyword) for role, place in _OTHERS.items()},
            fills=Fills.NOTHING,
        ),
    ),
    aliases={
        "tornado.simple_httpclient.SimpleAsyncHTTPClient": _CLIENT,
        "tornado.curl_httpclient.CurlAsyncHTTPClient": _CLIENT,
    },
    request_objects={_REQUEST: _GIVEN},
    senders=(f"{_CLIENT}.fetch", "tornado.httpclient.HTTPClient.fetch"),
    releases=(Behaviour((0,), send),),
)
