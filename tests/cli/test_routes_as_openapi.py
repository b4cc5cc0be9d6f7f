"""`waypost routes --output openapi`: types of the document or of the values; the result can be bound itself."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from openapi_spec_validator import validate

from waypost.cli.group import waypost

DOCUMENT = """\
openapi: 3.0.0
info: {title: Shop}
servers: [{url: https://api.shop.example}]
paths:
  /orders/{id}:
    get:
      operationId: getOrder
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {name: expand, in: query, schema: {type: array, items: {type: string, enum: [lines]}}}
        - {name: unused, in: query, schema: {type: string}}
      responses:
        "200": {description: The order., content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
        "404": {description: There is none.}
  /orders:
    post:
      operationId: createOrder
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}}
      responses: {"201": {description: Created.}}
components:
  schemas:
    Order:
      type: object
      required: [note]
      properties:
        note: {type: string, nullable: true}
        parent: {$ref: '#/components/schemas/Order'}
"""
CODE = """\
import httpx
import requests

shop = httpx.Client(base_url="https://api.shop.example")
shop.get(f"/orders/{order}", params={"expand": ["lines"]})
shop.post("/orders", json={"note": "😀", "parent": {"note": None}})

stock = httpx.Client(base_url="https://stock.example/v1")
stock.get("/items", params={"page": 1, "tag": "a"})
stock.get("/items", params={"page": "2", "all": True, "x": unknown})
stock.request("GET", "/search", json={"words": ["a"], "limit": 5})
stock.post("/items", data={"name": "a", "count": 3})
stock.delete("/items/5", params={"force": True})
stock.put("/items", json=[1, 2])
"""


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "openapi.yaml").write_text(DOCUMENT)
    (tmp_path / "shop.py").write_text(CODE, encoding="utf-8")
    bind(tmp_path, "openapi.yaml", "https://api.shop.example")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def bind(project: Path, document: str, *addresses: str) -> None:
    rows = "".join(f'"{each}" = "{document}"\n' for each in addresses)
    (project / "pyproject.toml").write_text(f"[tool.waypost.apis]\n{rows}")


def run(*arguments: str) -> str:
    made = CliRunner().invoke(waypost, arguments, catch_exceptions=False)
    assert made.exit_code == 0, made.output
    return made.output


def exported() -> Any:
    document = json.loads(run("routes", "--output", "openapi"))
    validate(document)
    return document


def test_types_and_answers_are_those_of_the_document(project: Path) -> None:
    document = exported()
    order = document["paths"]["/orders/{id}"]["get"]
    assert [(each["name"], each["in"]) for each in order["parameters"]] == [("id", "path"), ("expand", "query")]
    assert order["parameters"][0]["schema"] == {"type": "integer"}
    reference = order["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
    answer = document["components"]["schemas"][reference.rpartition("/")[2]]
    assert answer["properties"]["note"] == {"type": ["string", "null"]}
    assert answer["properties"]["parent"] == {"$ref": reference}  # a circle stays one
    assert order["responses"]["404"] == {"description": "There is none."}
    body = document["paths"]["/orders"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body["$ref"].startswith("#/components/schemas/")
    assert project


def test_an_api_without_an_address_is_that_of_its_clients(project: Path) -> None:
    """Its document is neither that of the first entry nor one of GitHub's."""
    (project / "shop.yaml").write_text(DOCUMENT.replace("https://api.shop.example", "/"))
    (project / "other.yaml").write_text(DOCUMENT.replace("api.shop", "other").replace("The order.", "Another."))
    (project / "pyproject.toml").write_text(
        '[tool.waypost.apis]\n"https://api.github.com" = "github:2026-03-10"\n"https://other.example" = "other.yaml"\n'
        '"shop.yaml" = { clients = ["shop.shop"] }\n'
    )
    (project / "shop.py").write_text(
        'import os\nimport httpx\nshop = httpx.Client(base_url=os.environ["X"])\nshop.get("/orders/1")\n'
    )
    answers = exported()["paths"]["/orders/{id}"]["get"]["responses"]
    assert answers["200"]["description"] == "The order."


def test_without_a_document_types_are_those_of_the_values(project: Path) -> None:
    paths = exported()["paths"]
    query = {each["name"]: each["schema"] for each in paths["/v1/items"]["get"]["parameters"]}
    assert query == {
        "page": {"type": ["integer", "string"]},
        "tag": {"type": "string"},
        "all": {"type": "boolean"},
        "x": {},
    }
    search = paths["/v1/search"]["get"]
    assert search["parameters"] == []
    assert search["requestBody"]["content"]["application/json"]["schema"] == {
        "type": "object", "properties": {"words": {"type": "array"}, "limit": {"type": "integer"}}
    }  # fmt: skip
    form = paths["/v1/items"]["post"]["requestBody"]["content"]["application/x-www-form-urlencoded"]["schema"]
    assert form["properties"] == {"name": {"type": "string"}, "count": {"type": "integer"}}
    assert paths["/v1/items/5"]["delete"]["parameters"][0]["name"] == "force"
    assert paths["/v1/items"]["put"]["requestBody"]["content"]["application/json"]["schema"] == {"type": "array"}
    assert project


_SEARCH = """\
openapi: 3.0.0
info: {title: Search}
servers: [{url: https://search.example}]
paths:
  /search:
    post:
      operationId: getOrder
      parameters: [{name: filter, in: query, style: deepObject, schema: {type: object}}]
      requestBody:
        content:
          application/x-www-form-urlencoded: {schema: {type: object, properties: {q: {type: string}}}}
          application/json: {schema: {type: object, properties: {q: {type: integer}}}}
      responses: {"200": {description: Found.}}
"""


def test_what_several_calls_and_documents_say_of_an_operation(project: Path) -> None:
    """Names of operations are made different, and a verb that OpenAPI does not have is left out."""
    (project / "search.yaml").write_text(_SEARCH)
    (project / "pyproject.toml").write_text(
        '[tool.waypost.apis]\n"https://api.shop.example" = "openapi.yaml"\n"https://search.example" = "search.yaml"\n'
    )
    (project / "shop.py").write_text(
        "import requests\n"
        'requests.get("https://api.shop.example/orders/1")\n'
        'requests.post("https://search.example/search", params={"filter": {"a": 1}}, json={"q": 1})\n'
        'requests.post("https://search.example/search", params={"filter": {"b": 2}}, json={"q": 2})\n'
        'requests.get("https://stock.example/items", params={"page": 1})\n'
        'requests.get("https://stock.example/items", params={"page": unknown})\n'
        'requests.request("PROPFIND", "https://dav.example/files")\n'
    )
    document = exported()
    paths = document["paths"]
    assert list(paths) == ["/items", "/orders/{id}", "/search"]
    search = paths["/search"]["post"]
    assert (paths["/orders/{id}"]["get"]["operationId"], search["operationId"]) == ("getOrder", "getOrder 2")
    assert [(each["name"], each["style"]) for each in search["parameters"]] == [("filter", "deepObject")]
    assert list(search["requestBody"]["content"]) == ["application/json"]
    schema = search["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
    assert document["components"]["schemas"][schema]["properties"] == {"q": {"type": "integer"}}
    assert [each["schema"] for each in paths["/items"]["get"]["parameters"]] == [{}]


ADDRESSES = {
    'httpx.get(f"{base_url}/a/{base_url}")': ("/a/{base_url}", [("{base_url}", {"base_url": ""})]),
    'base = base_url or "https://X.example/v1"\n    httpx.get(f"{base}/a")': (
        "/a",
        [("{base}", {"base": "https://X.example/v1"})],
    ),
    'httpx.get(f"https://{host}.example:{port}/a")': (
        "/a",
        [("https://{host}.example:{port}", {"host": "", "port": ""})],
    ),
    'httpx.get(f"{base_url}/a")\n    httpx.get("https://X.example/a")': (
        "/a",
        [("{base_url}", {"base_url": ""}), ("https://x.example", {})],
    ),
    """httpx.get(f"https://x.example/a/{host or ''}/b", params={'page': 1})""": (
        "/a/{host}/b",
        [("https://x.example", {})],
    ),
    'httpx.get(f"/{base_url}/a")': ("/{base_url}/a", []),
}


@pytest.mark.parametrize("call", ADDRESSES)
def test_what_is_unknown_of_an_address_is_a_variable_of_the_server(call: str, project: Path) -> None:
    """And no parameter of the path."""
    (project / "shop.py").write_text(f"import httpx\n\ndef f(base_url, host, port):\n    {call}\n")
    path, expected = ADDRESSES[call]
    operation = exported()["paths"][path]["get"]
    servers = operation.get("servers", [])
    defaults = [{name: each["default"] for name, each in one.get("variables", {}).items()} for one in servers]
    assert [*zip([each["url"] for each in servers], defaults, strict=True)] == expected
    in_path = [each["name"] for each in operation["parameters"] if each["in"] == "path"]
    assert in_path == re.findall(r"\{(\w+)\}", path)


def test_the_result_describes_the_project_when_it_is_bound(project: Path) -> None:
    (project / "made.json").write_text(run("routes", "--output", "openapi"), encoding="utf-8")
    bind(project, "made.json", "https://api.shop.example", "https://stock.example")
    assert run("check", "--no-cache").startswith("no problems")
    again = run("routes", "--unknown")
    assert again == "no requests\n"
    (project / "shop.py").write_text(CODE.replace('"/orders"', '"/ordres"'), encoding="utf-8")
    assert "unknown-route" in CliRunner().invoke(waypost, ["check", "--no-cache"]).output


GITHUB = """\
import httpx

old = httpx.Client(base_url="https://api.github.com")
old.get("/repos/ada/engine/issues/5")
new = httpx.Client(base_url="https://api.github.com", headers={"X-GitHub-Api-Version": "2026-03-10"})
new.get("/repos/ada/engine")
new.get("/no/such/path")
"""


def test_answers_of_github_are_those_of_the_version_that_is_asked_for(project: Path) -> None:
    (project / "shop.py").write_text(GITHUB)
    document = exported()
    paths = document["paths"]
    issue = paths["/repos/{owner}/{repo}/issues/{issue_number}"]["get"]["responses"]
    assert {status: each["description"] for status, each in issue.items()} == {
        "200": "OK", "301": "Moved Permanently", "304": "Not Modified", "404": "Not Found", "410": "Gone"
    }  # fmt: skip
    assert "content" not in issue["304"]

    def answer(path: str) -> Any:
        reference = paths[path]["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"]
        return document["components"]["schemas"][reference.rpartition("/")[2]]["properties"]

    assert answer("/repos/{owner}/{repo}/issues/{issue_number}")["title"] == {"type": "string"}
    # Taken away in the second version.
    assert "has_downloads" not in answer("/repos/{owner}/{repo}")
    assert list(paths["/no/such/path"]["get"]["responses"]) == ["default"]
