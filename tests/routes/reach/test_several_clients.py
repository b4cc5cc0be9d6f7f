"""A call of one of several clients is a request to the address of each."""

import pytest

from tests.support.check import hover, workspace
from waypost.routes.features import RouteFeatures
from waypost.routes.inventory import calls_of
from waypost.text import Document

API = """\
class {name}:
    def __init__(self):
        self.http = httpx.Client(base_url="{base}")

    def get(self, path):
        return self.http.get(path)

"""
BASES = "https://x.example/v1", "https://y.example/v1"
CASES = {
    "one of two": ("httpx.Client(base_url=X) if flag else httpx.Client(base_url=Y)", ["x", "y"]),
    "one of two with the same address": ("httpx.Client(base_url=X) if flag else httpx.Client(base_url=X)", ["x"]),
    "objects of two classes": ("A() if flag else B()", ["x", "y"]),
    "objects of one class": ("A() if flag else A()", ["x"]),
}


def source(made: str) -> str:
    named = "".join(f'{name} = "{base}"\n' for name, base in zip("XY", BASES, strict=True))
    classes = "".join(API.format(name=name, base=base) for name, base in zip("AB", BASES, strict=True))
    return f'mark = "\U0001f680"\nimport httpx\n{named}{classes}def f(flag):\n    api = {made}\n    api.get("/users")\n'


def listed(text: str) -> list[str]:
    calls = calls_of(RouteFeatures(Document.from_text("file:///w/x.py", text), workspace()).routes)
    return [each.route for each in calls if each.route.endswith("/users")]


@pytest.mark.parametrize("end", ["", "def half(:\n"])
@pytest.mark.parametrize("newline", ["\n", "\r\n"])
@pytest.mark.parametrize("case", CASES)
def test_the_addresses_of_a_call(case: str, newline: str, end: str) -> None:
    made, hosts = CASES[case]
    text = (source(made) + end).replace("\n", newline)
    assert listed(text) == [f"GET https://{host}.example/v1/users" for host in hosts]


def test_a_hover_shows_them_all() -> None:
    shown = hover(source(CASES["one of two"][0]).replace('"/users"', '"/us$0ers"'), "x.py")
    assert shown is not None
    assert "```http\nGET https://x.example/v1/users\n```\n\nor `GET https://y.example/v1/users`" in shown.markdown
    shown = hover(source(CASES["objects of one class"][0]).replace('"/users"', '"/us$0ers"'), "x.py")
    assert shown is not None
    assert "or `GET" not in shown.markdown
