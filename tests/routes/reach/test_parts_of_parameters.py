"""A function that sends an attribute or an item of what it is given: its callers make the request specific."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

SOURCE = """\
from enum import Enum
import requests

class Paths(Enum):
    USERS = "/users"

class Operations(Enum):
    ADD_USER = ("POST", "/users")

TABLE = {"users": {"verb": "PUT", "path": "/users"}}

class Client:
    def one(self, of):
        return requests.get("https://x.example" + of.value)

    def item(self, of):
        return requests.request(of["verb"], "https://x.example" + of["path"])

    def pair(self, of):
        verb, path = of.value
        return requests.request(verb, "https://x.example" + path)

    def both(self, of):
        return requests.request(of[0], f"https://x.example{of[1]}")

    def other(self, of):
        return of.value, of["path"], of[0]

    def users(self, of):
        return """


@pytest.mark.parametrize(
    ("call", "routes"),
    [
        ("self.one(Paths.USERS)", ["GET https://x.example/users"]),
        ("self.pair(Operations.ADD_USER)", ["POST https://x.example/users"]),
        ('self.item({"verb": "PUT", "path": "/users"})', ["PUT https://x.example/users"]),
        ('self.item(TABLE["users"])', ["PUT https://x.example/users"]),
        ("self.both(Operations.ADD_USER.value)", ["POST https://x.example/users"]),
        # Nobody knows what is given, or it is not sent.
        ("self.one(of)", []),
        ("self.other(Paths.USERS)", []),
        ("self.one(Paths.USERS", []),
    ],
)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_callers_give_what_is_sent_of_a_parameter(call: str, change: str, routes: list[str], tmp_path: Path) -> None:
    source = SOURCE + call + "\n"
    source = {"CRLF": source.replace("\n", "\r\n"), "wide": f'FACE = "\N{GRINNING FACE}"\n{source}'}.get(change, source)
    made = found(tmp_path, {"x.py": source}, "x.py")
    assert [
        route for route in made if route.startswith(("GET https", "POST https", "PUT https")) and "{" not in route
    ] == routes
