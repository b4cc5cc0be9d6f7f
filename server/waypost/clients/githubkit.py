"""githubkit sends a raw request as it is written."""

from waypost.clients.client import Client, Constructor
from waypost.clients.shape import At, Fills, Shape, each

CLIENT = Client(
    name="githubkit",
    package="githubkit",
    modules=("githubkit",),
    shapes=(
        Shape(
            client="githubkit",
            callees=each("githubkit.GitHub.", "request arequest"),
            verb=At(0, "method"),
            url=At(1, "url"),
            fills=Fills.NOTHING,
            query=At(None, "params"),
            json=At(None, "json"),
            data=At(None, "data"),
            files=At(None, "files"),
            content=At(None, "content"),
            headers=At(None, "headers"),
            cookies=At(None, "cookies"),
            base_url="https://api.github.com",
        ),
    ),
    aliases={"githubkit.github.GitHub": "githubkit.GitHub"},
    constructor=Constructor(base=At(None, "base_url"), token=At(0, "auth"), agent=At(None, "user_agent")),
)
