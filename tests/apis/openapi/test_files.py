"""Documents of several files: references are followed within the folder, and never out of it."""

from pathlib import Path

import pytest

from tests.apis.calls import Project
from waypost.apis.openapi import read_document

MAIN = """\
openapi: 3.1.0
paths:
  /pets: {$ref: "paths/pets.yaml"}
  /shops: {$ref: "paths.yaml#/shops"}
  /é: {get: {parameters: [{$ref: "../outside.yaml#/limit"}]}}
"""
FILES = {
    "paths/pets.yaml": """\
        get: {parameters: [{$ref: "../parameters.json#/limit"}]}
        post:
          requestBody: {content: {application/json: {schema: {$ref: "../schemas.yaml#/Pet"}}}}
        """,
    "paths.yaml": """\
        shops: {get: {parameters: [{$ref: "openapi.yaml#/components/parameters/page"}]}}
        """,
    "parameters.json": '{"limit": {"name": "limit", "in": "query", "schema": {"type": "integer"}}}',
    "schemas.yaml": """\
        Pet:
          type: object
          additionalProperties: false
          properties: {name: {type: string}, mother: {$ref: "#/Pet"}, friends: {items: {$ref: "schemas.yaml#/Pet"}}}
        """,
}
PAGE = "components: {parameters: {page: {name: page, in: query, schema: {type: integer}}}}\n"


def test_references_lead_to_other_files_and_back(tmp_path: Path) -> None:
    main = MAIN.replace('  /é: {get: {parameters: [{$ref: "../outside.yaml#/limit"}]}}\n', "") + PAGE
    project = Project(tmp_path, main, FILES)
    assert project.faults() == []
    assert project.found('client.get("/pets", params={"limit": 5})\nclient.get("/shops", params={"page": 2})') == []
    assert project.found('client.get("/pets", params={"limit": "x"})') == [("bad-value", '"x"')]
    assert project.found('client.get("/shops", params={"page": "x"})') == [("bad-value", '"x"')]


def test_references_never_lead_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "outside.yaml").write_text("limit: {name: limit, in: query}\n")
    project = Project(tmp_path / "project", MAIN + PAGE, FILES)
    assert project.faults() == [
        ('"../outside.yaml#/limit"', "`../outside.yaml` is not read: it is outside the folder of the project")
    ]
    (tmp_path / "project" / "link.yaml").symlink_to(tmp_path / "outside.yaml")
    project = Project(tmp_path / "project", MAIN.replace("../outside.yaml", "link.yaml") + PAGE, FILES)
    assert len(project.faults()) == 1


@pytest.mark.parametrize("name", ["https://example.com/a.yaml", "//example.com/a", "file:///etc/passwd"])
def test_nothing_is_fetched(tmp_path: Path, name: str) -> None:
    project = Project(tmp_path, f"openapi: 3.1.0\npaths: {{/pets: {{$ref: '{name}'}}}}\n")
    assert [message for _, message in project.faults()] == [
        f"`{name}` is not read: it is on another host, and nothing is fetched"
    ]


def test_a_broken_file_is_reported_with_its_line(tmp_path: Path) -> None:
    project = Project(
        tmp_path, "openapi: 3.1.0\npaths: {/pets: {$ref: p.yaml}}\n", {"p.yaml": "get:\n  a: b\n  c: [\n"}
    )
    [(text, message)] = project.faults()
    assert text == "p.yaml"
    assert message.startswith("`p.yaml` is not read: line 4: not valid YAML")


def test_files_that_refer_to_each_other_end(tmp_path: Path) -> None:
    files = {"a.yaml": "x: {$ref: 'b.yaml#/x'}\n", "b.yaml": "x: {$ref: 'a.yaml#/x'}\n"}
    project = Project(tmp_path, "openapi: 3.1.0\npaths: {/pets: {$ref: 'a.yaml#/x'}}\n", files)
    [(_, message)] = project.faults()
    assert "refers to itself" in message


def test_an_anchor() -> None:
    reading = read_document(
        b"openapi: 3.1.0\npaths: {/x: {get: {parameters: [{name: a, in: query, schema: {$ref: '#kind'}}]}}}\n"
        b"components: {schemas: {Kind: {$anchor: kind, enum: [b, c]}}}\n"
    )
    assert reading.faults == ()
    assert reading.description.operations[0].parameters[0].enum == ("b", "c")
