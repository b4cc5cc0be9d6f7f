"""The address that a client has unless it is given another: one request, whose base is not known for sure."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from tests.support.check import hover

CLIENT = """\
import httpx

DEFAULT = "https://x.example/v1"

class Http:
    def __init__(self, base_url=None, host=None, other=None):
        self.base_url = (base_url or DEFAULT).rstrip("/")
        self.host = base_url if base_url else DEFAULT
        self.one_of_two = base_url or (DEFAULT if other else "https://y.example")
        self.client = httpx.Client()

    def get(self, path):
        return self.client.get(self.base_url + path)

    def users(self):
        return USE
"""


@pytest.mark.parametrize(
    ("use", "routes"),
    [
        ('self.get("/users")', ["GET {base_url}/users"]),
        ('self.client.get(self.host + "/users")', ["GET {host}/users"]),
        ('self.client.get(f"{self.host}/users")', ["GET {host}/users"]),
        ('self.client.get(self.host + f"/users/{self.id}?page={self.page}")', ["GET {host}/users/{id}?page={page}"]),
        # Two addresses are possible, or nothing of the path is known without the address, which may be all of it.
        (
            'self.client.get(self.one_of_two + "/users")',
            ["GET {one_of_two}/users", "GET https://x.example/v1/users", "GET https://y.example/users"],
        ),
        ('self.client.get(self.host + "/" + self.id)', ["GET https://x.example/v1/{id}", "GET {host}/{id}"]),
        ("self.client.get(self.host)", ["GET https://x.example/v1", "GET {base_url}"]),
        ('self.client.get(self.host + "/users"', []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_an_address_that_may_be_given_is_a_default(use: str, change: str, routes: list[str], tmp_path: Path) -> None:
    source = CLIENT.replace("USE", use)
    source = {"CRLF": source.replace("\n", "\r\n"), "wide": f'FACE = "\N{GRINNING FACE}"\n{source}'}.get(change, source)
    made = found(tmp_path, {"x.py": source}, "x.py")
    assert sorted(each for each in made if "{path}" not in each) == sorted(routes)


@pytest.mark.parametrize(
    ("base", "default"),
    [
        ('given or "https://x.example/v1"', "https://x.example/v1"),
        ('os.getenv("SHOP", "https://x.example/v1")', "https://x.example/v1"),
        ('given or "https://me:secret@x.example"', "https://me:***@x.example"),
        ('given or ("https://x.example" if os.name else "https://y.example")', None),
        ("given", None),
        ('"https://x.example/v1"', None),
    ],
)
@pytest.mark.parametrize("url", ['base + "/users"', 'f"{base}/users"'])
def test_a_hover_names_the_default(base: str, default: str | None, url: str) -> None:
    shown = hover(f"import os, httpx\ndef f(given):\n    base = {base}\n    httpx.g$0et({url})\n", "x.py")
    assert shown is not None
    lines = [each for each in shown.markdown.split("\n\n") if each.startswith("Base address")]
    assert lines == ([f"Base address: `{default}` unless another one is given"] if default is not None else [])
