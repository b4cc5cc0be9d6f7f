"""httpx: clients with a base address; since 0.28 `params` replaces the URL's query."""

from waypost.clients.client import Client, Constructor
from waypost.clients.shape import VERB_METHODS, At, Fills, Shape, each


def shapes(client: str) -> tuple[Shape, ...]:
    """The calls of httpx, or of a package with the same names."""
    owners = f"{client}. {client}.Client. {client}.AsyncClient."

    def shape(callees: tuple[str, ...], url: At, verb: At | None) -> Shape:
        return Shape(
            client=client,
            callees=callees,
            verb=verb,
            url=url,
            fills=Fills.NOTHING,
            query=At(None, "params"),
            json=At(None, "json"),
            data=At(None, "data"),
            files=At(None, "files"),
            content=At(None, "content"),
            headers=At(None, "headers"),
            cookies=At(None, "cookies"),
            auth=At(None, "auth"),
            base=At(None, "base_url"),
        )

    return (
        shape(each(owners, VERB_METHODS), At(0, "url"), None),
        shape(each(owners, "request stream build_request"), At(1, "url"), At(0, "method")),
    )


CONSTRUCTOR = Constructor(
    base=At(None, "base_url"),
    query=At(None, "params"),
    headers=At(None, "headers"),
    cookies=At(None, "cookies"),
    auth=At(None, "auth"),
)

CLIENT = Client(
    name="httpx",
    package="httpx",
    modules=("httpx",),
    shapes=shapes("httpx"),
    constructor=CONSTRUCTOR,
)
