"""What is set on a client after it was made is shown with its calls; what cannot be set is marked."""

from typing import NamedTuple

import pytest

from tests.support.check import hover
from tests.support.variants import WIDE_PREFIX

HTTPX = "import httpx\nc = httpx.Client(base_url='https://a.example')\n"
REQUESTS = "import requests\ns = requests.Session()\n"
PREPARED = f"{REQUESTS}s.headers['x-app'] = 'demo'\ns.params = {{'k': '1'}}\nr = requests.Request('GET', 'https://a.example/x$0')\n"
LOCAL = "import requests\ndef f(t):\n    s = requests.Session()\n"
URLLIB = "from urllib.request import Request\ndef f(t):\n    r = Request('https://a.example/x$0')\n"
CALL = "s.get('https://a.example/x$0')\n"
API = """import requests

class Api:
    def __init__(self):
        self.session = requests.Session()
        self.session.headers.update({"x-app": "demo"})
        self._configure()

    def _configure(self):
        self.session.params = {"v": "1"}

    def login(self, token):
        self.session.headers["authorization"] = token

    def users(self):
        return self.session.get("https://a.example/users$0")
"""


class Case(NamedTuple):
    """A source, lines that its hover contains, and words that it must not contain."""

    source: str
    lines: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


CASES = {
    "base address": Case(
        HTTPX + "c.base_url = 'https://b.example/v1'\nc.get('/x$0')\n", ("GET https://b.example/v1/x",)
    ),
    "an item of headers": Case(REQUESTS + "s.headers['X-A'] = '1'\n" + CALL, ("x-a: 1",)),
    "headers updated": Case(REQUESTS + "s.headers.update({'X-A': '1'}, y='2')\n" + CALL, ("x-a: 1", "y: 2")),
    "headers replaced": Case(REQUESTS + "s.headers = {'X-A': '1'}\n" + CALL, ("x-a: 1",)),
    "headers taken out": Case(
        REQUESTS + "s.headers = {'X-A': '1', 'X-B': '2'}\ns.headers.pop('X-A')\n" + CALL, ("x-b: 2",), ("x-a",)
    ),
    "headers merged": Case(REQUESTS + "s.headers |= {'X-A': '1'}\n" + CALL, ("x-a: 1",)),
    "a query": Case(
        REQUESTS + "s.params = {'k': 1}\ns.params.update(l=2)\n" + CALL, ("GET https://a.example/x?k=1&l=2",)
    ),
    "a query of httpx": Case(
        HTTPX + "c.params = c.params.merge({'k': 1})\nc.get('/x$0')\n", ("GET https://a.example/x?k=1",)
    ),
    "credentials": Case(REQUESTS + "s.auth = ('u', 'p')\n" + CALL, ("authorization: Basic ***",)),
    "cookies": Case(REQUESTS + "s.cookies.set('a', '1')\n" + CALL, ("cookie: ***",)),
    "cookies of a domain": Case(REQUESTS + "s.cookies.set('a', '1', domain='b.example')\n" + CALL, ("cookie: ***",)),
    "another name": Case(REQUESTS + "t = s\nt.headers['X-A'] = '1'\n" + CALL, ("x-a: 1",)),
    "a call before it": Case(REQUESTS + CALL + "s.headers['X-A'] = '1'\n", without=("x-a",)),
    "in a function": Case(
        "import requests\ndef f():\n    s = requests.Session()\n    s.headers['X-A'] = '1'\n    " + CALL, ("x-a: 1",)
    ),
    "in a branch": Case(
        "import requests\ndef f(t):\n    s = requests.Session()\n    if t:\n        s.headers['X-A'] = '1'\n    "
        + CALL,
        ("x-a: {1?}",),
    ),
    "in a loop": Case(
        "import requests\ndef f(m):\n    s = requests.Session()\n    for k in m:\n        s.headers[k] = '1'\n    "
        + CALL,
        ("Headers from `…`",),
    ),
    "by a function that is given it": Case(
        "import requests\ndef up(session):\n    session.headers['X-A'] = '1'\ndef f():\n    s = requests.Session()\n"
        "    up(s)\n    " + CALL,
        ("x-a: 1",),
    ),
    "on self": Case(
        API,
        (
            "GET https://a.example/users?v=1",
            "x-app: demo",
            "authorization: {authorization?}",
        ),
    ),
    "half typed": Case(REQUESTS + "s.headers[\n" + CALL, without=("x-a",)),
    "of something else": Case(
        "import requests\ns = object()\ns.headers = {'X-A': '1'}\nrequests.get('https://a.example/x$0')\n",
        without=("x-a",),
    ),
    "a header of a request": Case(
        URLLIB + "    r.add_header('X-A', '1')\n",
        ("x-a: 1",),
    ),
    "a header of a request in a branch": Case(
        URLLIB + "    if t:\n        r.add_header('X-A', '1')\n",
        ("x-a: {1?}",),
    ),
    "a client of the module that a function changes": Case(
        HTTPX + "def f(t):\n    c.headers['x-a'] = t\n    c.base_url = t\ndef g():\n    c.get('/x$0')\n",
        ("{base_url}/x", "x-a: {x_a?}"),
    ),
    "a client of the module, in the function that changes it": Case(
        HTTPX + "def f(t):\n    c.base_url = 'https://b.example'\n    c.get('/x$0')\n",
        ("https://b.example/x",),
        ("a.example",),
    ),
    "a function with a client of its own": Case(
        HTTPX + "def f(t):\n    c = httpx.Client()\n    c.headers['x-a'] = t\ndef g():\n    c.get('/x$0')\n",
        ("https://a.example/x",),
        ("Headers from", "x-a"),
    ),
    "a function with a client as its parameter": Case(
        HTTPX + "def f(c):\n    c.headers['x-a'] = '1'\ndef g():\n    c.get('/x$0')\n",
        ("https://a.example/x",),
        ("Headers from", "x-a"),
    ),
    "a session of the module that a function logs in": Case(
        REQUESTS + "def f(t):\n    s.auth = ('a', t)\n    s.params['k'] = t\ndef g():\n    " + CALL,
        ("https://a.example/x?k={k?}", "authorization: {auth?}"),
    ),
    "the body of a request": Case(
        URLLIB + "    r.data = b'a=1'\n",
        ("POST https://a.example/x", "a=1", "content-type: application/x-www-form-urlencoded"),
    ),
    "the verb of a request": Case(
        URLLIB + "    r.method = 'PUT'\n",
        ("PUT https://a.example/x",),
        ("GET",),
    ),
    "the body of a request in a branch": Case(
        URLLIB + "    if t:\n        r.data = b'a=1'\n",
        ("{method} https://a.example/x", "{data?}"),
        ("GET", "POST"),
    ),
    "the verb of a request in a branch": Case(
        URLLIB + "    if t:\n        r.method = 'PUT'\n",
        ("{method} https://a.example/x",),
        ("GET", "PUT"),
    ),
    "the query of a request of requests": Case(
        "import requests\nr = requests.Request('GET', 'https://a.example/x$0')\nr.params = {'a': 1}\n",
        ("GET https://a.example/x?a=1",),
    ),
    "a request that a session prepares": Case(
        PREPARED + "s.send(s.prepare_request(r))\n",
        ("GET https://a.example/x?k=1", "x-app: demo"),
    ),
    "a request that prepares itself": Case(
        PREPARED + "s.send(r.prepare())\n",
        ("GET https://a.example/x",),
        ("k=1", "x-app", "{…}"),
    ),
    "a request that another session prepares": Case(
        PREPARED + "t = requests.Session()\nt.send(t.prepare_request(r))\n",
        ("GET https://a.example/x",),
        ("k=1", "x-app", "{…}"),
    ),
    "a request that an unknown session prepares": Case(
        "import requests\nr = requests.Request('GET', 'https://a.example/x$0')\ndef f(s):\n    s.prepare_request(r)\n",
        ("GET https://a.example/x",),
    ),
    "a request that a session prepares, half typed": Case(
        PREPARED + "s.send(s.prepare_request(\n",
        ("https://a.example/x",),
    ),
    "what a request has no argument for": Case(
        URLLIB + "    r.note = b'a=1'\n",
        ("GET https://a.example/x",),
        ("a=1",),
    ),
    "another object's body": Case(
        URLLIB + "    q = Request('https://a.example/y')\n    q.data = b'a=1'\n",
        ("GET https://a.example/x",),
        ("a=1",),
    ),
    "the body of a request, half typed": Case(
        URLLIB + "    r.data =\n",
        ("https://a.example/x",),
        ("a=1",),
    ),
    "an open file": Case(
        "import requests\nwith open('a/b.bin', 'rb') as f:\n    requests.put('https://a.example/x$0', data=f)\n",
        ("{f}",),
        ("object at",),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_it_is_shown(name: str) -> None:
    """As written, with CRLF, and after a wide character."""
    case = CASES[name]
    for source in (case.source, case.source.replace("\n", "\r\n"), WIDE_PREFIX + case.source):
        shown = hover(source, "x.py")
        text = shown.markdown if shown is not None else ""
        missing = [line for line in case.lines if line not in text]
        assert (missing, [word for word in case.without if word in text]) == ([], []), text


@pytest.mark.parametrize("given", ["", ", None, {'x-b': '2'}"])
@pytest.mark.parametrize(
    ("places", "is_shown"),
    [({}, False), ({"headers": 2}, False), ({"headers": "headers"}, True), ({"headers": [2, "headers"]}, True)],
)
def test_a_header_is_set_if_the_settings_name_the_argument(
    given: str, places: dict[str, object], *, is_shown: bool
) -> None:
    made = f"Request('https://a.example/x$0'{given})"
    source = f"from urllib.request import Request\nr = {made}\nr.add_header('X-A', '1')\n"
    own = {"callee": "urllib.request.Request", "url": 0, "verb": "GET", **places}
    shown = hover(source, "x.py", {"calls": {"own": own}})
    assert shown is not None
    if given:
        # It is in the mapping that is given, wherever that is.
        is_shown = places.get("headers") in (2, [2, "headers"])
    assert ("\nx-a: 1\n" in shown.markdown) is is_shown
