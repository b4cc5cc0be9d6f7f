"""A branch that a call's arguments exclude does not produce a second request."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

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
    """Code elsewhere checks a port that is not given, or another caller gives it."""
    source = HEAD + 'def get(host, port=None):\n    return requests.get(f"https://{host}:{port}/x")\n\nget("h")\n'
    assert set(found(tmp_path, {"x.py": source}, "x.py")) == {"GET https://{host}:{port}/x", "GET https://h:{port}/x"}


def test_the_key_of_a_table_is_no_request(tmp_path: Path) -> None:
    source = 'HANDLERS = {"GET /users": list_users}\nROUTES = {"list": "POST /users"}\n'
    assert found(tmp_path, {"x.py": source}, "x.py") == ["POST /users"]
