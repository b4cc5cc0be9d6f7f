"""`waypost routes`: the inventory of a project in every format."""

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from openapi_spec_validator import validate

from waypost.apis.openapi import read_document
from waypost.cli.group import waypost

CLIENT = """\
import httpx, requests
from waypost import endpoint

endpoint("GET /repos/{owner}/{repo}/issues", owner="o")
endpoint("POST /repos/{o}/{r}/issues", o="o", r="r", title="é", labels=[])
endpoint("POST /repos/{owner}/{repo}/issues", owner="o", repo="r")
endpoint("GET /repo/x")
endpoint("GET /teams/{id}", id=1)


def fetch(self, n):
    requests.get(f"https://x.example/things/{self.thing}/parts/{n}?q=1", params={"page": 2})
    httpx.get(f"https://x.example/things/{n}/parts/{n}")
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "client.py").write_text(CLIENT, encoding="utf-8")
    (tmp_path / "empty.py").write_text("x = 1\n")
    (tmp_path / ".gitignore").write_text("hidden.py\n")
    (tmp_path / "hidden.py").write_text(CLIENT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(waypost, ["routes", *arguments], catch_exceptions=False)


def test_the_list_for_people(project: Path) -> None:
    lines = run().output.splitlines()
    assert len(lines) == 10
    assert lines[0] == "https://api.github.com"
    assert lines[1].split() == (
        ["GET", "/repos/o/{repo?}/issues", "issues/list-for-repo", "client.py:4", "missing", "repo"]
    )
    assert lines[3].endswith("client.py:6   missing title")
    assert lines[4].endswith("unknown")
    assert lines[5].endswith("deprecated")
    assert lines[6] == "https://x.example"
    assert lines[7].split() == ["GET", "/things/{thing}/parts/{n}?q=1&page", "client.py:12"]
    assert lines[9] == "7 requests"
    assert project


LISTED = {
    "forms": (
        'httpx.get(f"https://x.example/a/{a}" if s else "https://x.example/b", params={"page": 1})',
        ["https://x.example", "  GET  /a/{a}?page | /b?page    a.py:5", "1 request"],
    ),
    "a form whose path is not known": (
        'httpx.get("https://x.example" + (a or "/"))',
        ["https://x.example", "  GET  / | {a}    a.py:5", "1 request"],
    ),
    "a path behind a host": (
        'httpx.get("https://x.example:80" + a)',
        ["https://x.example:80", "  GET  {a}    a.py:5", "1 call whose path is not known"],
    ),
    "a long query": (
        'httpx.get(f"https://x.example/a?part={a}&" + "&".join(["part=of-something"] * 9))',
        ["https://x.example", "  GET  /a?part    a.py:5", "1 request"],
    ),
    "a long query of many names": (
        'httpx.get("https://x.example/a", params={f"name_{each}": a for each in range(9)})',
        [
            "https://x.example",
            "  GET  /a?name_0&name_1&name_2&name_3&name_4&name_5&name_6&name_7&…    a.py:5",
            "1 request",
        ],
    ),
    "an unknown base": ('httpx.get(f"{base_url}/a")', ["{base_url}", "  GET  /a    a.py:5", "1 request"]),
    "what may be left out": (
        'httpx.get(f"https://x.example/a{a or str()}/{s or \'\'}", params={"page": 1})',
        ["https://x.example", "  GET  /a{a?}/{s?}?page    a.py:5", "1 request"],
    ),
    "what may be left out behind an address": (
        "httpx.Client(base_url='https://x.example').get(f\"/a/{s or ''}/b\", params={'page': 1})",
        ["https://x.example", "  GET  /a/{s?}/b?page    a.py:5", "1 request"],
    ),
    "a base that may be left out": (
        'httpx.get(f"{base_url or str()}/a")',
        ["{base_url?}", "  GET  /a    a.py:5", "1 request"],
    ),
    "a base that ends with a slash": (
        'url = base_url if s else "https://x.example/"\n    httpx.get(url + "a/b")',
        ["{url} | https://x.example", "  GET  a/b    a.py:6", "1 request"],
    ),
    "no base": ('httpx.get(f"{a}b/c")', ["GET  {a}b/c    a.py:5", "1 request"]),
    "names with brackets": (
        'httpx.get(f"https://x.example/a?page%5Bsize%5D=20&b%20c=%5B1")',
        ["https://x.example", "  GET  /a?page[size]=20&b%20c=%5B1    a.py:5", "1 request"],
    ),
    "names with brackets that are encoded": (
        'httpx.get("https://x.example/a?" + urlencode({"page[size]": a, "page[at]": s}))',
        ["https://x.example", "  GET  /a?page[size]={a}&page[at]={s}    a.py:5", "1 request"],
    ),
    "a default": (
        'base_url = base_url or "https://x.example/v1"\n    httpx.get(f"{base_url}/a")',
        ["{base_url} (https://x.example/v1 unless another one is given)", "  GET  /a    a.py:6", "1 request"],
    ),
    "a default of a client": (
        'httpx.Client(base_url=base_url or "https://x.example").get("/b")',
        ["{base_url} (https://x.example unless another one is given)", "  GET  /b    a.py:5", "1 request"],
    ),
    "unclear": ("httpx.get(a)", ["GET  {a}    a.py:5", "1 call whose path is not known"]),
    "one of two hosts": (
        'host = "https://y.example" if s else "https://x.example"\n    httpx.get(f"{host}/a")',
        ["https://y.example | https://x.example", "  GET  /a    a.py:6", "1 request"],
    ),
    "one of two hosts with other paths": (
        'httpx.get("https://y.example/v1/a" if s else "https://x.example/a")',
        ["https://y.example", "  GET  /v1/a    a.py:5", "https://x.example", "  GET  /a       a.py:5", "2 requests"],
    ),
    "one of many hosts": (
        'httpx.get(["https://a.ex", "https://b.ex", "https://c.ex", "https://d.ex"][a] + "/b")',
        ["https://a.ex | https://b.ex | https://c.ex | and 1 more", "  GET  /b    a.py:5", "1 request"],
    ),
    "more paths of one of two hosts": (
        'httpx.get("https://y.example/b" if s else "https://x.example" + ("/a" if a else "/b"))',
        ["https://y.example | https://x.example", "  GET  /a | /b    a.py:5", "1 request"],
    ),
    "no address beside a known one": (
        's.session.put("a/c", json={"a": 1}).raise_for_status()\n    httpx.get("https://x.example/b")',
        [
            "https://x.example",
            "  GET  /b     a.py:6",
            "an address that is not known",
            "  PUT  a/c    a.py:5  likely",
            "2 requests",
        ],
    ),
    "some unclear": (
        'httpx.get(a)\n    httpx.get("https://x.example/b")',
        [
            "https://x.example",
            "  GET  /b    a.py:6",
            "1 request; 1 call whose path is not known (--unclear lists them)",
        ],
    ),
    "a base alone": (
        'httpx.Client(base_url=f"{base_url}/v1").get("/")',
        ["{base_url}", "  GET  /v1/  meta/root (guessed)  a.py:5", "1 request"],
    ),
    "a builder of another address": (
        'endpoint.defaults(baseUrl="https://x.example/v1")("GET /a/{a}", a=a)',
        ["https://x.example", "  GET  /v1/a/{a}    a.py:5", "1 request"],
    ),
    "half-typed": ('httpx.get("https://x.example/b"', ["no requests"]),
}


@pytest.mark.parametrize("name", LISTED)
def test_a_call_has_a_line_below_its_address(name: str, project: Path) -> None:
    call, lines = LISTED[name]
    head = "import httpx\nfrom urllib.parse import urlencode\nfrom waypost import endpoint\n"
    (project / "a.py").write_text(f"{head}def f(a, s, base_url):\n    {call}\n")
    assert run("a.py").output.splitlines() == lines


def test_the_list_is_grouped_by_file_or_operation(project: Path) -> None:
    (project / "b.py").write_text(
        'from waypost import endpoint\n\nendpoint("POST /repos/{o}/{r}/issues", o=1, r=2, title="x")\n'
    )
    lines = run("--by", "file").output.splitlines()
    assert [line for line in lines if not line.startswith(" ")] == ["b.py", "client.py", "8 requests"]
    assert lines[1].split() == ["3", "POST", "/repos/1/2/issues", "issues/create"]
    lines = run("--by", "operation").output.splitlines()
    at = lines.index("POST /repos/{owner}/{repo}/issues  issues/create")
    assert [line.split()[0] for line in lines[at + 1 : at + 4]] == ["b.py:3", "client.py:5", "client.py:6"]
    at = lines.index("GET https://x.example/things/{n}/parts/{n}")
    assert "things" not in lines[at + 1], "the heading says it"
    assert lines[-1] == "8 requests"


def test_a_summary_says_what_is_sent_to_whom(project: Path) -> None:
    assert run("--summary").output.splitlines() == [
        "https://api.github.com",
        "  5 requests: 3 GET, 2 POST",
        "  json: title, labels",
        "  1 unknown, 1 deprecated",
        "https://x.example",
        "  2 requests: 2 GET",
        "  query: q, page",
        "2 hosts",
    ]
    assert run("--summary", "-o", "json").exit_code == 2
    assert project


def test_what_is_not_clear_can_be_listed(project: Path) -> None:
    (project / "a.py").write_text('import httpx\nhttpx.get(a)\nhttpx.get("https://x.example/b")\n')
    assert [each["line"] for each in json.loads(run("a.py", "--unclear", "-o", "json").output)] == [2]


def test_json(project: Path) -> None:
    found = json.loads(run(str(project / "client.py"), "--output", "json").output)
    assert found[1] == {
        "verb": "POST",
        "template": "/repos/o/r/issues",
        "operation": {"id": "issues/create", "route": "POST /repos/{owner}/{repo}/issues"},
        "api": "GitHub",
        "default_base": None,
        "file": str(project / "client.py"),
        "line": 5,
        "column": 11,
        "given": ["o", "r", "title", "labels"],
        "missing": [],
        "unknown": False,
        "deprecated": False,
        "likely": False,
        "guessed": False,
    }


GUESSED = """\
import gidgethub
import httpx

def f(client: httpx.Client, api):
    client.get("/user")
    client.get("https://api.github.com/user")
    api.get("/user")
"""


@pytest.mark.parametrize("change", ["", "CRLF, after an astral character", "half-typed"])
def test_an_operation_of_a_guessed_api_is_marked_in_every_format(change: str, tmp_path: Path) -> None:
    text = GUESSED + ("api.get(" if change == "half-typed" else "")
    text = f"s = '🚀'\n{text}".replace("\n", "\r\n") if "CRLF" in change else text
    (tmp_path / "x.py").write_bytes(text.encode())
    marks = [("users/get-authenticated (guessed)", ""), ("users/get-authenticated", "")]
    marks.append(("users/get-authenticated (guessed)", "likely"))
    rows = list(csv.reader(io.StringIO(run(str(tmp_path), "--output", "csv").output)))
    assert [(row[2], row[6]) for row in rows[1:]] == marks
    assert run(str(tmp_path)).output.count("(guessed)") == 2
    assert run(str(tmp_path), "--output", "markdown").output.count("guessed\\)") == 2
    assert [each["guessed"] for each in json.loads(run(str(tmp_path), "--output", "json").output)] == [
        True,
        False,
        True,
    ]
    paths = json.loads(run(str(tmp_path), "--output", "openapi").output)["paths"]
    assert paths["/user"]["get"]["x-waypost-guessed"]


@pytest.mark.parametrize("head", ["", "BASE = 'https://sonarr.example/api/v3'\n", "# see github.com\n"])
def test_nothing_is_guessed_where_neither_host_nor_client_of_github_is_named(head: str, tmp_path: Path) -> None:
    (tmp_path / "x.py").write_text(
        head + GUESSED.replace("import gidgethub\n", "").replace("api.github.com", "x.example")
    )
    assert [each["api"] for each in json.loads(run(str(tmp_path), "--output", "json").output)] == [None] * 3


def test_only_some(project: Path) -> None:
    unknown = ["https://api.github.com", "  GET  /repo/x    client.py:7  unknown", "1 request"]
    assert run("--unknown").output.splitlines() == unknown
    assert "/teams/1" in run("--deprecated").output
    assert len(run("--deprecated").output.splitlines()) == 3
    assert len(run("--api", "github").output.splitlines()) == 7
    assert run("--api", "nothing").output == "no requests\n"
    assert project


def test_csv_and_markdown(project: Path) -> None:
    rows = list(csv.reader(io.StringIO(run("--output", "csv").output)))
    assert rows[0] == ["verb", "template", "operation", "place", "given", "missing", "notes"]
    assert rows[2] == ["POST", "/repos/o/r/issues", "issues/create", "client.py:5", "o r title labels", "", ""]
    table = run("--output", "markdown").output.splitlines()
    assert table[0] == "| verb | template | operation | place | given | missing | notes |"
    assert len(table) == 9
    assert project


def test_the_openapi_document_validates_and_reads_back(project: Path) -> None:
    output = run("--output", "openapi").output
    document = json.loads(output)
    validate(document)
    reading = read_document(output.encode())
    assert not reading.faults
    assert {each.route for each in reading.description.operations} == {
        "GET /repos/{owner}/{repo}/issues",
        "POST /repos/{owner}/{repo}/issues",
        "GET /repo/x",
        "GET /teams/{team_id}",
        "GET /things/{thing}/parts/{n}",
    }
    create = document["paths"]["/repos/{owner}/{repo}/issues"]["post"]
    assert create["x-waypost-calls"] == ["client.py:5", "client.py:6"]
    reference = create["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    body = document["components"]["schemas"][reference.rpartition("/")[2]]
    assert body["required"] == ["title"]
    assert (
        body["properties"]["milestone"] == {"oneOf": [{"type": ["string", "integer", "null"]}]}
        or "milestone" in body["properties"]
    )
    assert create["servers"] == [{"url": "https://api.github.com"}]
    things = document["paths"]["/things/{thing}/parts/{n}"]["get"]
    assert [each["name"] for each in things["parameters"]] == ["thing", "n", "q", "page"]
    assert project


def test_an_empty_project_gives_a_valid_document(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    validate(json.loads(run("--output", "openapi").output))
    assert run("--output", "json").output == "[]\n"


@pytest.mark.slow
def test_many_files_are_read_side_by_side(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(230):
        (tmp_path / f"m{number:03}.py").write_text(CLIENT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    lines = run("--output", "csv").output.splitlines()
    assert len(lines) == 1 + 230 * 7
    assert lines[-1].split(",")[3] == "m229.py:13"


def test_a_path_that_is_not_there(project: Path) -> None:
    result = run("nowhere")
    assert (result.exit_code, result.stderr) == (2, "waypost: nowhere: no such file or folder\n")
    assert project


def test_an_api_of_the_settings(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.waypost.apis]\n"https://x.example" = "x.yaml"\n')
    (project / "x.yaml").write_text(
        "openapi: 3.0.0\ninfo: {title: Things}\npaths: {'/things/{a}/parts/{b}': {get: {}}}\n"
    )
    assert run("--api", "things", "--unknown").output == "no requests\n"
    assert len(run("--api", "x.example").output.splitlines()) == 4
    assert len(run("--api", "Things").output.splitlines()) == 4


def test_a_document_that_no_setting_names_is_offered_and_not_used(project: Path) -> None:
    document = "openapi: 3.1.0\ninfo: {title: X}\npaths: {/a: {get: {responses: {}}}}\n"
    (project / "openapi.yaml").write_text(document)
    offered = CliRunner().invoke(waypost, ["routes"])
    assert offered.stderr.count("No setting names openapi.yaml") == 1
    assert offered.exit_code == 0
    assert CliRunner().invoke(waypost, ["routes", "--unknown"]).stdout.count("x.example") == 0
    assert not CliRunner().invoke(waypost, ["routes", "-o", "json"]).stderr
    (project / "docs").mkdir()
    (project / "openapi.yaml").rename(project / "docs" / "openapi.yaml")
    assert '"https://api.example.com" = "docs/openapi.yaml"' in CliRunner().invoke(waypost, ["routes"]).stderr
    (project / "waypost.toml").write_text('apis = {"https://x.example" = "docs/openapi.yaml"}\r\n')
    bound = CliRunner().invoke(waypost, ["routes", "--unknown"])
    assert "No setting names" not in bound.stderr
    assert bound.stdout.count("x.example") == 1
    assert bound.stdout.count("  unknown") == 3
