"""urllib3: pools of connections; fields go into the query or the body as the verb has it."""

from waypost.clients.client import Client, Constructor
from waypost.clients.shape import At, Fills, Shape

_POOLS = ("urllib3.HTTPConnectionPool", "urllib3.HTTPSConnectionPool")


def _shape(callees: tuple[str, ...], base_url: str = "") -> Shape:
    # Behind the URL, 1.x and 2.x have different arguments in the same places.
    return Shape(
        client="urllib3",
        callees=callees,
        verb=At(0, "method"),
        url=At(1, "url"),
        data=At(None, "fields"),
        content=At(None, "body"),
        json=At(None, "json"),
        headers=At(None, "headers"),
        fills=Fills.NOTHING,
        base_url=base_url,
    )


CLIENT = Client(
    name="urllib3",
    package="urllib3",
    modules=("urllib3",),
    shapes=(
        _shape(("urllib3.PoolManager.request", "urllib3.ProxyManager.request", "urllib3.request")),
        *(_shape((f"{pool}.request",), f"{pool[8:-14].lower()}://") for pool in _POOLS),
    ),
    aliases={
        "urllib3.poolmanager.PoolManager": "urllib3.PoolManager",
        **{f"urllib3.connectionpool.{pool[8:]}": pool for pool in _POOLS},
    },
    constructor=Constructor(host=At(0, "host"), port=At(1, "port"), headers=At(None, "headers")),
)
