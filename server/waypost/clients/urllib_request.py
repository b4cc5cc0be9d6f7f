"""The standard library's `urllib.request`: a URL, and what is sent with it."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape

CLIENT = Client(
    name="urllib.request",
    modules=("urllib.request", "urllib"),
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
        Shape(
            client="urllib.request",
            callees=("urllib.request.urlopen",),
            verb=At(),
            verb_with_body="POST",
            url=At(0, "url"),
            content=At(1, "data"),
            fills=Fills.NOTHING,
        ),
    ),
)
