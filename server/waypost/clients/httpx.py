"""httpx: clients with a base address; since 0.28 `params` replaces the URL's query."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

from waypost.clients.call import (
    ClientCall,
    LibraryObject,
    Loss,
    RefusedCall,
    SentRequest,
    StandIn,
    solid,
)
from waypost.clients.client import Behaviour, Client, Constructor, Instead
from waypost.clients.common import cookie_header, made_auth
from waypost.clients.encode import UrlParts, basic, check_header, split
from waypost.clients.http_client import header_lines
from waypost.clients.httpx_body import BODIES, body_of
from waypost.clients.httpx_url import NEW, OLD, HttpxManner, absolute, joined_address, query_values, with_params
from waypost.clients.shape import VERB_METHODS, At, Fills, Shape, each, with_keywords


def shapes(client: str) -> tuple[Shape, ...]:
    """The calls of httpx, or of a package with the same names."""
    owners = f"{client}. {client}.Client. {client}.AsyncClient."

    def shape(callees: tuple[str, ...], url: At, verb: At | None) -> Shape:
        made = Shape(client=client, callees=callees, verb=verb, url=url, fills=Fills.NOTHING)
        return with_keywords(made, "params json data files content headers cookies auth base_url")

    return (
        shape(each(owners, VERB_METHODS), At(0, "url"), None),
        shape(each(owners, "request stream build_request"), At(1, "url"), At(0, "method")),
        # It is sent as it is, whatever defaults the client has.
        replace(shape((f"{client}.Request",), At(1, "url"), At(0, "method")), auth=None, base=None),
    )


# Send -----------------------------------------------------------------------------------------------------------

_WITHOUT_BODY: Final = ("get", "head", "options", "delete")
_NAME: Final = re.compile(r"[-!#$%&'*+.^_`|~0-9A-Za-z]+")
_VALUE: Final = re.compile(r"(?:[^\x00\s]+(?:[ \t]+[^\x00\s]+)*)?")


def send(call: ClientCall, manner: HttpxManner) -> SentRequest:
    """The request of a call."""
    _check_arguments(call)
    url = with_params(joined_address(call, manner), call, manner)
    headers = _headers(call)
    body, content_type = body_of(call, headers, manner)
    sent = SentRequest(call.method.upper(), absolute(url), tuple(headers), body, tuple(_lost(call, manner)))
    if content_type and sent.header("content-type") is None:
        sent = sent.with_headers(("content-type", content_type))
    sent = sent.with_headers(*_cookies(call, sent))
    return _checked(sent.with_headers(*_authorization(call, url)))


def _check_arguments(call: ClientCall) -> None:
    name = call.callee.rsplit(".", 1)[-1]
    given = [role for role in BODIES if role in call.given]
    if name in _WITHOUT_BODY and given:
        raise RefusedCall(f"`{name}` has no argument `{given[0]}`")


# Headers


def _headers(call: ClientCall) -> list[tuple[str, str]]:
    own = list(header_lines(call.given.get("headers"), _header))
    names = {name for name, _ in own}
    return [*(each for each in header_lines(call.client.get("headers"), _header) if each[0] not in names), *own]


def _header(*given: Any) -> tuple[str, str]:
    if not all(isinstance(each, str | bytes) for each in given):
        raise RefusedCall("the name and the value of a header must be strings")
    name, value = (each.decode("latin-1") if isinstance(each, bytes) else each for each in given)
    check_header(name, value, "ascii")
    return name.lower(), value


def _checked(sent: SentRequest) -> SentRequest:
    """The connection below refuses illegal headers, but only those that are sent."""
    for name, value in sent.headers:
        if not isinstance(name, StandIn) and not (_NAME.fullmatch(solid(name)) and _VALUE.fullmatch(value)):
            raise RefusedCall(f"illegal header {name}")
    return sent


def _cookies(call: ClientCall, sent: SentRequest) -> Iterator[tuple[str, str]]:
    given, default = call.given.get("cookies"), call.client.get("cookies")
    if sent.header("cookie") is not None or not (given or default):
        return
    for name, value in cookie_header(default, given):
        check_header(name, value, "ascii")
        yield name, value


def _authorization(call: ClientCall, url: UrlParts) -> Iterator[tuple[str, str]]:
    of_client, of_call = _auth(call.client.get("auth")), _auth(call.given.get("auth"))
    auth = of_call if "auth" in call.given else of_client
    if auth is not None:
        yield "authorization", auth
    elif "@" in (url.authority or ""):
        user, _, password = (url.authority or "").rpartition("@")[0].partition(":")
        if user or password:
            yield "authorization", basic(unquote(user), unquote(password))


def _auth(auth: Any) -> str | None:
    if auth is None or isinstance(auth, StandIn):
        return auth
    if isinstance(auth, LibraryObject):
        return made_auth(auth)
    if not isinstance(auth, tuple) or not all(isinstance(each, str | bytes) for each in (*auth, None, None)[:2]):
        raise RefusedCall("`auth` must be a pair of a name and a password, or be callable")
    return basic(*auth[:2])


# What gets lost


def _lost(call: ClientCall, manner: HttpxManner) -> Iterator[Loss]:
    base, url = call.client.get("base"), call.url
    if isinstance(base, str) and not split(url).authority and "?" in base and split(url).path.strip("/"):
        yield Loss("URL", split(url).path)
    given = call.given.get("query")
    own = split(url).query
    if isinstance(given, StandIn) or not (manner.replaces and own):
        return
    if given is not None or query_values(call.client.get("query")):
        yield Loss("query", own)


CONSTRUCTOR = Constructor(
    base=At(None, "base_url"),
    query=At(None, "params"),
    headers=At(None, "headers"),
    cookies=At(None, "cookies"),
    auth=At(None, "auth"),
)
_PARTS: Final = ("method", "url", "params", "headers", "cookies", "content", "data", "files", "json")

CLIENT = Client(
    name="httpx",
    package="httpx",
    modules=("httpx",),
    shapes=shapes("httpx"),
    request_objects={
        "httpx.Request": _PARTS,
        "httpx.Client.build_request": _PARTS,
        "httpx.AsyncClient.build_request": _PARTS,
    },
    senders=each("httpx.Client. httpx.AsyncClient.", "send"),
    constructor=CONSTRUCTOR,
    releases=(Behaviour((0,), partial(send, manner=OLD)), Behaviour((0, 28), partial(send, manner=NEW))),
    instead={
        ("", "proxies"): Instead("proxy={value}", only_text=True),
        ("Client", "app"): Instead("transport={module}.WSGITransport(app={value})"),
        ("AsyncClient", "app"): Instead("transport={module}.ASGITransport(app={value})"),
    },
)
