"""ghapi formats the path with `route`."""

from waypost.clients.client import Client, Constructor
from waypost.clients.shape import At, Fills, Shape

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
            base_url="https://api.github.com",
        ),
    ),
    aliases={"ghapi.core.GhApi": "ghapi.all.GhApi"},
    constructor=Constructor(base=At(6, "gh_host"), token=At(2, "token")),
)
