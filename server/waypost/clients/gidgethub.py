"""gidgethub: a template, then its values."""

from waypost.clients.client import Client, Constructor
from waypost.clients.shape import At, Fills, Shape, each

_API = "gidgethub.abc.GitHubAPI."
# Names that people give to a client whose type is not written down.
_LIKELY = "*.gh. *.github. *.gh_api. *.github_api. *.gh_client. *.github_client."
_GITHUB = "https://api.github.com"

CLIENT = Client(
    name="gidgethub",
    package="gidgethub",
    modules=("gidgethub",),
    shapes=(
        Shape(
            client="gidgethub",
            callees=(*each(_API, "getitem getiter getstatus"), "*.getitem", "*.getiter", "*.getstatus"),
            url=At(0, "url"),
            fills=Fills.TEMPLATE,
            variables=At(1, "url_vars"),
            headers=At(None, "extra_headers"),
            base_url=_GITHUB,
            imports=("gidgethub",),
        ),
        Shape(
            client="gidgethub",
            callees=each(f"{_API} {_LIKELY}", "post put patch delete"),
            url=At(0, "url"),
            fills=Fills.TEMPLATE,
            variables=At(1, "url_vars"),
            data=At(None, "data"),
            headers=At(None, "extra_headers"),
            base_url=_GITHUB,
            imports=("gidgethub",),
        ),
    ),
    aliases={
        f"gidgethub.{backend}.GitHubAPI": "gidgethub.abc.GitHubAPI"
        for backend in ("abc", "aiohttp", "httpx", "tornado", "treq")
    },
    constructor=Constructor(base=At(None, "base_url"), token=At(None, "oauth_token"), agent=At(1, "requester")),
    methods={
        "GET": "getitem",
        "POST": "post",
        "PUT": "put",
        "PATCH": "patch",
        "DELETE": "delete",
    },
    bare_paths=True,
)
