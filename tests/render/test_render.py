"""How requests look, and what is hidden."""

import copy
import math
from datetime import time
from enum import Enum
from types import MappingProxyType

import pytest

from waypost import EndpointOptions, RouteError, endpoint
from waypost.render import as_curl, as_http, as_httpie, as_httpx, as_httpx_code, masked
from waypost.shown.secrets import is_secret, masked_header, masked_text


class Level(Enum):
    HIGH = "high"


ISSUE = endpoint(
    "POST /repos/{owner}/{repo}/issues",
    owner="octocat",
    repo="hello",
    title="Found a bug",
    labels=["bug"],
    headers={"authorization": "token s3cret", "user-agent": "me"},
)


def test_curl():
    assert as_curl(ISSUE) == (
        "curl --request POST https://api.github.com/repos/octocat/hello/issues \\\n"
        "  --header 'accept: application/vnd.github.v3+json' \\\n"
        "  --header 'user-agent: me' \\\n"
        "  --header 'authorization: token ***' \\\n"
        "  --header 'content-type: application/json; charset=utf-8' \\\n"
        """  --data-raw '{"title":"Found a bug","labels":["bug"]}'"""
    )


def test_httpie():
    assert as_httpie(ISSUE, show_secrets=True) == (
        "http --ignore-stdin POST https://api.github.com/repos/octocat/hello/issues \\\n"
        "  accept:application/vnd.github.v3+json \\\n"
        "  user-agent:me \\\n"
        "  'authorization:token s3cret' \\\n"
        "  'content-type:application/json; charset=utf-8' \\\n"
        """  --raw '{"title":"Found a bug","labels":["bug"]}'"""
    )


def test_httpie_is_kept_from_reading_more_into_a_header_or_a_path():
    options: EndpointOptions = {
        "method": "get",
        "url": "https://h.example/.x",
        "headers": {"accept": "=a", "x-file": "@b", "x-none": "", "user-agent": "c"},
    }
    assert as_httpie(options) == (
        "http --ignore-stdin --path-as-is GET https://h.example/.x \\\n"
        "  'accept:\\=a' \\\n  'x-file:\\@b' \\\n  'x-none;' \\\n  user-agent:c"
    )


def test_http():
    assert as_http(ISSUE) == (
        "POST https://api.github.com/repos/octocat/hello/issues HTTP/1.1\n"
        "accept: application/vnd.github.v3+json\n"
        "user-agent: me\n"
        "authorization: token ***\n"
        "content-type: application/json; charset=utf-8\n"
        "\n"
        '{\n  "title": "Found a bug",\n  "labels": [\n    "bug"\n  ]\n}\n'
    )
    assert as_http(endpoint("GET /x", headers={"accept": "a", "user-agent": "b"})) == (
        "GET https://api.github.com/x HTTP/1.1\naccept: a\nuser-agent: b\n"
    )


def test_httpx_code():
    assert as_httpx_code(ISSUE) == (
        "httpx.request(\n"
        "    method='POST',\n"
        "    url='https://api.github.com/repos/octocat/hello/issues',\n"
        "    headers={'accept': 'application/vnd.github.v3+json',\n"
        "             'user-agent': 'me',\n"
        "             'authorization': 'token ***',\n"
        "             'content-type': 'application/json; charset=utf-8'},\n"
        """    content='{"title":"Found a bug","labels":["bug"]}',\n"""
        ")"
    )


def test_braces_of_a_preview_stay_as_they_are():
    shown = as_curl(
        {"method": "get", "url": "https://h.example/{self.owner}", "headers": {"accept": "a", "user-agent": "b"}}
    )
    assert shown.startswith("curl 'https://h.example/{self.owner}' \\\n  --globoff")


@pytest.mark.parametrize(
    "name",
    [
        "Authorization",
        "cookie",
        "x-api-key",
        "token",
        "access_token",
        "accessToken",
        "client-secret",
        "password",
        "private-token",
    ],
)
def test_a_secret_is_known_by_its_name(name):
    assert is_secret(name)
    assert "s3cret" not in masked_header(name.lower(), "s3cret")
    assert masked_text(f"https://h.example/?a=1&{name}=s3cret#x") == f"https://h.example/?a=1&{name}=***#x"


@pytest.mark.parametrize("name", ["accept", "tokens", "token_type", "keyword", "author", "per_page", "secretary"])
def test_other_names_hide_nothing(name):
    assert not is_secret(name)
    assert masked_text(f"https://h.example/?{name}=1") == f"https://h.example/?{name}=1"


@pytest.mark.parametrize(
    ("value", "shown"),
    [("token abc", "token ***"), ("Bearer abc", "Bearer ***"), ("Basic dTpw", "Basic ***"), ("abc def", "***")],
)
def test_the_scheme_of_a_credential_stays(value, shown):
    assert masked_header("authorization", value) == shown


def test_secrets_are_masked_everywhere_and_the_request_stays_whole():
    options: EndpointOptions = {
        "method": "post",
        "url": "https://user:pass@h.example/x?token=s3cret&api%5Fkey=s3cret&empty_token=",
        "headers": {"x-note": "ghp_0123456789abcdef", "cookie": "a=b"},
        "body": {"list": [{"password": "s3cret", "token": None}], "text": "github_pat_0123456789"},
        "request": {"auth": {"client_secret": "s3cret"}},
    }
    before = copy.deepcopy(options)
    shown = masked(options)
    assert options == before
    assert shown == {
        "method": "post",
        "url": "https://user:***@h.example/x?token=***&api%5Fkey=***&empty_token=",
        "headers": {"x-note": "***", "cookie": "***"},
        "body": {"list": [{"password": "***", "token": None}], "text": "***"},
        "request": {"auth": {"client_secret": "***"}},
    }
    assert masked_text("https://ghtoken@h.example/") == "https://***@h.example/"
    for text in (as_curl(options), as_httpie(options), as_http(options), as_httpx_code(options)):
        assert "s3cret" not in text
        assert "pass@" not in text


def test_a_body_is_plain_data_in_the_end():
    body = {"view": MappingProxyType({"a": 1}), "level": Level.HIGH, "at": time(12, 30)}
    assert as_httpx(endpoint("POST /x", data=body))["content"] == b'{"view":{"a":1},"level":"high","at":"12:30:00"}'


@pytest.mark.parametrize("body", [{"a": object()}, {"a": math.nan}, [{1, 2}]])
def test_a_body_that_is_no_json_is_refused(body):
    with pytest.raises(RouteError, match="cannot be written as JSON"):
        as_httpx(endpoint("POST /x", data=body))


def test_half_a_surrogate_pair_is_escaped_in_json_and_refused_elsewhere():
    assert as_httpx(endpoint("POST /x", a="\udcff"))["content"] == b'{"a":"\\udcff"}'
    with pytest.raises(RouteError, match="half a surrogate pair"):
        as_curl(endpoint("POST /x", data="\udcff"))


def test_a_stream_cannot_be_shown():
    with pytest.raises(RouteError, match="only text, bytes and plain data"):
        as_curl(endpoint("POST /x", data=iter([b"a"])))
