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
        ("self.endless(url='https://x.example/a', args=given)\n", []),
        ("self.by_id('users', given)\n", []),
        ("self.by_id(7, given)\n", []),
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
