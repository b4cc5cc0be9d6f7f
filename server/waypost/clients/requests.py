"""requests: sessions without a base address, which merge what they and their calls are given."""

from waypost.clients.client import Client, Constructor
from waypost.clients.shape import At, Fills, Shape, each


def shapes(client: str, module: str, session: str) -> tuple[Shape, ...]:
    """The calls of requests, or of a package with the same names: functions of `module`, methods of `session`."""

    def shape(callees: tuple[str, ...], url: int, *positions: str, verb: At | None = None) -> Shape:
        def at(keyword: str) -> At:
            return At(positions.index(keyword) + url + 1 if keyword in positions else None, keyword)

        return Shape(
            client=client,
            callees=callees,
            verb=verb,
            url=At(url, "url"),
            fills=Fills.NOTHING,
            query=at("params"),
            json=at("json"),
            data=at("data"),
            files=at("files"),
            headers=at("headers"),
            cookies=at("cookies"),
            auth=at("auth"),
        )

    method = At(0, "method")
    functions = (
        (
            shape(each(module, "get"), 0, "params"),
            shape(each(module, "options head delete"), 0),
            shape((*each(module, "post patch put"),), 0, "data", "json"),
            shape(each(module, "request"), 1, verb=method),
            shape(each(module, "Request"), 1, "headers", "files", "data", "params", "auth", "cookies", verb=method),
        )
        if module
        else ()
    )
    return (
        *functions,
        shape(each(session, "get options head delete"), 0),
        shape(each(session, "post put patch"), 0, "data", "json"),
        shape(each(session, "request"), 1, "params", "data", "headers", "cookies", "files", "auth", verb=method),
    )


# Sessions take nothing when they are made: these are attributes.
CONSTRUCTOR = Constructor(
    query=At(None, "params"), headers=At(None, "headers"), cookies=At(None, "cookies"), auth=At(None, "auth")
)

CLIENT = Client(
    name="requests",
    package="requests",
    modules=("requests",),
    shapes=shapes("requests", "requests.", "requests.Session."),
    aliases={"requests.sessions.Session": "requests.Session", "requests.session": "requests.Session"},
    constructor=CONSTRUCTOR,
)
