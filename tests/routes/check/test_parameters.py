"""Parameters by the names that clients give lists and objects, values in paths, and the credentials of an operation."""

from pathlib import Path

import pytest

from tests.apis.calls import BASE, Project

DOCUMENT = """\
openapi: 3.0.3
info: {title: Shop, version: '1'}
paths:
  /orders:
    get:
      parameters:
        - {name: id, in: query, schema: {type: array, items: {type: integer}}}
        - {name: sort, in: query, schema: {enum: [name, date]}}
        - name: paging
          in: query
          schema:
            {type: object, additionalProperties: false, properties: {limit: {type: integer}, ratio: {type: number}}}
  /reports:
    get:
      parameters:
        - name: filter
          in: query
          schema: {type: object, additionalProperties: true, properties: {color: {enum: [red, blue]}}}
  /shops/{shop}: {get: {}}
  /files/{name}.json:
    get:
      parameters: [{name: name, in: path, required: true, schema: {type: integer}}]
"""
QUERIES: list[tuple[str, list[str]]] = [
    ('{"id[]": ["5", "6"]}', []),
    ('{"id[]": ["five"]}', ["`id[0]` must be an integer, not a string"]),
    ('{"sort": "name,date"}', []),  # the server may split it
    ('{"sort": "size"}', ["`sort` must be `name` or `date`, not `size`"]),
    ('{"id": {"a": 1}}', []),
    # The keys of an object are parameters of their own.
    ('{"limit": "10", "ratio": "1.5e3"}', []),
    ('{"limit": "all"}', ["`paging` must be an integer, not a string"]),
    ('{"ratio": "half"}', ["`paging` must be a number, not a string"]),
    ('{"limt": 5}', ["`GET /orders` has no parameter `limt`"]),
    ('{"lim', []),
]


@pytest.mark.parametrize(("params", "messages"), QUERIES)
@pytest.mark.parametrize("head", ["", "# 😀\r\n"])
def test_names_in_a_query(tmp_path: Path, params: str, messages: list[str], head: str) -> None:
    end = ")\n" if params.endswith("}") else ""
    assert Project(tmp_path, DOCUMENT).messages(f'{head}client.get("/orders", params={params}{end}') == messages


@pytest.mark.parametrize(
    ("call", "messages"),
    [
        ('client.get("/reports", params={"color": "red"})', []),
        ('client.get("/reports", params={"color": "green"})', ["`filter` must be `red` or `blue`, not `green`"]),
        ('client.get("/reports", params={"shape": "round"})', []),
        # A placeholder that the document does not describe.
        ('client.get("/shops/5")', []),
        ('client.get("/files/five.json")', ["`name` must be an integer, not a string"]),
    ],
)
def test_objects_and_paths(tmp_path: Path, call: str, messages: list[str]) -> None:
    assert Project(tmp_path, DOCUMENT).messages(call) == messages


SECURED = """\
openapi: 3.0.3
info: {title: Shop, version: '1'}
paths:
  /key: {get: {security: [{Key: []}]}}
  /header: {get: {security: [{Header: []}]}}
  /session: {get: {security: [{Session: []}]}}
  /token: {get: {security: [{Token: []}, {Key: []}]}}
  /unknown: {get: {security: [{Other: []}]}}
  /open: {get: {security: [{}, {Token: []}]}}
components:
  securitySchemes:
    Key: {type: apiKey, in: query, name: api_key}
    Header: {type: apiKey, in: header, name: X-Key}
    Session: {type: apiKey, in: cookie, name: sid}
    Token: {type: http, scheme: bearer}
"""
CREDENTIALS: list[tuple[str, str]] = [
    ('get("/key")', "the query parameter `api_key`"),
    ('get("/key", params={"api_key": "a"})', ""),
    ('get("/key", params={"key": "a"})', "the query parameter `api_key`"),
    ('get("/header")', "the header `X-Key`"),
    ('get("/header", headers={"x-key": "a"})', ""),
    ('get("/session")', "the cookie `sid`"),
    ('get("/session", headers={"Cookie": "sid=a"})', ""),
    ('get("/session", cookies={"sid": "a"})', ""),
    ('get("/token")', "the header `Authorization` or the query parameter `api_key`"),
    ('get("/token", headers={"Authorization": "Bearer a"})', ""),
    ('get("/token", headers=headers)', ""),
    ('get("/token", auth=auth)', ""),
    ('get("/unknown")', ""),
    ('get("/open")', ""),
]
OTHER_CLIENTS: list[tuple[str, bool]] = [
    ('httpx.get("https://api.shop.example/token")', True),
    ('requests.Session().get("https://api.shop.example/token")', True),
    ('httpx.Client(base_url="https://api.shop.example", cookies={}, params={}).get("/token")', True),
    ('httpx.Client(base_url="https://api.shop.example", params={"api_key": key}).get("/token")', False),
    ('httpx.Client(base_url="https://api.shop.example", headers={"Authorization": key}).get("/token")', False),
    ('httpx.Client(base_url="https://api.shop.example", headers={**more}).get("/token")', False),
    ('httpx.Client(base_url="https://api.shop.example", auth=auth).get("/token")', False),
    ('client.headers["Authorization"] = key\nclient.get("/token")', False),
    ('client.get("/token"', False),
    ('api("GET /token")', True),
    ('api("GET /token", headers={"accept": "a/b"})', True),
    ('api("GET /token", headers={"authorization": key})', False),
    ('api("GET /token", headers=headers)', False),
    ('api("GET /token", **more)', False),
]
BUILDER = f'from waypost import endpoint\napi = endpoint.defaults(base_url="{BASE}")\n'


@pytest.mark.parametrize(("call", "ways"), CREDENTIALS)
def test_credentials_that_are_certainly_not_sent(tmp_path: Path, call: str, ways: str) -> None:
    messages = [each for each in Project(tmp_path, SECURED).messages(f"client.{call}") if "credentials" in each]
    path = call.split('"')[1]
    assert messages == ([f"`GET {path}` requires credentials ({ways}), and this call sends none"] if ways else [])


@pytest.mark.parametrize(("call", "told"), OTHER_CLIENTS)
@pytest.mark.parametrize("head", ["import requests\n", "# 😀\r\nimport requests\r\n"])
def test_a_client_that_was_given_nothing_sends_none(tmp_path: Path, call: str, head: str, *, told: bool) -> None:
    assert any("credentials" in each for each in Project(tmp_path, SECURED).messages(head + BUILDER + call)) is told


def test_the_key_in_a_query_is_no_unknown_parameter(tmp_path: Path) -> None:
    shop = Project(tmp_path, SECURED)
    assert shop.messages('client.get("/key", params={"api_key": "a"})') == []
    assert shop.messages('client.get("/key", params={"api_key": "a", "apikey": "a"})') == [
        "`GET /key` has no parameter `apikey`"
    ]
