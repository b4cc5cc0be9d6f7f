"""A path may be a word: a method that sends by its name is followed wherever it is defined, however long it is."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from waypost.routes.sites.prefilter import may_hold_routes

BASE = """\
import requests


class Base:
    root = "https://x.example/api/"

    def call_api_get(self, name, prefix=None, **values):
        url = self.root + name
        given = self.reduced(values)
        # One of the reasons why such a function is long: it writes the query itself, because lists are sent in
        # brackets, and everything else as it is. It also has to say how long it waits for an answer, whose
        # certificates it trusts, and which proxy it asks, all of which are attributes of the object that it
        # belongs to; and in the end it reads the answer, or raises an error of its own if it cannot be read.
        return self.read(requests.get(url, params=given, timeout=self.timeout, verify=self.verify))

    def get_setting(self, name, default=None):
        # Long too, and it is given a word, but nothing here is sent anywhere: it only looks the word up where
        # settings are kept, first in what this object was given when it was made, then in the environment, and
        # at last in a file in the home of the user. It says so in many words, so that it is as long as the one
        # above, which is too long to be followed for anything but a word that it may send, or for a whole path.
        return self.settings.get(name, default)
"""
USERS = """\
from base import Base

class Users(Base):
    def all(self, team):
        return self.call_api_get("users", team=team)

    def one(self, id):
        return self.call_api_get("users/{}".format(id))
"""
ROUTES = ["GET https://x.example/api/users", "GET https://x.example/api/users/{id}"]


@pytest.mark.parametrize(
    "written",
    [
        USERS,
        USERS.replace("\n", "\r\n"),
        f'FACE = "\N{GRINNING FACE}"\n{USERS}',
        f"{USERS}\n    def half(self):\n        return self.call_api_get(",
    ],
    ids=["as it is", "CRLF", "beyond the first plane", "half typed"],
)
def test_a_word_is_a_path_where_a_method_sends_it(written: str, tmp_path: Path) -> None:
    assert found(tmp_path, {"base.py": BASE, "users.py": written}, "users.py") == ROUTES


@pytest.mark.parametrize(
    "call",
    ['self.get_setting("users")', 'self.table.get("users")', 'cache.get("users")'],
)
def test_a_word_that_is_not_sent_is_no_path(call: str, tmp_path: Path) -> None:
    users = f"from base import Base\n\nclass Users(Base):\n    def all(self):\n        return {call}\n"
    assert found(tmp_path, {"base.py": BASE, "users.py": users}, "users.py") == []


SENDERS = {
    **dict.fromkeys(("_post", "api_get", "apipost", "request_get", "call_request_post", "_iter", "_paginate"), True),
    **dict.fromkeys(("download_file", "_fetch_url", "upload_data"), True),
    **dict.fromkeys(("download", "get_file", "download_image", "file_download", "should_download_file"), False),
    **dict.fromkeys(("get_all", "get_list", "__call__", "__iter__", "iter", "paginate", "iterate"), False),
}


@pytest.mark.parametrize("name", SENDERS)
def test_only_what_sends_by_its_name_makes_a_file_worth_looking_at(name: str) -> None:
    assert may_hold_routes(b"from base import Base\n\nself.%b(self.path)\n" % name.encode()) == SENDERS[name]


@pytest.mark.parametrize(
    ("call", "may"),
    [
        ("self._client.get(self._api_path(user_id))", True),
        ("self.client.post(\n    self.url_of(user))", True),
        ("self._client.get(self._api_path", False),
        ("self._cache.get(self._api_path(user_id))", False),
        ("self._client.get(self._key(user_id))", False),
        ("self.client.get(\n    self.path.format(user_id), params=params)", True),
        ("self.gerrit.get(self.endpoint % user_id)", True),
        ("self.gerrit.get(self.endpoint.name)", False),
        ("self.gerrit.get(self.path.format", False),
        ("self.client.delete(url)", True),
        ("self.client.delete(url", False),
        ("self.client.get(users_url + user_id)", True),
        ("self.cache.get(url)", False),
        ("self.client.get(curl_options)", False),
        ("self.client.get(urls.of_user(user_id))", True),
        ("self.client.get(USERS)", True),
        ("self.client.get(Users)", False),
        ("self.cache.get(urls.of_user(user_id))", False),
    ],
)
def test_what_a_method_calls_a_path_may_be_sent(call: str, *, may: bool) -> None:
    assert may_hold_routes(f"from base import Base\n\n{call}\n".encode()) == may


@pytest.mark.parametrize(
    ("source", "may"),
    [
        ('invoke(method="GET")', True),
        ("invoke(method='get')", True),
        ('minimize(cost, method="simplex")', False),
        ('minimize(cost, method="getter")', False),
        ('request = minimize(cost, method="simplex")', False),
        ('method = "simplex"', False),
        ('invoke(method="G', True),
        ('invoke(method="users/list")', True),
        ('invoke(method="users.list")', True),
        ('client.call(method="listUsers")', True),
        ('query_page(\r\n    "\U0001f600", named(user, 1), method = "listUsers"\r\n)', True),
        ('request(user); minimize(cost, method="simplex")', False),
        ('{"http_method": "any"}', True),
    ],
)
def test_a_word_named_method_is_a_verb_or_sent(source: str, *, may: bool) -> None:
    assert may_hold_routes(f"from base import Base\n\n{source}\n".encode()) == may


@pytest.mark.parametrize(
    ("call", "may"),
    [
        ('get_users("/users")', True),
        ('BASE_URL = "https://x.example"', True),
        ('get_users(\r\n    F"{self.base}/users")', True),
        ('find("/users")', False),
        ('fetched("/users")', False),
        ('get_users("users")', False),
        ('"\U0001f600".url == "/users"', False),
    ],
)
def test_a_path_is_sent_by_what_sounds_like_it(call: str, *, may: bool) -> None:
    assert may_hold_routes(f"from base import Base\n\n{call}\n".encode()) == may


def test_a_path_that_a_method_returns_is_sent(tmp_path: Path) -> None:
    users = """\
from http_client import HttpClient

class Users:
    def __init__(self, client: HttpClient):
        self._client = client

    def show(self, user_id):
        return self._client.get(self._api_path(user_id))

    @staticmethod
    def _api_path(user_id):
        return f"/users/{user_id}"
"""
    client = """\
import requests

class HttpClient:
    def get(self, path):
        return requests.get("https://x.example" + path)
"""
    files = {"http_client.py": client, "users.py": users}
    assert found(tmp_path, files, "users.py") == ["GET https://x.example/users/{user_id}"]


URLS = """\
def user(user_id):
    return "https://x.example/users/{0}/".format(user_id)
"""
HELPER = """\
import requests

SESSION = requests.Session()

def request_get(url, kind="regular", payload=None):
    # Long enough not to be followed for a word alone, as functions are that read all pages of what they ask for,
    # look for errors in what has come, report them, take what their caller wants out of it, and give up in the end.
    # It also says what each of its arguments is good for, because many others call it, from all files of a package.
    return SESSION.get(url, params=payload)

def cached(url, kind="regular"):
    return CACHE.get(url)
"""


@pytest.mark.parametrize(
    ("call", "routes"),
    [
        ('helper.request_get(urls.user(user_id), "regular")', ["GET https://x.example/users/{user_id}/"]),
        ('helper.cached(urls.user(user_id), "regular")', []),
        ("helper.request_get(urls.user(user_id)", []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_urls_and_what_sends_them_are_functions_of_other_files(
    call: str, change: str, routes: list[str], tmp_path: Path
) -> None:
    users = f"import helper\nimport urls\n\ndef user(user_id):\n    data = {call}\n"
    users = {"CRLF": users.replace("\n", "\r\n"), "wide": f'FACE = "\N{GRINNING FACE}"\n{users}'}.get(change, users)
    assert found(tmp_path, {"urls.py": URLS, "helper.py": HELPER, "users.py": users}, "users.py") == routes


PAGES = """\
import requests

class Pages:
    def __init__(self, count, url):
        self.count = count
        self.url = url

    def __iter__(self):
        yield from requests.get(self.url).json()

class Core:
    def _iter(self, count, url):
        return Pages(count, url)

    def _item(self, count, url):
        return self.kept[url]
"""


@pytest.mark.parametrize(
    ("call", "routes"),
    [
        ("self._iter(int(count), url)", ["GET https://x.example/users"]),
        ("self._item(int(count), url)", []),
        ("self._iter(int(count), ", []),
    ],
)
def test_what_is_gone_through_is_made_by_a_method_of_another_file(call: str, routes: list[str], tmp_path: Path) -> None:
    users = f"""\
from pages import Core

class Users(Core):
    def all(self, count):
        url = "https://x.example/users"
        return {call}
"""
    assert found(tmp_path, {"pages.py": PAGES, "users.py": users}, "users.py") == routes
