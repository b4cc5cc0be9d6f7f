"""A branch that a call's arguments exclude does not produce a second request."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from waypost.routes.features import RouteFeatures
from waypost.text import Document
from waypost.workspace import Folder, Workspace

HEAD = "import requests\nROOT = 'https://x.example'\n"
CLIENTS = {
    "if and elif": """\
def send(verb, path, body=None):
    if verb.upper() == "GET":
        return requests.get(ROOT + path)
    elif verb.upper() == "POST":
        return requests.post(ROOT + path, json=body)
    elif verb.upper() in ("PUT", "PATCH"):
        return requests.put(ROOT + path, json=body)
    else:
        return requests.delete(ROOT + path)
""",
    "match": """\
def send(verb, path, body=None):
    match verb.upper():
        case "GET":
            return requests.get(ROOT + path)
        case "POST":
            return requests.post(ROOT + path, json=body)
        case "PUT" | "PATCH":
            return requests.put(ROOT + path, json=body)
        case _:
            return requests.delete(ROOT + path)
""",
    "match of members": """\
from enum import StrEnum

class Verb(StrEnum):
    GET = "GET"
    POST = "POST"
    PUT = "PUT"
    PATCH = "PATCH"
    DELETE = "DELETE"

VERBS = {"get": Verb.GET, "post": Verb.POST, "put": Verb.PUT, "delete": Verb.DELETE}

def sender(verb):
    match verb:
        case Verb.GET:
            return requests.get
        case Verb.POST:
            return requests.post
        case Verb.PUT | Verb.PATCH:
            return requests.put
    return requests.delete

def send(verb, path, body=None):
    return sender(VERBS[verb])(ROOT + path)
""",
    "a table of functions": """\
SENDERS = {"GET": requests.get, "POST": requests.post, "PUT": requests.put, "DELETE": requests.delete}

def send(verb, path, body=None):
    return SENDERS[verb.upper()](ROOT + path)
""",
    "a function by its name": """\
def send(verb, path, body=None):
    return getattr(requests, verb.lower())(ROOT + path)
""",
}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("verb", ["GET", "POST", "PUT", "DELETE"])
def test_one_verb_is_one_request(tmp_path: Path, client: str, verb: str) -> None:
    files = {
        "client.py": HEAD + CLIENTS[client],
        "use.py": f'from client import send\nsend("{verb.lower()}", "/users")\n',
    }
    assert found(tmp_path, files, "use.py") == [f"{verb} https://x.example/users"]


def test_what_may_be_taken_stays(tmp_path: Path) -> None:
    """A verb that is not known leaves every case open, and a guard may fail."""
    files = {
        "x.py": HEAD
        + """\
def both(verb, more):
    match verb:
        case "GET" if more:
            requests.get(ROOT + "/a")
        case "GET":
            requests.get(ROOT + "/b")

both("GET", more)

def any_of(verb):
    match verb:
        case "GET":
            return "/c"
        case _:
            return "/d"

requests.get(ROOT + any_of(verb))
"""
    }
    assert sorted(set(found(tmp_path, files, "x.py"))) == [
        "GET https://x.example/a",
        "GET https://x.example/b",
        "GET https://x.example/c",
        "GET https://x.example/d",
    ]


def test_none_never_becomes_text(tmp_path: Path) -> None:
    """Code elsewhere checks a port that is not given, or another caller gives it; who leaves it out sends it."""
    source = HEAD + 'def get(host, port=None):\n    return requests.get(f"https://{host}:{port}/x")\n\nget("h")\n'
    called = "GET https://h:None/x"
    assert set(found(tmp_path, {"x.py": source}, "x.py")) == {"GET https://{host}:{port}/x", called}


@pytest.mark.parametrize(
    ("lines", "verbs"),
    [
        ("request('POST' if create else 'PUT', URL)", ["POST", "PUT"]),
        ("if create:\n        verb = 'post'\n    else:\n        verb = 'put'\n    request(verb, URL)", ["POST", "PUT"]),
        ("verb = 'POST'\n    if create:\n        verb = 'PUT'\n    request(url=URL, method=verb)", ["POST", "PUT"]),
        # What a caller may give is any verb.
        ("request(create or 'GET', URL)", ["", "GET"]),
        ("request(create.upper() if create else 'GET', URL)", ["", "GET"]),
        # Only one can be.
        ("request('POST' if 1 else 'PUT', URL)", ["POST"]),
        ("verb = 'POST'\n    verb = 'PUT'\n    request(verb, URL)", ["PUT"]),
        ("verb = None\n    if create:\n        verb = 'PUT'\n    request(verb, URL)", ["PUT"]),
        # Half typed.
        ("request('POST' if create else 'PUT', URL)\n    request(", ["POST", "PUT"]),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character"])
def test_each_verb_is_a_request(lines: str, verbs: list[str], change: str, tmp_path: Path) -> None:
    source = f"from requests import request\nURL = 'https://x.example/a'\n\n\ndef save(create):\n    {lines}\n"
    if change:
        source = f"# \U0001f600\n{source}".replace("\n", "\r\n")
    routes = found(tmp_path, {"a.py": source}, "a.py")
    assert sorted(routes) == [f"{verb} https://x.example/a" for verb in verbs]


def test_a_request_object_that_is_given_one_verb_or_another(tmp_path: Path) -> None:
    source = """\
from urllib.request import Request, urlopen


def save(create):
    sent = Request("https://x.example/a")
    sent.method = "POST" if create else "PUT"
    urlopen(sent)
"""
    sent = ["POST https://x.example/a", "PUT https://x.example/a"]
    assert found(tmp_path, {"a.py": source}, "a.py") == sent


@pytest.mark.parametrize(
    "line",
    [
        'HANDLERS = {"GET /users": list_users}',
        'HANDLERS = {("GET", "/users"): list_users}',
        'HANDLERS["GET /users"]()',
        'HANDLERS["GET", "/users"]()',
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "half-typed"])
def test_what_is_looked_up_is_no_request(line: str, change: str, tmp_path: Path) -> None:
    source = f'{line}\nROUTES = {{"list": "POST /users", "add": ("PUT", "/users")}}\n'
    if "CRLF" in change:
        source = f"s = '🚀'\n{source}".replace("\n", "\r\n")
    source += "HANDLERS[" if change == "half-typed" else ""
    assert found(tmp_path, {"x.py": source}, "x.py") == ["POST /users", "PUT /users"]


GIVEN = """\
class Accounts:
    def path(self, account_id=None):
        if account_id is not None:
            return f"/accounts/{account_id}"
        return "/accounts"

"""


@pytest.mark.parametrize(
    ("parameter", "forms"),
    [
        ("account_id: int", 1),
        ("account_id: 'str'", 1),
        ("account_id: uuid.UUID", 1),
        ("account_id", 1),
        ("account_id=None", 2),
        ("account_id: Any", 2),
        ("account_id: int = None", 2),
        ("account_id: int | None", 2),
        ("account_id: Optional[int]", 2),
        ("account_id: 'int | None' = None", 2),
        ("account_id: Account", 2),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "half-typed"])
def test_what_a_caller_must_be_given_or_declares_as_a_number_or_a_text_is_given(
    parameter: str, forms: int, change: str, tmp_path: Path
) -> None:
    source = HEAD + GIVEN + f"    def show(self, {parameter}):\n        requests.get(ROOT + self.path(account_id))\n"
    if "CRLF" in change:
        source = f"s = '🚀'\n{source}".replace("\n", "\r\n")
    source += "\n    def more(self, " if change == "half-typed" else ""
    routes = ["GET https://x.example/accounts/{account_id}", "GET https://x.example/accounts"]
    assert found(tmp_path, {"x.py": source}, "x.py") == routes[:forms]


@pytest.mark.parametrize("condition", ["account_id", "account_id != None", "not account_id is None"])
def test_a_declared_text_may_still_be_empty(condition: str, tmp_path: Path) -> None:
    body = f"        requests.get(ROOT + ('/a' if {condition} else '/b'))\n"
    source = f"{HEAD}class Accounts:\n    def show(self, account_id: str):\n{body}"
    forms = ["GET https://x.example/a", "GET https://x.example/b"]
    is_asked = False
    assert found(tmp_path, {"x.py": source}, "x.py") == (forms[:1] if is_asked else forms)


def test_a_function_that_asks_whether_its_own_value_is_none_may_be_given_none(tmp_path: Path) -> None:
    source = f"{HEAD}def show(user_id):\n    requests.get(ROOT + ('/a' if user_id is None else '/b'))\n"
    assert found(tmp_path, {"x.py": source}, "x.py") == ["GET https://x.example/a", "GET https://x.example/b"]


@pytest.mark.parametrize(
    ("parameter", "forms"),
    [
        ("user_id: int", 1),
        ("user_id: UUID", 1),
        ("user_id: str", 2),
        ("user_id: int = 0", 2),
        ("user_id: int = None", 2),
        ("user_id", 2),
    ],
)
def test_a_number_that_a_caller_must_be_given_is_given(parameter: str, forms: int, tmp_path: Path) -> None:
    source = f"""\
{HEAD}class Users:
    def path(self, user_id=None):
        if user_id:
            return f"/users/{{user_id}}"
        return "/users"

    def show(self, {parameter}):
        requests.get(ROOT + self.path(user_id))
"""
    routes = ["GET https://x.example/users/{user_id}", "GET https://x.example/users"]
    assert found(tmp_path, {"x.py": source}, "x.py") == routes[:forms]


def test_a_function_that_asks_about_its_own_number_means_zero(tmp_path: Path) -> None:
    source = f"{HEAD}def show(page: int):\n    requests.get(ROOT + ('/a' if page else '/b'))\n"
    assert found(tmp_path, {"x.py": source}, "x.py") == ["GET https://x.example/a", "GET https://x.example/b"]


@pytest.mark.parametrize(
    ("more", "forms"),
    [
        ("", 1),
        ("    def close(self):\n        self.token = None\n", 2),
        ("    token: str | None = None\n", 1),
    ],
)
def test_a_declared_text_may_be_taken_from_an_object_again(more: str, forms: int, tmp_path: Path) -> None:
    source = f"""\
{HEAD}class Users:
{more}
    def __init__(self, token: str):
        self.token = token

    def show(self):
        requests.get(ROOT + ("/mine" if self.token is not None else "/users"))
"""
    assert (
        found(tmp_path, {"x.py": source}, "x.py")
        == [
            "GET https://x.example/mine",
            "GET https://x.example/users",
        ][:forms]
    )


@pytest.mark.parametrize(
    ("sets", "routes"),
    [
        ('if "x.example" in url:\n            kwargs["cloud"] = True', ["/cloud", "/server"]),
        ('kwargs["cloud"] = True', ["/cloud", "/server"]),
        ("pass", ["/cloud", "/server"]),
    ],
)
def test_what_is_given_only_on_some_paths_may_be_its_default(sets: str, routes: list[str], tmp_path: Path) -> None:
    files = {
        "base.py": f"""\
{HEAD}class Base:
    def __init__(self, url, cloud=False):
        self.cloud = cloud

    def get(self, path):
        return requests.get(ROOT + path)
""",
        "x.py": f"""\
from base import Base

class Api(Base):
    def __init__(self, url):
        kwargs = {{}}
        {sets}
        super().__init__(url, **kwargs)

    def path(self):
        if self.cloud:
            return "/cloud"
        return "/server"

    def show(self):
        return self.get(self.path())
""",
    }
    assert found(tmp_path, files, "x.py") == [f"GET https://x.example{path}" for path in routes]


JOINED = """\
import requests
from urllib.parse import urlencode

class Client:
    def __init__(self, url):
        self.url = url

    def send(self, verb, path, params=None, flags=None, absolute=False):
        url = "/".join(str(each).strip("/") for each in [None if absolute else self.url, path] if each is not None)
        if params or flags:
            url += "?"
        if params:
            url += urlencode(params or {})
        if flags:
            url += ("&" if params else "") + "&".join(flags)
        return requests.request(verb, url)

    def users(self, **given):
        return self.send("GET", "/users", **given)
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_a_query_follows_the_branch_that_wrote_its_question_mark(tmp_path: Path, newline: str) -> None:
    """And an item that a condition leaves is not one of those that it excludes."""
    (tmp_path / "x.py").write_bytes(JOINED.replace("\n", newline).encode())
    document = Document((tmp_path / "x.py").as_uri(), (tmp_path / "x.py").read_bytes())
    requests = RouteFeatures(document, Workspace([Folder(tmp_path)])).routes.requests()
    shown = [site.shown for site in requests if site.verb == "GET"]
    # What is given may say that the path is whole.
    assert {"{url}/users", "users"} <= {*shown}
    assert not shown[0].endswith("?")


def test_a_query_without_a_question_mark_before_it_stays_where_it_is_written(tmp_path: Path) -> None:
    text = JOINED.replace('url += "?"', 'url += ";"')
    assert "GET {url}/users{given}" not in " ".join(found(tmp_path, {"x.py": text}, "x.py"))
    start = "GET {url}/users"
    assert any(each.startswith(start) for each in found(tmp_path, {"x.py": text}, "x.py"))


@pytest.mark.parametrize(
    ("then", "forms"),
    [
        ("if token:\n            self.path = '/two'", ["/one", "/two"]),
        (
            "if token:\n            self.path = '/two'\n        else:\n            self.path = '/three'",
            ["/three", "/two"],
        ),
        (
            "if token:\n            version = 2\n        if version == 2:\n            self.path = '/two'",
            ["/one", "/two"],
        ),
        ("if token:\n            self.path = '/two'\n        self.path = '/three'", ["/three"]),
        ("if True:\n            self.path = '/two'", ["/two"]),
        ("if token:\n            self.path = token.rstrip('/')", ["/one", "{path}"]),
        ("self.path = token\n        if not token:\n            self.path = '/two'", ["/two", "{path}"]),
        ("if token:\n            raise TypeError", ["/one"]),
        ("if token:\n            self.path = '/two", ["/one", "{path}"]),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF, after an astral character"])
def test_what_a_branch_sets_on_an_object_may_not_be_set(
    then: str, forms: list[str], change: str, tmp_path: Path
) -> None:
    source = f"""\
{HEAD}class Users:
    def show(self):
        requests.get(ROOT + self.path)

    def __init__(self, token=None, version=1):
        self.path = '/one'
        {then}
"""
    if change:
        source = f"# \U0001f600\n{source}".replace("\n", "\r\n")
    assert sorted(found(tmp_path, {"x.py": source}, "x.py")) == [f"GET https://x.example{each}" for each in forms]


A = "GET https://x.example/a/"
MANY = """\
import requests

def send(url):
    return requests.get(url)

def go(number, flag):
    url = "https://x.example/a/0"
{branches}
    {sent}
"""


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("after", ["", "\ndef half():\n    requests.get("])
@pytest.mark.parametrize(
    ("sent", "many", "routes"),
    [
        ("requests.get(url)", 5, [f"{A}{each}" for each in (5, 4, 3, 2, 1, 0)]),
        ("requests.get(url)", 9, [*(f"{A}{each}" for each in (9, 8, 7, 6, 5)), f"{A}{{path}}"]),
        ("send(url)", 9, [*(f"{A}{each}" for each in (9, 8, 7, 6, 5)), f"{A}{{path}}"]),
        (
            "requests.request('GET' if flag else 'PUT', url)",
            3,
            [f"{verb} https://x.example/a/{each}" for verb in ("GET", "PUT") for each in (3, 2, 1, 0)],
        ),
    ],
)  # fmt: skip
def test_more_urls_than_are_shown(  # noqa: PLR0917 - the places of one function
    sent: str, many: int, routes: list[str], after: str, newline: str, tmp_path: Path
) -> None:
    """The others are said to begin with what they have in common."""
    branch = "    if number == {0}:\n        url = 'https://x.example/a/{0}'\n"
    branches = "".join(branch.format(each) for each in range(1, many + 1))
    source = "s = '\U0001f6a9'\n" + MANY.format(branches=branches, sent=sent) + after
    made = found(tmp_path, {"x.py": source.replace("\n", newline)}, "x.py")
    assert [each for each in made if "{url}" not in each] == routes
