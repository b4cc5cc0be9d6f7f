"""Where a part of what a call is given is not known, that part is kept and marked, and the rest is as it is sent."""

import pytest

from tests.routes.reach.test_written_values import requests_of
from tests.support.variants import WIDE_PREFIX
from waypost.routes.sites.request import Request

HEAD = (
    "import aiohttp, http.client, httpx, niquests, requests, urllib3\nfrom tornado.httpclient import AsyncHTTPClient\n"
)


def request_of(call: str, *before: str) -> Request:
    """The one request of a function in which `x`, `y` and `more` are not known, however the file is written."""
    awaits = "" if call.startswith(("http", "niquests", "requests", "urllib3")) else "await "
    body = "".join(f"    {line}\n" for line in (*before, f"{awaits}{call}"))
    source = f"{HEAD}session, tornado = aiohttp.ClientSession(), AsyncHTTPClient()\nasync def f(x, y, **more):\n{body}"
    [[request], *others] = map(requests_of, (source, source.replace("\n", "\r\n"), WIDE_PREFIX + source))
    assert [(each.line, each.headers, each.body) for [each] in others] == [
        (request.line, request.headers, request.body)
    ] * 2
    assert not request.known
    return request


ADDRESS = "https://a.example/v"
SENT = {
    "aiohttp, all of its query and headers": (
        f'session.get("{ADDRESS}", params=x, headers=y)',
        (f"GET {ADDRESS}?{{x}}", {"{y}": ""}),
    ),
    "aiohttp, all of its cookies": (f'session.get("{ADDRESS}", cookies=x)', (f"GET {ADDRESS}", {"cookie": "{x}"})),
    "aiohttp, more cookies": (
        f'session.get("{ADDRESS}", cookies={{**more, "a": "1"}})',
        (f"GET {ADDRESS}", {"cookie": "a=1; {…}"}),
    ),
    "aiohttp, one cookie of the header": (
        f'session.get("{ADDRESS}", cookies={{"a": "1"}}, headers={{"Cookie": f"b={{x}}; c=2"}})',
        (f"GET {ADDRESS}", {"cookie": "a=1; b={x}; c=2"}),
    ),
    "aiohttp, the header of cookies": (
        f'session.get("{ADDRESS}", cookies={{"a": "1"}}, headers={{"Cookie": x}})',
        (f"GET {ADDRESS}", {"cookie": "a=1; {x}"}),
    ),
    "aiohttp, a user name": (
        f'session.get("{ADDRESS}", auth=aiohttp.BasicAuth(*y))',
        (f"GET {ADDRESS}", {"authorization": "Basic …"}),
    ),
    "urllib3, all of its query and headers": (
        f'urllib3.request("GET", "{ADDRESS}", fields=x, headers=y)',
        (f"GET {ADDRESS}?{{x}}", {"{y}": ""}),
    ),
    "Tornado, all headers": (f'tornado.fetch("{ADDRESS}", headers=x)', (f"GET {ADDRESS}", {"{x}": ""})),
    "httpx, all of its cookies": (f'httpx.get("{ADDRESS}", cookies=x)', (f"GET {ADDRESS}", {"cookie": "{x}"})),
    "requests, credentials that are not typed yet": (
        f'requests.get("{ADDRESS}", auth=requests.auth.HTTPBasicAuth())',
        (f"GET {ADDRESS}", {"authorization": "…"}),
    ),
    "httpx, a port that is none": ('httpx.get(f"https://a.example:{x}-1/v")', ("GET https://a.example:{x}-1/v", {})),
    "httpx, a part of the port": ('httpx.get(f"https://a.example:80{x}/v")', ("GET https://a.example:80{x}/v", {})),
}


@pytest.mark.parametrize("name", SENT)
def test_the_rest_is_as_it_is_sent(name: str) -> None:
    call, sent = SENT[name]
    request = request_of(call)
    assert (request.line, request.headers) == sent


def test_credentials_that_are_given_on_some_paths() -> None:
    before = ("given = {}", "if x:", '    given["auth_username"] = "ann"')
    request = request_of(f'tornado.fetch("{ADDRESS}", auth_password="word", **given)', *before)
    assert request.headers == {"authorization": "…"}


def test_a_body_that_is_given_on_some_paths_is_no_mistake() -> None:
    before = ("given = {}", "if x:", '    given["body"] = "text"')
    request = request_of(f'tornado.fetch("{ADDRESS}", method="PUT", **given)', *before)
    assert (request.line, request.body) == (f"PUT {ADDRESS}", "{text?}")


BODY_OF_URLLIB3 = f'urllib3.request("POST", "{ADDRESS}", fields=FIELDS)'


def test_a_body_that_is_not_known_has_no_content_type() -> None:
    assert request_of(BODY_OF_URLLIB3.replace("FIELDS", "x")).headers == {"{x}": ""}


@pytest.mark.parametrize(
    "call",
    [
        f'session.post("{ADDRESS}", data={{**more, "a": b"1"}})',
        f'httpx.post("{ADDRESS}", files={{**more, "a": b"1"}})',
        f'requests.post("{ADDRESS}", files={{**more, "a": b"1"}})',
        f'niquests.post("{ADDRESS}", data={{**more, "b": 2}}, files={{"a": b"1"}})',
        f'httpx.post("{ADDRESS}", data={{**more, "b": 2}}, files={{"a": b"1"}})',
        BODY_OF_URLLIB3.replace("FIELDS", '{**more, "a": "1"}'),
    ],
)
def test_more_parts_are_among_those_that_are_sent(call: str) -> None:
    request = request_of(call)
    assert request.headers["content-type"].startswith("multipart/form-data")
    assert 'name="a"' in request.body
    assert request.body.count('name="{…}"') == 1


@pytest.mark.parametrize(
    "opened", ['open(x, "rb")', 'open(file=x, mode="rb")', 'x.open("rb")', 'open(x / "b.csv", "rb")']
)
@pytest.mark.parametrize("client", ["httpx", "niquests", "requests"])
def test_a_file_has_the_name_of_its_path(client: str, opened: str) -> None:
    """Not that of the field, which is the name of what was opened without a path."""
    body = request_of(f'{client}.post("{ADDRESS}", files={{"a": {opened}}})').body
    assert 'name="a"; filename="{name of x}"' in body


def test_an_open_file_is_a_body_without_a_content_type() -> None:
    request = request_of('http.client.HTTPSConnection("a.example").request("PUT", "/v", open(x, "rb"))')
    assert (request.line, request.headers, request.body) == (f"PUT {ADDRESS}", {}, "{contents of x}")


def test_what_was_open_before_has_no_name_of_its_own() -> None:
    body = request_of(f'requests.post("{ADDRESS}", files={{"a": open(0, "rb")}})').body
    assert 'name="a"; filename="a"' in body
    assert "{contents of a file}" in body


def test_another_file_name_is_kept() -> None:
    body = request_of(f'requests.post("{ADDRESS}", files={{"a": ("b.csv", open(x, "rb"))}})').body
    assert 'name="a"; filename="b.csv"' in body


@pytest.mark.parametrize(
    ("data", "body"),
    [
        ('{"a": {"b": x.b}, "c": [1, y]}', '{"a": {"b": {b}}, "c": [1, {y}]}'),
        # Not all keys, or items, are known.
        ('{"a": {**x, "b": 1}}', "{data}"),
        ('{"a": [each for each in y], "b": x}', "{data}"),
    ],
)
def test_json_of_which_some_values_are_not_known(data: str, body: str) -> None:
    assert request_of(f'requests.post("{ADDRESS}", data=json.dumps({data}))', "import json").body == body
