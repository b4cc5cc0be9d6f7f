"""PyGithub: a URL without a leading slash is treated as a whole address, so the API's own path is lost."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final
from urllib.parse import ParseResult, parse_qs, urlencode, urlparse, urlunparse

from waypost.clients.call import (
    NAMELESS,
    ClientCall,
    LibraryObject,
    MoreEntries,
    RefusedCall,
    SentBody,
    SentRequest,
    StandIn,
    is_known,
)
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.encode import basic, json_bytes, split
from waypost.clients.requests import send as send_with_requests
from waypost.clients.requests_url import REQUESTS
from waypost.clients.shape import At, Fills, Shape, Slash, each

_GITHUB = "https://api.github.com"

# Send -----------------------------------------------------------------------------------------------------------

_VERBS: Final = ("HEAD", "GET", "POST", "PATCH", "PUT", "DELETE")


def send(call: ClientCall) -> SentRequest:
    """The request of a call, through requests."""
    if call.method not in _VERBS:
        raise RefusedCall(f"the verb must be one of {', '.join(_VERBS)}")
    base = split(call.client.get("base") or _GITHUB)
    # Of an absolute URL, only the part after the host is used, without the parameters of the last segment.
    own = _parsed(split(call.url)._replace(scheme=None, authority=None).text)
    whole = f"{own.path}?{own.query}" if own.query else own.path
    target = f"{base.path.rstrip('/')}{call.url}" if call.url.startswith("/") else whole
    target = _with_parameters(target, call.given.get("query"))
    url = f"{base.scheme}://{base.authority}{target}"
    below = {"headers": call.given.get("headers") or {}}
    sent = send_with_requests(replace(call, url=url, given=below, client={}), REQUESTS)
    return _with_body(_with_credentials(sent, call.client), call.given)


def _parsed(url: str) -> ParseResult:
    try:
        return urlparse(url)
    except ValueError as error:
        raise RefusedCall(str(error)) from None


def _with_parameters(target: str, parameters: Any) -> str:
    """The URL's query and the parameters, sorted by name."""
    if not isinstance(parameters, StandIn | Mapping | None):
        parameters = NAMELESS  # depends on the release: pairs are sent or refused
    if isinstance(parameters, StandIn):
        return f"{target}{'&' if '?' in target else '?'}{parameters}"
    own = _parsed(target)
    path = urlunparse((own.scheme, own.netloc, own.path, own.params, "", ""))
    found: dict[str, Any] = {**parse_qs(own.query)}
    rest = [name for name in parameters or () if isinstance(name, MoreEntries)]
    given = {name: value for name, value in (parameters or {}).items() if not isinstance(name, MoreEntries)}
    found |= {name: value if isinstance(value, list) else [value] for name, value in given.items()}
    pairs = [
        (name, str(value).lower() if isinstance(value, bool) else value)
        for name, values in found.items()
        for value in values
    ]
    try:
        text = urlencode(sorted(pairs))
    except TypeError as error:
        raise RefusedCall(str(error)) from error
    query = "&".join([*([text] if text else []), *rest])
    # Nothing after a fragment is ever sent.
    return f"{path}?{query}" if query and not own.fragment else path


def _with_credentials(sent: SentRequest, client: Mapping[str, Any]) -> SentRequest:
    token, auth = client.get("token"), client.get("auth")
    if isinstance(auth, LibraryObject) and auth.type.endswith("Auth.Token") and auth.arguments:
        token = auth.arguments[0]
    elif isinstance(auth, LibraryObject) and auth.type.endswith("Auth.Login"):
        return sent.with_headers(("authorization", basic(*(*auth.arguments, "", "")[:2])))
    elif auth is not None:
        return sent.with_headers(("authorization", auth if isinstance(auth, StandIn) else NAMELESS))
    return sent.with_headers(("authorization", f"token {token}")) if isinstance(token, str) else sent


def _with_body(sent: SentRequest, given: Mapping[str, Any]) -> SentRequest:
    """With JSON, or with a form or a file, whose bytes and type nobody knows."""
    content, data = given.get("content"), given.get("json")
    if content is not None:
        return replace(sent, body=SentBody(content, None, "unknown"))
    if data is None:
        return sent
    body = SentBody(data, json_bytes(data) if is_known(data) else None, "json")
    return replace(sent.with_headers(("content-type", "application/json")), body=body)


def _requesting(names: str, *, json: At | None = None, content: At | None = None) -> Shape:
    return Shape(
        client="PyGithub",
        callees=each("*. github.Requester.Requester.", names),
        verb=At(0, "verb"),
        url=At(1, "url"),
        fills=Fills.NOTHING,
        query=At(2, "parameters"),
        headers=At(3, "headers"),
        json=json,
        content=content,
        slash=Slash.REQUIRED,
        base_url=_GITHUB,
    )


CLIENT = Client(
    name="PyGithub",
    package="pygithub",
    modules=("github",),
    shapes=(
        _requesting("requestJson requestJsonAndCheck requestJsonAndCheckAsync", json=At(4, "input")),
        _requesting(
            "requestMultipart requestMultipartAndCheck requestBlob requestBlobAndCheck", content=At(4, "input")
        ),
        _requesting("requestMemoryBlobAndCheck", content=At(4, "file_like")),
        # Lists get their first page from a URL.
        Shape(
            client="PyGithub",
            callees=("github.PaginatedList.PaginatedList", "*.PaginatedList"),
            verb="GET",
            url=At(2, "firstUrl"),
            fills=Fills.NOTHING,
            query=At(3, "firstParams"),
            headers=At(4, "headers"),
            base_url=_GITHUB,
            imports=("github",),
            sure=False,
        ),
    ),
    attributes={
        ("github.Github", "requester"): "github.Requester.Requester",
        ("github.Github", "_Github__requester"): "github.Requester.Requester",
    },
    base_is_sure=False,
    constructor=Constructor(base=At(None, "base_url"), token=At(0, "login_or_token"), auth=At(None, "auth")),
    releases=(Behaviour((), send),),
)
