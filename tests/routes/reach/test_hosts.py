"""The address that a generated client keeps in an object of settings: likely, because it may be given others."""

from pathlib import Path

import pytest

from waypost.routes.features import RouteFeatures
from waypost.text import Document
from waypost.workspace import Folder, Workspace

SETTINGS = """\
class Configuration:
    def __init__(self, host=None):
        self._base_path = "https://x.example/v1" if host is None else host

    @property
    def host(self):
        return self.servers[self.index]["url"]
"""
CLIENT = """\
from settings import Configuration

class ApiClient:
    def __init__(self, configuration=None):
        if configuration is None:
            configuration = Configuration()
        self.configuration = configuration

    def call_api(self, resource_path, method, params=None):
        return self.pool.apply_async(self._call, (resource_path, method, params))

    def param_serialize(self, method, resource_path, params=None):
        return method, self.configuration.host + resource_path, params
"""
API = """\
from client import ApiClient

class UsersApi:
    def __init__(self, api_client=None):
        if api_client is None:
            api_client = ApiClient()
        self.api_client = api_client

    def users(self):
"""


def shown(folder: Path, line: str, change: str = "", **changes: str) -> list[str]:
    text = f"{API}        {line}\n"
    text = f"s = '🚀'\n{text}".replace("\n", "\r\n") if "CRLF" in change else text
    files = {"settings": SETTINGS, "client": CLIENT, **changes, "api": text}
    for name, source in files.items():
        (folder / f"{name}.py").write_text(source, newline="")
    document = Document((folder / "api.py").as_uri(), text.encode())
    sites = RouteFeatures(document, Workspace([Folder(folder)])).sites()
    return [f"{'likely ' if site.likely else ''}{site.verb} {site.shown}" for site in sites]


@pytest.mark.parametrize("change", ["", "CRLF, after an astral character"])
@pytest.mark.parametrize(
    "line",
    [
        "return self.api_client.call_api('/users', 'GET', params)",
        "return self.api_client.param_serialize(method='GET', resource_path='/users')",
        "return self.api_client.call_api(\n            '/users', 'GET')\n        self.api_client.",
    ],
    ids=["path and verb", "keywords", "half-typed below"],
)
def test_the_address_is_likely(line: str, change: str, tmp_path: Path) -> None:
    expected = "likely GET /users"
    assert shown(tmp_path, line, change) == [expected]


def test_an_absolute_url_stays(tmp_path: Path) -> None:
    line = "return self.api_client.call_api('https://y.example/users', 'GET')"
    assert shown(tmp_path, line) == ["likely GET https://y.example/users"]


@pytest.mark.parametrize(
    "settings",
    [
        SETTINGS.replace("https://x.example/v1", "http://localhost:8080"),
        SETTINGS.replace('"https://x.example/v1" if host is None else host', "host"),
        SETTINGS.replace("host is None else host", 'REGION else "https://y.example"'),
        "class Configuration:\n    pass\n",
        "",
    ],
    ids=["placeholder", "only given", "one of two", "none", "no such class"],
)
def test_an_address_that_is_not_known_is_left_out(settings: str, tmp_path: Path) -> None:
    line = "return self.api_client.call_api('/users', 'GET')"
    assert shown(tmp_path, line, settings=settings) == ["likely GET /users"]


def test_an_object_that_is_only_given_has_no_address(tmp_path: Path) -> None:
    client = CLIENT.replace("            configuration = Configuration()\n", "            raise ValueError\n")
    assert shown(tmp_path, "return self.api_client.call_api('/users', 'GET')", client=client) == ["likely GET /users"]
