"""The standard library's `urllib.request`."""

from urllib.parse import unquote

from waypost.clients.call import ClientCall, RefusedCall, SentRequest, is_known
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.encode import FORM, split
from waypost.clients.http_client import body_of, checked_target, header_lines
from waypost.clients.shape import At, Fills, Shape, each

# Send -----------------------------------------------------------------------------------------------------------


def send(call: ClientCall) -> SentRequest:
    """The request of a call: the URL is sent as it is written."""
    text = call.url.strip()
    parts = split(text.removeprefix("<").removesuffix(">").removeprefix("URL:"))
    if not parts.scheme:
        raise RefusedCall("the URL has no scheme")
    if parts.scheme.lower() not in ("http", "https") or not parts.authority or "@" in parts.authority:
        raise RefusedCall("the URL must have the scheme http or https, a host, and no user name")
    content = call.given.get("content")
    if isinstance(content, str) and is_known(content):
        raise RefusedCall("the data must be bytes, not text")
    target = checked_target(parts.target if parts.path.startswith("/") else f"/{parts.target}")
    address = f"{parts.scheme.lower()}://{unquote(parts.authority)}"
    of_opener = dict(header_lines(call.client.get("headers")))
    headers = tuple((of_opener | dict(header_lines(call.given.get("headers")))).items())
    body = body_of(content)
    sent = SentRequest(call.method, address + target, headers, body)
    if body is None or sent.header("content-type") is not None:
        return sent
    return sent.with_headers(("content-type", FORM))


def _opening(callee: str, url: str, *, content: int = 1) -> Shape:
    return Shape(
        client="urllib.request",
        callees=(callee,),
        verb=At(),
        verb_with_body="POST",
        url=At(0, url),
        content=At(content, "data"),
        fills=Fills.NOTHING,
    )


CLIENT = Client(
    name="urllib.request",
    modules=("urllib.request", "urllib"),
    aliases={"urllib.request.build_opener": "urllib.request.OpenerDirector"},
    request_objects={
        "urllib.request.Request": ("url", "data", "headers", "origin_req_host", "unverifiable", "method"),
    },
    senders=("urllib.request.urlopen", "urllib.request.OpenerDirector.open"),
    preparers=("urllib.request.OpenerDirector.open",),
    header_setters=each("urllib.request.Request.", "add_header add_unredirected_header"),
    constructor=Constructor(headers=At(None, "addheaders")),
    shapes=(
        Shape(
            client="urllib.request",
            callees=("urllib.request.Request",),
            verb=At(5, "method"),
            verb_with_body="POST",
            url=At(0, "url"),
            content=At(1, "data"),
            headers=At(2, "headers"),
            fills=Fills.NOTHING,
        ),
        _opening("urllib.request.urlopen", "url"),
        _opening("urllib.request.urlretrieve", "url", content=3),
        _opening("urllib.request.OpenerDirector.open", "fullurl"),
    ),
    releases=(Behaviour((), send),),
)
