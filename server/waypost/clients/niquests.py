"""niquests: requests' names, with a base address and asynchronous twins."""

from dataclasses import replace

from waypost.clients.client import Client
from waypost.clients.requests import CONSTRUCTOR, shapes
from waypost.clients.shape import At, each

_SESSIONS = "niquests.Session. niquests.AsyncSession."

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
        for shape in shapes("niquests", "niquests.", _SESSIONS)
    ),
    aliases={
        **dict.fromkeys(each("niquests.sessions. niquests.", "Session"), "niquests.Session"),
        "niquests.async_session.AsyncSession": "niquests.AsyncSession",
    },
    constructor=CONSTRUCTOR._replace(base=At(None, "base_url")),
)
