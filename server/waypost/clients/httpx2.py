"""httpx2, httpx's successor: the same names, and the behaviour of httpx 0.28."""

from functools import partial

from waypost.clients.client import Behaviour, Client
from waypost.clients.httpx import CONSTRUCTOR, send, shapes
from waypost.clients.httpx_url import NEW

CLIENT = Client(
    name="httpx2",
    package="httpx2",
    modules=("httpx2",),
    like="httpx",
    shapes=shapes("httpx2"),
    constructor=CONSTRUCTOR,
    releases=(Behaviour((), partial(send, manner=NEW)),),
)
