"""discord.py and its forks: a route is a separate object."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape

_MODULES = ("discord", "disnake", "nextcord", "interactions")

CLIENT = Client(
    name="discord",
    modules=_MODULES,
    shapes=(
        Shape(
            client="discord",
            callees=("*.Route",),
            verb=At(0, "method"),
            url=At(1, "path"),
            fills=Fills.FORMAT,
            keywords=True,
            imports=_MODULES,
            sure=False,
        ),
    ),
)
