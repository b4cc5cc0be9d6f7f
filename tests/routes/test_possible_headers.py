"""A body that is given only on some paths, or whose type is not known: headers that depend on it are marked."""

import pytest

from tests.routes.reach.test_written_values import requests_of
from tests.support.check import hover, workspace
from waypost.routes.actions.copy import copied
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.request import request_of
from waypost.text import Document

HEAD = "import httpx, requests, urllib.request, aiohttp, urllib3, niquests\n"
MARKED = {
    "a form in one branch": "    kw = {}\n    if a:\n        kw['data'] = {'b': 1}\n    {call}('https://x', **kw)\n",
    "JSON or nothing": "    body = None\n    if a:\n        body = {'b': 1}\n    {call}('https://x.test', json=body)\n",
    "data of an unknown type": "    {call}('https://x.test', data=a)\n",
}


@pytest.mark.parametrize("call", ["httpx.post", "requests.post", "niquests.post"])
@pytest.mark.parametrize("name", MARKED)
def test_a_content_type_that_depends_on_the_body_is_marked(name: str, call: str) -> None:
    source = HEAD + "def f(a):\n" + MARKED[name].replace("{call}", call)
    (request,) = requests_of(source)
    assert "content-type" not in request.headers
    assert any(header.startswith("{") for header in request.headers)
    assert not request.known


@pytest.mark.parametrize("call", ["httpx.post", "requests.post", "niquests.post"])
def test_a_content_type_that_does_not_depend_on_it_is_not(call: str) -> None:
    (request,) = requests_of(HEAD + f"def f(a):\n    {call}('https://x.test', json=a, headers={{'x-a': '1'}})\n")
    assert set(request.headers) == {"x-a", "content-type"}
    own = "headers={'content-type': 'text/plain'}"
    (request,) = requests_of(HEAD + f"def f(a):\n    {call}('https://x.test', data=a, {own})\n")
    assert request.headers == {"content-type": "text/plain"}


def test_the_mark_is_shown() -> None:
    shown = hover(HEAD + "def f(a):\n    requests.post('https://x.$0test/a', data=a)\n", "x.py")
    assert shown is not None
    assert "Headers from `a`" in shown.markdown


def test_an_empty_url_is_the_address_of_its_client() -> None:
    source = (
        "import http.client, httpx\nc = http.client.HTTPConnection('x.test')\n"
        "c.request('POST', '', 'a=1', {'x-a': '1'})\n"
        "httpx.Client(base_url='https://y.test/v1').get('')\nhttpx.get('')\n"
    )
    lines = [request.line for request in requests_of(source)]
    assert lines == ["POST http://x.test/", "GET https://y.test/v1/"]


def test_a_target_that_is_no_path_is_shown_behind_the_address_and_not_copied() -> None:
    source = (
        "import http.client\nc = http.client.HTTPConnection('x.test')\nc.request('OPTIONS', '*')\n"
        "c.request('GET', 'a')\nc.request('GET', '/a')\n"
    )
    document = Document.from_text("file:///w/x.py", source)
    features = RouteFeatures(document, workspace(None, {"x.py": source}))
    sites = features.sites()
    requests = [request for site in sites if (request := request_of(site)) is not None]
    assert [each.line for each in requests] == ["OPTIONS http://x.test *", "GET http://x.test a", "GET http://x.test/a"]
    copies = [copied(features.routes, site.callee_span.start, "curl") for site in sites]
    assert copies == [None, None, "curl http://x.test/a"]


def test_a_session_with_a_base_address_prepares_a_request() -> None:
    source = (
        "import requests\nfrom requests_toolbelt.sessions import BaseUrlSession\ns = BaseUrlSession('https://x.test/v1/')\n"
        "s.headers['x-a'] = '1'\nr = requests.Request('POST', 'b', data={'c': 1})\ns.send(s.prepare_request(r))\n"
    )
    (request,) = requests_of(source)
    assert request.line == "POST https://x.test/v1/b"
    assert request.headers == {"x-a": "1", "content-type": "application/x-www-form-urlencoded"}


def test_an_address_that_a_client_made_elsewhere_may_have_is_only_likely() -> None:
    source = (
        "from github import Github\nclass Hub(Github):\n    def f(self):\n"
        "        return self.requester.requestJsonAndCheck('GET', '/a')\n"
    )
    (request,) = requests_of(source)
    assert request.assumes_base
    whole = (
        "from github import Github\ndef f(requester=Github(base_url='https://x.test').requester):\n"
        "    requester.requestJsonAndCheck('GET', 'https://y.test/a')\n"
    )
    (request,) = requests_of(whole)
    # What the parameter is by default sends to its own host, whichever is in the URL; a caller may give another one.
    assert (request.url, request.assumes_base) == ("https://x.test/a", False)
    made = "from github import Github\nGithub().requester.requestJsonAndCheck('GET', '/a')\n"
    (request,) = requests_of(made)
    assert not request.assumes_base


@pytest.mark.parametrize(
    ("made", "call", "assumed"),
    [
        ("endpoint.defaults(**k)", '"GET /user"', True),
        ("endpoint.defaults(k)", '"GET /user"', True),
        ("endpoint.defaults(**k).defaults(owner='o')", '"GET /user"', True),
        ("endpoint", '"GET /user", **k', True),
        ("endpoint.defaults(**k)", '"GET https://api.github.com/user"', False),
        ("endpoint.defaults(**k).defaults(base_url='https://api.github.com')", '"GET /user"', False),
        ("endpoint.defaults({'owner': 'o'})", '"GET /user"', False),
        ("endpoint", '"GET /user"', False),
    ],
)
def test_the_builders_address_is_only_assumed_if_options_are_not_known(made: str, call: str, *, assumed: bool) -> None:
    source = f'from waypost import endpoint\r\ndef f(k, x="\U0001f6a9"):\r\n    made = {made}\r\n    made({call})\r\n'
    (request,) = requests_of(source)
    assert request.line.partition("?")[0] == "GET https://api.github.com/user"
    assert request.assumes_base is assumed
    shown = hover(source.replace("/user", "/us$0er"), "a.py")
    assert shown is not None
    assert ("Base address: the client's default; another one may be set" in shown.markdown) is assumed


@pytest.mark.parametrize(
    ("given", "content_type"),
    [
        (", data='text'", "text/plain; charset=utf-8"),
        (", data=b'x'", "application/octet-stream"),
        (", data={'a': '1'}", "application/x-www-form-urlencoded"),
        (", data='a,b', headers={'Content-Type': 'text/csv'}", "text/csv"),
        ("", "application/octet-stream"),
    ],
)
def test_the_content_type_of_aiohttp_follows_from_the_data(given: str, content_type: str) -> None:
    call = f"async def f(s: aiohttp.ClientSession):\n    await s.post('https://x.test/a'{given})\n"
    (request,) = requests_of(HEAD + call)
    assert request.headers == {"content-type": content_type}
