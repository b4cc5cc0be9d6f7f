"""Which of several operations with the same path and verb a call is: by its query, or a header with one value."""

import pytest

from tests.apis.calls import Project

DOCUMENT = """\
openapi: 3.0.0
info: {title: Shop}
paths:
  /?Action=List:
    get:
      parameters:
        - {name: Action, in: query, required: true, schema: {type: string, enum: [List]}}
        - {name: Max, in: query, schema: {type: integer}}
  /?Action=Get:
    get:
      parameters:
        - {name: Action, in: query, required: true, schema: {type: string, enum: [Get]}}
        - {name: Id, in: query, required: true, schema: {type: string}}
  /#Target=Put:
    post:
      parameters:
        - {name: X-Target, in: header, required: true, schema: {type: string, enum: [Put]}}
        - {name: Id, in: query, required: true, schema: {type: string}}
  /#Target=Drop:
    post:
      parameters:
        - {name: X-Target, in: header, required: true, schema: {type: string, enum: [Drop]}}
        - {name: All, in: query, required: true, schema: {type: string}}
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("shop"), DOCUMENT)


@pytest.mark.parametrize(
    ("call", "found"),
    [
        ('client.get("/?Action=List&Max=1")', []),
        ('client.get("/?Action=List&Max=a")', ["`Max` must be an integer, not a string"]),
        ('client.get("/", params={"Action": "List", "Max": "a"})', ["`Max` must be an integer, not a string"]),
        ('client.get("/?Action=Get&Id=1&Max=2")', ["`GET /` has no parameter `Max`"]),
        ('client.get("/", params={"Action": "Get"})', ["`GET /` requires `Id`"]),
        ('client.get("/?Action=Get&Id=1")', []),
        ('client.post("/", headers={"X-Target": "Put"})', ["`POST /#Target=Put` requires `Id`"]),
        ('client.post("/", headers={"X-Target": "Put"}, params={"Id": 1})', []),
        ('client.post("/", headers={"X-Target": "Drop"})', ["`POST /#Target=Drop` requires `All`"]),
        # It may be either.
        ('client.get("/", params={"Action": action})', []),
        ('client.get(f"/?{name}=List&Max=a")', []),
        ('client.post("/", headers={"X-Target": target})', []),
        ('client.post("/", headers=headers)', []),
    ],
)
def test_one_of_several_operations(shop: Project, call: str, found: list[str]) -> None:
    assert shop.messages(f"{call}\n") == found
