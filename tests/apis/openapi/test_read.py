"""OpenAPI documents: what is read, and where their faults are reported."""

import json
from textwrap import dedent

import pytest
import yaml

from tests.support.budget import bounded
from waypost.apis.model import NO_SCHEMA, Operation, Parameter, ParameterPlace
from waypost.apis.openapi import read_document
from waypost.apis.openapi.source import read_source
from waypost.apis.openapi.text import Offsets

PETS = """\
openapi: 3.1.0
info: {title: Pets, version: "2"}
servers:
  - url: https://pets.example/v2
paths:
  /pets:
    parameters:
      - $ref: "#/components/parameters/tenant"
    get:
      operationId: listPets
      summary: All the pets
      externalDocs: {url: https://docs.example/pets#list-all-pets}
      parameters:
        - {name: limit, in: query, schema: {type: integer, default: 20}}
        - {name: kind, in: query, required: true, schema: {$ref: "#/components/schemas/Kind"}}
        - {name: since, in: query, schema: {type: [string, "null"], format: date}}
    post:
      deprecated: true
      requestBody:
        content:
          application/json; charset=utf-8:
            schema:
              allOf:
                - $ref: "#/components/schemas/Named"
                - type: object
                  required: [kind]
                  properties:
                    kind: {$ref: "#/components/schemas/Kind"}
                    tags: {type: array, items: {enum: [no, yes, on]}}
                    id: {type: string, readOnly: true}
  /pets/{id}/photo:
    put:
      parameters:
        - {name: id, in: path, required: true, schema: {type: integer}}
      requestBody: {content: {image/png: {schema: {type: string}}}}
components:
  parameters:
    tenant: {name: x-tenant, in: header, schema: {type: string}}
  schemas:
    Kind: {type: string, enum: [cat, dog]}
    Named: {type: object, required: [name], properties: {name: {type: string}}, additionalProperties: true}
"""


def operations(source: str) -> dict[str, Operation]:
    reading = read_document(dedent(source).encode())
    assert not reading.faults, reading.faults
    return {each.route: without_schemas(each) for each in reading.description.operations}


def without_schemas(operation: Operation) -> Operation:
    """The operation with its parameters in words."""
    plain = tuple(each._replace(schema=NO_SCHEMA) for each in operation.parameters)
    return operation._replace(parameters=plain)


def faults(source: str) -> list[tuple[str, str]]:
    """Each fault's text and message."""
    data = dedent(source).encode()
    return [(fault.span.of(data).decode(), fault.message) for fault in read_document(data).faults]


def test_what_a_yaml_document_says() -> None:
    found = operations(PETS)
    assert list(found) == ["GET /pets", "POST /pets", "PUT /pets/{id}/photo"]
    assert found["GET /pets"].parameters == (
        Parameter("x-tenant", ParameterPlace.HEADER, "string"),
        Parameter("limit", ParameterPlace.QUERY, "integer", default=20),
        Parameter("kind", ParameterPlace.QUERY, "string", required=True, enum=("cat", "dog")),
        Parameter("since", ParameterPlace.QUERY, "string", format="date"),
    )
    assert found["POST /pets"].deprecated
    assert found["POST /pets"].open_body
    assert found["POST /pets"].parameters[1:] == (
        Parameter("name", ParameterPlace.BODY, "string", required=True),
        Parameter("kind", ParameterPlace.BODY, "string", required=True, enum=("cat", "dog")),
        Parameter("tags", ParameterPlace.BODY, "string[]", enum=("no", "yes", "on")),
    )
    assert found["PUT /pets/{id}/photo"].media == "image/png"


def test_json_says_the_same_as_yaml() -> None:
    as_json = json.dumps(yaml.load(PETS, yaml.BaseLoader)).replace('"true"', "true").replace('"20"', "20")
    assert read_document(as_json.encode()) == read_document(PETS.encode())


def test_the_api_itself() -> None:
    description = read_document(PETS.encode()).description
    assert description[:3] == ("Pets", "2", "https://pets.example/v2")


def test_a_byte_order_mark_and_crlf_change_nothing() -> None:
    assert read_document(("\ufeff" + PETS.replace("\n", "\r\n")).encode()) == read_document(PETS.encode())


@pytest.mark.parametrize(
    ("schema", "type_", "enum"),
    [
        ("{type: string}", "string", ()),
        ("{type: [string, integer]}", "string | integer", ()),
        ("{oneOf: [{type: string}, {type: array, items: {type: string}}]}", "string | string[]", ()),
        ("{type: array, items: {oneOf: [{type: string}, {type: integer}]}}", "(string | integer)[]", ()),
        ("{items: {type: string}}", "string[]", ()),
        ("{properties: {a: {}}}", "object", ()),
        ("{const: 5}", "integer", (5,)),
        ("{enum: [a, null, b]}", "string", ("a", "b")),
        ("{anyOf: [{enum: [a]}, {enum: [b]}]}", "string", ("a", "b")),
        ("{anyOf: [{enum: [a]}, {type: string}]}", "string", ()),
        ("{allOf: [{type: string, enum: [a]}]}", "string", ("a",)),
        ("true", "", ()),
        ("{type: 5}", "", ()),
    ],
)
def test_types_in_few_words(schema: str, type_: str, enum: tuple[object, ...]) -> None:
    found = operations(f"""\
        openapi: 3.0.3
        paths: {{/x: {{get: {{parameters: [{{name: p, in: query, schema: {schema}}}]}}}}}}
        """)
    assert found["GET /x"].parameters == (Parameter("p", ParameterPlace.QUERY, type_, enum=enum),)


def test_what_only_one_alternative_of_a_body_needs_is_not_required() -> None:
    found = operations("""\
        openapi: 3.0.3
        paths:
          /x:
            post:
              requestBody:
                content:
                  application/json:
                    schema:
                      anyOf:
                        - {required: [a, c], properties: {a: {type: string}, c: {type: string}}}
                        - {required: [b, c], properties: {b: {type: string}, c: {type: string}}}
        """)
    assert [each.name for each in found["POST /x"].parameters if each.required] == ["c"]
    assert {each.name for each in found["POST /x"].parameters} == {"a", "b", "c"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("swagger: '1.2'\n", ("'1.2'", "Swagger 1.2 is not supported")),
        ("openapi: 3.3.0\n", ("3.3.0", "OpenAPI 3.3.0 is not supported")),
        ("openapi: 3.0.0\npaths: {}\n", ("paths", "`paths` has no operations")),
        ("swagger: '2.0'\n", ("s", "`paths` has no operations")),
        ("openapi: 2.5.0\n", ("2.5.0", "OpenAPI 2.5.0 is not supported")),
        ("a: 1\n", ("a", "not an OpenAPI document")),
        ("", ("", "not an OpenAPI document")),
        ("[]", ("[", "not a mapping")),
        ("openapi: 3.0.0\n", ("o", "`paths` has no operations")),
        ("openapi: 3.0.0\npaths: [1]\n", ("paths", "`paths` has no operations")),
        ("openapi: 3.0.0\npaths: {/x: 5}\n", ("5", "the path `/x` must be a mapping")),
        ("openapi: 3.0.0\npaths: {/x: {get: no}}\n", ("no", "`GET /x` must be a mapping")),
        ("openapi: 3.0.0\npaths: {x: {get: {}}}\n", ("x", "must start with a slash")),
        ("openapi: 3.0.0\npaths: {/x: {get: {parameters: {}}}}\n", ("parameters", "must be a list")),
        ("openapi: 3.0.0\npaths: {/x: {get: {parameters: [{name: a}]}}}\n", ("{", "a parameter requires")),
        ('openapi: 3.0.0\npaths: {"/é/{a}": {get: {}}}\n', ("get", "the path has `{a}`, but no parameter")),
        (
            "openapi: 3.0.0\npaths: {/x: {get: {parameters: [{name: a, in: path}]}}}\n",
            ("get", "the parameter `a` has `in: path`"),
        ),
        (
            "openapi: 3.0.0\npaths: {/é: {get: {parameters: [$ref: '#/no/where']}}}\n",
            ("'#/no/where'", "`#/no/where` is not in this document"),
        ),
        (
            "openapi: 3.0.0\npaths: {/x: {get: {parameters: [$ref: 'other.yaml#/x']}}}\n",
            ("'other.yaml#/x'", "`other.yaml` is not read"),
        ),
        ("openapi: 3.0.0\npaths: {/x: [\n", ("", "not valid YAML")),
        ('{"openapi": "3.0.0", "paths": {"/x": {"get": 5}}}', ("5", "`GET /x` must be a mapping")),
        ('{"openapi": "3.0.0", "é": [1, {}, "a,]"], "paths": {"/x": []}}', ('"/x"', "must be a mapping")),
        ('{"openapi": "3.0.0",}', ("}", "not valid JSON")),
        ('{"swagger" : "1.0"}', ('"1.0"', "Swagger 1.0")),
    ],
)
def test_a_fault_is_reported_at_its_place(source: str, expected: tuple[str, str]) -> None:
    (found,) = faults(source)
    assert found[0] == expected[0]
    assert expected[1] in found[1]


def test_the_rest_of_a_bad_document_works() -> None:
    reading = read_document(b"openapi: 3.0.0\npaths:\n  /a: {get: 5}\n  /b: {get: {operationId: b}}\n")
    assert [each.route for each in reading.description.operations] == ["GET /b"]
    assert len(reading.faults) == 1


def test_yaml_words_that_look_like_values() -> None:
    found = operations("""\
        openapi: 3.0.3
        paths: {/x: {get: {parameters: [{name: on, in: query, schema: {enum: [no, 12:30, 1_000, "5", 5, 1e3, ~]}}]}}}
        """)
    assert found["GET /x"].parameters[0].enum == ("no", "12:30", "1_000", "5", 5, 1000.0)


def test_merge_keys_are_followed() -> None:
    found = operations("""\
        openapi: 3.0.3
        x-page: &page {name: page, in: query}
        paths: {/x: {get: {parameters: [{<<: *page, schema: {type: integer}}]}}}
        """)
    assert found["GET /x"].parameters == (Parameter("page", ParameterPlace.QUERY, "integer"),)


@pytest.mark.parametrize("number", [0, 1, 4095, 4096, 4097, 9000])
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_a_place_far_into_a_document_is_right_whatever_is_before(number: int, ending: str) -> None:
    """Places are counted from marks; the characters before have one to four bytes."""
    text = f"a: {'x' * number} é😀{ending}paths:{ending}  /😀: {{}}{ending}"
    found = read_source(text.encode())
    spans = found.spans([("paths",), ("paths", "/😀"), ("nowhere",)])
    assert [span.of(text.encode()).decode() for span in spans.values()][:2] == ["paths", "/😀"]
    offsets = Offsets(text)
    assert [offsets.span(at, at + 1).of(text.encode()).decode() for at in range(len(text))] == list(text)
    assert offsets.span(len(text) + 5, len(text) + 9) == (len(text.encode()), len(text.encode()))


def test_the_places_of_many_values_cost_one_pass() -> None:
    """A document of 2 MB that is not ASCII: each of 4,000 places took as long as all of them take now."""
    source = read_source(("a: é\n" + "".join(f"k{each}: {'x' * 500}\n" for each in range(4000))).encode())
    pointers = [(f"k{each}",) for each in range(4000)]
    source.spans(pointers[:1])
    with bounded(5):
        spans = source.spans(pointers)
    assert len(spans) == 4000
