"""An object may send by itself, while it is made or gone through: the call that makes it is the request."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

HTTP = """\
import requests

def get_page(url, cursor):
    return requests.get(url, params={"cursor": cursor})
"""
PAGES = """\
from http_ import get_page

class Pages:
    def __init__(self, kind, url):
        self.kind = kind
        self.url = url
        self.cursor = ""

    def __next__(self):
        page = get_page(self.url, self.cursor)
        self.cursor = page["next"]
        return [self.kind(each) for each in page["items"]]
"""
AT_ONCE = """\
from http_ import get_page

class Pages:
    def __init__(self, kind, url):
        self.url = url
        self.items = self._first()

    def _first(self):
        return get_page(self.url, "")
"""
USERS = """\
from pages import Pages
from paths import address_of

def users(team):
    return Pages(dict, f"https://x.example/teams/{team}/users")

def teams():
    return Pages(dict, url=address_of("teams"))
"""
PATHS = """\
ROOT = "https://x.example/"

def address_of(name):
    return ROOT + name
"""
ROUTES = ["GET https://x.example/teams/{team}/users", "GET https://x.example/teams"]


def routes_of(pages: str, users: str, root: Path) -> list[str]:
    return found(root, {"http_.py": HTTP, "pages.py": pages, "paths.py": PATHS, "users.py": users}, "users.py")


@pytest.mark.parametrize("pages", [PAGES, PAGES.replace("__next__", "__iter__"), AT_ONCE])
def test_what_an_object_sends_by_itself_is_sent_where_it_is_made(pages: str, tmp_path: Path) -> None:
    users = USERS.replace("Pages(dict, url", "Pages(list, url")
    assert routes_of(pages, f"import requests\n{users}", tmp_path) == ROUTES


@pytest.mark.parametrize(
    "after",
    ["", "\ndef half():\n    return Pages(dict, "],
    ids=["whole", "half typed"],
)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_class_may_be_in_the_same_file(after: str, newline: str, tmp_path: Path) -> None:
    users = f'FACE = "\N{GRINNING FACE}"\n{PAGES}{USERS}{after}'.replace("from pages import Pages\n", "")
    shown = [each for each in routes_of(PAGES, users.replace("\n", newline), tmp_path) if "x.example" in each]
    # What objects are made with is what their method likely sends.
    assert shown == [*reversed(ROUTES), *ROUTES]


@pytest.mark.parametrize("method", ["load", "get", "__len__"])
def test_what_others_call_is_not_sent_where_the_object_is_made(method: str, tmp_path: Path) -> None:
    assert routes_of(PAGES.replace("__next__", method), f"import requests\n{USERS}", tmp_path) == []


def test_a_path_that_an_object_only_keeps_is_no_request(tmp_path: Path) -> None:
    pages = PAGES.replace("get_page(self.url, self.cursor)", 'get_page("https://y.example/z", self.url)')
    assert not any("x.example" in each for each in routes_of(pages, f"import requests\n{USERS}", tmp_path))
