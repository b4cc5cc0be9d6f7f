"""A function that retries, reports and parses around its request is followed for the URL that it is given."""

from pathlib import Path

import pytest

from waypost.routes.features import RouteFeatures
from waypost.text import Document
from waypost.workspace import Folder, Workspace

NEXT = f"        self.seen.append('{'one more of the things that are noted before it is sent, ' * 2}')\n"
# More than is followed for what may be no URL, and more than is followed at all.
LONG, TOO_LONG = (NEXT * (length // len(NEXT)) for length in (9_000, 17_000))
BASE = f"""\
from urllib.parse import urljoin
from urllib.request import Request, urlopen

class Base:
    def __init__(self):
        self.seen = []

    def api_call(self, method, params=None):
        return self.deliver(url=urljoin("https://x.example/api/", method), args=params)

    def deliver(self, *, url, args):
{LONG}
        return urlopen(Request(method="POST", url=url, data=args))

    def endless(self, *, url, args):
{TOO_LONG}
        return urlopen(Request(method="POST", url=url, data=args))

    def by_id(self, number, args):
{LONG}
        return urlopen(Request(method="POST", url=f"https://x.example/{{number}}", data=args))
"""
CLIENT = "from base import Base\n\nclass Client(Base):\n    def users(self, **given):\n        return "


def routes_in(text: str, folder: Path) -> list[str]:
    """The routes of a client in one file, whose base class is in another."""
    (folder / "base.py").write_text(BASE, "utf-8")
    document = Document.from_text((folder / "client.py").as_uri(), text)
    return [f"{site.verb} {site.shown}" for site in RouteFeatures(document, Workspace([Folder(folder)])).sites()]


@pytest.mark.parametrize(
    ("call", "routes"),
    [
        ("self.api_call('users.list', params=given)\n", ["POST https://x.example/api/users.list"]),
        ("self.deliver(url='https://x.example/a', args=given)\n", ["POST https://x.example/a"]),
        ("self.endless(url='https://x.example/a', args=given)\n", ["POST https://x.example/a"]),
        ("self.by_id('users', given)\n", ["POST https://x.example/users"]),
        ("self.by_id(7, given)\n", ["POST https://x.example/7"]),
        ("self.deliver(url=7, args=given)\n", []),
        ("self.deliver(url='https://x.example/a', args=gi", []),
        ("self.deliver(url=", []),
    ],
)
def test_a_long_function_that_is_given_a_url_is_followed(call: str, routes: list[str], tmp_path: Path) -> None:
    assert routes_in(CLIENT + call, tmp_path) == routes


def test_after_an_astral_character_with_crlf(tmp_path: Path) -> None:
    text = f"s = '🚀'\n{CLIENT}self.api_call('users.list', params=given)\n".replace("\n", "\r\n")
    assert routes_in(text, tmp_path) == ["POST https://x.example/api/users.list"]


OF_OBJECTS = f"""\
import requests
from dataclasses import dataclass

class Route:
    BASE = "https://x.example"

    def __init__(self, method, path, **parameters):
        self.method = method
        self.url = (self.BASE + path).format_map(parameters)

@dataclass
class Operation:
    method: str
    path: str = ""

class Routes:
    USERS = Route("GET", "/users")

class Client:
    def __init__(self):
        self.session = requests.Session()
        self.seen = []

    def send(self, route):
{NEXT * 6}
        return self.session.request(route.method, route.url)

    def run(self, operation):
{NEXT * 6}
        return self.session.request(operation.method, "https://x.example" + operation.path)

    def pair(self, pair):
{NEXT * 6}
        verb, path = pair
        return self.session.request(verb, "https://x.example" + path)

    def made(self, method, path):
        return Route(method, path)

    def users(self, user, path):
        return """


@pytest.mark.parametrize(
    ("call", "routes"),
    [
        ('self.send(Route("GET", "/users"))', ["GET https://x.example/users"]),
        ('self.send(Route("GET", "/users/{id}", id=user))', ["GET https://x.example/users/{user}"]),
        ("self.send(Routes.USERS)", ["GET https://x.example/users"]),
        ('self.send(self.made("PUT", "/users"))', ["PUT https://x.example/users"]),
        ('self.send(Route("GET", path))', ["GET https://x.example{path}"]),
        ('self.run(Operation("GET", "/users"))', ["GET https://x.example/users"]),
        ('self.run(Operation(method="GET", path=f"/users/{user}"))', ["GET https://x.example/users/{user}"]),
        ('self.pair(["GET", "/users"])', ["GET https://x.example/users"]),
        # Nothing that it is given is a URL.
        ("self.send(user)", []),
        ('self.send(Route("GET", user))', ["GET https://x.example{path}"]),
        ('self.send(Route("GET", "/users")', []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_a_long_function_that_is_given_an_object_made_of_a_url_is_followed(
    call: str, change: str, routes: list[str], tmp_path: Path
) -> None:
    text = OF_OBJECTS + call + "\n"
    text = {"CRLF": text.replace("\n", "\r\n"), "wide": f'FACE = "\N{GRINNING FACE}"\n{text}'}.get(change, text)
    last = text.rstrip().count("\n")
    document = Document.from_text((tmp_path / "client.py").as_uri(), text)
    sites = RouteFeatures(document, Workspace([Folder(tmp_path)])).sites()
    made = [site for site in sites if document.lines.line_at(site.span.start) == last and not site.likely]
    assert [f"{site.verb} {site.shown}" for site in made if site.shown.startswith("https://")] == routes


OF_A_CLIENT = """\
import requests

class Route:
    BASE = "https://PACKAGE.example"

    def __init__(self, method, path):
        self.method = method
        self.url = self.BASE + path

class HTTPClient:
    def request(self, route):
        return requests.request(route.method, route.url)

    def users(self):
        return """


@pytest.mark.parametrize(
    ("package", "call", "routes"),
    [
        ("discord", 'self.request(Route("GET", "/users"))', ["GET /users"]),
        ("discord", 'self.request(route=Route("GET", "/users"))', ["GET /users"]),
        # Of a class that is not a client's.
        ("other", 'self.request(Route("GET", "/users"))', ["GET https://other.example/users"]),
    ],
)
def test_a_request_of_a_client_that_another_sends_is_one(
    package: str, call: str, routes: list[str], tmp_path: Path
) -> None:
    folder = tmp_path / package
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    document = Document.from_text((folder / "http.py").as_uri(), f"{OF_A_CLIENT}{call}\n".replace("PACKAGE", package))
    sites = RouteFeatures(document, Workspace([Folder(tmp_path)])).sites()
    assert [f"{site.verb} {site.shown}" for site in sites if site.verb and "{" not in site.shown] == routes
