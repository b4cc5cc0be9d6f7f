"""requests-toolbelt: sessions of requests with a base address, joined as a browser joins links."""

from dataclasses import replace

from waypost.clients.client import Client
from waypost.clients.requests import CONSTRUCTOR, shapes
from waypost.clients.shape import At

_SESSION = "requests_toolbelt.sessions.BaseUrlSession"

CLIENT = Client(
    name="requests-toolbelt",
    package="requests-toolbelt",
    modules=("requests_toolbelt",),
    shapes=tuple(replace(shape, base=At(0, "base_url")) for shape in shapes("requests-toolbelt", "", f"{_SESSION}.")),
    aliases={"requests_toolbelt.BaseUrlSession": _SESSION},
    constructor=CONSTRUCTOR._replace(base=At(0, "base_url")),
)
