"""gidgethub: a template, then its values."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any, Final

import uritemplate

from waypost.clients.bodies import raw
from waypost.clients.call import ClientCall, RefusedCall, SentBody, SentRequest, StandIn, is_known, solid
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.encode import followed, json_bytes
from waypost.clients.httpx import send as send_with_httpx
from waypost.clients.httpx_url import NEW
from waypost.clients.shape import At, Fills, Shape, each

_API = "gidgethub.abc.GitHubAPI."
# Common names of clients without a type annotation.
_LIKELY = "*.gh. *.github. *.gh_api. *.github_api. *.gh_client. *.github_client."
_GITHUB = "https://api.github.com"

# Send -----------------------------------------------------------------------------------------------------------

_ACCEPT: Final = "application/vnd.github.v3+json"
# The media type that a call without one has, and as it is sent.
_TYPE: Final = "application/json"
_JSON: Final = "application/json; charset=utf-8"


def send(call: ClientCall, *, keeps_base: bool) -> SentRequest:
    """The request of a call, through httpx: most of its users have that, or something that sends the same.

    With `keeps_base`, a leading slash does not replace the path of the base address.
    """
    name = call.callee.rpartition(".")[2]
    if name == "graphql":
        return _query(call)
    if name.startswith("get") and "data" in call.given:
        raise RefusedCall(f"`{name}` has no argument `data`")
    if name in ("post", "patch") and "data" not in call.given:
        raise RefusedCall(f"`{name}` requires `data`")
    if name != "post" and "type" in call.given:
        raise RefusedCall(f"`{name}` has no argument `content_type`")
    base, url = call.client.get("base") or _GITHUB, call.url
    if keeps_base:
        base, url = base.removesuffix("/") + "/", url.removeprefix("/")
    try:
        filled = uritemplate.expand(followed(base, url), dict(call.given.get("variables") or {}))
    except (TypeError, ValueError):  # It reads `:` as a number's, and only cuts text.
        raise RefusedCall(f"it cannot fill `{call.url}`") from None
    body = _body(call)
    own_type = call.given.get("type", _TYPE)
    of_body = {"content-type": _JSON if own_type == _TYPE else own_type}
    headers = [*_headers(call, {} if body is None else of_body)]
    below = replace(call, url=filled, given={"headers": headers}, client={}, callee="request")
    return replace(send_with_httpx(below, NEW), body=body)


def _query(call: ClientCall) -> SentRequest:
    """A GraphQL query and its variables, sent to an address that does not depend on the client's."""
    variables = dict(call.given.get("variables") or {})
    data = {"query": call.given.get("graphql")} | ({"variables": variables} if variables else {})
    headers = {**_own_headers(call, _JSON), "content-type": _JSON}
    below = replace(call, method="POST", given={"headers": [*headers.items()]}, client={}, callee="request")
    return replace(send_with_httpx(below, NEW), body=_json(data))


def _headers(call: ClientCall, of_body: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """Names are compared with their case: `Accept` is sent in addition to `accept`."""
    own = _own_headers(call, call.given.get("accept", _ACCEPT))
    if call.given.get("jwt") is not None:
        own["authorization"] = f"bearer {call.given['jwt']}"
    extra = call.given.get("headers")
    try:
        own |= {extra: ""} if isinstance(extra, StandIn) else {} if extra is None else dict(extra)
    except (TypeError, ValueError) as error:
        raise RefusedCall(str(error)) from error
    own |= of_body
    yield from own.items()


def _own_headers(call: ClientCall, accept: Any) -> dict[str, Any]:
    """The headers that every call has."""
    agent, token = call.client.get("agent"), call.given.get("token") or call.client.get("token")
    own = {"user-agent": agent, "accept": accept, "authorization": None if token is None else f"token {token}"}
    return {name: value for name, value in own.items() if value is not None}


def _body(call: ClientCall) -> SentBody | None:
    data = call.given.get("data", b"")
    if isinstance(data, bytes) and not data:
        return None
    if call.given.get("type", _TYPE) != _TYPE:
        return _as_it_is(data)
    if isinstance(data, bytes):
        raise RefusedCall("bytes cannot be written as JSON")
    return _json(data)


def _json(data: Any) -> SentBody:
    return SentBody(data, json_bytes(data) if is_known(data) else None, "json")


def _as_it_is(data: Any) -> SentBody:
    """The body of another media type. gidgethub counts the characters of a text, and httpx refuses a wrong length."""
    if isinstance(data, StandIn):
        return SentBody(data, None, "unknown")
    if not isinstance(data, str | bytes) or (isinstance(data, str) and not solid(data).isascii()):
        raise RefusedCall("with `content_type`, `data` must be bytes or ASCII text")
    return raw(data)


_OTHERS: Final = {"accept": At(None, "accept"), "token": At(None, "oauth_token"), "jwt": At(None, "jwt")}
_READING: Final = Shape(
    client="gidgethub",
    callees=each(f"{_API} *.", "getitem getiter getstatus"),
    url=At(0, "url"),
    fills=Fills.TEMPLATE,
    variables=At(1, "url_vars"),
    headers=At(None, "extra_headers"),
    others=_OTHERS,
    base_url=_GITHUB,
    imports=("gidgethub",),
)

CLIENT = Client(
    name="gidgethub",
    package="gidgethub",
    modules=("gidgethub",),
    shapes=(
        _READING,
        replace(
            _READING,
            callees=each(f"{_API} {_LIKELY}", "post put patch delete"),
            data=At(None, "data"),
            others={**_OTHERS, "type": At(None, "content_type")},
        ),
        Shape(
            client="gidgethub",
            callees=each(f"{_API} {_LIKELY}", "graphql"),
            verb="POST",
            url=At(None, "endpoint"),
            default_url=f"{_GITHUB}/graphql",
            fills=Fills.NOTHING,
            keywords=True,
            others={"graphql": At(0, "query")},
            imports=("gidgethub",),
        ),
    ),
    aliases={
        f"gidgethub.{backend}.GitHubAPI": "gidgethub.abc.GitHubAPI"
        for backend in ("abc", "aiohttp", "httpx", "tornado", "treq")
    },
    constructor=Constructor(base=At(None, "base_url"), token=At(None, "oauth_token"), agent=At(1, "requester")),
    methods={
        "GET": "getitem",
        "POST": "post",
        "PUT": "put",
        "PATCH": "patch",
        "DELETE": "delete",
    },
    bare_paths=True,
    releases=(
        Behaviour((0,), partial(send, keeps_base=False)),
        Behaviour((6,), partial(send, keeps_base=True)),
    ),
)
