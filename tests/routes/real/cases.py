"""Calls whose values are all known. `@BASE@` is the address of a server that records what it receives."""

from typing import NamedTuple


class Case(NamedTuple):
    """One program with one request."""

    client: str
    code: str


def _sync(client: str, head: str, *calls: str) -> list[Case]:
    return [Case(client, f"{head}\n{call}\n") for call in calls]


def _main(client: str, head: str, opened: str, *calls: str) -> list[Case]:
    """Calls inside an asynchronous function, with a client that is opened there."""
    return [
        Case(
            client,
            f"import asyncio\n{head}\n\n\nasync def main():\n    async with {opened}:\n        await {call}\n\n\n"
            "asyncio.run(main())\n",
        )
        for call in calls
    ]


REQUESTS = _sync(
    "requests",
    'import requests\nBASE = "@BASE@"\nOWNER, REPO = "octo cat", "hello"\nHEAD = {"x-name": "n"}',
    'requests.get(BASE + "/repos/a/b")',
    'requests.get(f"{BASE}/repos/{OWNER}/{REPO}")',
    'requests.get("{}/repos/{}/{repo}".format(BASE, OWNER, repo=REPO))',
    'requests.get("%s/repos/%s/pulls?page=%d" % (BASE, REPO, 2))',
    'requests.get(f"{BASE}/search", params={"q": "a b+c&d", "page": 2, "none": None})',
    'requests.get(f"{BASE}/search?sort=up", params={"q": ["x", "y"], "ok": True})',
    'requests.post(f"{BASE}/issues", json={"title": "t", "labels": ["a"], "n": 1.5, "z": None})',
    'requests.put(f"{BASE}/raw", data="plain text", headers={"content-type": "text/plain", **HEAD})',
    'requests.patch(f"{BASE}/form", data={"a": "b c", "n": 1})',
    'requests.delete(f"{BASE}/é/{{braces}}")',
    'session = requests.Session()\nsession.request("GET", f"{BASE}/session", params=[("a", "1"), ("a", "2")])',
    'def fetch(path, **query):\n    return requests.get(BASE + path, params=query)\n\n\nfetch("/wrapped", a="b")',
)

HTTPX = _sync(
    "httpx",
    'import httpx\nBASE = "@BASE@"\nN = 7\nclient = httpx.Client(base_url=BASE + "/api/v3", headers={"x-client": "c"})',
    'httpx.get(f"{BASE}/repos/a/b")',
    'client.get("/repos/a/b")',
    'client.get("repos/a/b")',
    'client.get(f"/issues/{N}", params={"state": "open", "page": 3})',
    'client.get("/search", params={"q": "a b+c&d", "flag": True, "none": None})',
    'client.post("/issues", json={"title": "é", "labels": []})',
    'client.post("/form", data={"a": "b c"})',
    'client.put("/x", headers={"X-Call": "1"}, json=[1, 2])',
    'client.request("PATCH", "/x", json={"a": {"b": "c"}})',
    'client.delete("/x/%s" % N)',
    'client.head("/x")',
    'client.options("/x")',
    'query = {"a": "1"}\nquery["b"] = "2"\nquery.update(c="3")\nclient.get("/x", params=query)',
    'client.get("/x", params={**{"a": "1"}, "b": "2"} | {"c": "3"})',
    'PATH = "/a" "/b"\nclient.get(PATH + "/" + str(N))',
    'class Api:\n    path = "/users/{}"\n\n    def __init__(self):\n'
    "        self.client = httpx.Client(base_url=BASE)\n\n"
    '    def user(self, name):\n        return self.client.get(self.path.format(name))\n\n\nApi().user("me")',
    'import functools\nget = functools.partial(client.get, "/partial", params={"a": "1"})\nget()',
)

_GIDGETHUB = 'import httpx\nimport gidgethub.httpx\nBASE = "@BASE@"'
_OPENED = "httpx.AsyncClient() as http"


def _gidgethub(*calls: str) -> list[Case]:
    cases = []
    for call in calls:
        made = 'gh = gidgethub.httpx.GitHubAPI(http, "tests", oauth_token="t", base_url=BASE)'
        body = f"    async with {_OPENED}:\n        {made}\n        await {call}\n"
        cases.append(
            Case("gidgethub", f"import asyncio\n{_GIDGETHUB}\n\n\nasync def main():\n{body}\n\nasyncio.run(main())\n")
        )
    return cases


GIDGETHUB = _gidgethub(
    'gh.getitem("/repos/{owner}/{repo}", {"owner": "octo cat", "repo": "a/b"})',
    'gh.getitem("/repos/{owner}/{repo}/contents/{+path}", {"owner": "o", "repo": "r", "path": "d/e.py"})',
    'gh.getitem("/search/issues{?q,sort}", {"q": "x y", "sort": "up"})',
    'gh.getitem("/search/issues{?q,sort}", {"q": "x"})',
    'gh.getitem("repos/{owner}", url_vars={"owner": "o"})',
    "gh.getitem(f\"/users/{'me'}\")",
    'gh.post("/repos/{owner}/issues", {"owner": "o"}, data={"title": "t", "n": 1})',
    'gh.patch("/repos/{owner}/issues/{n}", {"owner": "o", "n": "5"}, data={"state": "closed"})',
    'gh.put("/x{/a,b}", {"a": "1", "b": "2"}, data={})',
    'gh.delete("/repos/{owner}", {"owner": "o"})',
    'gh.getstatus("/user/starred/{o}", {"o": "x"})',
    'gh.getitem("/x{?list}", {"list": ["a", "b c"]})',
)

AIOHTTP = _main(
    "aiohttp",
    'from collections import ChainMap\nimport aiohttp\nBASE = "@BASE@"',
    "aiohttp.ClientSession(BASE) as session",
    'session.get("/repos/a/b")',
    'session.get("/repos/a/b", params={"page": "2", "q": "x y"})',
    'session.post("/issues", json={"title": "t"})',
    'session.put("/issues/1", json={"a": [1, None]}, headers={"x-a": "b"})',
    'session.delete(f"/issues/{5}".replace("5", "6"))',
    'session.request("PATCH", "/x", json={})',
    'session.head("/x")',
    'session.get(BASE + "/absolute")',
    'session.post("/f", data=aiohttp.FormData({"a": "1", "b": "x y"}))',
    'session.post("/f", data=aiohttp.FormData([("a", "1"), ("a", "é")]))',
    'session.post("/f", data="text")',
    'session.get("http:/x?a=1")',
    'session.get("/c", params="a=b c&d=%20")',
    'session.get("/c", params=ChainMap({"a": "1"}, {"b": "2", "a": "3"}), headers=ChainMap({"x-a": "b"}))',
)

GITHUBKIT = _sync(
    "githubkit",
    'from githubkit import GitHub\ngh = GitHub("token", base_url="@BASE@/", http_cache=False)',
    'gh.request("GET", "/repos/a/b")',
    'gh.request("GET", "/repos/a/b/issues", params={"state": "open", "page": 2})',
    'gh.request("POST", "/repos/a/b/issues", json={"title": "t"})',
    'gh.request("PATCH", "/repos/a/b", json={"private": True, "name": None})',
    'gh.request("DELETE", "/repos/a/b", headers={"x-a": "b"})',
    'gh.request("PUT", url="/x", json={"a": 1})',
)

PYGITHUB = _sync(
    "PyGithub",
    'from github import Github\ngh = Github(base_url="@BASE@", retry=None, seconds_between_requests=0, '
    "seconds_between_writes=0)\nR = gh.requester",
    'R.requestJsonAndCheck("GET", "/repos/a/b")',
    'R.requestJsonAndCheck("GET", "/repos/a/b/issues", parameters={"state": "open", "page": 2})',
    'R.requestJsonAndCheck("POST", "/repos/a/b/issues", input={"title": "t"})',
    'R.requestJsonAndCheck("PATCH", f"/repos/{\'a\'}/b", input={"private": True})',
    'R.requestJsonAndCheck("DELETE", "/repos/a/b")',
)

URITEMPLATE = _sync(
    "uritemplate",
    'import requests\nimport uritemplate\nBASE = "@BASE@"',
    'requests.get(uritemplate.expand(BASE + "/repos/{owner}/{repo}", owner="o o", repo="r"))',
    'requests.get(uritemplate.expand(BASE + "/repos/{owner}", {"owner": "o/o"}))',
    'requests.get(uritemplate.URITemplate(BASE + "/users/{name}").expand(name="é"))',
)

WAYPOST = _sync(
    "waypost",
    "import httpx\nfrom waypost import endpoint\nfrom waypost.render import as_httpx\n"
    'e = endpoint.defaults(baseUrl="@BASE@", headers={"x-d": "1"}, owner="octo cat")\n'
    "def send(options):\n    return httpx.request(**as_httpx(options))\n",
    'send(e("GET /repos/{owner}/{repo}", repo="r"))',
    'send(e("GET /repos/{owner}/issues", state="open", labels=["a", "b c"]))',
    'send(e("POST /repos/{owner}/issues", title="t", n=None))',
    'send(e("GET /search/code", {"q": "a+b c"}))',
    'send(e("PUT /x{?a}", a="1", data={"k": [1]}))',
    'send(e.defaults(owner="other")("DELETE /repos/{owner}"))',
    'send(e("GET /r{/a,b}{?c*}", a="1", b="2", c=["x", "y"]))',
    'send(e("GET /m", mediaType={"format": "raw", "previews": ["mercy"]}))',
)

CASES = [*REQUESTS, *HTTPX, *GIDGETHUB, *AIOHTTP, *GITHUBKIT, *PYGITHUB, *URITEMPLATE, *WAYPOST]
