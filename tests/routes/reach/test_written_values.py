"""Values that are written out as objects of the standard library, and what gives a client or passes one on."""

from pathlib import Path

import pytest

from tests.routes.reach.test_imports import found
from tests.support.check import workspace
from tests.support.variants import WIDE_PREFIX
from waypost.routes.features import RouteFeatures
from waypost.routes.sites.request import Request, request_of
from waypost.text import Document

HEAD = "import httpx, requests, uuid, datetime as dt, contextlib, http.client\nfrom decimal import Decimal\n"


def requests_of(source: str) -> list[Request]:
    document = Document.from_text("file:///w/x.py", source)
    sites = RouteFeatures(document, workspace(None, {"x.py": source})).sites()
    return [request for site in sites if (request := request_of(site)) is not None and not site.unknown]


WRITTEN = {
    "a UUID": ("KEY = uuid.UUID(int=7)\nhttpx.get(f'https://x.test/{KEY}')\n", "/00000000-0000-0000-0000-000000000007"),
    "its digits": ("k = uuid.UUID(int=7)\nhttpx.get('https://x.test/' + k.hex)\n", f"/{7:032x}"),
    "a date": ("day = dt.date(2024, 2, 29)\nhttpx.get(f'https://x.test/{day}')\n", "/2024-02-29"),
    "a date in a format": ("d = dt.date(2024, 2, 9)\nhttpx.get(f'https://x.test/{d:%Y/%m}')\n", "/2024/02"),
    "its text": (
        "d = dt.datetime(2024, 2, 9, 1)\nhttpx.get('https://x.test/' + d.isoformat())\n",
        "/2024-02-09T01:00:00",
    ),
    "strftime": ("d = dt.date(2024, 2, 9)\nhttpx.get('https://x.test/' + d.strftime('%d'))\n", "/09"),
    "from text": ("d = dt.date.fromisoformat('2024-02-09')\nhttpx.get(f'https://x.test/{d.year}')\n", "/2024"),
    "a Decimal": ("p = Decimal('1.50')\nhttpx.get(f'https://x.test/{p}')\n", "/1.50"),
    "in a query": ("httpx.get('https://x.test/', params={'d': dt.date(2024, 1, 2)})\n", "/?d=2024-01-02"),
    "in a query of requests": ("requests.get('https://x.test/', params={'k': Decimal('1.0')})\n", "/?k=1.0"),
    "today": ("httpx.get(f'https://x.test/a/{dt.date.today()}')\n", "/a/{path}"),
    "a random UUID": ("key = uuid.uuid4()\nhttpx.get(f'https://x.test/a/{key}')\n", "/a/{key}"),
    "an unknown part": (
        "def f(n):\n    httpx.get(f'https://x.test/a/{dt.date(2024, 1, n)}')\n",
        "/a/{n}",
    ),
    "what is no date": ("httpx.get(f'https://x.test/a/{dt.date(2024, 13, 1)}')\n", "/a/{path}"),
    "half typed": ("httpx.get(f'https://x.test/a/{dt.date(2024, 1}')\n", ""),
}


@pytest.mark.parametrize("name", WRITTEN)
@pytest.mark.parametrize("change", ["", "CRLF", "wide"])
def test_dates_identifiers_and_decimals(name: str, change: str) -> None:
    source, expected = WRITTEN[name]
    source = HEAD + source
    source = source.replace("\n", "\r\n") if change == "CRLF" else WIDE_PREFIX + source if change else source
    if not expected:
        assert all("2024-01" not in request.url for request in requests_of(source))
        return
    assert [request.url for request in requests_of(source)] == [f"https://x.test{expected}"]


REFUSED_BY_PYTHON = (
    *("quote('\\ud800')", "quote_plus('a\\udc00')", "urlencode({'a': '\\ud800'})", "urlencode({'\\ud800': u})"),
    *("f'{1114112:c}'", "'{:c}'.format(1114112)", "'a'.encode('b\\0')"),
)


@pytest.mark.parametrize("made", REFUSED_BY_PYTHON)
def test_what_python_refuses_is_unknown(made: str) -> None:
    head = HEAD + "from urllib.parse import quote, quote_plus, urlencode\n"
    (request,) = requests_of(f"{head}def f(u):\n    x = {made}\n    httpx.get(f'https://x.test/a/{{x}}')\n")
    assert request.url in {"https://x.test/a/{x}", "https://x.test/a/{path}"}


@pytest.mark.parametrize("made", ["quote('é')", "urlencode({'a': 'é'})[2:]", "f'{233:c}'"])
def test_what_python_takes_is_known(made: str) -> None:
    head = HEAD + "from urllib.parse import quote, urlencode\n"
    (request,) = requests_of(f"{head}x = {made}\nhttpx.get(f'https://x.test/a/{{x}}')\n")
    assert request.url == "https://x.test/a/%C3%A9"


@pytest.mark.parametrize("icon", ["\\ue000", "\ue000", "\uf8ff"])
@pytest.mark.parametrize("rest", ["", "/{u}", "/{u}/{u}"])
def test_an_icon_in_a_url_is_no_unknown_value(icon: str, rest: str) -> None:
    source = f"{HEAD}a = '{icon}'\ndef f(u):\n    httpx.get(f'https://api.github.com/repos/{{a}}/b{rest}')\n"
    (request,) = requests_of(source)
    sent = "%EF%A3%BF" if icon == "\uf8ff" else "%EE%80%80"
    assert request.url == f"https://api.github.com/repos/{sent}/b{rest}"
    made = RouteFeatures(Document.from_text("file:///w/x.py", source), workspace(None, {"x.py": source}))
    assert made.symbols()


def test_bytes_as_parameters_must_be_ascii() -> None:
    calls = ('requests.get("https://x.test/", params=b"a=b")', 'requests.get("https://x.test/", params=b"\\xff")')
    sent, refused = requests_of(HEAD + "\n".join(calls) + "\n")
    assert (sent.url, sent.refused) == ("https://x.test/?a=b", False)
    assert refused.refused
    assert "'ascii' codec can't decode" in refused.error


@pytest.mark.parametrize("given", ["'a'", "[('a', 1)]", "3"])
def test_parameters_of_pygithub_that_are_no_mapping_depend_on_the_release(given: str) -> None:
    call = 'gh._Github__requester.requestJsonAndCheck("GET", "/user", {})\n'
    source = "from github import Github\n\ngh = Github()\n"
    (unknown,), (known,) = (requests_of(source + call.format(each)) for each in (given, "{'a': 1}"))
    assert unknown.url == "https://api.github.com/user?…"
    assert known.url == "https://api.github.com/user?a=1"


def test_what_a_client_refuses_in_json_is_refused() -> None:
    (request,) = requests_of(HEAD + "httpx.post('https://x.test/', json={'d': dt.date(2024, 1, 2)})\n")
    assert "not JSON serializable" in request.error


JOINED = {
    "('https://x.test/a/b/', '../c')": "https://x.test/a/c",
    "('https://x.test/a/b', '?q=1')": "https://x.test/a/b?q=1",
    "('https://x.test/a?u=/b', 'c')": "https://x.test/c",
    "('https://x.test/a/', './c/')": "https://x.test/a/c/",
    "('https://x.test/a/', 'c')": "https://x.test/a/c",
    "(base, '/c')": "https://{base}/c",
    "(base, '../c')": "https://{url}",
}


@pytest.mark.parametrize("given", JOINED)
def test_urljoin(given: str) -> None:
    source = f"from urllib.parse import urljoin\nimport httpx\ndef f(base):\n    httpx.get(urljoin{given})\n"
    (request,) = requests_of(source) or [Request("GET", "https://{url}")]
    assert request.url in (JOINED[given], JOINED[given].replace("https://{base}", "{base}"))


PASSED_ON = {
    "closing": (
        "with contextlib.closing(http.client.HTTPConnection('x.test')) as c:\n    c.request('GET', '/a')\n",
        ("GET http://x.test/a", {}),
    ),
    "a context manager of the file": (
        (
            "@contextlib.contextmanager\ndef api():\n    s = requests.Session()\n    s.headers['x-a'] = '1'\n"
            "    yield s\n\nwith api() as s:\n    s.get('https://x.test/a')\n"
        ),
        ("GET https://x.test/a", {"x-a": "1"}),
    ),
    "an asynchronous one": (
        (
            "@contextlib.asynccontextmanager\nasync def api():\n"
            "    async with httpx.AsyncClient(base_url='https://x.test') as c:\n        yield c\n\n"
            "async def f():\n    async with api() as c:\n        await c.get('/a')\n"
        ),
        ("GET https://x.test/a", {}),
    ),
    "cookies of httpx": (
        "jar = httpx.Cookies()\njar.set('s', '1')\nhttpx.get('https://x.test/a', cookies=jar)\n",
        ("GET https://x.test/a", {"cookie": "s=1"}),
    ),
    "a method that gives a mapping": (
        (
            "class Search:\n    def __init__(self, q):\n        self.q = q\n\n    def params(self):\n"
            "        return {'q': self.q, 'n': 1}\n\nhttpx.get('https://x.test/a', params=Search('b c').params())\n"
        ),
        ("GET https://x.test/a?q=b+c&n=1", {}),
    ),
}


@pytest.mark.parametrize("name", PASSED_ON)
def test_what_passes_a_client_or_a_mapping_on(name: str) -> None:
    source, expected = PASSED_ON[name]
    found = {(request.line, tuple(request.headers.items())) for request in requests_of(HEAD + source)}
    assert (expected[0], tuple(expected[1].items())) in found


def test_a_generator_is_no_context_manager() -> None:
    source = "def clients():\n    yield requests.Session()\n\nwith clients() as s:\n    s.get('https://x.test/a')\n"
    document = Document.from_text("file:///w/x.py", HEAD + source)
    sites = RouteFeatures(document, workspace(None, {"x.py": HEAD + source})).sites()
    assert not any(site.sure for site in sites)


def test_a_template_filled_by_a_helper_is_one_request() -> None:
    source = (
        "import requests\nfrom uritemplate import URITemplate\ndef get(template, **values):\n"
        "    return requests.get(URITemplate(template).expand(**values))\n\n"
        "get('https://x.test/{org}/repos{?page,per_page}', org='a', page=2)\n"
    )
    assert [request.line for request in requests_of(source)] == ["GET https://x.test/a/repos?page=2"]


def test_a_backslash_before_what_it_does_not_escape_stays(tmp_path: Path) -> None:
    source = 'import httpx\nhttpx.get("https://x.example/a\\\x00b")\n'
    (route,) = found(tmp_path, {"a.py": source}, "a.py")
    assert route.startswith("GET https://x.example/a\\")
