"""From calls to the document that describes them, and back."""

import os
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.apis.calls import BASE, HEAD, Project
from waypost.analysis import Analysis
from waypost.apis import document_places
from waypost.apis.openapi.source import DocumentSource, read_source
from waypost.cli.group import waypost
from waypost.routes.inventory import index_files
from waypost.text import Document
from waypost.workspace import uri_of
from waypost.workspace.index import Index

YAML = """\
openapi: 3.0.0
info: {title: Shop 😀}
paths:
  /orders/{id}:
    parameters:
      - $ref: '#/components/parameters/Id'
    get:
      operationId: getOrder
      parameters: [{name: expand, in: query, schema: {type: string}}]
  /orders:
    post:
      operationId: createOrder
      requestBody: {content: {application/json: {schema: {$ref: 'schemas.yaml#/Order'}}}}
components:
  parameters:
    Id: {name: id, in: path, required: true, schema: {type: integer}}
"""
SCHEMAS = """\
Order:
  allOf:
    - properties:
        note: {type: string}
        lines:
          type: array
          items: {properties: {sku: {type: string}}}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Project:
    return Project(tmp_path, YAML, {"schemas.yaml": SCHEMAS})


def target(shop: Project, call: str) -> str:
    """The line of a document, with the document's name, that the definition of what is at `$0` leads to."""
    before, _, after = call.partition("$0")
    made = shop.analysis(before + after)
    found = made.definition(len((HEAD + before).encode()))
    shown = []
    for each in found:
        path = next(path for path in shop.folder.iterdir() if uri_of(path) == each.uri)
        source = path.read_bytes()
        shown.append(f"{path.name}: {source[each.span.start :].splitlines()[0].decode().strip()}")
    return ", ".join(shown)


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('client.get("/ord$0ers/5")', "openapi.yaml: get:"),
        ('client.g$0et("/orders/5")', "openapi.yaml: get:"),
        ('client.get(f"/ord$0ers/{order}")', "openapi.yaml: get:"),
        ('# 😀\r\nclient.get("/orders/5", params={"exp$0and": "a"})', "openapi.yaml: {name: expand, in: query, schema"),
        ('client.post("/orders", json={"no$0te": "a"})', "schemas.yaml: note: {type: string}"),
        ('client.post("/orders", json={"lines": [{"sk$0u": "a"}]})', "schemas.yaml: sku: {type: string}"),
        ('client.post("/orders", data={"no$0te": "a", "lines[0][sku]": "a"})', "schemas.yaml: note: {type: string}"),
        ('client.post("/orders", data={"lines[0][s$0ku]": "😀"})', "schemas.yaml: sku: {type: string}"),
        ('client.post("/orders", data={"lines[][s$0ku]": "a"})', "schemas.yaml: sku: {type: string}"),
        ('client.post("/orders", data={"lines[0][n$0ope]": "a"})', ""),
        ('client.post("/orders", data={"[$0": "a"})', ""),
        ('client.get("/orders/5", params={"expand[l$0te]": "a"})', "openapi.yaml: {name: expand, in: query, schema"),
        ('client.post("/orders", json={"n$0ope": "a"})', ""),
        ('client.post("/orders", json={"note": "$0a"})', ""),
        ('client.get("/nowh$0ere")', ""),
        ('client.get("/ord$0ers/5', ""),
    ],
)
def test_definition_leads_to_the_place_in_the_document(shop: Project, call: str, expected: str) -> None:
    found = target(shop, call)
    assert found.startswith(expected) if expected else found == ""


def test_a_document_is_read_again_only_when_a_file_of_it_changes(
    shop: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[bytes] = []

    def counted(source: bytes) -> DocumentSource:
        read.append(source)
        return read_source(source)

    monkeypatch.setattr(document_places, "read_source", counted)
    call = '# 😀\r\nclient.post("/orders", json={"lines": [{"s$0ku": 1}]})'
    assert target(shop, call) == "schemas.yaml: sku: {type: string}}}"
    assert target(shop, 'client.get("/ord$0ers/5")') == "openapi.yaml: get:"
    assert len(read) == 1
    (shop.folder / "schemas.yaml").write_text("# moved\n" + SCHEMAS.replace("string}}}", "number}}}"))
    assert target(shop, call) == "schemas.yaml: sku: {type: number}}}"
    shop.document.write_text(YAML.replace("    get:", "    # moved\n    get:"), encoding="utf-8")
    assert target(shop, 'client.get("/ord$0ers/5")') == "openapi.yaml: get:"
    assert len(read) == 3


def test_a_placeholder_without_a_value_leads_to_its_parameter(shop: Project) -> None:
    head = f"from waypost import endpoint\napi = endpoint.defaults(base_url={BASE!r})\n"
    assert target(shop, head + 'api("GET /orders/{i$0d}")').startswith("openapi.yaml: Id: {name: id, in: path")


def indexed(shop: Project, source: str) -> Analysis:
    """The API's document, with a source in the index."""
    path = shop.folder / "shop.py"
    path.write_bytes((HEAD + source).encode())
    calls = index_files([path], shop.workspace).calls
    workspace = replace(shop.workspace, index=Index().with_files(calls))
    return Analysis(Document(uri_of(shop.document), shop.document.read_bytes()), workspace)


@pytest.mark.parametrize(
    ("at", "found"),
    [
        ("/orders/{id}:", ["/orders/5"]),
        ("get:", ["/orders/5"]),
        ("getOrder", ["/orders/5"]),
        ("createOrder", ["/orders"]),
        ("info", []),
        ("expand", []),
    ],
)
def test_references_of_an_operation_are_its_calls(shop: Project, at: str, found: list[str]) -> None:
    source = 'client.get("/orders/5")\nclient.post("/orders")\nhttpx.get("https://other.example/orders/5")\n'
    made = indexed(shop, source)
    places = made.references(made.document.source.index(at.encode()) + 1, declaration=False)
    written = (shop.folder / "shop.py").read_bytes()
    assert [each.span.of(written).decode().strip('"') for each in places] == found
    assert {each.uri for each in places} <= {uri_of(shop.folder / "shop.py")}


def test_references_to_other_files_are_links(shop: Project) -> None:
    document = Document(uri_of(shop.document), shop.document.read_bytes())
    links = Analysis(document, shop.workspace).links()
    assert [(document.slice(each.span).strip("'"), each.target) for each in links] == [
        ("schemas.yaml#/Order", uri_of(shop.folder / "schemas.yaml"))
    ]


def test_what_no_file_can_be_named_is_no_link(shop: Project) -> None:
    named = ("\\udc00.yaml", "\\u0000", "schemas.yaml#/Order")
    references = ", ".join(f'{{"$ref": "{each}"}}' for each in named)
    source = f'{{"openapi": "3.1.0", "paths": {{}}, "x-a": [{references}]}}'
    links = Analysis(Document(uri_of(shop.document), source.encode()), shop.workspace).links()
    assert [each.target for each in links] == [uri_of(shop.folder / "schemas.yaml")]


@pytest.mark.skipif(os.name == "nt", reason="links need a privilege")
def test_a_document_may_be_open_where_a_link_leads_to_itself(shop: Project) -> None:
    source = shop.document.read_bytes()
    shop.document.unlink()
    shop.document.symlink_to(shop.document.name)
    made = Analysis(Document(uri_of(shop.document), source), shop.workspace)
    assert not made.diagnostics()
    assert made.links()
    assert not made.references(source.index(b"/orders"), declaration=True)


def test_a_document_that_cannot_be_read_has_no_places(shop: Project) -> None:
    document = Document(uri_of(shop.document), b"openapi: [")
    made = Analysis(document, shop.workspace)
    assert list(made.links()) == list(made.references(2, declaration=True)) == []


def test_unused_operations_are_listed_with_their_places(shop: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    (shop.folder / "pyproject.toml").write_text(f'[tool.waypost.apis]\n"{BASE}" = "openapi.yaml"\n')
    (shop.folder / "shop.py").write_text(HEAD + 'client.get("/orders/5")\nclient.post("/order")\n')
    monkeypatch.chdir(shop.folder)
    made = CliRunner().invoke(waypost, ["routes", "--unused"])
    assert (made.exit_code, made.output) == (
        0,
        f"{BASE}\n  POST  /orders  createOrder  openapi.yaml:11\n1 unused operation\n",
    )
    (shop.folder / "shop.py").write_text(HEAD + 'client.get("/orders/5")\nclient.post("/orders")\n')
    assert CliRunner().invoke(waypost, ["routes", "--unused"]).output == "no unused operations\n"


SWAGGER = """\
swagger: '2.0'
info: {title: Shop, version: '1'}
host: api.shop.example
schemes: [https]
paths:
  /orders:
    post:
      consumes: [application/json]
      parameters:
        - {name: dry, in: query, type: boolean}
        - {name: order, in: body, schema: {$ref: '#/definitions/Order'}}
definitions:
  Order:
    properties:
      note: {type: string}
      part: {$ref: '#/definitions/Order'}
      parts: {$ref: '#/definitions/Parts'}
  Parts: {type: array, items: {$ref: '#/definitions/Parts'}}
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('# 😀\r\nclient.post("/orders", json={"no$0te": "a"})', "openapi.yaml: note: {type: string}"),
        ('client.post("/orders", json={"part": {"part": {"no$0te": "a"}}})', "openapi.yaml: note: {type: string}"),
        ('client.post("/orders", params={"d$0ry": "true"})', "openapi.yaml: {name: dry, in: query, type: boolean}"),
        ('client.post("/orders", json={"n$0ope": "a"})', ""),
        # A list of lists without an end.
        ('client.post("/orders", json={"parts": [[[{"n$0ope": "a"}]]]})', ""),
    ],
)
def test_a_body_of_swagger_is_a_parameter(tmp_path: Path, call: str, expected: str) -> None:
    assert target(Project(tmp_path, SWAGGER), call) == expected
