"""A class inside another may hold paths: `self.paths = self.Paths()`."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found

CONFIG = """\
class Config:
    class Paths:
        users = "/users"
        teams = "/teams"

        def reset(self):
            pass

    def __init__(self, url):
        self.url = url
        self.paths = self.Paths()
"""
CLIENT = """\
import requests
from config import Config

class Client:
    def __init__(self, config: Config):
        self.config = config

    def users(self, id):
        return requests.get(f"{self.config.url}{self.config.paths.users}/{id}")

    def teams(self):
        return requests.get("https://x.example" + Config.Paths.teams)
"""
ROUTES = ["GET {url}/users/{id}", "GET https://x.example/teams"]


@pytest.mark.parametrize(
    "client",
    [
        CLIENT,
        CLIENT.replace("from config import Config\n", CONFIG),
        CLIENT.replace("\n", "\r\n"),
        f'FACE = "\N{GRINNING FACE}"\n{CLIENT}',
        f"{CLIENT}\n    def half(self):\n        return requests.get(self.config.paths.",
    ],
    ids=["in another file", "here", "CRLF", "beyond the first plane", "half typed"],
)
def test_paths_in_an_inner_class_are_known(client: str, tmp_path: Path) -> None:
    assert found(tmp_path, {"config.py": CONFIG, "client.py": client}, "client.py")[:2] == ROUTES


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('users = "/users"', "users: str"),
        ('users = "/users"', "users = read_paths().users"),
        ("self.paths = self.Paths()", "self.paths = Paths()"),
        ("    class Paths:", "    def Paths(self):"),
    ],
)
def test_what_an_inner_class_does_not_bind_is_unknown(before: str, after: str, tmp_path: Path) -> None:
    config = CONFIG.replace(before, after)
    assert found(tmp_path, {"config.py": config, "client.py": CLIENT}, "client.py")[0] == "GET {url}{users}/{id}"


def test_an_attribute_of_an_inner_class_is_not_one_of_the_outer_class(tmp_path: Path) -> None:
    client = CLIENT.replace("config.paths.users", "config.users")
    assert found(tmp_path, {"config.py": CONFIG, "client.py": client}, "client.py")[0] == "GET {url}{users}/{id}"


def test_methods_of_an_inner_class_are_not_methods_of_the_outer_class(tmp_path: Path) -> None:
    source = """\
import requests

class Client:
    root = "https://x.example"

    class Users:
        def show(self):
            requests.get(self.root + "/users")

    def show(self):
        requests.get(self.root + "/all")
"""
    assert found(tmp_path, {"client.py": source}, "client.py") == ["GET {root}/users", "GET https://x.example/all"]
