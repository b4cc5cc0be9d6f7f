"""PyGithub: what has no leading slash is taken for a whole address, and the API's own path is lost."""

from waypost.clients.client import Client
from waypost.clients.shape import At, Fills, Shape, Slash, each

_GITHUB = "https://api.github.com"

CLIENT = Client(
    name="PyGithub",
    package="pygithub",
    modules=("github",),
    shapes=(
        Shape(
            client="PyGithub",
            callees=each(
                "*. github.Requester.Requester.",
                "requestJsonAndCheck requestMultipartAndCheck requestBlobAndCheck requestJson requestMultipart "
                "requestBlob requestMemoryBlobAndCheck requestJsonAndCheckAsync",
            ),
            verb=At(0, "verb"),
            url=At(1, "url"),
            fills=Fills.NOTHING,
            query=At(2, "parameters"),
            headers=At(3, "headers"),
            json=At(4, "input"),
            slash=Slash.REQUIRED,
            base_url=_GITHUB,
        ),
        # Lists get their first page from a URL.
        Shape(
            client="PyGithub",
            callees=("github.PaginatedList.PaginatedList", "*.PaginatedList"),
            verb="GET",
            url=At(2, "firstUrl"),
            fills=Fills.NOTHING,
            query=At(3, "firstParams"),
            headers=At(4, "headers"),
            base_url=_GITHUB,
            imports=("github",),
            sure=False,
        ),
    ),
    attributes={
        ("github.Github", "requester"): "github.Requester.Requester",
        ("github.Github", "_Github__requester"): "github.Requester.Requester",
    },
    base_is_sure=False,
)
