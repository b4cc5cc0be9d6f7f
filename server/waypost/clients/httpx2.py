"""httpx2, httpx's successor: the same names, and the behaviour of httpx 0.28."""

from waypost.clients.client import Client
from waypost.clients.httpx import CONSTRUCTOR, shapes

CLIENT = Client(
    name="httpx2",
    package="httpx2",
    modules=("httpx2",),
    shapes=shapes("httpx2"),
    constructor=CONSTRUCTOR,
)
