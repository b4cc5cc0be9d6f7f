"""docker-py: positional fields, quoted."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape

CLIENT = Client(
    name="docker",
    package="docker",
    modules=("docker",),
    shapes=(
        Shape(
            client="docker",
            callees=("*._url",),
            url=At(0, "pathfmt"),
            verb="",
            fills=Fills.FORMAT,
            kept="/:",
            values_from=1,
            helper=True,
            imports=("docker",),
            sure=False,
        ),
    ),
)
