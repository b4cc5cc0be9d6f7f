"""Completion from the API's document: nested keys, headers, values; routes of the workspace that belong to the API."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.apis.calls import HEAD, Project
from waypost.analysis import Analysis
from waypost.routes.inventory import index_files
from waypost.text import Document
from waypost.workspace import uri_of
from waypost.workspace.index import Index

DOCUMENT = """\
openapi: 3.0.0
info: {title: Shop}
paths:
  /orders:
    get:
      parameters:
        - {name: X-Tenant, in: header, required: true, schema: {type: string, enum: [eu, us]}}
        - {name: X-Trace, in: header, schema: {type: string, example: abc-1}}
        - {name: sort, in: query, schema: {type: string, default: newest, example: oldest}}
    post:
      requestBody:
        content:
          application/json:
            schema:
              type: object
              required: [lines]
              properties:
                note: {type: string, example: Leave at the door}
                lines:
                  type: array
                  items:
                    allOf:
                      - type: object
                        required: [sku]
                        properties: {size: {type: string, enum: [s, m], default: m}, sku: {type: string}}
                      - properties: {id: {type: integer, readOnly: true}}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Project:
    return Project(tmp_path, DOCUMENT)


def labels(shop: Project, source: str, index: Index | None = None) -> list[str]:
    before, _, after = (HEAD + source).partition("$0")
    workspace = replace(shop.workspace, index=index) if index is not None else shop.workspace
    made = Analysis(Document.from_text(uri_of(shop.folder / "shop.py"), before + after), workspace)
    found = made.complete(len(before.encode())).items
    return [each.label for each in sorted(found, key=lambda each: each.sort or each.label)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('client.post("/orders", json={"lines": [{"$0"}]})', ["sku", "size"]),
        ('client.post("/orders", json={"lines": [{$0}]})', ["sku", "size"]),
        ('# 😀\r\nclient.post("/orders", json={"lines": [{"sku": "a", "$0": 1}]})\r\n', ["size"]),
        ('client.post("/orders", json={"lines": [{"sku": "a"}, {"$0', ["sku", "size"]),
        ('client.post("/orders", json={"$0"})', ["lines", "note"]),
        ('client.post("/orders", json={"note": {"$0"}})', []),
        ('client.post("/orders", json={"lines": [{"size": "$0"}]})', ["s", "m"]),
        ('client.post("/orders", json={"note": "$0"})', ["Leave at the door"]),
        ('client.get("/orders", params={"sort": "$0"})', ["newest", "oldest"]),
        ('client.get("/orders", headers={"x-tenant": "$0"})', ["eu", "us"]),
        ('client.get("/orders", headers={"X-Trace": "$0"})', ["abc-1"]),
    ],
)
def test_keys_and_values_are_those_of_the_document(shop: Project, source: str, expected: list[str]) -> None:
    assert labels(shop, source) == expected


ENDLESS = """\
openapi: 3.0.0
info: {title: Shop}
paths:
  /trees:
    post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Trees"}}}}}
components:
  schemas:
    Trees: {type: array, items: {oneOf: [{$ref: "#/components/schemas/Trees"}, {$ref: "#/components/schemas/Tree"}]}}
    Tree: {type: object, properties: {name: {type: string}, trees: {$ref: "#/components/schemas/Trees"}}}
"""


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ('client.post("/trees", json=[{"$0"}])', ["name", "trees"]),
        ('client.post("/trees", json=[[{"name": "a", "$0"}]])', ["trees"]),
        ('# 😀\r\nclient.post("/trees", json=[{"trees": [{"$0"}]}])\r\n', ["name", "trees"]),
        ('client.post("/trees", json=[{"name": "$0"}])', []),
        ('client.post("/trees", json=[{"trees": [[{"$0', ["name", "trees"]),
    ],
)
def test_lists_of_themselves_are_completed(tmp_path: Path, source: str, expected: list[str]) -> None:
    assert labels(Project(tmp_path, ENDLESS), source) == expected


def test_an_operation_without_a_name_is_its_route(tmp_path: Path) -> None:
    made = Project(tmp_path, ENDLESS).analysis('client.post("/trees", json=[])\n')
    found = made.hover(len(HEAD) + 3)
    assert found is not None
    assert "**POST /trees** · Shop" in found.markdown
    assert "****" not in found.markdown


def test_keys_of_the_builder_are_nested_too(shop: Project) -> None:
    head = 'from waypost import endpoint\napi = endpoint.defaults(base_url="https://api.shop.example")\n'
    assert labels(shop, head + 'api("POST /orders", lines=[{"$0"}])') == ["sku", "size"]


def test_headers_are_those_of_the_operation_and_no_others_version(shop: Project) -> None:
    found = labels(shop, 'client.get("/orders", headers={"$0"})')
    assert found[:2] == ["X-Tenant", "X-Trace"]
    assert "accept" in found
    assert "x-github-api-version" not in found
    assert "X-Tenant" not in labels(shop, 'client.get("/orders", headers={"X-Tenant": "eu", "$0"})')
    github = 'httpx.get("https://api.github.com/user", headers={"$0"})'
    assert "x-github-api-version" in labels(shop, github)
    version = 'httpx.get("https://api.github.com/user", headers={"X-GitHub-Api-Version": "$0"})'
    assert labels(shop, version) == ["2022-11-28", "2026-03-10"]


def test_after_one_letter_the_list_is_still_there(shop: Project) -> None:
    for start in ("$0", "/$0", "/o$0", "/or$0", "o$0"):
        assert any("orders" in each for each in labels(shop, f'client.get("{start}")')), start


def test_routes_of_the_workspace_are_those_of_the_api(shop: Project) -> None:
    path = shop.folder / "other.py"
    path.write_text(
        HEAD
        + 'client.get("/orders")\nclient.get("/ordres")\n'
        + 'httpx.get("https://elsewhere.example/orders-of-others")\nhttpx.get("https://api.github.com/orders/x")\n'
        + 'plain = httpx.Client(base_url="https://plain.example/v1")\nplain.get("/ordinary")\n'
    )
    index = Index().with_files(index_files([path], shop.workspace).calls)
    found = labels(shop, 'client.get("/ord$0")', index)
    assert found
    assert all(each in ("orders", "/orders") for each in found), found
    plain = 'plain = httpx.Client(base_url="https://plain.example/v1")\nplain.get("/ord$0")'
    assert labels(shop, plain, index) == ["/ordinary"]
    assert labels(shop, plain.replace("plain.example", "third.example"), index) == []
