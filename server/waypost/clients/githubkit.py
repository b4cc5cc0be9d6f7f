"""githubkit sends a raw request as it is written."""

import re
from dataclasses import replace
from typing import Any, Final

from waypost.clients.call import NAMELESS, ClientCall, LibraryObject, SentRequest, StandIn
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.httpx import send as send_with_httpx
from waypost.clients.httpx_url import NEW
from waypost.clients.shape import At, Fills, Shape, each, with_keywords

# Send -----------------------------------------------------------------------------------------------------------

_GITHUB: Final = "https://api.github.com"
_USER: Final = re.compile(r"\A([A-Za-z]+://)[^/?#]*@")


def send(call: ClientCall) -> SentRequest:
    """The request of a call, through httpx."""
    below: dict[str, Any] = {"base": call.client.get("base") or _GITHUB, "headers": _headers(call.client)}
    # A name and a password in the URL are not sent: the client authenticates in its own way.
    url = _USER.sub(r"\1", call.url)
    auth = call.client.get("token")
    if auth:
        # As an object for httpx, which takes the place of any header before headers are looked at.
        below["auth"] = NAMELESS if isinstance(auth, LibraryObject) else StandIn(f"token {auth}")
    return send_with_httpx(replace(call, url=url, client=below, callee="request"), NEW)


def _headers(client: Any) -> dict[str, str]:
    own = {"accept": "application/vnd.github+json", "cache-control": "no-cache"}
    if isinstance(client.get("agent"), str):
        own["user-agent"] = client["agent"]
    return own


CLIENT = Client(
    name="githubkit",
    package="githubkit",
    modules=("githubkit",),
    shapes=(
        with_keywords(
            Shape(
                client="githubkit",
                callees=each("githubkit.GitHub.", "request arequest"),
                verb=At(0, "method"),
                url=At(1, "url"),
                fills=Fills.NOTHING,
                base_url=_GITHUB,
            ),
            "params json data files content headers cookies",
        ),
    ),
    aliases={"githubkit.github.GitHub": "githubkit.GitHub"},
    constructor=Constructor(base=At(None, "base_url"), token=At(0, "auth"), agent=At(None, "user_agent")),
    releases=(Behaviour((), send),),
)
