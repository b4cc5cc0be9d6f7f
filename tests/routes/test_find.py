"""Which calls and strings are routes, shape by shape, and what is known about them."""

import pytest

from tests.support.budget import TIMES
from tests.support.check import analysis, workspace
from tests.support.routes import sites
from waypost.clients import CLIENTS
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.routes.sites.imports import imports_client
from waypost.routes.sites.prefilter import may_hold_routes
from waypost.text import Document


def found(source: str, files: dict[str, str] | None = None, settings: dict[str, object] | None = None) -> list[str]:
    """`VERB template` of each route; helpers, which send nothing, have no verb."""
    document = Document.from_text("file:///w/x.py", source)
    features = RouteFeatures(document, workspace(settings, {"x.py": source, **(files or {})}))
    return [f"{site.verb} {site.shown}".strip() for site in features.sites() if not site.unknown]


# Sources for each client, by its name.
SHAPES = {
    "waypost": ('from waypost import endpoint as e\ne("GET /a/{b}", b=1)\n', ["GET /a/{b}"]),
    "octokit": ('gh.request("PATCH /a/{b}", b=1)\n', ["PATCH /a/{b}"]),
    "gidgethub": ('import gidgethub\nasync def f(gh):\n    await gh.getiter("/a{?b}", {"b": 1})\n', ["GET /a{?b}"]),
    "gidgethub, a verb": (
        (
            'from gidgethub.httpx import GitHubAPI\nasync def f(api: "GitHubAPI | None"):\n'
            '    await api.put("/a/{b}", {"b": 1}, data={})\n'
        ),
        ["PUT /a/{b}"],
    ),
    "githubkit": ('from githubkit import GitHub\nGitHub("t").request("GET", "/a/b")\n', ["GET /a/b"]),
    "PyGithub": ('repo._requester.requestJsonAndCheck("POST", f"{repo.url}/x", input={})\n', ["POST {url}/x"]),
    "PyGithub, lists": (
        'from github.PaginatedList import PaginatedList\nPaginatedList(Issue, requester, f"{self.url}/issues", None)\n',
        ["GET {url}/issues"],
    ),
    "ghapi": (
        'from ghapi.all import GhApi\napi = GhApi()\napi("/a/{b}", "PUT", route={"b": 1})\n',
        ["PUT /a/{b}"],
    ),
    "httpx": ('import httpx as h\nwith h.Client() as c:\n    c.get("https://x/y")\n', ["GET https://x/y"]),
    "httpx, request": ('from httpx import stream\nstream("POST", "https://x/y")\n', ["POST https://x/y"]),
    "httpx, a request object": ('import httpx\nhttpx.Request("PUT", "https://x/y")\n', ["PUT https://x/y"]),
    "requests": ('from requests import get as g\ng("https://x/y")\n', ["GET https://x/y"]),
    "httpx2": ('import httpx2\nhttpx2.Client().put("https://x/y")\n', ["PUT https://x/y"]),
    "requests, body": ('import requests\nrequests.Session().post(url="https://x/y")\n', ["POST https://x/y"]),
    "requests, no body": ('import requests\nrequests.delete("https://x/y")\n', ["DELETE https://x/y"]),
    "requests, request": ('import requests\nrequests.request("put", "https://x/y")\n', ["PUT https://x/y"]),
    "requests, a prepared one": (
        'from requests import Request\nRequest("PUT", "https://x/y", {"a": "b"}).prepare()\n',
        ["PUT https://x/y"],
    ),
    "requests-toolbelt": (
        'from requests_toolbelt import sessions\ns = sessions.BaseUrlSession("https://x/a/")\ns.get("b")\n',
        ["GET b"],
    ),
    "niquests": ('import niquests\nniquests.patch("https://x/y")\n', ["PATCH https://x/y"]),
    "niquests, awaited": (
        'import niquests\nasync def f():\n    await niquests.aget("https://x/y")\n',
        ["GET https://x/y"],
    ),
    "tornado.httpclient": (
        'from tornado.httpclient import AsyncHTTPClient as C\nasync def f():\n    await C().fetch("https://x/y")\n',
        ["GET https://x/y"],
    ),
    "tornado.httpclient, a request object": (
        'from tornado import httpclient as h\nr = h.HTTPRequest("https://x/y", "PUT")\nh.HTTPClient().fetch(r)\n',
        ["PUT https://x/y"],
    ),
    "urllib.request": (
        'import urllib.request\nr = urllib.request.Request("https://x/y", method="PUT")\nurllib.request.urlopen(r)\n',
        ["PUT https://x/y"],
    ),
    "urllib.request, a body": (
        'from urllib.request import urlopen\nurlopen("https://x/y", b"a=1")\n',
        ["POST https://x/y"],
    ),
    "urllib.request, none": ('from urllib.request import urlopen\nurlopen("https://x/y")\n', ["GET https://x/y"]),
    "urllib3": (
        'import urllib3\nurllib3.PoolManager().request("GET", "https://x/y")\n',
        ["GET https://x/y"],
    ),
    "urllib3, a pool": (
        'import urllib3\nurllib3.HTTPSConnectionPool("x").request("GET", "/y")\n',
        ["GET /y"],
    ),
    "http.client": (
        'from http.client import HTTPSConnection as C\nc = C("x")\nc.request("DELETE", "/y")\n',
        ["DELETE /y"],
    ),
    "aiohttp": (
        (
            "import aiohttp\nasync def f(session: aiohttp.ClientSession):\n"
            '    async with session.get("/a") as r:\n        pass\n'
        ),
        ["GET /a"],
    ),
    "aiohttp, request": ('import aiohttp\naiohttp.request("GET", "https://x/y")\n', ["GET https://x/y"]),
    "uritemplate": ('import uritemplate\nuritemplate.expand("/a/{b}", b=1)\n', ["/a/{b}"]),
    "uritemplate, kept": ('from uritemplate import URITemplate as U\nU("/a/{b}").expand(b=1)\n', ["/a/{b}"]),
    "Stainless": (
        'class Files:\n    def get(self, id):\n        return self._get(path_template("/files/{id}", id=id))\n',
        ["/files/{id}", "GET /files/{id}"],
    ),
    "docker": (
        (
            "import docker\nclass Api:\n    def top(self, container):\n"
            '        u = self._url("/containers/{0}/top", container)\n        return self._get(u)\n'
        ),
        ["/containers/{0}/top", "GET /containers/{container}/top"],
    ),
    "hvac": (
        (
            "from hvac import utils\nclass Kv:\n    def read(self, mount):\n"
            '        path = utils.format_url("/v1/{mount}/config", mount=mount)\n'
            "        return self._adapter.get(url=path)\n"
        ),
        ["/v1/{mount}/config", "GET /v1/{mount}/config"],
    ),
    "hvac, lists": ('import hvac\nx._adapter.list(url="/v1/a")\n', ["LIST /v1/a"]),
    "hikari": (
        'import hikari\nGET = "GET"\nGET_USER = Route(GET, "/users/{user}")\nGET_USER.compile(user=1)\n',
        ["GET /users/{user}"],
    ),
    "canvasapi": (
        (
            "from canvasapi.paginated_list import PaginatedList\n"
            'PaginatedList(X, self._requester, "GET", "courses/{}/users".format(self.id))\n'
        ),
        ["GET courses/{id}/users"],
    ),
    "discord": (
        'import discord\nclass Route: ...\nr = Route("PUT", "/a/{b}", b=1)\n',
        ["PUT /a/{b}"],
    ),
    "anyone, verb and url": ('self.client.request("GET", "/auth/whoami")\n', ["GET /auth/whoami"]),
    "anyone, both by keyword, path": ('self.parent.request(path=f"a/{b}/c", method="PATCH")\n', ["PATCH a/{b}/c"]),
    "anyone, both by keyword, resource": (
        'param_serialize(method="GET", resource_path="/v/")\n',
        ["GET /v/"],
    ),
    "anyone, both by keyword, endpoint": ('self.request(method="GET", endpoint="/x")\n', ["GET /x"]),
    "anyone, both by keyword, url": ('call_endpoint(url="messages/%d" % n, method="PATCH")\n', ["PATCH messages/{n}"]),
    "anyone, a verb method": ('self.http.delete("/threads/" + thread_id)\n', ["DELETE /threads/{thread_id}"]),
}


@pytest.mark.parametrize("name", SHAPES)
def test_a_shape(name: str) -> None:
    source, expected = SHAPES[name]
    assert sorted(found(source)) == sorted(expected)
    features = RouteFeatures(Document.from_text("file:///w/x.py", source), workspace(None, {"x.py": source}))
    client = name.partition(",")[0].replace("anyone", "")
    assert {site.record.name for site in features.sites()} - {""} == {client} - {""}
    assert may_hold_routes(source.encode())


# Calls of clients that fill their templates themselves, with and without values, in order and by name.
FILLED_BY = {
    "Stainless": "class Files:\n    def get(self, id):\n        return self._get(path_template({}))\n",
    "discord": "import discord\nclass Route: ...\nRoute({})\n",
    "docker": "import docker\nclass Api:\n    def top(self, it):\n        return self._get(self._url({}))\n",
    "hvac": "from hvac import utils\ndef f(api, it):\n    api._adapter.get(utils.format_url({}))\n",
    "hikari": "import hikari\nRoute({}).compile(user=1)\n",
    "canvasapi": "from canvasapi.paginated_list import PaginatedList\nPaginatedList(It, self._requester, {})\n",
    "octokit": "gh.request({})\n",
    "waypost": "from waypost import endpoint\nendpoint({})\n",
    "uritemplate": "import uritemplate\nuritemplate.expand({})\n",
    "githubkit": 'from githubkit import GitHub\nGitHub("t").request({})\n',
    "ghapi": "from ghapi.all import GhApi\napi = GhApi()\napi({})\n",
    "gidgethub": "import gidgethub\nasync def f(gh):\n    await gh.getitem({})\n",
}


@pytest.mark.parametrize(
    ("client", "arguments", "routes", "rules"),
    [
        ("Stainless", '"/files/{id}", id=id', ["GET /files/{id}"], []),
        ("Stainless", '"/files/{id}", id="a b"', ["GET /files/a%20b"], []),
        ("Stainless", '"/files/{id}"', ["GET /files/{id}"], []),  # another function may have this name
        ("discord", '"PUT", "/a/{b}", b=1', ["PUT /a/{b}"], []),
        ("discord", 'method="PUT", path="/a/{b}", b=1', ["PUT /a/{b}"], []),
        ("discord", '"PUT", "/a/{b}"', ["PUT /a/{b}"], ["missing-parameter"]),
        ("discord", '"PTU", "/a"', [], []),
        ("docker", '"/c/{0}/top", it', ["GET /c/{it}/top"], []),
        ("docker", '"/c/{0}/{1}", it, other', ["GET /c/{it}/{other}"], []),
        ("docker", '"/c/{0}/{1}", it', ["GET /c/{it}/{value}"], ["missing-parameter"]),
        ("hvac", '"/v1/{mount}/a", mount=it', ["GET /v1/{it}/a"], []),
        ("hvac", '"/v1/{0}/a", it', ["GET /v1/{it}/a"], []),
        ("hvac", '"/v1/{mount}/a"', ["GET /v1/{mount}/a"], ["missing-parameter"]),
        ("hikari", '"GET", "/users/{user}"', ["GET /users/{user}"], []),
        ("hikari", '"GTE", "/users/{user}"', [], []),
        ("canvasapi", '"GET", "courses/{}/users".format(self.id)', ["GET courses/{id}/users"], []),
        ("canvasapi", '"GTE", "courses/{c}"', [], []),
        ("octokit", '"PATCH /a/{b}", b=1', ["PATCH /a/1"], []),
        ("octokit", '"PATCH /a/{b}"', ["PATCH /a/{b?}"], []),
        ("octokit", '"PACTH /a/{b}", b=1', [], []),
        ("waypost", '"GET /a/{b}", b=1', ["GET /a/1"], ["unknown-route"]),
        ("waypost", '"GET /a/{b}", {"b": 1}', ["GET /a/1"], ["unknown-route"]),
        ("waypost", '"GET /a/{b}"', ["GET /a/{b?}"], ["unknown-route", "missing-parameter"]),
        ("uritemplate", '"/a/{b}", b=1', ["/a/{b}"], []),
        ("uritemplate", '"/a/{b}", {"b": 1}', ["/a/{b}"], []),
        ("uritemplate", '"/a/{b}"', ["/a/{b}"], ["missing-parameter"]),
        ("githubkit", '"GET", "/user", params={"x": 1}', ["GET https://api.github.com/user"], ["unknown-parameter"]),
        ("githubkit", 'method="GET", url="/user"', ["GET https://api.github.com/user"], []),
        ("githubkit", '"GTE", "/user"', ["GTE https://api.github.com/user"], ["unknown-verb"]),
        ("ghapi", '"/gists/{b}", "GET", {}, {"b": 1}', ["GET https://api.github.com/gists/1"], []),
        ("ghapi", '"/gists/{b}", route={"b": 1}', ["GET https://api.github.com/gists/1"], []),
        ("ghapi", '"/user", query={"x": 1}', ["GET https://api.github.com/user"], ["unknown-parameter"]),
        ("gidgethub", '"/user{?x}", {"x": 1}', ["GET /user?x=1"], ["unknown-parameter"]),
        ("gidgethub", '"/gists/{b}"', ["GET /gists/{b?}"], ["missing-parameter"]),
    ],
)
def test_the_values_of_a_template(client: str, arguments: str, routes: list[str], rules: list[str]) -> None:
    made = analysis(FILLED_BY[client].format(arguments), "a.py")
    assert isinstance(made.features, RouteFeatures)
    assert [call.route for call in calls_of(made.features.routes)] == routes
    assert [found.rule for found in made.diagnostics()] == rules


@pytest.mark.parametrize(
    ("made", "call", "routes"),
    [
        ("from requests_toolbelt import BaseUrlSession as C", 'c.get("b")', ["GET b"]),
        ("from ghapi.core import GhApi as C", 'c("/gists/{b}", route={"b": 1})', ["GET /gists/{b}"]),
        ("from ghapi.all import GhApi as C", 'c("/gists/{b}", route={"b": 1})', ["GET /gists/{b}"]),
        ("from ghapi.page import GhApi as C", 'c("/gists/{b}", route={"b": 1})', []),
    ],
)
def test_a_type_is_known_by_each_of_its_names(made: str, call: str, routes: list[str]) -> None:
    assert found(f"{made}\ndef f(c: C):\n    {call}\n") == routes


def test_every_client_has_its_test() -> None:
    assert {name.split(",")[0] for name in SHAPES} == {client.name or "anyone" for client in CLIENTS if client.shapes}


@pytest.mark.parametrize(
    ("source", "sure"),
    [
        ('octokit.request("GET /users/{name}", name="a")', False),
        ('path_template("/users/{name}", name="a")', False),
        ('param_serialize(resource_path="/users", method="GET")', False),
        ('import docker\nself._url("/containers/{0}/json", name)', False),
        ('import hvac\nself._adapter.list("/v1/secrets")', False),
        ('import hikari\nRoute("GET", "/users/{user}")', False),
        ('import github\nfrom mine import PaginatedList\nPaginatedList(Issue, r, "/issues")', False),
        ('from github.PaginatedList import PaginatedList\nPaginatedList(Issue, r, "/issues")', True),
    ],
)
def test_only_what_is_imported_from_a_client_is_surely_its(source: str, *, sure: bool) -> None:
    assert [site.sure for site in sites(source + "\n")] == [sure]


STRINGS = {
    'TABLE = {"GET /items/{id}": f}\n': [],
    'TABLE = {f: "GET /items/{id}"}\n': ["GET /items/{id}"],
    'if key == f"POST /a/{b}":\n    pass\n': ["POST /a/{b}"],
    'X = ("DELETE "\n     "/a")\n': ["DELETE /a"],
    'X = "GET / HTTP/1.1"\n': [],
    'X = "GET /x to see"\n': [],
    '"""GET /x"""\n': [],
    'def f():\n    "GET /x"\n': [],
    'X = b"GET /x"\n': [],
    'X = "get /x"\n': [],
    'X = "GET  /x"\n': ["GET /x"],
    '@app.route("GET /x")\ndef f(): ...\n': [],
}


@pytest.mark.parametrize("source", STRINGS)
def test_strings_with_a_verb(source: str) -> None:
    assert found(source) == STRINGS[source]


HTTP = "import httpx\n"
VALUES = {
    "names": 'A = "https://x/"\nB = A + "y"\nhttpx.get(B)\n',
    "bound twice": 'u = "https://x/a"\nif z:\n    u = "https://x/b"\nhttpx.get(u)\n',
    "one branch returns": 'def f():\n    u = "https://x/a"\n    if z:\n        u = "https://x/b"\n        return\n'
    "    httpx.get(u)\n",
    "a loop": 'u = "https://x/a"\nfor i in y:\n    u = u + i\nhttpx.get(u)\n',
    "class attributes": 'class A:\n    base = "https://x"\n    def f(self):\n        httpx.get(self.base + "/y")\n',
    "set by a method": "class A:\n    def __init__(self, c):\n        self.c = httpx.Client()\n"
    '    def f(self):\n        self.c.get("/y")\n',
    "inherited": 'class A:\n    c = httpx.Client()\nclass B(A):\n    def f(self):\n        self.c.get("/y")\n',
    "a foreign base": 'class A(httpx.Client):\n    def f(self):\n        self.get("/y")\n',
    "annotated": 'def f(c: "httpx.AsyncClient | None"):\n    c.get("/y")\n',
    "an annotated attribute": 'class A:\n    c: httpx.Client\n    def f(self):\n        self.c.get("/y")\n',
    "what a function is said to return": 'def c() -> httpx.Client: ...\nc().get("/y")\n',
    "a property": 'class A:\n    @property\n    def u(self):\n        return "https://x/y"\n'
    "    def f(self):\n        httpx.get(self.u)\n",
    "a partial": 'from functools import partial\np = partial(httpx.get, "https://x/y")\np()\n',
    "a lambda": 'u = lambda n: "https://x/" + n\nhttpx.get(u("y"))\n',
    "format specifications": 'n = 7\nhttpx.get(f"https://x/{n:03d}/{n!r}/{m:>3}")\n',
    "percent": 'httpx.get("https://x/%s/%03d/%(k)s%%" % ("a", 1))\n',
    "join": 'httpx.get("/".join(["https://x", "a", b]))\n',
    "unpacked": 'u, v = "https://x/a", "https://x/b"\nhttpx.get(v)\n',
    "a walrus": 'if (u := "https://x/a"):\n    httpx.get(u)\n',
    "a dict of urls": 'U = {"a": "https://x/a"}\nhttpx.get(U["a"])\n',
    "a closure": 'def f():\n    u = "https://x/a"\n    def g():\n        httpx.get(u)\n',
    "a comprehension": '[httpx.get("https://x/a") for i in y]\n',
    "cycles": "a = b\nb = a\nhttpx.get(a)\ndef f():\n    return f()\nhttpx.get(f())\n",
    "or": 'u = given or "https://x/a"\nhttpx.get(u)\n',
    "a match": 'match z:\n    case "a":\n        u = "https://x/a"\n    case {"k": u}:\n        pass\n    case _:\n'
    '        u = "https://x/b"\nhttpx.get(u)\n',
    "a match that may not match": 'u = "https://x/a"\nmatch z:\n    case 1 if z:\n        u = "https://x/b"\nhttpx.get(u)\n',
    "a loop over a list": 'for u in ["https://x/a", "https://x/b"]:\n    httpx.get(u)\n',
    "a loop over an open list": 'for u in ["https://x/a", *more]:\n    httpx.get(u)\n',
    "one of a dict": 'U = {"a": "https://x/a", "b": "https://x/b"}\nhttpx.get(U[k])\n',
    "a key that is not there": 'U = {"a": "https://x/a", "b": "https://x/b"}\nhttpx.get(U["c"])\n',
    "escapes": 'httpx.get("https://x/\\u00e9\\x41\\N{BULLET}")\n',
}
EXPECTED = {
    "names": ["GET https://x/y"],
    "bound twice": ["GET https://x/a", "GET https://x/b"],
    "one branch returns": ["GET https://x/a"],
    "a loop": ["GET https://x/a{u}"],
    "a match": ["GET https://x/a", "GET https://x/b"],
    "a match that may not match": ["GET https://x/a", "GET https://x/b"],
    "a loop over a list": ["GET https://x/a", "GET https://x/b"],
    "a loop over an open list": ["GET https://x/a"],
    "one of a dict": ["GET https://x/a", "GET https://x/b"],
    "a key that is not there": [],
    "format specifications": ["GET https://x/007/7/{m}"],
    # Python refuses it.
    "percent": ["GET https://x/a/001/{k}%"],
    "join": ["GET https://x/a/{b}"],
    "unpacked": ["GET https://x/b"],
    "cycles": [],
    "escapes": ["GET https://x/éA•"],
}


@pytest.mark.parametrize("name", VALUES)
def test_values(name: str) -> None:
    made = sorted(found(HTTP + VALUES[name]))
    default = ["GET https://x/a"] if "https://x/a" in VALUES[name] else ["GET https://x/y"]
    assert made in ([*EXPECTED.get(name, default)], EXPECTED.get(name, ["GET /y"]))


def test_constants_of_another_file() -> None:
    source = "import httpx\nfrom .urls import BASE as b\nfrom urls import ISSUES\nhttpx.get(b + ISSUES)\n"
    assert found(source) == []


def test_constants_of_a_file_on_disk(tmp_path) -> None:
    (tmp_path / "package").mkdir()
    (tmp_path / "package" / "urls.py").write_text('BASE = "https://x"\nISSUES = BASE + "/issues"\n')
    path = tmp_path / "package" / "client.py"
    document = Document.from_text(path.as_uri(), "import httpx\nfrom .urls import ISSUES\nhttpx.get(ISSUES + '/1')\n")
    sites = RouteFeatures(document, workspace()).sites()
    assert [site.shown for site in sites] == ["https://x/issues/1"]


STRANGE = {
    "python 2": "import httpx\nprint 'x' % y\nexec code\nhttpx.get('https://x/y')\nraise E, 'x'\n",
    "cell magics": "%matplotlib inline\n!pip install x\nimport httpx\nhttpx.get('https://x/y')\n",
    "an open bracket": "import httpx\ndef f():\n    g(1,\n\ndef h():\n    httpx.get('https://x/y')\n",
    "an open string": "import httpx\nx = 'abc\nhttpx.get('https://x/y')\n",
    "bad utf-8": "import httpx\n# \udcff\nhttpx.get('https://x/y')\n",
    "form feeds": "import httpx\n\f\nhttpx.get('https://x/y')\n",
    "tabs": "import httpx\nif x:\n\thttpx.get('https://x/y')\n",
    "a lone carriage return": "import httpx\rhttpx.get('https://x/y')\r",
}


@pytest.mark.parametrize("name", STRANGE)
def test_strange_sources(name: str) -> None:
    assert found(STRANGE[name]) == ["GET https://x/y"]


def test_deep_nesting_and_long_sums_end() -> None:
    deep = "import httpx\nhttpx.get(" + "(" * 5_000 + "'https://x/y'" + ")" * 5_000 + ")\n"
    assert found(deep) in ([], ["GET https://x/y"])
    long = "import httpx\nhttpx.get('https://x/' + " + " + ".join(["a"] * 3_000) + ")\n"
    assert len(found(long)) <= 1


@pytest.mark.parametrize("many", [" and ".join(["x"] * 5_000), " or ".join(["x"] * 5_000), "not " * 5_001 + "x"])
def test_conditions_of_any_length(many: str) -> None:
    source = f"import httpx\nif {many}:\n    httpx.get('https://x/y')\nelse:\n    httpx.get('https://x/z')\n"
    assert found(source) == ["GET https://x/y", "GET https://x/z"]
    assert found(source.replace("x:", "False:").replace("x ", "False ").replace("x)", "False)")) == [
        "GET https://x/y" if many.startswith("not") else "GET https://x/z"
    ]


def test_a_file_without_a_client_costs_one_glance() -> None:
    assert not imports_client(b"import os\nsettings.get('/x/{y}')\n")
    assert imports_client(b"import os, json as j, httpx\n")
    assert imports_client(b"if x:\n    from requests.sessions import Session\n")
    assert not may_hold_routes(b"import os\nsettings.get('x')\n")


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"# see the text from http://example.org\n", False),
        (b"from urllib.parse import quote\n", False),
        (b"import urllib.parse\nurllib.parse.quote('request')\n", False),
        (b"from http import HTTPStatus\n", False),
        (b"import http.cookies as c\n", False),
        (b"from http import client\n", True),
        (b"from urllib import (\r\n    error,\r\n    request,\r\n)\r\n", True),
        (b"from urllib import error, \\\n    request\n", True),
        (b"from urllib.request import urlopen\n", True),
        (b"from six.moves import urllib\n", True),
        ("x = '\U0001f600'; import urllib as u\n".encode(), True),
        (b"import urllib.parse\nurllib.request.urlopen(x)\n", True),
        (b"import http.client\n", True),
        (b"from requests \\\n    import get\n", True),
        (b"from requests import", True),
    ],
)
def test_a_package_counts_only_with_its_client(source: bytes, *, expected: bool) -> None:
    assert imports_client(source) is expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (b"import httpx\n\n\ndef f(t: httpx.Timeout | None = None): ...\n", False),
        (b"import httpx\n\n\ndef f(t: httpx.Timeout): ...\n\n\ndef g(c: httpx.Client): ...\n", True),
        (b"import httpx\n\n\nf(timeout=httpx.Timeout(3))\n", True),
        (b"import httpx\n\n\ntry:\n    f()\nexcept httpx.HTTPError:\n    pass\n", True),
        ("x = '\U0001f600'\r\nimport httpx\r\nt: httpx.Timeout\r\n".encode(), False),
        (b"import httpx as h\n\n\ndef f(t: h.Timeout): ...\n", True),
        (b"from requests import __version__ as v\n", False),
        (b"from requests import __version__, get\n", True),
        (b"import requests\nprint(requests.__version__)\n", False),
        (b"import requests\ntry:\n    f()\nexcept requests.Timeout:\n    pass\n", True),
        (b"import requests.adapters\nrequests.get(x, requests.__version__)\n", True),
        (b"import httpx\n\n\ndef f(t: httpx.", True),
    ],
)
def test_a_version_or_the_type_of_a_timeout_is_not_yet_a_client(source: bytes, *, expected: bool) -> None:
    assert imports_client(source) is expected


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("import httpx\n\n\ndef f(name):\n    with open(name) as file:\n        return file\n", 0),
        ("import httpx\r\n\r\n\r\ndef f(name):\r\n    x = '\U0001f600'; return open(name)\r\n", 0),
        ("import httpx\n\n\ndef f(name):\n    return open(name\n", 0),
        ("from urllib.request import build_opener\nopen = build_opener().open\n\n\ndef f(u):\n    open(u)\n", 1),
        ("from mine import (\n    open,\n)\n\n\ndef f(url):\n    open(url)\n", 0),
        ("import httpx\n\n\ndef open(url):\n    httpx.get(url)\n\n\ndef f(url):\n    open(url)\n", 1),
    ],
)
def test_pythons_own_open_is_no_request(source: str, count: int) -> None:
    assert len(sites(source)) == count


def test_a_slice_of_an_empty_text() -> None:
    assert found("import httpx\nhttpx.get('https://x/' + ''[1:] + 'y')\n") == ["GET https://x/y"]
    assert found("import httpx\nempty = 'a'[1:]\nhttpx.get('https://x/y' + empty[:-1])\n") == ["GET https://x/y"]


# Shapes of the user's own ---------------------------------------------------------------------------------------------


def test_a_shape_from_the_settings() -> None:
    calls = {
        "mine": {"callee": ["mylib.Client.fetch", "*.fetch"], "url": [0, "path"], "verb": "PUT", "template": "format"}
    }
    source = 'from mylib import Client\nClient().fetch("/a/{b}")\nx.fetch(path="/c")\n'
    assert found(source) == []
    assert found(source, settings={"calls": calls}) == ["PUT /a/{b}", "PUT /c"]


def test_what_is_wrong_with_a_shape_is_reported_with_its_key() -> None:
    from waypost.routes.calls.user import problems_of

    problems = problems_of(
        {
            "a": {"callee": "x y", "url": -1, "verb": "callee", "templates": "format"},
            "b": {"callee": [], "template": "jinja", "keywords": 1, "base-url": "x"},
        }
    )
    assert {problem.key for problem in problems} == {
        "calls.a.callee",
        "calls.a.url",
        "calls.a.templates",
        "calls.b.callee",
        "calls.b.template",
        "calls.b.keywords",
        "calls.b.base-url",
        "calls.b",
    }
    assert 'did you mean "template"?' in next(each.message for each in problems if each.key == "calls.a.templates")


def test_a_bad_shape_leaves_the_others_in_force() -> None:
    calls = {"bad": {"callee": "*.fetch"}, "good": {"callee": "*.load", "url": 0, "verb": "GET"}}
    assert found('x.load("/a")\nx.fetch("/b")\n', settings={"calls": calls}) == ["GET /a"]


def test_a_generated_file_of_many_lines() -> None:
    lines = [f'NAME_{number} = "value {number}"' for number in range(2_000 * TIMES)]
    source = "\n".join(["import httpx", *lines, f'httpx.get("https://x/" + NAME_{len(lines) - 1})', ""])
    assert found(source) == [f"GET https://x/value {len(lines) - 1}"]


def test_a_call_of_the_settings_behaves_like_a_client() -> None:
    """As in httpx 0.28, `params` replaces the query; the arguments have the same names as there."""
    from waypost.routes.sites.request import request_of

    source = 'import mylib\nmylib.fetch("https://x.test/a?s=1", params={"open": True}, json={"a": 1})\n'
    settings = {"calls": {"mylib": {"callee": "mylib.fetch", "url": 0, "verb": "POST", "like": "httpx"}}}
    document = Document.from_text("file:///w/x.py", source)
    (site,) = RouteFeatures(document, workspace(settings, {"x.py": source})).sites()
    request = request_of(site)
    assert request is not None
    assert request.line == "POST https://x.test/a?open=true"
    assert request.headers == {"content-type": "application/json"}
    assert site.client_name == "mylib"


def test_only_clients_that_are_known_can_be_like() -> None:
    from waypost.routes.calls.user import problems_of

    (problem,) = problems_of({"x": {"callee": "a.b", "url": 0, "like": "htpx"}})
    assert "httpx, httpx2, requests" in problem.message
