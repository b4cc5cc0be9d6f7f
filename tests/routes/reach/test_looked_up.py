"""What a short table gives for a key that is not known: any of its values."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from waypost.routes.features import RouteFeatures
from waypost.text import Document
from waypost.workspace import Folder, Workspace

SOURCE = """\
import requests

URLS = {"a": "https://x.example/a", "b": "https://x.example/b"}
FILLED = {"a": "https://x.example/a"}
FILLED[input()] = "https://x.example/b"
MANY = {str(number): f"https://x.example/{number}" for number in range(100)}

def show(key):
    url = URL
    GUARDrequests.get(url)
"""
BOTH = ["GET https://x.example/a", "GET https://x.example/b"]


@pytest.mark.parametrize(
    ("url", "guard", "routes"),
    [
        ("URLS.get(key)", "", BOTH),
        ("URLS.get(key)", "if not url:\n        raise ValueError(key)\n    ", BOTH),
        ("URLS.get(key, 'https://x.example/c')", "", [*BOTH, "GET https://x.example/c"]),
        ("URLS.get('b')", "", BOTH[1:]),
        # Something else may be in the table, or it is too long to list.
        ("FILLED.get(key)", "", ["GET {key}"]),
        ("MANY.get(key)", "", ["GET {key}"]),
        ("URLS.get(key", "", []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_any_value_of_a_table(url: str, guard: str, routes: list[str], change: str, tmp_path: Path) -> None:
    source = SOURCE.replace("URL\n", f"{url}\n").replace("GUARD", guard)
    source = {"CRLF": source.replace("\n", "\r\n"), "wide": f'FACE = "\N{GRINNING FACE}"\n{source}'}.get(change, source)
    assert found(tmp_path, {"x.py": source}, "x.py") == routes


GUARDS = {
    "if path is None:\n        return": True,
    "if not path:\n        raise ValueError(key)": True,
    "if (not path) or key == 7:\n        return": True,
    "assert path is not None": True,
    "if path is not None and key": ":",
    "if path": ":",
    "if key:\n        return\n    else": ":",
    # It may still be None.
    "": False,
    "if path is None:\n        print(key)": False,
    "if not path and key:\n        return": False,
    "if path is not None:\n        return": False,
}


@pytest.mark.parametrize("guard", GUARDS)
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_what_is_not_none_where_it_is_sent(guard: str, newline: str, tmp_path: Path) -> None:
    opens = GUARDS[guard] == ":"
    lines = [
        '"\N{GRINNING FACE}"',
        "import requests",
        'PATHS = {"a": "/a", "b": "/b"}',
        "def show(key):",
        "    path = PATHS.get(key)",
        f"    {guard}{':' if opens else ''}",
        f'    {"    " if opens else ""}requests.get(f"https://x.example{{path}}/z")',
        "",
    ]
    routes = ["GET https://x.example/a/z", "GET https://x.example/b/z"]
    is_known = GUARDS[guard] and "key:\n" not in guard
    expected = routes if is_known else ["GET https://x.example{path}/z"]
    assert found(tmp_path, {"x.py": newline.join(lines)}, "x.py") == expected


def test_a_value_that_replaces_none(tmp_path: Path) -> None:
    source = SOURCE.replace("URL\n", "URLS.get(key)\n")
    source = source.replace("GUARD", 'if url is None:\n        url = "https://x.example/c"\n    ')
    assert sorted(found(tmp_path, {"x.py": source}, "x.py")) == [*BOTH, "GET https://x.example/c"]


BY_NAME = """\
import httpx

OPERATIONS = {
    "users.list": {"verb": "GET", "path": "/users", "about": []},
    "users.add": {"verb": "POST", "path": "/users/new"},
    **{f"item.{number}": {"verb": "PUT", "path": f"/items/{number}"} for number in range(9)},
}
PAIRS = {"users.list": ("GET", "/users"), "users.add": ("POST", "/users/new")}
PATHS = {"list": "/users", "add": "/users/new"}
HEADERS = {"users.list": "application/json"}

class Client:
    def request(self, name, params=None):
        operation = OPERATIONS.get(name)
        if operation is None:
            raise ValueError(name)
        return self._send(operation, params)

    def _send(self, operation, params):
        return httpx.request(operation["verb"], "https://x.example" + operation["path"], params=params)

    def pair(self, name):
        verb, path = PAIRS[name]
        return httpx.request(verb, "https://x.example" + path)

    def get(self, name):
        return httpx.get("https://x.example" + PATHS[name])

    def get_header(self, name):
        return httpx.get("https://x.example/fixed", headers={"accept": HEADERS[name]})

    def users(self, name):
        return """


@pytest.mark.parametrize(
    ("call", "routes"),
    [
        ('self.request("users.list")', ["GET https://x.example/users"]),
        ('self.request("users.add", {"a": 1})', ["POST https://x.example/users/new"]),
        ('self.pair("users.add")', ["POST https://x.example/users/new"]),
        ('self.get("add")', ["GET https://x.example/users/new"]),
        # No key of the table, one that nobody knows, or one of something else that is sent.
        ('self.request("users.none")', []),
        ("self.request(name)", []),
        ('self.get_header("users.list")', []),
        ('self.request("users.list"', []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_a_key_makes_a_request_specific(call: str, routes: list[str], change: str, tmp_path: Path) -> None:
    source = f"{BY_NAME}{call}\n"
    source = {"CRLF": source.replace("\n", "\r\n"), "wide": f'FACE = "\N{GRINNING FACE}"\n{source}'}.get(change, source)
    document = Document.from_text((tmp_path / "x.py").as_uri(), source)
    sites = RouteFeatures(document, Workspace([Folder(tmp_path)])).sites()
    last = source.rstrip().count("\n")
    assert [f"{each.verb} {each.shown}" for each in sites if document.lines.line_at(each.span.start) == last] == routes


def test_a_key_of_a_table_in_another_file(tmp_path: Path) -> None:
    files = {
        "table.py": 'PATHS = {"list": "/users", "add": "/users/new"}\n',
        "x.py": BY_NAME + 'self.get("add")\n',
    }
    files["x.py"] = files["x.py"].replace('PATHS = {"list": "/users", "add": "/users/new"}', "from table import PATHS")
    assert "GET https://x.example/users/new" in found(tmp_path, files, "x.py")[-1:]
