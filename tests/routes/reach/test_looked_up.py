"""What a short table gives for a key that is not known: any of its values."""

from functools import partial
from pathlib import Path

from tests.support.routes import check_routes

check = partial(check_routes, base="GET https://x.example/")


def test_any_value_of_a_table() -> None:
    check("""\
import requests

URLS = {"a": "https://x.example/a", "b": "https://x.example/b"}
FILLED = {"a": "https://x.example/a"}
FILLED[input()] = "https://x.example/b"
MANY = {str(number): f"https://x.example/{number}" for number in range(100)}

def show(key):
    requests.get(URLS.get(key))  #> a | b
    requests.get(URLS.get(key, "https://x.example/c"))  #> a | b | c
    requests.get(URLS.get("b"))  #> b

def guarded(key):
    url = URLS.get(key)
    if not url:
        raise ValueError(key)
    requests.get(url)  #> a | b

def replaced(key):
    url = URLS.get(key)
    if url is None:
        url = "https://x.example/c"
    requests.get(url)  #> a | b | c

def may_hold_something_else(key):
    requests.get(FILLED.get(key))  #> GET {key}

def is_too_long_to_list(key):
    requests.get(MANY.get(key))  #> GET {key}

def half_typed(key):
    url = URLS.get(key
""")


def test_what_is_not_none_where_it_is_sent() -> None:
    check("""\
import requests

PATHS = {"a": "/a", "b": "/b"}

def returns(key):
    path = PATHS.get(key)
    if path is None:
        return
    requests.get(f"https://x.example{path}")  #> a | b

def raises(key):
    path = PATHS.get(key)
    if not path:
        raise ValueError(key)
    requests.get(f"https://x.example{path}")  #> a | b

def returns_for_either(key):
    path = PATHS.get(key)
    if (not path) or key == 7:
        return
    requests.get(f"https://x.example{path}")  #> a | b

def asserts(key):
    path = PATHS.get(key)
    assert path is not None
    requests.get(f"https://x.example{path}")  #> a | b

def asks_for_both(key):
    path = PATHS.get(key)
    if path is not None and key:
        requests.get(f"https://x.example{path}")  #> a | b

def asks(key):
    path = PATHS.get(key)
    if path:
        requests.get(f"https://x.example{path}")  #> a | b
""")


def test_what_may_still_be_none() -> None:
    check("""\
import requests

PATHS = {"a": "/a", "b": "/b"}

def at_once(key):
    path = PATHS.get(key)
    requests.get(f"https://x.example{path}")  #> a | b

def only_says_so(key):
    path = PATHS.get(key)
    if path is None:
        print(key)
    requests.get(f"https://x.example{path}")  #> a | b

def returns_for_both(key):
    path = PATHS.get(key)
    if not path and key:
        return
    requests.get(f"https://x.example{path}")  #> a | b

def returns_otherwise(key):
    path = PATHS.get(key)
    if path is not None:
        return
    requests.get(f"https://x.example{path}")  #> GET https://x.exampleNone

def asks_for_something_else(key):
    path = PATHS.get(key)
    if key:
        return
    else:
        requests.get(f"https://x.example{path}")  #> a | b
""")


BY_NAME = """\
import httpx

OPERATIONS = {
    "users.list": {"verb": "GET", "path": "/users", "about": []},
    "users.add": {"verb": "POST", "path": "/users/new"},
    **{f"item.{number}": {"verb": "PUT", "path": f"/items/{number}"} for number in range(9)},
}
PAIRS = {"users.list": ("GET", "/users"), "users.add": ("POST", "/users/new")}  #> ...
PATHS = {"list": "/users", "add": "/users/new"}
HEADERS = {"users.list": "application/json"}

class Client:
    def request(self, name, params=None):
        operation = OPERATIONS.get(name)
        if operation is None:
            raise ValueError(name)
        return self._send(operation, params)  #> ...

    def _send(self, operation, params):
        return httpx.request(operation["verb"], "https://x.example" + operation["path"], params=params)  #> ...

    def pair(self, name):
        verb, path = PAIRS[name]
        return httpx.request(verb, "https://x.example" + path)  #> ...

    def get(self, name):
        return httpx.get("https://x.example" + PATHS[name])  #> ...

    def get_header(self, name):
        return httpx.get("https://x.example/fixed", headers={"accept": HEADERS[name]})  #> ...

    def users(self):
        self.request("users.list")  #> users
        self.request("users.add", {"a": 1})  #> POST https://x.example/users/new
        self.pair("users.add")  #> POST https://x.example/users/new
        self.get("add")  #> users/new

    def no_key_of_the_table(self):
        self.request("users.none")

    def a_key_that_nobody_knows(self, name):
        self.request(name)

    def a_key_of_something_else_that_is_sent(self):
        self.get_header("users.list")

    def half_typed(self):
        return self.request("users.list"
"""


def test_a_key_makes_a_request_specific() -> None:
    check(BY_NAME)


def test_a_key_of_a_table_in_another_file(tmp_path: Path) -> None:
    paths = 'PATHS = {"list": "/users", "add": "/users/new"}\n'
    check({"table.py": paths, "x.py": BY_NAME.replace(paths, "from table import PATHS\n")}, tmp_path)
