"""niquests: requests' names, with a base address and asynchronous versions."""

from dataclasses import replace
from typing import Final

from waypost.clients.call import ClientCall, SentRequest
from waypost.clients.client import Behaviour, Client
from waypost.clients.requests import CONNECTING, CONSTRUCTOR, PARTS, shapes
from waypost.clients.requests import send as send_joined
from waypost.clients.requests_url import RequestsManner
from waypost.clients.shape import At, each

_SESSIONS = "niquests.Session. niquests.AsyncSession."
_MANNER: Final = RequestsManner(
    "application/json;charset=utf-8", "utf-8", keeps_urls=True, text_type="text/plain; charset=utf-8", strict=True
)


def send(call: ClientCall) -> SentRequest:
    """The request of a call."""
    base, url = call.client.get("base"), call.url
    if isinstance(base, str) and "://" not in url[1:12]:
        url = base.removesuffix("/") + (url if url.startswith("/") or not url else f"/{url}")
    return send_joined(replace(call, url=url), _MANNER)


CLIENT = Client(
    name="niquests",
    package="niquests",
    modules=("niquests",),
    shapes=tuple(
        replace(
            shape,
            base=At(None, "base_url"),
            callees=(*shape.callees, *(f"niquests.a{name[9:]}" for name in shape.callees if name[9:].islower())),
        )
        for shape in shapes("niquests", "niquests.", _SESSIONS, of_get=())
    ),
    aliases={
        **dict.fromkeys(each("niquests.sessions. niquests.", "Session"), "niquests.Session"),
        "niquests.async_session.AsyncSession": "niquests.AsyncSession",
    },
    request_objects={"niquests.Request": PARTS},
    senders=("niquests.Session.send",),
    preparers=("niquests.Session.prepare_request",),
    connecting=each(_SESSIONS, CONNECTING),
    constructor=CONSTRUCTOR._replace(base=At(None, "base_url")),
    releases=(Behaviour((), send),),
)
