"""Values in a path: those with a known type or annotation, and several in one segment."""

from pathlib import Path

import pytest

from tests.apis.calls import Project

DOCUMENT = """\
openapi: 3.0.0
info: {title: Shop}
paths:
  /orders/{id}:
    parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
    get: {}
  /shops/{country}/{city}/lines: {get: {}}
  /reports/{id}.{format}:
    get:
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
        - {name: format, in: path, required: true, schema: {enum: [json, xml]}}
  /reports/list.{format}:
    get: {parameters: [{name: format, in: path, required: true, schema: {enum: [json]}}]}
  /imports:
    post:
      parameters: [{name: X-Tenant, in: header, required: true, schema: {type: string}}]
      requestBody: {content: {application/json: {schema: {type: array, items: {type: object}}}}}
"""


@pytest.fixture
def shop(tmp_path: Path) -> Project:
    return Project(tmp_path, DOCUMENT)


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ('client.get("/reports/five.xml")', [("bad-value", "five")]),
        ('client.get("/reports/5.pdf")', [("bad-value", "pdf")]),
        ('name = "five"\nclient.get(f"/reports/{name}.xml")', [("bad-value", "five")]),
        ('client.get("/reports/5.xml")', []),
        ('client.get("/reports/a.b.xml")', []),  # which of the dots is it?
        ('client.get("/reports/list.xml")', [("bad-value", "xml")]),  # the path with more literal text
        ('client.get("/reports/list.json")', []),
    ],
)
def test_several_values_in_one_segment(shop: Project, call: str, found: list[tuple[str, str]]) -> None:
    assert [each for each in shop.found(call) if each[0] != "missing-credentials"] == found


@pytest.mark.parametrize("head", ["", "😀 = 1\r\n"])
def test_each_placeholder_of_a_segment_means_its_own_parameter(shop: Project, head: str) -> None:
    source = f'{head}from waypost import endpoint\napi = endpoint.defaults(base_url="https://api.shop.example")\n'
    assert shop.found(source + 'api("GET /reports/{a}.{b}", a=5, b="pdf")\n') == [("bad-value", '"pdf"')]
    assert shop.found(source + 'api("GET /reports/{a}.{b}", a=5, b="xml")\n') == []


@pytest.mark.parametrize(
    ("annotation", "found"),
    [
        ("int", ["unknown-route"]),
        ("int | None", ["unknown-route"]),
        ('"uuid.UUID"', ["unknown-route"]),
        ("Optional[int]", ["unknown-route"]),
        ("str", []),
        ("interval", []),
        ("", []),
    ],
)
def test_a_value_annotated_with_a_type_without_slashes_is_one_segment(
    shop: Project, annotation: str, found: list[str]
) -> None:
    parameter = f"x: {annotation}" if annotation else "x"
    source = f'def f({parameter}):\n    client.get(f"/shops/{{x}}/lines")\n'
    assert [rule for rule, _ in shop.found(source)] == found


def test_a_list_as_body_hides_no_missing_header(shop: Project) -> None:
    assert shop.found('client.post("/imports", json=[{}])') == [("missing-required", "/imports")]
    assert shop.found('client.post("/imports", json=[{}], headers={"x-tenant": "a"})') == []
    assert shop.found('client.post("/imports", json=[{}], headers=given)') == []
