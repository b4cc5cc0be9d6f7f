"""ghapi formats the path with `route`."""

from dataclasses import replace
from typing import Any, Final
from urllib.parse import quote

from waypost.clients.call import ClientCall, RefusedCall, SentRequest, StandIn
from waypost.clients.client import Behaviour, Client, Constructor
from waypost.clients.httpx import send as send_with_httpx
from waypost.clients.httpx_url import NEW
from waypost.clients.shape import At, Fills, Shape

# Send -----------------------------------------------------------------------------------------------------------

_GITHUB: Final = "https://api.github.com"


def send(call: ClientCall) -> SentRequest:
    """The request of a call, through httpx2: since ghapi 2."""
    path = _filled(call)
    if not path.startswith(("http://", "https://")):
        path = (call.client.get("base") or _GITHUB) + path
    below = {role: call.given[role] for role in ("query", "headers") if role in call.given}
    data = call.given.get("json")
    if data is not None:
        below["content" if isinstance(data, str | bytes) and not isinstance(data, StandIn) else "json"] = data
    token = call.client.get("token")
    own = {"Accept": "application/vnd.github.v3+json", **({"Authorization": f"token {token}"} if token else {})}
    return send_with_httpx(replace(call, url=path, given=below, client={"headers": own}, callee="request"), NEW)


def _filled(call: ClientCall) -> str:
    route: Any = call.given.get("variables")
    if not route or isinstance(route, StandIn):
        return call.url
    try:
        return call.url.format(**{name: quote(str(value), safe="") for name, value in route.items()})
    except (KeyError, IndexError, ValueError) as error:
        raise RefusedCall(f"the path cannot be filled: {error}") from error


CLIENT = Client(
    name="ghapi",
    package="ghapi",
    modules=("ghapi",),
    shapes=(
        Shape(
            client="ghapi",
            callees=("ghapi.all.GhApi.__call__",),
            url=At(0, "path"),
            verb=At(1, "verb"),
            verb_with_body="POST",
            headers=At(2, "headers"),
            fills=Fills.FORMAT,
            variables=At(3, "route"),
            query=At(4, "query"),
            json=At(5, "data"),
            base=At(6, "gh_host"),
            base_url="https://api.github.com",
        ),
    ),
    aliases={"ghapi.core.GhApi": "ghapi.all.GhApi"},
    constructor=Constructor(base=At(6, "gh_host"), token=At(2, "token")),
    releases=(Behaviour((), send),),
)
