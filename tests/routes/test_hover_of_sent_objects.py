"""Hover at the call that sends a request object shows what is sent, as it does where the object is made."""

import pytest

from tests.support.check import analysis, cursor, hover
from tests.support.routes import sites
from waypost.routes.actions.copy import copied
from waypost.routes.features import RouteFeatures
from waypost.text import Span

_HEAD = (
    "import requests, httpx, urllib.request\nfrom tornado.httpclient import AsyncHTTPClient, HTTPRequest\n"
    "from waypost import endpoint\nfrom waypost.render import as_httpx, as_requests\n# 😀\n"
)
SENT = {
    "a prepared one": (
        'r = requests.Request("PUT", "https://a.example/b", json={"c": 1})\nreturn session.se$0nd(r.prepare())\n',
        ["PUT https://a.example/b", '"c": 1'],
    ),
    "one that was prepared before": (
        'p = requests.Request("PUT", "https://a.example/b").prepare()\nreturn session.se$0nd(p, timeout=1)\n',
        ["PUT https://a.example/b"],
    ),
    "httpx": (
        'r = httpx.Request("PUT", "https://a.example/b")\nwith httpx.Client() as c:\n    c.se$0nd(r)\n',
        ["PUT https://a.example/b"],
    ),
    "urlopen": (
        (
            'r = urllib.request.Request(f"https://a.example/{x}", b"c")\nr.add_header("D", "e")\n'
            "urllib.request.url$0open(r)\n"
        ),
        ["POST https://a.example/{x}", "d: e"],
    ),
    "an opener with headers": (
        (
            'o = urllib.request.build_opener()\no.addheaders = [("D", "e")]\n'
            'r = urllib.request.Request("https://a.example/b")\nreturn o.op$0en(r).read()\n'
        ),
        ["GET https://a.example/b", "d: e"],
    ),
    "Tornado": (
        'r = HTTPRequest("https://a.example/b", method="DELETE")\nawait AsyncHTTPClient().fe$0tch(r)\n',
        ["DELETE https://a.example/b"],
    ),
    "one of the builder": (
        (
            'o = endpoint("POST /a/{b}", b=x, base_url="https://a.example", c=1)\n'
            "r = requests.req$0uest(**as_requests(o), timeout=10)\n"
        ),
        ["POST https://a.example/a/{x}", '"c": 1'],
    ),
    "in a function that sends it": (
        'r = urllib.request.Request("https://a.example/b")\nreturn sen$0d_it(r)\n',
        ["GET https://a.example/b"],
    ),
    "one of two": (
        (
            'r = urllib.request.Request("https://a.example/a")\nif x:\n    r = urllib.request.Request("https://a.example/b")\n'
            "urllib.request.url$0open(r)\n"
        ),
        ["GET https://a.example/"],
    ),
}
SILENT = {
    "an argument of it": 'r = urllib.request.Request("https://a.example/b")\nurllib.request.urlopen(r, timeout=$0x)\n',
    "what is no request": "session.se$0nd(x)\n",
    "another method": 'p = requests.Request("PUT", "https://a.example/b").prepare()\nsession.cl$0ose()\nsession.send(p)\n',
}


def _source(body: str) -> str:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    helper = "def send_it(request):\n    return urllib.request.urlopen(request)\n"
    return f"{_HEAD}session = requests.Session()\n{helper}async def f(x):\n{lines}"


@pytest.mark.parametrize("name", SENT)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_what_is_sent_is_shown_where_it_is_sent(name: str, end: str) -> None:
    body, shown = SENT[name]
    source = _source(body).replace("\n", end)
    found = hover(source, "a.py")
    assert found is not None
    for each in shown:
        assert each in found.markdown
    text, offset = cursor(source)
    assert found.span.touches(offset)
    assert not text.encode()[found.span.start : found.span.end].endswith(b")")


@pytest.mark.parametrize("name", SENT)
def test_it_is_copied_from_where_it_is_sent(name: str) -> None:
    text, offset = cursor(_source(SENT[name][0]))
    made = analysis(text, "a.py")
    assert isinstance(made.features, RouteFeatures)
    [hint, *more] = [each for each in made.features.actions(Span.at(offset)) if each.title.startswith("Copy as ")]
    assert (hint.title, len(more)) == ("Copy as curl", 4)
    for place in (offset, text.encode().index(b"(", offset) + 1):
        copy = copied(made.features.routes, place, "http")
        assert copy is not None
        method, url = SENT[name][1][0].split(" ")
        assert f"{method} {url.replace('{x}', '{{x}}')}" in copy


def test_what_is_sent_elsewhere_is_not_copied() -> None:
    text, offset = cursor(_source(SILENT["another method"]))
    made = analysis(text, "a.py")
    assert isinstance(made.features, RouteFeatures)
    assert copied(made.features.routes, offset, "http") is None


@pytest.mark.parametrize("name", SILENT)
def test_elsewhere_nothing_is_shown(name: str) -> None:
    assert hover(_source(SILENT[name]), "a.py") is None


@pytest.mark.parametrize(("name", "url"), [("urlopen", "https://a.example/{x}"), ("one of the builder", "/a/{b}")])
def test_it_is_listed_once(name: str, url: str) -> None:
    made = sites(_source(SENT[name][0]).replace("$0", ""))
    assert [each.shown for each in made if each.shown != "{request}"] == [url]


def test_a_request_of_the_builder_to_which_something_is_added_is_another_one() -> None:
    call = 'requests.req$0uest(**as_requests(o), params={"b": 1})'
    found = hover(_source(f'o = endpoint("GET /a", base_url="https://a.example")\n{call}\n'), "a.py")
    assert found is not None
    assert "GET https://a.example/a?b=1" in found.markdown


_PREPARED = {
    "a header that is taken away": ('del r.headers["D"]\n', ["b: c"], ["d: e"]),
    "one that is taken away perhaps": ('if x:\n    r.headers.pop("D", None)\n', ["b: c", "d: {e?}"], ["d: e"]),
    "one that grows": ('r.headers["D"] += "f"\n', ["b: c", "d: ef"], ["d: e\n"]),
    "another one": ('r.headers.pop("A", None)\n', ["b: c", "d: e"], []),
}


@pytest.mark.parametrize("name", _PREPARED)
@pytest.mark.parametrize("maker", ["httpx.Client", "requests.Session"])
def test_a_prepared_request_has_the_headers_of_its_client(name: str, maker: str) -> None:
    body, shown, not_shown = _PREPARED[name]
    made = {
        "httpx.Client": 's = httpx.Client(headers={"D": "e"})\nr = s.build_request("GET", "https://a.example/b")\n',
        "requests.Session": (
            's = requests.Session()\ns.headers["D"] = "e"\n'
            'r = s.prepare_request(requests.Request("GET", "https://a.example/b"))\n'
        ),
    }
    found = hover(_source(f'{made[maker]}r.headers["B"] = "c"\n{body}s.se$0nd(r)\n'), "a.py")
    assert found is not None
    sent = found.markdown.split("```")[1]
    assert all(each in sent for each in shown), sent
    assert not any(each in sent for each in not_shown), sent


def test_what_is_merged_is_listed_where_it_is() -> None:
    merged = 'endpoint.merge("GET /a/{b}", b=x)'
    alone, with_more = (sites(_source(f"endpoint({given})\n")) for given in (merged, f'{merged}, {{"c": 1}}'))
    assert [each.shown for each in alone if each.record.builds] == ["/a/{b}"]
    assert len([each for each in with_more if each.record.builds]) == 2


def test_half_typed() -> None:
    text, offset = cursor(_source(SENT["urlopen"][0]))
    half = analysis(text[: text.rindex("(r)") + 1], "a.py")
    assert isinstance(half.features, RouteFeatures)
    half.hover(offset)
    assert half.diagnostics() is not None
