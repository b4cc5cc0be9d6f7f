"""The table of call shapes: every client that is known, and how it is called. One entry, and one test, adds another.

`server/docs/routes.md` tells which shapes of real code are left out on purpose, and why.
"""

from typing import Final

from waypost.routes.calls.shape import At, Fills, Shape, Slash

_GITHUB = "https://api.github.com"


def _each(owners: str, names: str) -> tuple[str, ...]:
    """Every owner with every name: `_each("httpx. httpx.Client.", "get")` is httpx.get and httpx.Client.get."""
    return tuple(owner + name for owner in owners.split() for name in names.split())


_VERBS = "get post put patch delete head options"
_HTTPX = "httpx. httpx.Client. httpx.AsyncClient."
_REQUESTS = "requests. requests.Session."
_AIOHTTP = "aiohttp.ClientSession."
_GIDGETHUB = "gidgethub.abc.GitHubAPI."
# Names that people give to a gidgethub client whose type is not written down.
_GH = "*.gh. *.github. *.gh_api. *.github_api. *.gh_client. *.github_client."
_GITHUBKIT = "githubkit.GitHub."

TABLE: Final[tuple[Shape, ...]] = (
    # Waypost's own builder: "VERB /path" first, values as keywords or a mapping.
    Shape(
        client="waypost",
        callees=("waypost.endpoint", *_each("waypost.endpoint.", "merge strict problems")),
        url=At(0),
        verb_in_url=True,
        fills=Fills.TEMPLATE,
        variables=At(1),
        keywords=True,
        base_url=_GITHUB,
    ),
    # The same in octokit's manner, whoever wrote the client.
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
    # gidgethub: a template, then its values.
    Shape(
        client="gidgethub",
        callees=(
            *_each(_GIDGETHUB, "getitem getiter getstatus"),
            "*.getitem",
            "*.getiter",
            "*.getstatus",
        ),
        url=At(0, "url"),
        fills=Fills.TEMPLATE,
        variables=At(1, "url_vars"),
        headers=At(None, "extra_headers"),
        base_url=_GITHUB,
        imports=("gidgethub",),
    ),
    Shape(
        client="gidgethub",
        callees=_each(_GIDGETHUB + " " + _GH, "post put patch delete"),
        url=At(0, "url"),
        fills=Fills.TEMPLATE,
        variables=At(1, "url_vars"),
        data=At(None, "data"),
        headers=At(None, "extra_headers"),
        base_url=_GITHUB,
        imports=("gidgethub",),
    ),
    # githubkit sends a raw request as it is written.
    Shape(
        client="githubkit",
        callees=_each(_GITHUBKIT, "request arequest"),
        verb=At(0, "method"),
        url=At(1, "url"),
        fills=Fills.NOTHING,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        base_url=_GITHUB,
    ),
    # PyGithub: what has no leading slash is taken for a whole address, and the api's own path is lost.
    Shape(
        client="PyGithub",
        callees=_each(
            "*. github.Requester.Requester.",
            "requestJsonAndCheck requestMultipartAndCheck requestBlobAndCheck requestJson requestMultipart requestBlob "
            "requestMemoryBlobAndCheck requestJsonAndCheckAsync",
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
    # Lists of PyGithub get their first page from a url.
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
    # ghapi formats the path with `route`.
    Shape(
        client="ghapi",
        callees=("ghapi.all.GhApi.__call__",),
        url=At(0, "path"),
        verb=At(1, "verb"),
        headers=At(2, "headers"),
        fills=Fills.FORMAT,
        variables=At(3, "route"),
        query=At(4, "query"),
        json=At(5, "data"),
        base_url=_GITHUB,
    ),
    # httpx, requests, aiohttp: braces are sent as they are.
    Shape(
        client="httpx",
        callees=(*_each(_HTTPX, _VERBS),),
        url=At(0, "url"),
        fills=Fills.NOTHING,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        base=At(None, "base_url"),
    ),
    Shape(
        client="httpx",
        callees=_each(_HTTPX, "request stream build_request"),
        verb=At(0, "method"),
        url=At(1, "url"),
        fills=Fills.NOTHING,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        base=At(None, "base_url"),
    ),
    Shape(
        client="requests",
        callees=_each(_REQUESTS, "get head options delete"),
        url=At(0, "url"),
        fills=Fills.NOTHING,
        query=At(1, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
    ),
    Shape(
        client="requests",
        callees=_each(_REQUESTS, "post put patch"),
        url=At(0, "url"),
        fills=Fills.NOTHING,
        query=At(None, "params"),
        data=At(1, "data"),
        json=At(2, "json"),
        headers=At(None, "headers"),
    ),
    Shape(
        client="requests",
        callees=(*_each(_REQUESTS, "request"), "requests.Request"),
        verb=At(0, "method"),
        url=At(1, "url"),
        fills=Fills.NOTHING,
        query=At(2, "params"),
        data=At(3, "data"),
        json=At(None, "json"),
        headers=At(None, "headers"),
    ),
    Shape(
        client="aiohttp",
        callees=_each(_AIOHTTP, _VERBS),
        url=At(0, "url"),
        fills=Fills.NOTHING,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        base=At(0, "base_url"),
    ),
    Shape(
        client="aiohttp",
        callees=(*_each(_AIOHTTP, "request"), "aiohttp.request"),
        verb=At(0, "method"),
        url=At(1, "url"),
        fills=Fills.NOTHING,
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        base=At(0, "base_url"),
    ),
    # Templates filled before they are sent.
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
    # SDKs that Stainless makes: `self._get(path_template("/files/{file_id}", file_id=…))`.
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
    # docker-py: positional fields, quoted.
    Shape(
        client="docker",
        callees=("*._url",),
        url=At(0, "pathfmt"),
        verb="",
        fills=Fills.FORMAT,
        values_from=1,
        helper=True,
        imports=("docker",),
        sure=False,
    ),
    # hvac
    Shape(
        client="hvac",
        callees=("*.format_url",),
        url=At(0, "format_str"),
        verb="",
        fills=Fills.FORMAT,
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
    # canvasapi: lists get their first page from a url.
    Shape(
        client="canvasapi",
        callees=("canvasapi.paginated_list.PaginatedList", "*.PaginatedList"),
        verb=At(2, "request_method"),
        url=At(3, "first_url"),
        imports=("canvasapi",),
        sure=False,
    ),
    # hikari keeps its routes in a table, and fills them when they are used. It may name Discord, so it stands first.
    Shape(
        client="hikari",
        callees=("*.Route",),
        verb=At(0, "method"),
        url=At(1, "path_template"),
        imports=("hikari",),
        sure=False,
    ),
    # discord.py and its kin.
    Shape(
        client="discord",
        callees=("*.Route",),
        verb=At(0, "method"),
        url=At(1, "path"),
        fills=Fills.FORMAT,
        keywords=True,
        imports=("discord", "disnake", "nextcord", "interactions"),
        sure=False,
    ),
    # Verb and url side by side, whoever the client is.
    Shape(
        client="",
        callees=_each(
            "*.", "request _request arequest perform_request api_request async_request make_request _make_request"
        ),
        verb=At(0, "method"),
        url=At(1, "url"),
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        sure=False,
    ),
    # Both by keyword: `path=` and `method=`, `resource_path=` and `method=`.
    *(
        Shape(
            client="",
            callees=_each("*.", "request _request param_serialize HttpRequest call_endpoint"),
            verb=At(None, "method"),
            url=At(None, name),
            query=At(None, "query"),
            json=At(None, "body"),
            headers=At(None, "headers"),
            sure=False,
        )
        for name in ("path", "resource_path", "endpoint", "url")
    ),
    # The verb is the method's name, on a receiver that only a client has.
    Shape(
        client="",
        callees=(
            *_each("*.", "_get _post _put _patch _delete _head _get_api_list _post_json"),
            *_each("*.", "http_get http_list http_post http_put http_patch http_delete"),
            *_each("*.http. *._http. *._adapter. *._session. *.http_client. *._http_client.", _VERBS),
        ),
        url=At(0, "url"),
        query=At(None, "params"),
        json=At(None, "json"),
        data=At(None, "data"),
        headers=At(None, "headers"),
        sure=False,
    ),
)

# Other names of known types and functions.
ALIASES: Final = {
    "aiohttp.client.ClientSession": "aiohttp.ClientSession",
    "fastapi.testclient.TestClient": "starlette.testclient.TestClient",
    "ghapi.core.GhApi": "ghapi.all.GhApi",
    "gidgethub.abc.GitHubAPI": "gidgethub.abc.GitHubAPI",
    "gidgethub.aiohttp.GitHubAPI": "gidgethub.abc.GitHubAPI",
    "gidgethub.httpx.GitHubAPI": "gidgethub.abc.GitHubAPI",
    "gidgethub.tornado.GitHubAPI": "gidgethub.abc.GitHubAPI",
    "gidgethub.treq.GitHubAPI": "gidgethub.abc.GitHubAPI",
    "githubkit.github.GitHub": "githubkit.GitHub",
    "requests.sessions.Session": "requests.Session",
    "requests.session": "requests.Session",
    "waypost.core.endpoint": "waypost.endpoint",
}

# Attributes of known types that are clients: `self.client` of a locust user.
ATTRIBUTES: Final = {
    ("locust.HttpUser", "client"): "requests.Session",
    ("locust.FastHttpUser", "client"): "requests.Session",
    ("locust.TaskSet", "client"): "requests.Session",
    ("locust.SequentialTaskSet", "client"): "requests.Session",
    ("github.Github", "requester"): "github.Requester.Requester",
    ("github.Github", "_Github__requester"): "github.Requester.Requester",
}

# Callables that give a client with further defaults: the client is callable itself.
CHAINS: Final = {
    "waypost.endpoint.defaults": "waypost.endpoint",
    "waypost.endpoint.for_api": "waypost.endpoint",
}
