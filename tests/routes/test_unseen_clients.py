"""Nothing wrong is shown as a fact where a client, its credentials or a body come from code that is not followed."""

import pytest

from tests.routes.reach.test_written_values import requests_of
from tests.support.check import hover
from tests.support.variants import WIDE_PREFIX
from waypost.routes.actions.copy import open_values

DEFAULT = "the client's default"
GIDGETHUB = "import gidgethub\nasync def star(gh):\n    await gh.getitem('/user$0')\n"
MADE_HERE = """import gidgethub.httpx
async def f(http):
    gh = gidgethub.httpx.GitHubAPI(http, 'me')
    await gh.getitem('/user$0')
"""
PYGITHUB = """from github import Auth, Github
g = Github(auth=AUTH)
g.requester.requestJsonAndCheck('GET', '/user$0')
"""
PASSWORD = """import CLIENT
def f(word):
    CLIENT.get('https://a.example/x$0', auth=('ann', word))
"""
SESSION = """import requests
def f(more):
    s = requests.Session()
    s.params = {'a': 1, **more}
    s.get('https://a.example/x$0')
"""
AIOHTTP = """import aiohttp
async def f(form):
    async with aiohttp.ClientSession() as s:
        await s.post('https://a.example/x$0', data=DATA)
"""

CASES = {
    "gidgethub, made elsewhere": (GIDGETHUB, ("https://api.github.com/user", DEFAULT), ()),
    "gidgethub, half typed": (f"{GIDGETHUB}    x = (", ("https://api.github.com/user", DEFAULT), ()),
    "gidgethub, made here": (MADE_HERE, ("https://api.github.com/user",), (DEFAULT,)),
    "gidgethub, an absolute URL": (
        GIDGETHUB.replace("/user", "https://b.example/u"),
        ("https://b.example/u",),
        (DEFAULT,),
    ),
    "PyGithub, a token": (PYGITHUB.replace("AUTH", "Auth.Token('abc')"), ("authorization: token",), ("abc\n",)),
    "PyGithub, a password": (PYGITHUB.replace("AUTH", "Auth.Login('u', 'p')"), ("authorization: Basic",), ("dTpw",)),
    "PyGithub, other credentials": (PYGITHUB.replace("AUTH", "made()"), ("authorization: {auth}",), ("token",)),
    "requests, a password": (PASSWORD.replace("CLIENT", "requests"), ("authorization: Basic ***",), ("Not sent",)),
    "httpx, a password": (PASSWORD.replace("CLIENT", "httpx"), ("authorization: Basic ***",), ("Not sent",)),
    "requests, more parameters of a session": (SESSION, ("/x?a={a}&{…}",), ()),
    "aiohttp, a form object": (
        AIOHTTP.replace("DATA", "form"),
        ("Headers from `form`", "{form}"),
        ("octet-stream", "content-type"),
    ),
    "aiohttp, a file": (
        AIOHTTP.replace("DATA", "open('a.csv', 'rb')"),
        ("content-type: text/csv",),
        ("octet-stream",),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_marked(name: str) -> None:
    """As written, with CRLF, and after a wide character."""
    source, lines, absent = CASES[name]
    for each in (source, source.replace("\n", "\r\n"), WIDE_PREFIX + source):
        shown = hover(each, "x.py")
        text = shown.markdown if shown is not None else ""
        assert ([line for line in lines if line not in text], [word for word in absent if word in text]) == ([], []), (
            text
        )


@pytest.mark.parametrize(
    ("call", "line", "headers", "body"),
    [
        (
            '"/x", data={"a": "1 2", "b": ["3", "4"], "c": None}',
            "POST /x",
            {"content-type": "application/x-www-form-urlencoded"},
            "a=1+2&b=3&b=4",
        ),
        (
            '"/x", json={"a": b}, headers={"X-A": "1"}, params={"q": "a b"}',
            "POST /x?q=a+b",
            {"x-a": "1", "content-type": "application/json"},
            {"a": "{b}"},
        ),
        ('"/x?y=1", params="q=1"', "POST /x?y=1&q=1", {}, None),
        (
            '"/x", data={"a": 1}, headers={"Content-Type": "text/plain"}',
            "POST /x",
            {"content-type": "text/plain"},
            "a=1",
        ),
    ],
)
def test_what_a_client_that_is_not_known_sends(call: str, line: str, headers: dict[str, str], body: object) -> None:
    (request,) = requests_of(f"self._post({call})\n")
    assert (request.line, request.headers, request.body) == (line, headers, body)


def test_what_is_left_open_in_a_request_that_is_copied() -> None:
    source = (
        'import httpx\nhttpx.post(f"https://x.example/{a}/{b}", json={"c": c, "d": a}, headers={"authorization": t})\n'
    )
    (request,) = requests_of(source)
    assert open_values(request) == ["a", "b", "t", "c"]


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ("", "GET https://x.example/a?{p}"),
        (", params={}", "GET https://x.example/a?{p}"),
        (', params={"b": 1}', "GET https://x.example/a?{p}&b=1"),
        (', params=[("b", 1)]', "GET https://x.example/a?b=1"),  # only mappings are merged
    ],
)
def test_the_query_of_a_session_that_is_not_known_is_sent_as_well(given: str, line: str) -> None:
    source = "import requests\ndef f(p):\n    s = requests.Session()\n    s.params = p\n"
    (request,) = requests_of(f'{source}    s.get("https://x.example/a"{given})\n')
    assert (request.line, request.known) == (line, "b=1" in line and "{p}" not in line)


@pytest.mark.parametrize(
    ("route", "line"),
    [
        ("route=p", "GET https://api.github.com/gists/{b}"),
        ('route={"b": p}', "GET https://api.github.com/gists/{p}"),
        ('route={"b": "x y"}', "GET https://api.github.com/gists/x%20y"),
        ("route={}", "GET https://api.github.com/gists/%7Bb%7D"),
    ],
)
def test_a_path_that_ghapi_fills(route: str, line: str) -> None:
    (request,) = requests_of(f'from ghapi.all import GhApi\ndef f(p):\n    GhApi()("/gists/{{b}}", {route})\n')
    assert (request.line, request.error) == (line, "")


@pytest.mark.parametrize(
    ("client", "given", "query"),
    [
        ("p", '{"b": 1}', "{…}&b=1"),
        ('{"a": 1}', "p", "a=1&{p}"),
        ('{"a": 1}', '{"b": 1}', "a=1&b=1"),
        ("p", "q", "{…}&{q}"),
        ("p", "None", "{…}"),
        ("None", "p", "{p}"),
    ],
)
def test_the_query_next_to_one_that_is_not_known_is_shown(client: str, given: str, query: str) -> None:
    source = (
        f'import httpx\ndef f(p, q):\n    httpx.Client(params={client}).get("https://x.example/a", params={given})\n'
    )
    (request,) = requests_of(source)
    assert (request.line, request.known) == (f"GET https://x.example/a?{query}", "{" not in query)


@pytest.mark.parametrize(
    ("file", "headers"),
    [
        ('("n.txt", b"x", None)', 'filename="n.txt"\r\nContent-Type: text/plain'),
        ('("n.csv", b"x", None, {"X-A": "1"})', 'filename="n.csv"\r\nX-A: 1\r\nContent-Type: text/csv'),
        (
            '("n.csv", b"x", "text/plain", {"content-type": "own/type", "X-A": "1"})',
            'filename="n.csv"\r\ncontent-type: own/type\r\nX-A: 1',
        ),
    ],
)
def test_the_type_of_a_part_is_given_once(file: str, headers: str) -> None:
    (request,) = requests_of(f'import httpx\nhttpx.post("https://x.example", files={{"a": {file}}})\n')
    assert (
        request.body
        == f'--boundary\r\nContent-Disposition: form-data; name="a"; {headers}\r\n\r\nx\r\n--boundary--\r\n'
    )


@pytest.mark.parametrize(
    ("depth", "shown"), [(7, "[[[[[[[1]]]]]]]"), (8, "[[[[[[[['…']]]]]]]]"), (12, "[[[[[[[['…']]]]]]]]")]
)
def test_data_is_shown_so_deep(depth: int, shown: str) -> None:
    data = "[" * depth + "1" + "]" * depth
    (request,) = requests_of(f'from waypost import endpoint\nendpoint("POST https://x.example/a", data={data})\n')
    assert str(request.body) == shown


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("given", "line"),
    [
        ('"/guilds/{id:05d}/x", id=7', "/guilds/00007/x"),
        ('"/{id:.1f}/{name!r}", id=7, name="a b"', "/7.0/'a%20b'"),
        ('"/{id!a}/{on!s}/{off}", id="é", on=7, off=False', "/'%C3%A9'/7/False"),
        ('"/{{literal}}/{id}", id=7', "/{literal}/7"),
        ('"/{on}/{off}", on=None, off=True', "/None/True"),
        # What is not known, or would raise.
        ('"/{user.id}/{ids[0]}", user=x, ids=[5]', "/{id}/{ids}"),
        ('"/{id:05d}/{name}", id=x, name=x.name', "/{x}/{name}"),
        ('"/{id}/{name}", **more', "/{id}/{name}"),
        ('"/{name}", name="\\ud800"', "/{name}"),
        ('"/{name:d}/{id:9999d}", name="a", id=7', "/{name}/{id}"),
    ],
)
def test_a_route_of_discord_is_formatted(given: str, line: str, end: str) -> None:
    call = f'from discord.http import Route\nnote = "\U0001f600"\ndef f(x, **more):\n    Route("GET", {given})\n'
    (request,) = requests_of(call.replace("\n", end))
    assert (request.line, request.known) == (f"GET {line}", "{" not in line.replace("{literal}", ""))


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ('"/containers/{0}/json", "a b"', "/containers/a%20b/json"),
        ('"/images/{0}/json", "repo/app:1"', "/images/repo/app:1/json"),
        ('"/{}/{}", "a", x', "/a/{x}"),
        ('"/{{b}}/{0.id}/{1!r}", x, x', "/{b}/{id}/{x}"),
    ],
)
def test_a_path_of_docker_is_formatted(given: str, line: str) -> None:
    source = f"import docker\nclass A:\n    def f(self, x):\n        self._get(self._url({given}))\n"
    (request,) = requests_of(source)
    assert request.line == f"GET {line}"


@pytest.mark.parametrize(
    ("given", "line"),
    [
        ('"/v1/{mount}/data/{path}", mount="kv 2", path="app/db:x"', "/v1/kv%202/data/app/db%3Ax"),
        ('"/v1/{mount}/data/{path}", mount="kv", path=f"app/{x}"', "/v1/kv/data/app/{x}"),
        ('"/v1/{mount}/data", mount=None', "/v1/None/data"),
    ],
)
def test_the_slashes_of_a_path_of_hvac_stay(given: str, line: str) -> None:
    call = f"self._adapter.get(url=utils.format_url({given}))"
    (request,) = requests_of(f"from hvac import utils\nclass A:\n    def f(self, x):\n        {call}\n")
    assert request.line == f"GET {line}"
