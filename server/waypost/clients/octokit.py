"""Calls with the request builder's arguments, as octokit has them, in any client."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape

CLIENT = Client(
    name="octokit",
    shapes=(
        Shape(
            client="octokit",
            callees=("*.request",),
            url=At(0, "route"),
            verb_in_url=True,
            fills=Fills.TEMPLATE,
            variables=At(1),
            keywords=True,
            sure=False,
        ),
    ),
    builds=True,
)
