"""requests: sessions without a base address, which merge their own arguments with those of their calls."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

from waypost.clients.call import (
    ClientCall,
    LibraryObject,
    Loss,
    MoreEntries,
    RefusedCall,
    SentRequest,
    StandIn,
)
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.common import cookie_header, made_auth
from waypost.clients.encode import basic, pairs, split
from waypost.clients.http_client import header_line
from waypost.clients.requests_body import body_of_call
from waypost.clients.requests_url import REQUESTS, RequestsManner, merged, prepared, sent_url
from waypost.clients.shape import At, Fills, Shape, each

# What follows the URL in `Request` and in a session's `request`, in order.
_OF_REQUEST: Final = ("headers", "files", "data", "params", "auth", "cookies", "hooks", "json")
_OF_SESSION: Final = (
    *("params", "data", "headers", "cookies", "files", "auth"),
    *("timeout", "allow_redirects", "proxies", "hooks", "stream", "verify", "cert", "json"),
)


def shapes(client: str, module: str, session: str, *, of_get: Sequence[str] = ("params",)) -> tuple[Shape, ...]:
    """The calls of requests, or of a package with the same names: functions of `module`, methods of `session`.

    `of_get` is what may follow the URL in a session's `get`: the parameters since requests 2.34, nothing before.
    """

    def shape(callees: tuple[str, ...], url: int, *positions: str, verb: At | None = None) -> Shape:
        def at(keyword: str) -> At:
            return At(positions.index(keyword) + url + 1 if keyword in positions else None, keyword)

        return Shape(
            client=client,
            callees=callees,
            verb=verb,
            url=At(url, "url"),
            fills=Fills.NOTHING,
            query=at("params"),
            json=at("json"),
            data=at("data"),
            files=at("files"),
            headers=at("headers"),
            cookies=at("cookies"),
            auth=at("auth"),
        )

    method = At(0, "method")
    functions = (
        (
            shape(each(module, "get"), 0, "params"),
            shape(each(module, "options head delete"), 0),
            shape(each(module, "post"), 0, "data", "json"),
            shape(each(module, "patch put"), 0, "data"),
            shape(each(module, "request"), 1, verb=method),
            shape(each(module, "Request"), 1, *_OF_REQUEST, verb=method),
        )
        if module
        else ()
    )
    return (
        *functions,
        shape(each(session, "get"), 0, *of_get),
        shape(each(session, "options head delete"), 0),
        shape(each(session, "post"), 0, "data", "json"),
        shape(each(session, "put patch"), 0, "data"),
        shape(each(session, "request"), 1, *_OF_SESSION, verb=method),
    )


# The constructor of a session has no arguments: these are attributes.
CONSTRUCTOR = Constructor(
    query=At(None, "params"), headers=At(None, "headers"), cookies=At(None, "cookies"), auth=At(None, "auth")
)

# Send -----------------------------------------------------------------------------------------------------------

_NAME: Final = re.compile(r"[^:\s][^:\r\n]*")
_VALUE: Final = re.compile(r"(?:\S[^\r\n]*)?")


def send(call: ClientCall, manner: RequestsManner) -> SentRequest:
    """The request of a call."""
    given, client = call.given, call.client
    url = prepared(call.url, merged(given.get("query"), client.get("query")), manner)
    headers = list(_headers(given.get("headers"), client.get("headers")))
    sent = SentRequest(call.method.upper(), "", tuple(headers), lost=tuple(_lost(call)))
    if sent.header("cookie") is None:
        sent = sent.with_headers(*cookie_header(*_cookies(call)))
    body, content_type = body_of_call(given, manner)
    sent = SentRequest(sent.method, sent_url(url), sent.headers, body, sent.lost)
    if content_type and sent.header("content-type") is None:
        sent = sent.with_headers(("content-type", content_type))
    sent = sent.with_headers(*_authorization(call, url, manner))
    return replace(sent, headers=tuple(name_and_value(*each) for each in sent.headers))


# Headers


def _headers(given: Any, default: Any) -> Iterator[tuple[str, str]]:
    found: dict[str, tuple[Any, Any]] = {}
    for source in (default, given):
        if isinstance(source, StandIn):
            yield source, ""
            continue
        for name, value in pairs(source) if source else ():
            key = name.decode("latin-1") if isinstance(name, bytes) else str(name)
            found[key.lower()] = (name, value)
    for name, value in found.values():
        if isinstance(name, MoreEntries):
            yield name, ""
        elif value is not None:
            yield _header(name, value)


def _header(name: Any, value: Any) -> tuple[str, str]:
    for text, pattern in ((name, _NAME), (value, _VALUE)):
        if not isinstance(text, str | bytes):
            raise RefusedCall("the name and the value of a header must be strings")
        if not pattern.fullmatch(text.decode("latin-1") if isinstance(text, bytes) else text):
            raise RefusedCall(f"illegal header {name!r}")
    return (name if isinstance(name, str) else name.decode("latin-1")).lower(), value


def _cookies(call: ClientCall) -> Iterator[Any]:
    for source in (call.client.get("cookies"), call.given.get("cookies")):
        yield source or None


def _authorization(call: ClientCall, url: str, manner: RequestsManner) -> Iterator[tuple[str, str]]:
    auth = call.given.get("auth")
    auth = call.client.get("auth") if auth is None else auth
    if auth is None:
        user, _, password = (split(url).authority or "").rpartition("@")[0].partition(":")
        auth = (unquote(user), unquote(password)) if ":" in (split(url).authority or "").rpartition("@")[0] else None
        auth = auth if auth and any(auth) else None
    if isinstance(auth, StandIn) and auth:
        yield "authorization", auth
    elif isinstance(auth, LibraryObject):
        yield "authorization", made_auth(auth, manner.encoding)
    elif isinstance(auth, tuple) and len(auth) == 2:  # noqa: PLR2004 - a name and a password
        yield "authorization", basic(_text(auth[0], manner), _text(auth[1], manner), manner.encoding)
    elif manner.strict and isinstance(auth, str):
        yield "authorization", f"Bearer {auth}"
    elif auth:
        raise RefusedCall("`auth` must be a pair, or be callable")


def name_and_value(name: str, value: Any) -> tuple[str, str]:
    """A header as it can be put on the wire."""
    return (name, value) if isinstance(name, StandIn) else header_line(name, value)


def _text(value: Any, manner: RequestsManner) -> str | bytes:
    if manner.strict and not isinstance(value, str | bytes):
        raise RefusedCall("a name and a password must be text")
    return value if isinstance(value, str | bytes) else str(value)


# What gets lost


def _lost(call: ClientCall) -> Iterator[Loss]:
    for role in ("query", "data"):
        values = call.given.get(role)
        if isinstance(values, Mapping) and not call.given.get("files"):
            yield from (Loss("value", str(name)) for name, value in values.items() if value is None)


# What sessions do with their connections.
CONNECTING: Final = "mount get_adapter"
PARTS: Final = ("method", "url", "headers", "files", "data", "params", "auth", "cookies", "hooks", "json")

CLIENT = Client(
    name="requests",
    package="requests",
    modules=("requests",),
    shapes=shapes("requests", "requests.", "requests.Session."),
    aliases={"requests.sessions.Session": "requests.Session", "requests.session": "requests.Session"},
    request_objects={"requests.Request": PARTS},
    senders=("requests.Session.send",),
    preparers=("requests.Session.prepare_request",),
    connecting=each("requests.Session.", CONNECTING),
    constructor=CONSTRUCTOR,
    releases=(Behaviour((0,), partial(send, manner=REQUESTS)),),
)
