"""The standard library's `http.client`: a connection to a host, and what is sent over it as it is."""

from waypost.clients.client import Client, Constructor
from waypost.clients.shape import At, Fills, Shape


def _shape(scheme: str, connection: str) -> Shape:
    return Shape(
        client="http.client",
        callees=(f"http.client.{connection}.request",),
        verb=At(0, "method"),
        url=At(1, "url"),
        content=At(2, "body"),
        headers=At(3, "headers"),
        fills=Fills.NOTHING,
        base_url=f"{scheme}://",
    )


CLIENT = Client(
    name="http.client",
    modules=("http.client", "http"),
    shapes=(_shape("http", "HTTPConnection"), _shape("https", "HTTPSConnection")),
    constructor=Constructor(host=At(0, "host"), port=At(1, "port")),
)
