"""Bodies against the schemas of a document: in JSON, what JSON Schema itself refuses; in forms, each field as text."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests.apis.calls import Project

PARCEL = """\
type: object
additionalProperties: false
properties:
  weight: {type: number, exclusiveMinimum: 0, exclusiveMaximum: 30}
  pieces: {type: integer, multipleOf: 2}
  labels: {type: array, maxItems: 2, items: {type: string}}
  size: {enum: [[1, 2], [2, 4]]}
  payer:
    oneOf:
      - {type: object, required: [kind, number], properties: {kind: {const: card}, number: {type: integer}}}
      - {type: object, required: [kind, account], properties: {kind: {const: bank}, account: {type: string}}}
"""
DOCUMENT = f"""\
openapi: 3.1.0
info: {{title: Shop, version: '1'}}
paths:
  /parcels:
    post:
      parameters: [{{name: dryRun, in: query, schema: {{type: boolean}}}}]
      requestBody:
        content:
          application/json:
            schema:
{"".join(f"              {line}" for line in PARCEL.splitlines(keepends=True))}
"""


@pytest.mark.parametrize(
    ("body", "messages"),
    [
        ({"weight": 0.5, "pieces": 4, "labels": ["a", "b"]}, []),
        ({"weight": 0}, ["`weight` must be more than 0, not `0`"]),
        ({"weight": 30}, ["`weight` must be less than 30, not `30`"]),
        ({"pieces": 3}, ["`pieces` must be a multiple of 2, not `3`"]),
        ({"pieces": 4.0}, []),
        ({"pieces": 4.5}, ["`pieces` must be an integer, not a number"]),
        ({"labels": ["a", "b", "c"]}, ["`labels` must have at most 2 items, not 3"]),
        ({"size": [1, 2]}, []),
        ({"payer": {"kind": "card", "number": 5}}, []),
        ({"payer": {"kind": "card", "number": "5"}}, ["`payer.number` must be an integer, not a string"]),
        ({"payer": {"kind": "bank"}}, ["`payer` requires `account`"]),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_body_is_refused_where_json_schema_refuses_it(
    tmp_path: Path, body: dict[str, Any], messages: list[str], end: str
) -> None:
    assert Draft202012Validator(yaml.safe_load(PARCEL)).is_valid(body) is (not messages)
    source = f'note = "😀"{end}client.post("/parcels", json={body!r}){end}'
    assert Project(tmp_path, DOCUMENT).messages(source) == messages


def test_a_list_that_is_not_among_those_allowed_is_not_compared(tmp_path: Path) -> None:
    assert Project(tmp_path, DOCUMENT).messages('client.post("/parcels", json={"size": [1, 3]})') == []


@pytest.mark.parametrize(
    ("call", "messages"),
    [
        (
            'client.post("/parcels", json={"dryRun": True})',
            ["`dryRun` is a query parameter of `POST /parcels`"],
        ),
        (
            'client.post("/parcels", json={"weigth": 1})',
            ["`POST /parcels` has no parameter `weigth`; did you mean "],
        ),
        ('client.post("/parcels", json={"weight": 1, **more})', []),
        ('client.post("/parcels", json={"wei', []),
    ],
)
def test_keys_of_a_body(tmp_path: Path, call: str, messages: list[str]) -> None:
    found = Project(tmp_path, DOCUMENT).messages(call)
    assert len(found) == len(messages)
    assert all(message.startswith(start) for message, start in zip(found, messages, strict=True))


SHOP = """\
openapi: 3.0.3
info: {title: Shop, version: '1'}
paths:
  /pings: {post: {}}
  /payments:
    post:
      requestBody:
        content:
          application/json:
            schema:
              discriminator: {propertyName: kind, mapping: {card: '#/components/schemas/Card'}}
              oneOf: [{$ref: '#/components/schemas/Card'}, {$ref: '#/components/schemas/Bank'}]
  /refunds:
    post:
      requestBody:
        content:
          application/json:
            schema:
              properties:
                id: {type: string, readOnly: true}
                amount: {oneOf: [{$ref: 'nowhere.yaml#/Amount'}, {type: integer}]}
  /orders:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded: &form
            schema:
              type: object
              additionalProperties: false
              properties:
                state: {enum: [new, sent]}
                paid: {type: boolean}
                tags: {type: array, items: {enum: [gift, fragile]}}
                lines: {type: array, items: {type: object, properties: {count: {type: integer}}}}
                address: {type: object, properties: {zip: {type: integer}}}
                price: {oneOf: [{type: integer}, {type: string}]}
          multipart/form-data: *form
  /drafts:
    post:
      requestBody:
        content:
          application/x-www-form-urlencoded:
            schema: {type: object, additionalProperties: true, properties: {state: {enum: [new]}}}
components:
  schemas:
    Card: {type: object, required: [kind, number], properties: {kind: {type: string}, number: {type: integer}}}
    Bank: {type: object, required: [kind], properties: {kind: {type: string}, account: {type: string}}}
"""
FORMS: list[tuple[str, list[str]]] = [
    ('{"state": "new", "paid": "true", "tags[]": ["gift"], "lines[0][count]": "5"}', []),
    ('{"state": "old"}', ["`state` must be `new` or `sent`, not `old`"]),
    ('{"paid": "perhaps"}', ["`paid` must be a boolean, not a string"]),
    ('{"paid": True}', []),
    ('{"tags[]": ["gift", "big"]}', ["`tags[][1]` must be `gift` or `fragile`, not `big`"]),
    ('{"tags": "gift"}', []),  # the server may take one item for a list of it
    ('{"tags[]": "big"}', ["`tags[]` must be `gift` or `fragile`, not `big`"]),
    ('{"tags[0]": "big"}', ["`tags[0]` must be `gift` or `fragile`, not `big`"]),
    ('{"lines[0][count]": "many"}', ["`lines[0][count]` must be an integer, not a string"]),
    ('{"lines[][count]": "5"}', []),
    ('{"lines[0][note]": "5", "lines[0][note][more]": "5"}', []),
    ('{"address[zip]": "A1"}', ["`address[zip]` must be an integer, not a string"]),
    ('{"address[street]": "A1"}', []),
    ('{"price[gross]": "5"}', []),
    ('{"stat": "new"}', ["`POST /orders` has no parameter `stat`; did you mean `state`?"]),
]


@pytest.mark.parametrize(("fields", "messages"), FORMS)
@pytest.mark.parametrize("sent", ["data={}", "data={}, files=opened"])
def test_the_fields_of_a_form(tmp_path: Path, fields: str, messages: list[str], sent: str) -> None:
    call = f'note = "😀"\r\nclient.post("/orders", {sent.replace("{}", fields)})\r\n'
    assert Project(tmp_path, SHOP).messages(call) == messages


@pytest.mark.parametrize(
    ("call", "messages"),
    [
        # What is not known is not told.
        ('client.post("/orders", data=fields, files=opened)', []),
        ('client.post("/orders", data={"state": ', []),
        # A form that takes other fields, too.
        ('client.post("/drafts", data={"state": "new", "note": "a"})', []),
        ('client.post("/drafts", data={"state": "old", "note": "a"})', ["`state` must be `new`, not `old`"]),
        # One of several values.
        *(
            (f'for count in {counts}:\n    client.post("/orders", data={{"lines[0][count]": count}})', messages)
            for counts, messages in (
                (("5", "6"), []),
                (("5", "many"), ["`lines[0][count]` must be an integer, not a string"]),
                # Of the last of many, only what they have in common is known.
                (("many", *"1234567"), ["`lines[0][count]` must be an integer, not a string"]),
                ((*"1234567", "many"), []),
                (tuple(map(str, range(10, 18))), []),
            )
        ),
        (
            'for tag in ("gift", "big"):\n    client.post("/payments", json={"kind": "card", "number": [tag, 5]})',
            ["`number` must be an integer, not a list"],
        ),
        # An operation that is described without a body.
        ('client.post("/pings", json={})', []),
        ('client.post("/pings", json=None)', []),
        ('client.post("/pings", json={"a": 1})', ["`POST /pings` accepts no body"]),
        # The branch that the value says it is.
        ('client.post("/payments", json={"kind": "card", "number": 5})', []),
        (
            'client.post("/payments", json={"kind": "card", "number": "5"})',
            ["`number` must be an integer, not a string"],
        ),
        ('client.post("/payments", json={"kind": "card"})', ["`POST /payments` requires `number`"]),
        ('client.post("/payments", json={"kind": kind})', []),
        ('client.post("/payments", json=[5])', ["the body must be an object, not a list"]),
        # A branch that cannot be read may allow anything.
        ('client.post("/refunds", json={"amount": "5 EUR"})', []),
        ('client.post("/refunds", json={"id": "a", "amount": 5})', ["`id` is read-only: the API sets it"]),
    ],
)
def test_bodies(tmp_path: Path, call: str, messages: list[str]) -> None:
    assert Project(tmp_path, SHOP).messages(call) == messages


PARTS = """\
openapi: VERSION
info: {title: Shop, version: '1'}
paths:
  /orders:
    post:
      requestBody:
        content:
          application/json:
            schema:
              additionalProperties: false
              properties:
                note: {$ref: '#/components/schemas/Text', nullable: true, minLength: 3}
                extra: {type: object, patternProperties: {'^x-': {type: string}}, additionalProperties: false}
                owner:
                  discriminator: {propertyName: kind, mapping: {person: Person, firm: 'firms.yaml#/Firm'}}
                  oneOf: [{$ref: '#/components/schemas/Person'}, {type: object, required: [kind, vat]}]
components:
  schemas:
    Text: {type: string}
    Person: {type: object, required: [kind, name], properties: {kind: {type: string}, name: {type: string}}}
"""


@pytest.mark.parametrize(
    ("version", "body", "messages"),
    [
        # What stands beside a reference counts since OpenAPI 3.1; that null is allowed, before it.
        ("3.1.0", {"note": "ab"}, ["`note` must have at least 3 characters, not `ab`"]),
        ("3.0.3", {"note": "ab"}, []),
        ("3.0.3", {"note": None}, []),
        ("3.0.3", {"note": 5}, ["`note` must be a string, not an integer"]),
        # Names that a pattern describes.
        ("3.1.0", {"extra": {"x-a": "b"}}, []),
        ("3.1.0", {"extra": {"y": "b"}}, []),
        # A branch that is named in a way that is not followed.
        ("3.1.0", {"owner": {"kind": "person", "name": "Ann"}}, []),
        ("3.1.0", {"owner": {"kind": "firm", "vat": "1"}}, []),
    ],
)
def test_what_stands_beside_a_schema(tmp_path: Path, version: str, body: dict[str, Any], messages: list[str]) -> None:
    shop = Project(tmp_path, PARTS.replace("VERSION", version))
    assert shop.messages(f'client.post("/orders", json={body!r})') == messages
