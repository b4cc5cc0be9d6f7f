"""hikari keeps its routes in a table and fills them when it uses them."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Shape

CLIENT = Client(
    name="hikari",
    package="hikari",
    modules=("hikari",),
    shapes=(
        Shape(
            client="hikari",
            callees=("*.Route",),
            verb=At(0, "method"),
            url=At(1, "path_template"),
            imports=("hikari",),
            sure=False,
        ),
    ),
)
