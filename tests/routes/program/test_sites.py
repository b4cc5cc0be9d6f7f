"""The sites of a file, from the events of its run: what is listed, where, and how sure."""

from collections.abc import Mapping

import pytest

from waypost.routes.calls.match import Shapes, built_in
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues
from waypost.routes.program.table import Table
from waypost.routes.sites.from_events import FormsOf, SitesOf
from waypost.routes.syntax import Blocks

BEFORE = "import requests, httpx\nBASE = 'https://x.example'\n"


class Texts:
    """Files in memory."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self.texts = {file: text.encode() for file, text in texts.items()}

    def files(self) -> frozenset[str]:
        return frozenset(self.texts)

    def blocks(self, file: str) -> Blocks:
        return Blocks.of(self.texts.get(file, b""))

    def shapes(self, _: str) -> Shapes:
        return built_in()

    def uri(self, file: str) -> str:
        return f"file:///{file}"


def sites_in(source: str, name: str = "a.py", **others: str) -> tuple[Site, ...]:
    files = {name: source} | {f"{each}.py": text for each, text in others.items()}
    return Table(Texts(files)).ask(SitesOf(name))


def shown(sites: tuple[Site, ...], source: str) -> list[str]:
    """Each request after the call that makes it; a question mark if it is likely."""
    raw = source.encode()
    return [f"{site.span.of(raw).decode()} → {site.verb} {site.shown}{'?' * site.likely}" for site in sites]


LISTED = {
    "a call of a client": ("requests.get(BASE + '/a')\n", ["requests.get(BASE + '/a') → GET https://x.example/a"]),
    "through a wrapper: where it is made specific": (
        "def send(path):\n    requests.put(BASE + path)\ndef a():\n    send('/a')\n",
        ["requests.put(BASE + path) → PUT https://x.example{path}", "send('/a') → PUT https://x.example/a"],
    ),
    "not again where nothing is added": (
        "def a():\n    requests.get(BASE + '/a')\ndef b():\n    a()\n",
        ["requests.get(BASE + '/a') → GET https://x.example/a"],
    ),
    "both ways of a call": (
        "def a(flag):\n    requests.get(BASE + ('/a' if flag else '/b'))\n",
        [
            "requests.get(BASE + ('/a' if flag else '/b')) → GET https://x.example/a",
            "requests.get(BASE + ('/a' if flag else '/b')) → GET https://x.example/b",
        ],
    ),
    "what looks like one": ("def a(client):\n    client.get('/a')\n", ["client.get('/a') → GET /a?"]),
    "by what is read of it": (
        "def a(self):\n    self.client.get('proxy/x/true').json()\n",
        ["self.client.get('proxy/x/true') → GET proxy/x/true?"],
    ),
    "not what looks like a file": ("def a(file_manager):\n    file_manager.get('/etc/hosts')\n", []),
    "a string": ("ROUTE = 'GET /users/{id}'\n", ["'GET /users/{id}' → GET /users/{id}"]),
    "not in a docstring": ("def a():\n    'GET /users/{id}'\n", []),
    "not in a decorator": ("@route('GET /users/{id}')\ndef a(): pass\n", []),
    "a pair": ("TABLE = [('POST', '/a/$id')]\n", ["('POST', '/a/$id') → POST /a/$id"]),
    "before a half-typed call": (
        "def a():\n    requests.get(BASE + '/a')\n    requests.get(BASE + '/b',\n\ndef b():\n    requests.put(BASE)\n",
        ["requests.get(BASE + '/a') → GET https://x.example/a", "requests.put(BASE) → PUT https://x.example"],
    ),
    "after a half-typed function": (
        "def b(:\n\ndef a():\n    requests.get(BASE + '/a')\n",
        ["requests.get(BASE + '/a') → GET https://x.example/a"],
    ),
}


@pytest.mark.parametrize("case", LISTED)
def test_what_is_listed_where(case: str) -> None:
    source, expected = BEFORE + LISTED[case][0], LISTED[case][1]
    assert shown(sites_in(source), source) == expected


def test_spans_and_arguments_are_those_of_the_text() -> None:
    source = f"{BEFORE}def é():\n    requests.request('post', f'{{BASE}}/a', params={{'q': 1}}, headers=x)\n"
    (site,) = sites_in(source)
    raw = source.encode()
    assert site.sure
    assert site.callee_span.of(raw) == b"requests.request"
    assert site.verb_span is not None
    assert site.verb_span.of(raw) == b"post"
    assert site.verb_written == "post"
    assert isinstance(site.query, KeyedValues)
    entry = site.query.by_key["q"]
    assert entry.key_span is not None
    assert entry.value_span is not None
    assert (entry.key_span.of(raw), entry.value_span.of(raw)) == (b"'q'", b"1")
    assert site.arguments.span is not None
    assert site.arguments.span.of(raw).startswith(b"('post'")


def test_a_session_has_what_was_set_on_it_by_then() -> None:
    body = "s = httpx.Client(base_url=BASE)\ns.headers['A'] = 'b'\ns.get('/a')\ns.headers['C'] = 'd'\n"
    (site,) = sites_in(BEFORE + body)
    assert site.client is not None
    headers = site.client.built.keywords.by_key["headers"].value
    assert isinstance(headers, KeyedValues)
    assert list(headers.by_key) == ["A"]
    assert site.base == "https://x.example"


def test_a_function_on_the_way_is_named_with_its_file() -> None:
    client = f"{BEFORE}class Client:\n    def send(self, path):\n        requests.get(BASE + path)\n"
    source = "from client import Client\ndef a():\n    Client().send('/a')\n"
    (site,) = sites_in(source, client=client)
    assert [(each.uri, each.name) for each in site.via] == [("file:///client.py", "Client.send")]
    assert site.through


def test_what_another_file_lists_already_is_not_listed_again() -> None:
    client = f"{BEFORE}def users():\n    requests.get(BASE + '/users')\n"
    source = "import client\ndef a():\n    client.users()\n"
    assert sites_in(source, client=client) == ()


def test_the_forms_of_a_file_do_not_change_with_its_names() -> None:
    texts = Texts({"a.py": f"{BEFORE}def send(path):\n    requests.get(BASE + path)\n"})
    table = Table(texts)
    before = table.ask(FormsOf("a.py"))
    assert [(each.verb, each.url) for each in before] == [("GET", "https://x.example{}")]
