"""What could not be read is reported once, and no finding depends on it."""

from pathlib import Path

import pytest

from tests.apis.calls import Project

GOOD = "openapi: 3.1.0\npaths: {/pets: {get: {parameters: [{name: limit, in: query, schema: {type: integer}}]}}}\n"
CLOSED = "{additionalProperties: false, properties: {a: {}}}"
JSON = "{requestBody: {content: {application/json: {schema: "
WRONG = """\
client.get("/pet")
client.delete("/pets")
client.get("/pets", params={"limit": "many", "colour": 1})
client.post("/pets", json={"a": 1})
"""


def test_the_wrong_calls_are_found_where_the_document_is_read(tmp_path: Path) -> None:
    found = [rule for rule, _ in Project(tmp_path, GOOD).found(WRONG)]
    assert found == ["unknown-route", "wrong-verb", "bad-value", "unknown-parameter", "wrong-verb"]


@pytest.mark.parametrize(
    ("document", "said"),
    [
        ("swagger: '1.2'\npaths: {/pets: {get: {}}}\n", "Swagger 1.2 is not supported"),
        ("openapi: 4.0.0\npaths: {/pets: {get: {}}}\n", "OpenAPI 4.0.0 is not supported"),
        ("openapi: 3.1.0\npaths: {/pets: [\n", "not valid YAML"),
        ('{"openapi": "3.1.0", "paths": {"/pets": ', "not valid JSON"),
        ("", "not an OpenAPI document"),
        ("# nothing\n", "not an OpenAPI document"),
        ("- a\n", "not a mapping"),
        ("name: shop\n", "`openapi` with its version is missing"),
        ("openapi: 3.1.0\npaths: {}\n", "no call to this API is checked"),
        ("openapi: 3.1.0\n", "no call to this API is checked"),
        ("openapi: 3.1.0\npaths: 5\n", "no call to this API is checked"),
        ("openapi: 3.1.0\nx: " + "[" * 200 + "\n", "nested too deeply"),
        ('{"openapi": "3.1.0", "x": -' + "9" * 5000 + "}", "too many digits"),
    ],
)
def test_a_document_that_is_not_read_is_reported_once_and_nothing_else(
    tmp_path: Path, document: str, said: str
) -> None:
    project = Project(tmp_path, document)
    assert project.found(WRONG) == []
    [(_, message)] = project.faults()
    assert said in message


def test_a_document_that_is_too_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = Project(tmp_path, GOOD)
    monkeypatch.setattr("waypost.apis.load.MOST_BYTES", 50)
    monkeypatch.setattr("waypost.apis.openapi.document.MOST_BYTES", 50)
    assert project.found(WRONG) == []
    [(_, message)] = project.faults()
    assert "is larger than" in message


def test_a_document_that_is_missing(tmp_path: Path) -> None:
    project = Project(tmp_path, GOOD)
    project.document.unlink()
    assert project.found(WRONG) == []


@pytest.mark.parametrize(
    ("operation", "calls"),
    [
        # The parameters of a broken reference.
        ("get: {parameters: [{$ref: 'no.yaml#/a'}]}", 'client.get("/pets", params={"colour": 1})'),
        ("get: {parameters: [{$ref: '#/no'}]}", 'client.get("/pets", headers={"x-colour": "1"})'),
        ("get: {parameters: [{name: a}]}", 'client.get("/pets", params={"colour": 1})'),
        ("get: {parameters: 5}", 'client.get("/pets", params={"colour": 1})'),
        ("post: {requestBody: {$ref: 'no.yaml'}}", 'client.post("/pets", json={"colour": 1})'),
        ("post: {requestBody: 5}", 'client.post("/pets", json={"colour": 1})'),
        (
            "post: {requestBody: {content: {application/json: {$ref: 'no.yaml'}}}}",
            'client.post("/pets", json={"colour": 1})',
        ),
        (
            "post: {requestBody: {content: {application/json: {schema: {$ref: 'no.yaml'}}}}}",
            'client.post("/pets", json={"colour": 1})',
        ),
        (
            f"post: {JSON}{{additionalProperties: false, properties: {{a: {{$ref: 'no.yaml'}}}}}}}}}}}}}}",
            'client.post("/pets", json={"a": {"colour": 1}})',
        ),
        (
            f"post: {JSON}{{allOf: [{{$ref: 'no.yaml'}}, {CLOSED}]}}}}}}}}}}",
            'client.post("/pets", json={"colour": 1})',
        ),
        # Verbs of a path that was not fully read.
        ("get: everything", 'client.get("/pets")\nclient.post("/pets")'),
        ("$ref: no.yaml", 'client.get("/pets")\nclient.post("/pets", json={"a": 1})'),
        ("{$ref: no.yaml, get: {}}", 'client.post("/pets")'),
    ],
)
def test_a_part_that_is_not_read_is_reported_once_and_no_call_that_depends_on_it(
    tmp_path: Path, operation: str, calls: str
) -> None:
    item = operation if operation.startswith("{") else f"{{{operation}}}"
    project = Project(tmp_path, f"openapi: 3.1.0\npaths:\n  /pets: {item}\n  /ok: {{get: {{}}}}\n")
    assert len(project.faults()) == 1
    assert project.found(calls) == []
    # The rest is still checked.
    assert [rule for rule, _ in project.found('client.get("/okk")')] == ["unknown-route"]


def test_a_fault_in_another_file_is_shown_at_the_reference_to_it(tmp_path: Path) -> None:
    project = Project(
        tmp_path,
        "openapi: 3.1.0\npaths:\n  /pets: {$ref: paths/pets.yaml}\n",
        {"paths/pets.yaml": "get:\n  parameters:\n    - {$ref: ../no.yaml}\n"},
    )
    assert project.faults() == [("paths/pets.yaml", "pets.yaml:3: `../no.yaml` is not read: there is no such file")]
