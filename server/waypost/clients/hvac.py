"""hvac formats its paths, and has its own verb."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape

CLIENT = Client(
    name="hvac",
    package="hvac",
    modules=("hvac",),
    shapes=(
        Shape(
            client="hvac",
            callees=("*.format_url",),
            url=At(0, "format_str"),
            verb="",
            fills=Fills.FORMAT,
            kept="/",
            values_from=1,
            keywords=True,
            helper=True,
            imports=("hvac",),
            sure=False,
        ),
        Shape(
            client="hvac",
            callees=("*._adapter.list",),
            verb="LIST",
            url=At(0, "url"),
            imports=("hvac",),
            sure=False,
        ),
    ),
)
