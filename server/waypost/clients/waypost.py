"""Waypost's own request builder: `"VERB /path"` first, values as keywords or a mapping."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape, each

CLIENT = Client(
    name="waypost",
    package="waypost",
    modules=("waypost",),
    shapes=(
        Shape(
            client="waypost",
            callees=("waypost.endpoint", *each("waypost.endpoint.", "merge strict problems")),
            url=At(0),
            verb_in_url=True,
            fills=Fills.TEMPLATE,
            variables=At(1),
            keywords=True,
            base_url="https://api.github.com",
        ),
    ),
    aliases={"waypost.core.endpoint": "waypost.endpoint"},
    chains={"waypost.endpoint.defaults": "waypost.endpoint", "waypost.endpoint.for_api": "waypost.endpoint"},
    builds=True,
    is_builder=True,
)
