"""aiohttp: URLs are joined to the session's address as a browser joins links, and normalised by yarl."""

from waypost.clients.client import Client, Constructor
from waypost.clients.shape import VERB_METHODS, At, Fills, Shape, each

_SESSION = "aiohttp.ClientSession."


def _shape(callees: tuple[str, ...], url: At, verb: At | None) -> Shape:
    return Shape(
        client="aiohttp",
        callees=callees,
        verb=verb,
        url=url,
        fills=Fills.NOTHING,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        cookies=At(None, "cookies"),
        auth=At(None, "auth"),
        base=At(0, "base_url"),
    )


CLIENT = Client(
    name="aiohttp",
    package="aiohttp",
    modules=("aiohttp",),
    shapes=(
        _shape(each(_SESSION, VERB_METHODS), At(0, "url"), None),
        _shape((f"{_SESSION}request", "aiohttp.request"), At(1, "url"), At(0, "method")),
    ),
    aliases={"aiohttp.client.ClientSession": "aiohttp.ClientSession"},
    constructor=Constructor(
        base=At(0, "base_url"),
        headers=At(None, "headers"),
        cookies=At(None, "cookies"),
        auth=At(None, "auth"),
    ),
)
