"""A value that fits none of several forms: its mistake is that of the form it was meant to have, if that is clear."""

from pathlib import Path

import pytest

from tests.apis.calls import Project

DOCUMENT = """\
openapi: 3.1.0
info: {title: Shop}
paths:
  /parcels:
    post:
      requestBody:
        content:
          application/json:
            schema:
              properties:
                size:
                  anyOf: [{type: string}, {type: integer, minimum: 1}]
                depth:
                  anyOf: [{type: 'null'}, {type: integer, minimum: 1}]
                where:
                  anyOf:
                    - {type: 'null'}
                    - {type: object, required: [street, city], properties: {street: {type: string}, city: {}}}
                    - {type: object, required: [box], properties: {box: {type: string}}}
                what:
                  oneOf:
                    - {type: object, required: [a, b], properties: {kind: {enum: [one]}, a: {}, b: {}}}
                    - {type: object, required: [c], properties: {kind: {enum: [two]}, c: {}}}
                colour:
                  anyOf: [{type: string, enum: [red]}, {type: string, enum: [blue]}, {type: 'null'}]
                code:
                  anyOf: [{type: string, minLength: 2}, {type: string, maxLength: 0}]
                nothing: {type: 'null'}
                either:
                  anyOf: [{type: string, minLength: 2}, {minimum: 7}]
"""


@pytest.mark.parametrize(
    ("body", "messages"),
    [
        ('{"size": 0}', ["`size` must be at least 1, not `0`"]),
        ('{"size": 1}', []),
        ('{"size": True}', ["`size` must be a string or an integer, not a boolean"]),
        ('{"depth": 0}', ["`depth` must be at least 1, not `0`"]),
        ('{"depth": None}', []),
        ('{"depth": "x"}', ["`depth` must be an integer, not a string"]),
        ('{"where": {"street": "x"}}', ["`where` has none of the 3 forms that `POST /parcels` accepts"]),
        ('{"where": {}}', ["`where` has none of the 3 forms that `POST /parcels` accepts"]),
        ('{"where": {"street": "x", "city": "y"}}', []),
        ('{"what": {"kind": "one"}}', ["`what` requires `a`, `b`"]),
        ('{"what": {"kind": "two"}}', ["`what` requires `c`"]),
        ('{"what": {"kind": other}}', ["`what` has none of the 2 forms that `POST /parcels` accepts"]),
        ('{"colour": "blu"}', ["`colour` must be `red` or `blue`, not `blu`"]),
        ('{"colour": None}', []),
        ('{"code": "x"}', ["`code` has none of the 2 forms that `POST /parcels` accepts"]),
        ('{"code": "xy"}', []),
        ('{"either": 6}', ["`either` must be at least 7, not `6`"]),
        ('{"nothing": None}', []),
        ('{"nothing": "x"}', ["`nothing` must be null, not a string"]),
        ('{"nothing": x}', []),
        ('{"size": ', []),
    ],
)
def test_of_several_forms(tmp_path: Path, body: str, messages: list[str]) -> None:
    found = Project(tmp_path, DOCUMENT).messages(f'"\U0001f6a9"; client.post("/parcels", json={body})\r\n')
    assert found == messages


WITH_HEADERS = """\
openapi: 3.1.0
info: {title: Shop}
paths:
  /parcels:
    get:
      parameters: [{name: X-Size, in: header, schema: {type: integer, enum: [1, 2]}}]
    post:
      requestBody:
        content:
          application/json:
            schema:
              properties:
                paint: {type: object, properties: {colour: {type: string, enum: [red, blue], default: blue}}}
"""


@pytest.mark.parametrize(
    ("headers", "messages"),
    [
        ("", []),
        (', headers={"x-size": "2"}', []),
        (', headers={"x-size": "3"}', ["`X-Size` must be `1` or `2`, not `3`"]),
        (', headers={"x-size": "3"} if a else None', ["`X-Size` must be `1` or `2`, not `3`"]),
    ],
)
def test_values_of_headers(tmp_path: Path, headers: str, messages: list[str]) -> None:
    assert Project(tmp_path, WITH_HEADERS).messages(f'client.get("/parcels"{headers})\n') == messages


def test_the_default_is_marked_among_the_values(tmp_path: Path) -> None:
    call = 'client.post("/parcels", json={"paint": {"colour": ""}})\n'
    made = Project(tmp_path, WITH_HEADERS).analysis(call)
    offered = made.complete(made.document.source.index(b'""') + 1).items
    assert [(each.label, each.detail) for each in offered] == [("red", ""), ("blue", "default")]
