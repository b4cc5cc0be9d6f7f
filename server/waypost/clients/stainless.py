"""SDKs that Stainless makes: `self._get(path_template("/files/{file_id}", file_id=…))`."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape

CLIENT = Client(
    name="Stainless",
    shapes=(
        Shape(
            client="Stainless",
            callees=("*.path_template",),
            url=At(0),
            verb="",
            fills=Fills.FORMAT,
            keywords=True,
            helper=True,
            sure=False,
        ),
    ),
)
