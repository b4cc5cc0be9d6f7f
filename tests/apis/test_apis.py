from pathlib import Path

import pytest

from waypost.apis import Apis
from waypost.workspace import Folder, Settings, Workspace

PETS = "openapi: 3.0.0\ninfo: {title: Pets}\npaths: {/pets: {get: {}}}\n"


@pytest.fixture
def apis(tmp_path: Path) -> Apis:
    (tmp_path / "pets.yaml").write_text(PETS)
    (tmp_path / "inner.yaml").write_text(PETS.replace("Pets", "Inner"))
    named = {
        "https://pets.example": "pets.yaml",
        "https://Pets.example/inner/": "inner.yaml",
        "http://gone.example": "gone.yaml",
    }
    workspace = Workspace([Folder(tmp_path, Settings.read({"apis": named})[0])])
    return Apis.of(workspace, (tmp_path / "client.py").as_uri())


@pytest.mark.parametrize(
    ("url", "name", "path"),
    [
        ("https://api.github.com/repos/{o}/{r}", "GitHub", "/repos/{o}/{r}"),
        ("https://API.GITHUB.COM", "GitHub", ""),
        ("https://ghe.example/api/v3/user", "GitHub Enterprise Server 3.19", "/user"),
        ("https://github.corp.example/api/v3/user", "GitHub Enterprise Server 3.19", "/user"),
        ("https://my-github.example:8443/api/v3/user", "GitHub Enterprise Server 3.19", "/user"),
        ("https://api.octo.ghe.com/user", "GitHub Enterprise Cloud", "/user"),
        ("https://uploads.github.com/repos/x", "GitHub", "/repos/x"),
        ("https://ghe.example/api/uploads/repos/x", "GitHub Enterprise Server 3.19", "/repos/x"),
        ("https://pets.example/pets?x", "Pets", "/pets?x"),
        ("https://pets.example/inner/pets", "Inner", "/pets"),
        ("https://pets.example/innermost", "Pets", "/innermost"),
    ],
)
def test_the_api_of_a_url(apis: Apis, url: str, name: str, path: str) -> None:
    spot = apis.at(url)
    assert spot is not None
    assert (spot.api.name, spot.path) == (name, path)


@pytest.mark.parametrize(
    "url",
    [
        "https://github.com/octocat",
        "https://api.github.community/x",
        "https://elsewhere.example/api/v4/x",
        "https://elsewhere.example/api/v3/user",
        "https://elsewhere.example/github/api/v3/user",
        "https://{host}/api/v3/user",
        "http://gone.example/x",
        "https://pets.example.com/x",
        "/user",
        "",
    ],
)
def test_another_host_has_no_api(apis: Apis, url: str) -> None:
    assert apis.at(url) is None


def test_a_client_of_github_may_send_to_any_host(apis: Apis) -> None:
    spot = apis.at("https://elsewhere.example/api/v3/user", by_github=True)
    assert spot is not None
    assert (spot.api.name, spot.path) == ("GitHub Enterprise Server 3.19", "/user")


def test_all_apis_side_by_side(apis: Apis) -> None:
    assert [(base, api.name) for base, api in apis.all()] == [
        ("https://pets.example", "Pets"),
        ("https://pets.example/inner", "Inner"),
        ("https://api.github.com", "GitHub"),
    ]


def test_a_document_of_ones_own_for_github_replaces_what_is_shipped(tmp_path: Path) -> None:
    (tmp_path / "gh.json").write_text('{"openapi": "3.1.0", "info": {"title": "Mine"}, "paths": {}}')
    workspace = Workspace([Folder(tmp_path, Settings.read({"apis": {"https://api.github.com/": "gh.json"}})[0])])
    own = Apis.of(workspace, (tmp_path / "x.py").as_uri())
    assert own.at("https://api.github.com/user").api.name == "Mine"
    assert [api.name for _, api in own.all()] == ["Mine"]


ABOUT_GITHUB = (
    "# see https://api.github.com",
    "from github import Github\r\n",
    "# 𝄞\nimport os, gidgethub.aiohttp\n",
)
NOT_ABOUT_GITHUB = (
    '"""https://github.com/goharbor/harbor/issues/16744"""',
    "from gith",
    "# from the docs of GitHub",
    "import fastgithub",
)


@pytest.mark.parametrize("source", ABOUT_GITHUB + NOT_ABOUT_GITHUB)
def test_a_source_is_about_github_if_it_names_its_api_or_a_client(source: str, apis: Apis) -> None:
    assert apis.for_source(source.encode()).about_github is (source in ABOUT_GITHUB)
