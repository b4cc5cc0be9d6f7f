"""A path may be a word: a method that sends by its name is followed wherever it is defined, however long it is."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from waypost.routes.sites.candidates import may_hold_routes

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
    ['self.get_setting("users")', 'self.table.get("users")', 'cache.get("users")', 'self.call_api_get("two words")'],
)
def test_a_word_that_is_not_sent_is_no_path(call: str, tmp_path: Path) -> None:
    users = f"from base import Base\n\nclass Users(Base):\n    def all(self):\n        return {call}\n"
    assert found(tmp_path, {"base.py": BASE, "users.py": users}, "users.py") == []


SENDERS = {"_post": True, "api_get": True, "apipost": True, "get_all": False, "get_list": False, "__call__": False}


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
    ],
)
def test_what_a_method_calls_a_path_may_be_sent(call: str, *, may: bool) -> None:
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
