"""requests-toolbelt: sessions of requests with a base address, joined as a browser joins links."""

from dataclasses import replace

from waypost.clients.call import ClientCall, Loss, SentRequest
from waypost.clients.client import Behaviour, Client
from waypost.clients.encode import followed, split
from waypost.clients.requests import CONNECTING, CONSTRUCTOR, shapes
from waypost.clients.requests import send as send_joined
from waypost.clients.requests_url import REQUESTS
from waypost.clients.shape import At, each

_SESSION = "requests_toolbelt.sessions.BaseUrlSession"


def send(call: ClientCall) -> SentRequest:
    """The request of a call."""
    base, url = call.client.get("base") or "", call.url
    sent = send_joined(replace(call, url=followed(base, url)), REQUESTS)
    path = split(base).path.rstrip("/") if isinstance(base, str) else ""
    if path and not split(url).authority and f"{path}/" not in sent.url:
        sent = replace(sent, lost=(*sent.lost, Loss("path", path)))
    return sent


CLIENT = Client(
    name="requests-toolbelt",
    package="requests-toolbelt",
    modules=("requests_toolbelt",),
    shapes=tuple(replace(shape, base=At(0, "base_url")) for shape in shapes("requests-toolbelt", "", f"{_SESSION}.")),
    aliases={"requests_toolbelt.BaseUrlSession": _SESSION},
    senders=(f"{_SESSION}.send",),
    preparers=(f"{_SESSION}.prepare_request",),
    connecting=each(f"{_SESSION}.", CONNECTING),
    constructor=CONSTRUCTOR._replace(base=At(0, "base_url")),
    releases=(Behaviour((), send),),
)
