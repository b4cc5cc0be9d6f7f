"""The editions of GitHub's API: each agrees with its own document, and a call is checked against the right one."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.github_catalogue import document_of
from tests.support.npm import packages
from waypost.analysis import Analysis
from waypost.apis import ParameterPlace
from waypost.apis.editions import BY_NAME, EDITIONS
from waypost.apis.load import github
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of
from waypost.workspace.setting_kinds import EDITION_NAMES

SERVER = "https://github.acme.example/api/v3"
_VERBS = ("get", "put", "post", "delete", "patch")


@cache
def source(name: str) -> Any:
    packages()
    return document_of(BY_NAME[name])


@pytest.mark.network
@pytest.mark.parametrize("name", [each.name for each in EDITIONS])
def test_every_operation_of_an_edition_is_there_with_its_keys_and_its_documentation(name: str) -> None:
    document = source(name)
    theirs = {
        f"{verb.upper()} {path}": item[verb]
        for path, item in document["paths"].items()
        for verb in _VERBS
        if verb in item
    }
    ours = {each.route: each for each in github(name).operations}
    assert list(ours) == list(theirs)
    assert len(ours) > 900
    for route, each in theirs.items():
        schema = each.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
        keys = {key.name for key in ours[route].parameters if key.place is ParameterPlace.BODY}
        if "properties" in schema and not {"oneOf", "anyOf", "allOf"} & schema.keys():
            assert keys == set(schema["properties"]), route
        assert ours[route].title == each["summary"].rstrip("."), route
        if BY_NAME[name].docs:
            assert f"docs.github.com/{BY_NAME[name].docs}/" in ours[route].docs


def test_versions_differ_where_the_document_says_so() -> None:
    issue = "POST /repos/{owner}/{repo}/issues"
    first, second = (
        {each.route: each for each in github(name).operations}[issue] for name in ("2022-11-28", "2026-03-10")
    )
    assert first.parameter("assignee") is not None
    assert second.parameter("assignee") is None


def findings(tmp_path: Path, code: str, apis: dict[str, str] | None = None) -> list[str]:
    settings, problems = Settings.read({"apis": apis or {}})
    assert not problems
    workspace = Workspace([Folder(tmp_path, settings)])
    document = Document.from_text(uri_of(tmp_path / "x.py"), code)
    quiet = ("missing-credentials", "deprecated-parameter", "deprecated-route")
    return [
        f"{each.rule}: {each.message}" for each in Analysis(document, workspace).diagnostics() if each.rule not in quiet
    ]


ISSUE = 'POST", "https://api.github.com/repos/o/r/issues", json={"title": "t", "assignee": "me"}'


@pytest.mark.parametrize(
    ("headers", "wrong"),
    [
        ("", False),
        (', headers={"X-GitHub-Api-Version": "2022-11-28"}', False),
        (', headers={"x-github-api-version": "2026-03-10"}', True),
        (', headers={"X-GitHub-Api-Version": version}', False),
    ],
)
def test_the_header_of_a_call_chooses_the_version(tmp_path: Path, headers: str, *, wrong: bool) -> None:
    found = findings(tmp_path, f'import httpx\nversion = input()\nhttpx.request("{ISSUE}{headers})\n')
    assert [each.partition(":")[0] for each in found] == (["unknown-parameter"] if wrong else [])


def test_the_header_of_a_client_chooses_the_version(tmp_path: Path) -> None:
    client = 'c = httpx.Client(base_url="https://api.github.com", headers={"X-GitHub-Api-Version": "2026-03-10"})\n'
    call = 'c.post("/repos/o/r/issues", json={"title": "t", "assignee": "me"})\n'
    assert len(findings(tmp_path, f"import httpx\r\n# 😀\r\n{client}{call}")) == 1
    own = call.replace("})", '}, headers={"X-GitHub-Api-Version": "2022-11-28"})')
    assert findings(tmp_path, f"import httpx\n{client}{own}") == []
    builder = 'endpoint.defaults(headers={"x-github-api-version": "2026-03-10"})'
    call = f'from waypost import endpoint\n{builder}("POST /repos/o/r/issues", title="t", assignee="me")\n'
    assert len(findings(tmp_path, call)) == 1


def test_of_a_version_that_is_not_known_nothing_is_said_to_be_missing(tmp_path: Path) -> None:
    call = 'httpx.get("https://api.github.com/repos/o/r/new-thing", headers={"X-GitHub-Api-Version": "%s"})\n'
    assert findings(tmp_path, "import httpx\n" + call % "2031-01-01") == []
    assert len(findings(tmp_path, "import httpx\n" + call % "2022-11-28")) == 1


def test_a_setting_chooses_the_edition(tmp_path: Path) -> None:
    code = f'import httpx\nhttpx.get("{SERVER}/manage/v9")\nhttpx.get("{SERVER}/repos/o/r/isues")\n'
    assert findings(tmp_path, code) == []  # without a version, no route is known to be wrong
    found = findings(tmp_path, code, {SERVER: "github:ghes-3.18"})
    assert len(found) == 2
    assert found[1].startswith("unknown-route: GitHub Enterprise Server 3.18 has no route ")
    cloud = {"https://api.github.com": "github:2026-03-10"}
    assert len(findings(tmp_path, f'import httpx\nhttpx.request("{ISSUE})\n', cloud)) == 1


def test_settings_know_every_edition() -> None:
    assert list(BY_NAME) == list(EDITION_NAMES)
    _, [problem] = Settings.read({"apis": {SERVER: "github:ghes-2.1"}})
    assert problem.message.startswith("must be `github:2022-11-28`, ")


def test_titles_are_those_of_the_documentation() -> None:
    titles = {each.route: each.title for each in github().operations}
    assert titles["GET /repos/{owner}/{repo}/pages"] == "Get a GitHub Pages site"
    assert titles["GET /user/ssh_signing_keys"] == "List SSH signing keys for the authenticated user"
    assert not [each for each in titles.values() if "apiname" in each.lower()]
