"""Keys that the API sets itself are not missing from a body, wherever the document requires and describes them."""

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
