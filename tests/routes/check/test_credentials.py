"""Credentials that an operation requires: each way to send them, and calls that send none."""

import pytest

from tests.apis.calls import Project

DOCUMENT = """\
openapi: 3.1.0
info: {title: Shop}
components:
  securitySchemes:
    inQuery: {type: apiKey, in: query, name: key}
    inHeader: {type: apiKey, in: header, name: X-Key}
    inCookie: {type: apiKey, in: cookie, name: session}
    bearer: {type: http, scheme: bearer}
    mutual: {type: mutualTLS}
paths:
  /query: {get: {security: [{inQuery: []}]}}
  /header: {get: {security: [{inHeader: []}]}}
  /cookie: {get: {security: [{inCookie: []}]}}
  /bearer: {get: {security: [{bearer: []}]}}
  /mutual: {get: {security: [{mutual: []}]}}
  /either: {get: {security: [{bearer: []}, {inQuery: []}]}}
  /both: {get: {security: [{inHeader: [], inQuery: []}]}}
  /optional: {get: {security: [{bearer: []}, {}]}}
  /unlisted: {get: {security: [{unlisted: []}]}}
"""
HEAD = 'from waypost import endpoint\napi = endpoint.defaults(base_url="https://api.shop.example")\n'


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return Project(tmp_path_factory.mktemp("shop"), DOCUMENT)


@pytest.mark.parametrize(
    ("call", "ways"),
    [
        ('httpx.get("https://api.shop.example/query")', "the query parameter `key`"),
        ('httpx.get("https://api.shop.example/header")', "the header `X-Key`"),
        ('httpx.get("https://api.shop.example/header", headers={"Authorization": "a"})', "the header `X-Key`"),
        ('httpx.get("https://api.shop.example/cookie")', "the cookie `session`"),
        ('httpx.get("https://api.shop.example/cookie", cookies=None)', "the cookie `session`"),
        ('httpx.get("https://api.shop.example/bearer")', "the header `Authorization`"),
        ('httpx.get("https://api.shop.example/either")', "the header `Authorization` or the query parameter `key`"),
        ('httpx.get("https://api.shop.example/both?key=1")', "the header `X-Key` or the query parameter `key`"),
        ('api("GET /bearer")', "the header `Authorization`"),
        ('api("GET /bearer", headers={"X-Key": "a"})', "the header `Authorization`"),
    ],
)
def test_a_call_without_credentials(shop: Project, call: str, ways: str) -> None:
    (found,) = (each for each in shop.findings(f"{HEAD}{call}\n") if each.rule == "missing-credentials")
    assert f"requires credentials ({ways})" in found.message


@pytest.mark.parametrize(
    "call",
    [
        'httpx.get("https://api.shop.example/query?key=a")',
        'httpx.get("https://api.shop.example/query", params={"key": "a"})',
        'httpx.get("https://api.shop.example/header", headers={"x-key": "a"})',
        'httpx.get("https://api.shop.example/cookie", headers={"Cookie": "session=a"})',
        'httpx.get("https://api.shop.example/cookie", cookies={"session": "a"})',
        'httpx.get("https://api.shop.example/bearer", auth=("a", "b"))',
        'httpx.get("https://api.shop.example/bearer", headers={"Authorization": "Bearer a"})',
        'httpx.get("https://api.shop.example/either", params={"key": "a"})',
        'httpx.get("https://api.shop.example/both?key=1", headers={"X-Key": "a"})',
        'client.get("/bearer", auth=("a", "b"))',
        'client.headers["Authorization"] = "a"\nclient.get("/bearer")',
        'own = httpx.Client(base_url="https://api.shop.example", auth=("a", "b"))\nown.get("/bearer")',
        'api("GET /header", headers={"X-Key": "a"})',
        # Not all that is given is known.
        'httpx.get("https://api.shop.example/bearer", headers=given)',
        'httpx.get("https://api.shop.example/bearer", **given)',
        'api("GET /bearer", **given)',
        'api("GET /bearer", headers=given)',
        'def f(http):\n    http.get("https://api.shop.example/bearer").json()',
        # No call shows it, none is needed, or the document does not say what it is.
        'httpx.get("https://api.shop.example/mutual")',
        'httpx.get("https://api.shop.example/optional")',
        'httpx.get("https://api.shop.example/unlisted")',
    ],
)
def test_a_call_that_has_credentials_or_needs_none(shop: Project, call: str) -> None:
    assert [each.message for each in shop.findings(f"{HEAD}{call}\n") if each.rule == "missing-credentials"] == []
