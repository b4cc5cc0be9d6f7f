"""Nothing wrong is shown as a fact where a client, its credentials or a body come from code that is not followed."""

import pytest

from tests.support.check import WIDE_PREFIX, hover

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
    "PyGithub, other credentials": (PYGITHUB.replace("AUTH", "made()"), ("authorization: {made",), ("token",)),
    "requests, a password": (PASSWORD.replace("CLIENT", "requests"), ("authorization: Basic ***",), ("Not sent",)),
    "httpx, a password": (PASSWORD.replace("CLIENT", "httpx"), ("authorization: Basic ***",), ("Not sent",)),
    "requests, more parameters of a session": (SESSION, ("/x?a=1&{…}",), ()),
    "aiohttp, a form object": (
        AIOHTTP.replace("DATA", "form"),
        ("Headers from `form`", "{form}"),
        ("octet-stream", "content-type"),
    ),
    "aiohttp, a file": (AIOHTTP.replace("DATA", "open('a.csv', 'rb')"), ("content-type: text/csv",), ("octet-stream",)),
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
