"""uritemplate fills templates and sends nothing."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape

CLIENT = Client(
    name="uritemplate",
    package="uritemplate",
    modules=("uritemplate",),
    shapes=(
        Shape(
            client="uritemplate",
            callees=("uritemplate.expand",),
            url=At(0, "uri"),
            verb="",
            fills=Fills.TEMPLATE,
            variables=At(1, "var_dict"),
            keywords=True,
            helper=True,
        ),
        Shape(
            client="uritemplate",
            callees=("uritemplate.URITemplate.expand",),
            url=At(0, "uri"),
            url_of_receiver=True,
            verb="",
            fills=Fills.TEMPLATE,
            variables=At(0, "var_dict"),
            keywords=True,
            helper=True,
        ),
    ),
)
