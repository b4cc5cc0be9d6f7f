"""Keys of a body that one part of a schema describes, and another part requires or restricts."""

from pathlib import Path

import pytest

from tests.apis.calls import Project

DOCUMENT = """\
openapi: 3.0.3
info: {title: Shop}
paths:
  /parcels:
    post:
      requestBody:
        content:
          application/json:
            schema:
              required: [id, weight]
              allOf:
                - $ref: '#/components/schemas/Parcel'
                - {required: [made], properties: {weight: {type: integer}}}
components:
  schemas:
    Parcel:
      properties:
        id: {allOf: [{$ref: '#/components/schemas/Id'}], readOnly: true}
        made: {type: string, readOnly: true}
    Id: {type: string}
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ('client.post("/parcels", json={"weight": 5})', []),
        ('# 😀\r\nclient.post("/parcels", json={"note": 5})', ["`POST /parcels` requires `weight`"]),
        ('client.post("/parcels", json={', None),
    ],
)
def test_what_the_api_sets_itself_is_not_missing(tmp_path: Path, call: str, expected: list[str] | None) -> None:
    found = Project(tmp_path, DOCUMENT).findings(call)
    missing = [each.message for each in found if each.rule == "missing-required"]
    assert missing == expected if expected is not None else not any("`id`" in each for each in missing)


OPEN = """\
openapi: 3.0.3
info: {title: Directory}
paths:
  /users:
    post:
      requestBody:
        content:
          application/json:
            schema:
              properties: {enabled: {type: boolean}}
              allOf: [{additionalProperties: {type: object}, properties: {name: {type: string}}}]
"""


def test_a_key_that_another_part_names_is_not_one_of_the_other_keys(tmp_path: Path) -> None:
    """Read strictly, no value would fit such a document; its author means the key as it is described."""
    users = Project(tmp_path, OPEN)
    assert users.messages('client.post("/users", json={"enabled": True, "name": "😀", "more": {}})\r\n') == []
    assert users.messages('client.post("/users", json={"more": 5})') == ["`more` must be an object, not an integer"]
    assert users.messages('client.post("/users", json={"enabled": 5})') == [
        "`enabled` must be a boolean, not an integer"
    ]
    assert users.messages('client.post("/users", json={"enabled": True') == []
