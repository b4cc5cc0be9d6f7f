"""Wrappers known by their parameters or names alone, and objects that send their request when they are iterated."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from tests.support.check import workspace
from waypost.routes.features import RouteFeatures
from waypost.text import Document

LONG = "".join(f"        self.seen[{index}] = time.time() + {index}\n" for index in range(20))
CLIENT = f"""\
import time
import requests

class Client:
    def post(self, endpoint, data, *, path=""):
        self.send(f"https://x.example/{{endpoint}}{{path}}", data)
{LONG}
    def send(self, url, data):
        return requests.post(url, json=data)

    def note(self, endpoint, data):
        self.seen[endpoint] = data
{LONG}
    def users(self):
"""


def routes_in(text: str) -> list[str]:
    """The routes of the last lines of a text."""
    document = Document.from_text("file:///w/x.py", text)
    last = document.source.rfind(b"def users")
    return [
        f"{site.verb} {site.shown}" for site in RouteFeatures(document, workspace()).sites() if site.span.start > last
    ]


@pytest.mark.parametrize(
    ("call", "routes"),
    [
        ("self.post('users', {})", ["POST https://x.example/users"]),
        ("self.post(data={}, endpoint='users')", ["POST https://x.example/users"]),
        ("self.post(name, {}, path='s')", ["POST https://x.example/{endpoint}s"]),
        ("self.note('users', {})", []),
        ("self.post(1, {})", ["POST https://x.example/1"]),
        ("self.post('users'", []),
        ("self.post(", []),
    ],
)
def test_a_word_is_a_path_where_a_long_wrapper_makes_it_one(call: str, routes: list[str]) -> None:
    assert routes_in(f"{CLIENT}        return {call}\n") == routes


def test_a_word_after_an_astral_character_with_crlf() -> None:
    text = f"s = '🚀'\n{CLIENT}        self.post('users', {{}})\n".replace("\n", "\r\n")
    assert routes_in(text) == ["POST https://x.example/users"]


HTTP = """\
import httpx

async def post_async(client: httpx.AsyncClient, url, data=None):
    return await client.post(url, json=data)

def make_url(path):
    return "https://x.example" + path

class Pages:
    def __init__(self, client: httpx.Client, url):
        self._client = client
        self._url = url

    def __iter__(self):
        return self

    def __next__(self):
        return self._client.get(self._url).json()

class Stream:
    def __init__(self, url):
        self._url = url

    async def __aiter__(self):
        async with httpx.AsyncClient() as client:
            yield await client.get(self._url)

class Link:
    def __init__(self, client: httpx.Client, url):
        self._client, self._url = client, url

    def follow(self):
        return self._client.get(self._url)

class Path:
    def __init__(self, url):
        self.url = url

    def __iter__(self):
        return iter(self.url.split("/"))
"""
USERS = """\
import httpx
from http_ import Link, Pages, Path, Stream, make_url, post_async as send, post_async

async def users(client):
"""


@pytest.mark.parametrize(
    ("line", "routes"),
    [
        ("url = make_url('/users')\n    await post_async(client, url)", ["POST https://x.example/users"]),
        ("return Pages(client, make_url('/users'))", ["GET https://x.example/users"]),
        ("return Pages(client, url='https://x.example/users')", ["GET https://x.example/users"]),
        ("return Stream(make_url('/users'))", ["GET https://x.example/users"]),
        ("return Link(client, 'https://x.example/users')", []),
        ("return Link(client, 'https://x.example/users').follow()", ["GET https://x.example/users"]),
        ("return Path('https://x.example/users')", []),
        ("return Pages(client, name)", []),
        ("return Pages(client, 'https://x.example/users'", []),
        ("return Pages(", []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character"])
def test_wrappers_and_pages_of_another_file(line: str, routes: list[str], change: str, tmp_path: Path) -> None:
    text = f"{USERS}    {line}\n"
    text = f"s = '🚀'\n{text}".replace("\n", "\r\n") if change else text
    assert found(tmp_path, {"http_.py": HTTP, "users.py": text}, "users.py") == routes


SENDER = """\
import requests

def send(path, name=""):
    return requests.post("https://x.example/" + path, json={"name": name})

def use(flag, path):
    send("""


@pytest.mark.parametrize(
    ("given", "routes"),
    [
        ("'all/users' if flag else ''", ["all/users", ""]),
        ("'all/users' if flag else str(1)[1:]", ["all/users", ""]),
        ("f'{path}/users' if flag else '/'", ["{path}/users", "/"]),
        ("'all/users' if flag else 'all/teams'", ["all/users", "all/teams"]),
        ("'all/users', ''", ["all/users"]),
        ("''", [""]),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "half-typed"])
def test_a_caller_may_give_nothing(given: str, routes: list[str], change: str, tmp_path: Path) -> None:
    """A text of which nothing is seen in the URL is one of those that the caller gives."""
    text = f"{SENDER}{given})\n" + ("def half(:\n" if change == "half-typed" else "")
    text = f"s = '🚀'\n{text}".replace("\n", "\r\n") if change.startswith("CRLF") else text
    wrapper, *own = found(tmp_path, {"x.py": text}, "x.py")
    assert wrapper == "POST https://x.example/{path}"
    assert own == [f"POST https://x.example/{route}" for route in routes]
