"""The sites of a file, from the events of its run: what is listed, where, and how sure."""

from dataclasses import replace

import pytest

from tests.support.whole import Sources
from waypost.routes.domain.events import Event
from waypost.routes.model.site import Site
from waypost.routes.model.values import KeyedValues, Text, TextPiece, Unknown
from waypost.routes.program.table import Table
from waypost.routes.sites import from_events
from waypost.routes.sites.default_addresses import with_default_addresses
from waypost.routes.sites.from_events import FormsOf, SitesOf
from waypost.routes.sites.request import request_of

BEFORE = "import requests, httpx\nBASE = 'https://x.example'\n"


def sites_in(source: str, name: str = "a.py", **others: str) -> tuple[Site, ...]:
    files = {name: source.encode()} | {f"{each}.py": text.encode() for each, text in others.items()}
    return Table(Sources(files)).ask(SitesOf(name))


def shown(sites: tuple[Site, ...], source: str) -> list[str]:
    """Each request after the call that makes it; a question mark if it is likely."""
    raw = source.encode()
    return [f"{site.span.of(raw).decode()} → {site.verb} {site.shown}{'?' * site.likely}" for site in sites]


TOLD = """\
class A:
    path = "/a"
    def __init_subclass__(cls, path="/c", **more):
        super().__init_subclass__(**more)
        cls.path = path + "/x"
    def send(self):
        requests.get(BASE + self.path)
"""
TOLD_ITSELF = ["A().send() → GET https://x.example/a"]
LISTED = {
    "a call of a client": ("requests.get(BASE + '/a')\n", ["requests.get(BASE + '/a') → GET https://x.example/a"]),
    "a method that is handed over changes what it is one of, at some time": (
        "D = {'p': '/a'}\ndef a(x):\n    x.callback(D.update, p='/b')\ndef b():\n    requests.get(BASE + D['p'])\n",
        [
            "requests.get(BASE + D['p']) → GET https://x.example/a",
            "requests.get(BASE + D['p']) → GET https://x.example/b?",
        ],
    ),
    "one that only reads changes nothing": (
        "D = {'p': '/a'}\ndef a(pool):\n    pool.map(D.get, 'p')\ndef b():\n    requests.get(BASE + D['p'])\n",
        ["requests.get(BASE + D['p']) → GET https://x.example/a"],
    ),
    "half-typed, one that is handed over alone": (
        "D = {'p': '/a'}\ndef a(stack):\n    stack.callback(D.update, )\ndef b():\n    requests.get(BASE + D['p'])\n",
        ["requests.get(BASE + D['p']) → GET https://x.example/a"],
    ),
    "what a class does to those that inherit from it": (
        f"{TOLD}class B(A, path='/b'):\n    pass\nclass C(B):\n    pass\nB().send()\nC().send()\nA().send()\n",
        [
            *(f"requests.get(BASE + self.path) → GET https://x.example{path}" for path in ("/a", "/b/x", "/c/x")),
            *(f"{each}().send() → GET https://x.example{path}" for each, path in (("B", "/b/x"), ("C", "/c/x"))),
            *TOLD_ITSELF,
        ],
    ),
    "half-typed, a class that inherits": (
        f"{TOLD}class B(A, path=):\n    pass\nA().send()\n",
        [
            *(f"requests.get(BASE + self.path) → GET https://x.example{path}" for path in ("/a", "/c/x")),
            *TOLD_ITSELF,
        ],
    ),
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
    "of a method that uses what only subclasses have: for each of them": (
        (
            "class A:\n    path = None\n    def get(self):\n        requests.get(BASE + self.path)\n"
            "class B(A):\n    path = '/b'\nclass C(A):\n    path = '/c'\n"
        ),
        [
            "requests.get(BASE + self.path) → GET https://x.example/b",
            "requests.get(BASE + self.path) → GET https://x.example/c",
        ],
    ),
    "of a method that uses what nobody has": (
        "class A:\n    path = None\n    def get(self):\n        requests.get(BASE + self.path)\n",
        ["requests.get(BASE + self.path) → GET https://x.example{path}"],
    ),
    "a template that a helper of a client fills": (
        "class A:\n    def get(self, id):\n        return self._get(path_template('/files/{id}', id=id))\n",
        [
            "self._get(path_template('/files/{id}', id=id)) → GET /files/{id}?",
            "path_template('/files/{id}', id=id) →  /files/{id}",
        ],
    ),
    "a template that is kept": (
        "from uritemplate import URITemplate\nURITemplate('/a/{b}').expand(b=1)\n",
        ["URITemplate('/a/{b}').expand(b=1) →  /a/{b}"],
    ),
    "not a string by which something is looked up": ("TABLE = {'GET /a': 1}\nTABLE['GET /a']\n", []),
    "strings side by side": ("ROUTE = ('GET '\n    '/a')\n", ["'GET '\n    '/a' → GET /a"]),
    "a client that an attribute is declared as": (
        "class A:\n    c: httpx.Client\n    def get(self):\n        self.c.get('/a')\n",
        ["self.c.get('/a') → GET /a"],
    ),
    "a client that a function is said to return": (
        "def made(self) -> 'httpx.Client':\n    return self.x()\ndef a(self):\n    made(self).get('/a')\n",
        ["made(self).get('/a') → GET /a"],
    ),
    "not what a function is said to return many of": (
        "def made(self) -> 'dict[str, httpx.Client]':\n    return self.x()\ndef a(self):\n    made(self).get('/a')\n",
        [],
    ),
    "a client that something was asked to be": (
        "def a(given):\n    assert isinstance(given, httpx.Client)\n    given.get('/a')\n",
        ["given.get('/a') → GET /a"],
    ),
    "not what looks like a file": ("def a(file_manager):\n    file_manager.get('/etc/hosts')\n", []),
    "a string": ("ROUTE = 'GET /users/{id}'\n", ["'GET /users/{id}' → GET /users/{id}"]),
    "not in a docstring": ("def a():\n    'GET /users/{id}'\n", []),
    "not in a decorator": ("@route('GET /users/{id}')\ndef a(): pass\n", []),
    "a pair": ("TABLE = [('POST', '/a/$id')]\n", ["('POST', '/a/$id') → POST /a/$id"]),
    "whatever another method sets": (
        (
            "class A:\n    def __init__(self):\n        self.path = '/a'\n"
            "    def move(self):\n        self.path = '/b'\n"
            "    def get(self):\n        requests.get(BASE + self.path)\n"
        ),
        [
            "requests.get(BASE + self.path) → GET https://x.example/a",
            "requests.get(BASE + self.path) → GET https://x.example/b",
        ],
    ),
    "not only the items that a list has at first": (
        (
            "class A:\n    def __init__(self):\n        self.parts = [BASE]\n"
            "    def add(self, part):\n        self.parts.append(part)\n"
            "    def get(self):\n        requests.get('/'.join(self.parts))\n"
        ),
        [f"requests.get('/'.join(self.parts)) → GET https://x.example{more}" for more in ("?", "/{part}")],
    ),
    "a list that no method changes": (
        (
            "class A:\n    def __init__(self):\n        self.parts = [BASE, 'a']\n"
            "    def add(self, part):\n        print(self.parts)\n"
            "    def get(self):\n        requests.get('/'.join(self.parts))\n"
        ),
        ["requests.get('/'.join(self.parts)) → GET https://x.example/a"],
    ),
    "the beginning of a text that a method makes longer": (
        (
            "class A:\n    def __init__(self):\n        self.url = BASE + '/a'\n"
            "    def add(self, part):\n        self.url += part\n    def get(self):\n        requests.get(self.url)\n"
        ),
        ["requests.get(self.url) → GET https://x.example/a", "requests.get(self.url) → GET https://x.example/a{part}"],
    ),
    "an attribute that others set, and what it is otherwise": (
        (
            "class A:\n    path = '/a'\n    def get(self):\n        requests.get(BASE + self.path)\n"
            "def move(other):\n    other.path = '/b'\n"
        ),
        [
            "requests.get(BASE + self.path) → GET https://x.example/a?",
            "requests.get(BASE + self.path) → GET https://x.example{path}",
        ],
    ),
    "a call with more ways than are listed": (
        (
            "def a(x, y):\n    one = '/a' if x == 1 else '/b' if x == 2 else '/c' if x == 3 else '/d'\n"
            "    two = '/e' if y == 1 else '/f' if y == 2 else '/g'\n    requests.get(BASE + one + two)\n"
        ),
        [f"requests.get(BASE + one + two) → GET https://x.example/{each}/{{path}}" for each in "abcd"],
    ),
    "a function that its decorator replaces": (
        (
            "def logged(function):\n    def inner(path):\n        return function(path)\n    return inner\n"
            "@logged\ndef send(path):\n    requests.get(BASE + path)\n"
        ),
        ["requests.get(BASE + path) → GET https://x.example{path}"],
    ),
    "what a function makes, whatever it is made of": (
        (
            "def maker(base):\n    def send(path):\n        requests.get(base + path)\n    return send\n"
            "send = maker(BASE)\n"
        ),
        ["requests.get(base + path) → GET {base}{path}", "maker(BASE) → GET https://x.example{path}"],
    ),
    "what two functions share that a third has made": (
        (
            "def maker():\n    base = BASE\n    def send():\n        requests.get(base)\n"
            "    def move(other):\n        nonlocal base\n        base = other\n    return send, move\n"
            "send, move = maker()\n"
        ),
        ["requests.get(base) → GET https://x.example", "maker() → GET https://x.example", "maker() → GET {base}"],
    ),
    "a request object as it is sent": (
        (
            "def a():\n    r = requests.Request('GET', BASE)\n    r.params['a'] = 1\n"
            "    requests.Session().send(r.prepare())\n"
        ),
        [
            "requests.Request('GET', BASE) → GET https://x.example",
        ],
    ),
    "a request object that is sent as it is made": (
        "def a():\n    r = requests.Request('GET', BASE, params={'a': 1})\n    requests.Session().send(r.prepare())\n",
        ["requests.Request('GET', BASE, params={'a': 1}) → GET https://x.example"],
    ),
    "names that are set by their names": (
        "def a():\n    globals()['BASE'] = 'https://y.example'\ndef b():\n    requests.get(BASE)\n",
        ["requests.get(BASE) → GET https://x.example", "requests.get(BASE) → GET https://y.example"],
    ),
    "items that are set by a special method": (
        "T = {'a': BASE}\nlist.append([], 1)\ndict.__setitem__(T, 'a', 'https://y.example')\nrequests.get(T['a'])\n",
        ["requests.get(T['a']) → GET https://y.example"],
    ),
    "what a class that nobody sees makes of its arguments": (
        "class A(Unseen):\n    url = BASE\nrequests.get(A(given).url)\n",
        ["requests.get(A(given).url) → GET https://x.example", "requests.get(A(given).url) → GET {url}"],
    ),
    "a key that a table may lack": (
        (
            "T = {'a': BASE}\ndef a(key):\n    url = T.get(key)\n"
            "    if url is None:\n        url = 'https://y.example'\n    requests.get(url)\n"
        ),
        ["requests.get(url) → GET https://y.example", "requests.get(url) → GET https://x.example"],
    ),
    "where nothing may be given": (
        (
            "def a(client: 'httpx.Client'):\n    if client is None:\n"
            "        client = httpx.Client(base_url=BASE)\n        client.get('/a')\n"
        ),
        ["client.get('/a') → GET /a"],
    ),
    "a client that is made of another": (
        "from waypost import endpoint\nown = endpoint.defaults(a=1)\nown('GET /users/{a}')\n",
        ["own('GET /users/{a}') → GET /users/{a}"],
    ),
    "a mapping that describes a request": (
        "def a(self):\n    self.send({'method': 'GET', 'url': BASE})\n",
        ["self.send({'method': 'GET', 'url': BASE}) → GET https://x.example?"],
    ),
    "words beside a verb": (
        "def a():\n    get_data('domains/x', type='DELETE')\n",
        ["get_data('domains/x', type='DELETE') → DELETE domains/x?"],
    ),
    "not a key in something unknown": ("def a(given):\n    given.get('domains')\n    given.get(key, 1)\n", []),
    "what is imported instead of something that is not there": (
        (
            "try:\n    import urlparse\nexcept ImportError:\n    from urllib import parse as urlparse\n"
            "requests.get(urlparse.urljoin(BASE, '/a'))\n"
        ),
        ["requests.get(urlparse.urljoin(BASE, '/a')) → GET https://x.example/a"],
    ),
    "what is imported first, if that is there": (
        (
            "try:\n    from urllib.parse import urljoin\nexcept ImportError:\n    from json import dumps as urljoin\n"
            "requests.get(urljoin(BASE, '/a'))\n"
        ),
        ["requests.get(urljoin(BASE, '/a')) → GET https://x.example/a"],
    ),
    "each of several values as it is formatted": (
        "def a(x):\n    name = 'a' if x else 'b'\n    requests.get(f'{BASE}/{name!r}')\n",
        [
            "requests.get(f'{BASE}/{name!r}') → GET https://x.example/'a'",
            "requests.get(f'{BASE}/{name!r}') → GET https://x.example/'b'",
        ],
    ),
    "not what the words of an unknown text are with capitals": (
        "def a(x):\n    requests.get(f'{BASE}/' + f'a/b{x}'.title())\n",
        ["requests.get(f'{BASE}/' + f'a/b{x}'.title()) → GET https://x.example/{path}"],
    ),
    "attributes that are set by their names": (
        ("class A:\n    path = '/a'\none = A()\none.__dict__.update(path='/b')\nrequests.get(BASE + one.path)\n"),
        ["requests.get(BASE + one.path) → GET https://x.example/b"],
    ),
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


OF_SEVERAL = {
    "what another file writes into a module": (
        "from other import TABLE\ndef a():\n    requests.get(TABLE['a'])\n",
        {
            "other": "TABLE = {'a': 'https://x.example'}\n",
            "third": "import other\nother.TABLE['a'] = 'https://y.example'\n",
        },
        ["requests.get(TABLE['a']) → GET https://x.example", "requests.get(TABLE['a']) → GET https://y.example"],
    ),
    "what another file only reads": (
        "from other import TABLE\ndef a():\n    requests.get(TABLE['a'])\n",
        {"other": "TABLE = {'a': 'https://x.example'}\n", "third": "import other\nprint(other.TABLE['a'])\n"},
        ["requests.get(TABLE['a']) → GET https://x.example"],
    ),
    "a name that is assigned into a module": (
        "import other\nother.URL = 'https://y.example'\nrequests.get(other.URL)\n",
        {"other": "URL = 'https://x.example'\n"},
        ["requests.get(other.URL) → GET https://y.example"],
    ),
    "what objects are given where they are made": (
        (
            "class Users:\n    def __init__(self, api):\n        self.api = api\n"
            "    def all(self):\n        self.api.get('/all')\n"
        ),
        {
            "other": (
                "import requests\nfrom a import Users\nclass Api:\n    def __init__(self):\n"
                "        self.users = Users(self)\n    def get(self, path):\n"
                "        requests.get('https://x.example' + path)\n"
            )
        },
        ["self.api.get('/all') → GET https://x.example/all"],
    ),
}


@pytest.mark.parametrize("case", OF_SEVERAL)
def test_what_is_listed_of_several_files(case: str) -> None:
    text, others, expected = OF_SEVERAL[case]
    source = BEFORE + text
    assert shown(sites_in(source, **others), source) == expected


FIND = """\
def find(kind, page=None, size=20):
    params = {"kind": kind, "size": size}
    if page:
        params["page"] = page
    return requests.get(BASE + "/x", params=params, headers={"a": "b"})
"""
FOUND = "requests.get GET https://x.example/x?kind={kind}&size={size}&page={page?} {'a': 'b'}"
POST = """\
def post(**fields):
    requests.post(BASE + "/x", data=json.dumps(fields).encode())
"""
REST = """\
class Rest:
    def _call(self, verb, path, query=None, body=None):
        return httpx.request(verb, BASE + path, params=query, json=body)

    def get(self, path, **query):
        return self._call("GET", path, query)
"""
LATE = """\
class Late:
    def __init__(self):
        self.http = None
    async def __aenter__(self):
        self.http = httpx.AsyncClient(base_url=BASE, headers={"a": "b"})
        token = await self.login()
        self.http.headers["t"] = token
        return self
    async def login(self):
        return await self.http.post("/login")
"""
FIELDS = """\
from dataclasses import asdict, dataclass, replace
from typing import NamedTuple
@dataclass
class A:
    n: str
    k: int = 1
@dataclass
class C:
    n: str
@dataclass
class B:
    name: str
    a: C
class T(NamedTuple):
    path: str
    more: dict | None = None
"""
AUTH = """\
class Auth:
    def __init__(self, key):
        self.key = key
    def __call__(self, r):
        r.headers["x-key"] = self.key
        return r
class Flow(httpx.Auth):
    def __init__(self, key):
        self.key = key
    def auth_flow(self, request):
        request.headers["x-key"] = self.key
        yield request
class Own:
    def __init__(self, sign):
        self.sign = sign
    def __call__(self, r):
        return self.sign(r)
"""
FACTORY = """\
from dataclasses import dataclass, field
@dataclass
class F:
    h: dict = field(default_factory=lambda: {"a": "b"})
    n: int = field(default=3)
    m: str = field(init=False, repr=False)
"""
URLLIB = "import json\nfrom urllib.request import Request, urlopen\n"
BUILDER = "from waypost import endpoint\nfrom waypost.render import as_requests\n"
HEADERS = "{'accept': 'application/vnd.github.v3+json', 'user-agent': 'a'}"
OF_JSON = f"{HEADERS[:-1]}, 'content-type': 'application/json; charset=utf-8'}}"
GITHUB = """\
api = endpoint.defaults(baseUrl=BASE, headers={"user-agent": "a"})
"""
HOOKS = """\
def own(request):
    request.headers["x-hook"] = "1"
    request.headers["x-verb"] = request.method
def log(request):
    print(request.url)
"""
# What is sent, and where, in the order of the text: the callee, the request, its headers, its body.
SENT = {
    "a default is only what a caller may leave it at": (
        (
            "def f(page: int = 1, sort='asc', verb='PUT'):\n"
            "    requests.request(verb, BASE + '/x', params={'page': page, 'sort': sort}, data={'next': page + 1})\n"
        ),
        [
            (
                "requests.request PUT https://x.example/x?page={page}&sort={sort} "
                "{'content-type': 'application/x-www-form-urlencoded'} 'next={next}'"
            )
        ],
    ),
    "hooks that set headers": (
        (
            f"{AUTH}{HOOKS}c = httpx.Client(event_hooks={{'request': [log, own]}}, auth=Flow('k'))\nc.get(BASE)\n"
            "c = httpx.Client(headers={'x-hook': '0'})\nc.event_hooks = {'request': [own]}\nc.get(BASE)\n"
        ),
        [
            "c.get GET https://x.example/ {'x-key': 'k', 'x-hook': '1', 'x-verb': '{method}'}",
            "c.get GET https://x.example/ {'x-hook': '1', 'x-verb': '{method}'}",
        ],
    ),
    "hooks that set none, or of responses, or are half-typed": (
        (
            f"{HOOKS}c = httpx.Client(event_hooks={{'request': [log], 'response': [own]}})\nc.get(BASE)\n"
            "def half(request):\n    request.headers['x'] =\n\n"
            "half = httpx.Client(event_hooks={'request': [half]})\nhalf.get(BASE)\n"
        ),
        ["c.get GET https://x.example/ {}", "half.get GET https://x.example/ {}"],
    ),
    "maps in a chain": (
        (
            "from collections import ChainMap\n"
            "def a(b):\n    first = {'c': 1}\n"
            "    requests.get(BASE, params=ChainMap(first, {'d': b, 'c': 2}), headers=ChainMap({'e': b}))\n"
            "    requests.get(BASE, params=ChainMap({'c': 1}, b))\n    requests.get(BASE, params=ChainMap(*b))\n"
        ),
        [
            "requests.get GET https://x.example/?d={b}&c=1 {'e': '{b}'}",
            "requests.get GET https://x.example/?c=1&{…} {}",
            "requests.get GET https://x.example/?{b} {}",
        ],
    ),
    "what each turn of a loop changes again": (
        (
            "class B:\n    path = 'p'\n"
            "class A:\n    page = 0\n"
            "    def run(self):\n        while True:\n            self.page += 1\n"
            "            if not requests.get(BASE + '/run', params={'page': self.page}):\n                break\n"
            "    def __iter__(self):\n        return self\n"
            "    def __next__(self):\n        self.page += 1\n"
            "        return requests.get(BASE + '/next', params={'page': self.page})\n"
            "def made():\n    for each in A():\n        print(each)\n"
            "def table():\n    given = {'n': 0, 'kept': 1}\n    while True:\n        given['n'] += 1\n"
            "        if not requests.get(BASE + '/table', params=given):\n            break\n"
            "def parts():\n    given = []\n    while True:\n        given.append('a')\n"
            "        if not requests.get(BASE + '/parts/' + '/'.join(given)):\n            break\n"
            "def before(path):\n    a = B()\n    for _ in range(99):\n        a.path = 'x/' + a.path\n"
            "        requests.get(BASE + '/before/' + a.path)\n"
            "def same():\n    given = {'n': 0}\n    for _ in range(99):\n        given['n'] = 5\n"
            "        requests.get(BASE + '/same', params=given)\n"
            "def half():\n    while True:\n        given['n'] +=\n"
        ),
        [
            "requests.get GET https://x.example/run?page={page} {}",
            "requests.get GET https://x.example/next?page={page} {}",
            "A GET https://x.example/next?page={page} {}",
            "requests.get GET https://x.example/table?n={n}&kept=1 {}",
            "requests.get GET https://x.example/parts/a {}",
            "requests.get GET https://x.example/parts/{given} {}",
            "requests.get GET https://x.example/before/x/p {}",
            "requests.get GET https://x.example/before/x/x/p {}",
            "requests.get GET https://x.example/before/x/{path} {}",
            "requests.get GET https://x.example/same?n=5 {}",
        ],
    ),
    "a verb that is not given": (
        (
            "from urllib.request import Request, urlopen\n"
            "def fetch(path, body=None, method=None):\n"
            "    data = str(body).encode() if body is not None else None\n"
            "    return urlopen(Request(BASE + path, data=data, method=method))\n"
            "def a():\n    fetch('/a')\n    fetch('/b', {'k': 1})\n    fetch('/c', method='PUT')\n"
            "def d(x):\n    fetch('/d', method='PUT' if x else None)\n"
            "def e(x=None):\n    urlopen(BASE + '/e', x)\n"
            "def f(x):\n    urlopen(BASE + '/f', x)\n"
            "def g(x):\n    data = None\n    if x:\n        data = b'1'\n    urlopen(BASE + '/g', data)\n"
            "def half():\n    urlopen(Request(BASE + '/h', method=\n"
        ),
        [
            "Request {method} https://x.example{path} {'{body?}': ''} '{body?}'",
            "fetch GET https://x.example/a {}",
            "fetch POST https://x.example/b {'content-type': 'application/x-www-form-urlencoded'} '{body}'",
            "fetch PUT https://x.example/c {}",
            "fetch GET https://x.example/d {}",
            "fetch PUT https://x.example/d {}",
            "urlopen {method} https://x.example/e {'{x?}': ''} '{x?}'",
            "urlopen POST https://x.example/f {'content-type': 'application/x-www-form-urlencoded'} '{x}'",
            "urlopen {method} https://x.example/g {'{content?}': ''} '{content?}'",
        ],
    ),
    "what may not have been done when something fails": (
        (
            "def a(b):\n    params = {'k': '1'}\n    try:\n        params['c'] = b.load()\n    except ValueError:\n"
            "        pass\n    requests.get(BASE, params=params)\n"
            "def d(b):\n    params = {}\n    try:\n        params['c'] = b.load()\n    except ValueError:\n"
            "        return\n    requests.get(BASE, params=params)\n"
            "def e(b):\n    try:\n        params = {}\n        params['c'] = '1'\n    except ValueError:\n"
            "        return\n    requests.get(BASE, params=params)\n"
            "def half(b):\n    params = {}\n    try:\n        params['c'] = b.load(\n    except ValueError:\n"
            "        pass\n    requests.get(BASE, params=params)\n"
        ),
        [
            "requests.get GET https://x.example/?k=1&c={c?} {}",
            "requests.get GET https://x.example/?c={c} {}",
            "requests.get GET https://x.example/?c=1 {}",
        ],
    ),
    "aiohttp's forms": (
        (
            "import aiohttp\nasync def a(s: aiohttp.ClientSession, b):\n    f = aiohttp.FormData({'c': b})\n"
            "    f.add_field('d', 'e f')\n    f.add_fields(('g', '1'), ('g', '2'))\n    await s.post(BASE, data=f)\n"
            "    f = aiohttp.FormData()\n    f.add_field('h', b, filename='i')\n    await s.put(BASE, data=f)\n"
            "    f = aiohttp.FormData()\n    f.add_field('h', open('i/j.png'))\n    await s.put(BASE, data=f)\n"
            "    f = aiohttp.FormData()\n    f.add_field('h', 'k', content_type='text/csv')\n"
            "    await s.put(BASE, data=f)\n"
            "    f.add_field('h', b, content_transfer_encoding='base64')\n    await s.put(BASE, data=f)\n"
            "    await s.patch(BASE, data=aiohttp.FormData(\n"
        ),
        [
            (
                "s.post POST https://x.example/ {'content-type': 'application/x-www-form-urlencoded'} "
                "'c={b}&d=e+f&g=1&g=2'"
            ),
            *(
                "s.put PUT https://x.example/ {'content-type': 'multipart/form-data; boundary=boundary'} "
                f"'--boundary\\r\\n{head}\\r\\n\\r\\n{content}\\r\\n--boundary--\\r\\n'"
                for head, content in (
                    ('Content-Type: …\\r\\nContent-Disposition: form-data; name="h"; filename="i"', "{b}"),
                    ('Content-Type: …\\r\\nContent-Disposition: form-data; name="h"; filename="j.png"', "{content}"),
                    ('Content-Type: text/csv\\r\\nContent-Disposition: form-data; name="h"', "k"),
                )
            ),
            "s.put PUT https://x.example/ {'{data}': ''} '{data}'",
        ],
    ),
    "only the query depends on what is given": (
        f"{FIND}find('a')\nfind('b', 2)\n",
        [
            FOUND,
            "find GET https://x.example/x?kind=a&size=20 {'a': 'b'}",
            "find GET https://x.example/x?kind=b&size=20&page=2 {'a': 'b'}",
        ],
    ),
    "whoever gives what nobody knows adds nothing": (f"{FIND}def a(kind, page):\n    find(kind, page=page)\n", [FOUND]),
    "what is given to a path that nobody knows": (
        "def send(url, more):\n    requests.get(BASE + url, params=more)\ndef a(url):\n    send(url, {'a': 1})\n",
        ["requests.get GET https://x.example{url}?{more} {}"],
    ),
    "half-typed, nothing is given": (f"{FIND}find(\n", [FOUND]),
    "only the body depends on it, and that is bytes": (
        f"import json\n{POST}post(a=1)\n",
        [
            "requests.post POST https://x.example/x {'{fields}': ''} '{fields}'",
            "post POST https://x.example/x {} '{\"a\": 1}'",
        ],
    ),
    "a body of bytes, however they are made": (
        "requests.put(BASE, data='a'.encode())\nrequests.put(BASE, data=b'a')\nrequests.put(BASE, data=a.encode())\n",
        [
            *["requests.put PUT https://x.example/ {} 'a'"] * 2,
            "requests.put PUT https://x.example/ {'{a}': ''} '{a}'",
        ],
    ),
    "a method that is called like one of the client's takes other arguments": (
        f"{REST}Rest().get('/x', a=1)\n",
        [
            "httpx.request {method} https://x.example{path}?{query?} {'{body?}': ''} '{body?}'",
            "self._call GET https://x.example{path}?{…} {}",
            "Rest().get GET https://x.example/x?a=1 {}",
        ],
    ),
    "JSON of which some is not known": (
        "import json\ndef a(n, m):\n    requests.put(BASE, data=json.dumps({'n': n, 'u': f'é-{m}', 'l': [1, None]}))\n",
        ["""requests.put PUT https://x.example/ {} '{"n": {n}, "u": "\\\\u00e9-{m}", "l": [1, null]}'"""],
    ),
    "the same as bytes": (
        f"{URLLIB}def a(n):\n    urlopen(Request(BASE, data=json.dumps([n]).encode(), headers={{'a': 'b'}}))\n",
        ["Request POST https://x.example/ {'a': 'b', 'content-type': 'application/x-www-form-urlencoded'} '[{n}]'"],
    ),
    "JSON that is written when something is not in it yet": (
        (
            "import json\ndef a(n):\n    body = {'n': n}\n    text = json.dumps(body)\n    body['m'] = 1\n"
            "    requests.put(BASE, data=text)\n"
        ),
        ["requests.put PUT https://x.example/ {} '{\"n\": {n}}'"],
    ),
    "JSON in another notation, or of keys that are not known": (
        (
            "import json\ndef a(n):\n    requests.put(BASE, data=json.dumps({'n': n}, indent=2))\n"
            "    requests.put(BASE, data=json.dumps({**n}))\n"
        ),
        ["requests.put PUT https://x.example/ {'{data}': ''} '{data}'"] * 2,
    ),
    "half-typed JSON": (
        "import json\ndef a(n):\n    requests.put(BASE, data=json.dumps({'n': n, 'm': }))\n",
        ['requests.put PUT https://x.example/ {} \'{"n": {n}, "m": {value}}\''],
    ),
    "a call in a loop that differs in its query": (
        "for x in ('a', 'b'):\n    requests.get(BASE, params={'x': x, 'y': 'c'})\n",
        ["requests.get GET https://x.example/?x={a|b}&y=c {}"],
    ),
    "a call in a loop that differs in its body": (
        "for x in ({'a': 1}, {'a': 2, 'b': [3]}):\n    requests.post(BASE, json=x)\n",
        ["requests.post POST https://x.example/ {'content-type': 'application/json'} {'a': '{1|2}', 'b': '{b?}'}"],
    ),
    "a call in a loop that differs in nothing": (
        "for x in (1, 2):\n    requests.get(BASE, params={'y': 'c'})\n",
        ["requests.get GET https://x.example/?y=c {}"],
    ),
    "clients in a loop that differ in their headers": (
        "for x in ('a', 'b'):\n    httpx.Client(base_url=BASE, headers={'h': x}).get('/a')\n",
        ["httpx.Client(base_url=BASE, headers={'h': x}).get GET https://x.example/a {'h': '{a|b}'}"],
    ),
    "half-typed in a loop": (
        "for x in ('a', 'b'):\n    requests.get(BASE, params={'x': x, 'y': })\n",
        ["requests.get GET https://x.example/?x={a|b}&y={y} {}"],
    ),
    "the fields of an object as a body": (
        f"{FIELDS}requests.post(BASE, json=asdict(B('b', C('a'))))\n",
        ["requests.post POST https://x.example/ {'content-type': 'application/json'} {'name': 'b', 'a': {'n': 'a'}}"],
    ),
    "an object with other fields": (
        f"{FIELDS}requests.get(BASE, params=asdict(replace(A('a'), k=2)))\n",
        ["requests.get GET https://x.example/?n=a&k=2 {}"],
    ),
    "a named tuple by its fields, and in its order": (
        (
            f"{FIELDS}path, more = T('/t')\nrequests.get(BASE + path, params=T('/t')._replace(more={{'a': 1}})[1])\n"
            "requests.get(BASE, params=T('u')._asdict())\n"
        ),
        ["requests.get GET https://x.example/t?a=1 {}", "requests.get GET https://x.example/?path=u {}"],
    ),
    "what has no fields has none in its place": (
        f"{FIELDS}def a(x):\n    requests.get(BASE, params=asdict(x))\n",
        ["requests.get GET https://x.example/?{x} {}"],
    ),
    "half-typed, an object without its fields": (
        f"{FIELDS}requests.post(BASE, json=asdict(A()))\n",
        ["requests.post POST https://x.example/ {'content-type': 'application/json'} {'n': '{n}', 'k': 1}"],
    ),
    "a field that a factory makes, and one that is set later": (
        f"{FACTORY}requests.post(BASE, headers=F().h, json={{'n': F().n, 'm': F().m}})\n",
        ["requests.post POST https://x.example/ {'a': 'b', 'content-type': 'application/json'} {'n': 3, 'm': '{m}'}"],
    ),
    "a dict with keys that its type names": (
        (
            "from typing import TypedDict\nclass D(TypedDict, total=False):\n    a: int\n    b: str\n"
            "requests.get(BASE, params=D(a=1))\n"
        ),
        ["requests.get GET https://x.example/?a=1 {}"],
    ),
    "a member of an enumeration of texts": (
        "import enum\nclass S(enum.StrEnum):\n    A = enum.auto()\nrequests.get(BASE, params={'s': S.A})\n",
        ["requests.get GET https://x.example/?s=a {}"],
    ),
    "what an authentication of the program adds": (
        (
            f"{AUTH}requests.get(BASE, auth=Auth('k'), headers={{'a': 'b'}})\n"
            "c = httpx.Client(base_url=BASE, auth=Flow('k'))\nc.get('/c')\n"
        ),
        [
            "requests.get GET https://x.example/ {'a': 'b', 'x-key': 'k'}",
            "c.get GET https://x.example/c {'x-key': 'k'}",
        ],
    ),
    "an authentication that adds nothing that is known, or is one of several": (
        f"{AUTH}def a(sign, b):\n    requests.get(BASE, auth=Own(sign))\n    requests.get(BASE, auth=b or Auth('k'))\n",
        [
            "requests.get GET https://x.example/ {'authorization': '{sign}'}",
            "requests.get GET https://x.example/ {'authorization': '{b}'}",
        ],
    ),
    "half-typed, what an authentication adds": (
        f"{AUTH}class H:\n    def __call__(self, r):\n        r.headers['x'] = \n\nrequests.get(BASE, auth=H())\n",
        ["requests.get GET https://x.example/ {'authorization': '{auth}'}"],
    ),
    "headers that urllib3 makes": (
        (
            "import urllib3\nh = urllib3.make_headers(basic_auth='a:b', user_agent='u')\n"
            "urllib3.request('GET', BASE, headers=h)\n"
            "urllib3.request('GET', BASE, headers=urllib3.make_headers(user_agent='u'))\n"
            "urllib3.request('GET', BASE, headers=urllib3.make_headers(disable_cache=True))\n"
        ),
        [
            "urllib3.request GET https://x.example/ {'user-agent': 'u', 'authorization': 'Basic YTpi'}",
            "urllib3.request GET https://x.example/ {'user-agent': 'u'}",
            "urllib3.request GET https://x.example/ {'{headers}': ''}",
        ],
    ),
    "an authentication that is made before": (
        (
            "from requests.auth import HTTPBasicAuth\nauth = HTTPBasicAuth('u', 'p')\nrequests.get(BASE, auth=auth)\n"
            "def a(u):\n    auth = HTTPBasicAuth(u, 'p')\n    requests.get(BASE, auth=auth)\n"
        ),
        [
            "requests.get GET https://x.example/ {'authorization': 'Basic dTpw'}",
            "requests.get GET https://x.example/ {'authorization': '{auth}'}",
        ],
    ),
    "a request that a session prepares, and that is changed": (
        (
            "s = requests.Session()\ns.params = {'p': '1'}\np = s.prepare_request(requests.Request('GET', BASE))\n"
            "p.headers['a'] = 'b'\ns.send(p)\n"
        ),
        [
            "requests.Request GET https://x.example/?p=1 {}",
            "s.send GET https://x.example/?p=1 {'a': 'b'}",
        ],
    ),
    "half-typed, a field without anything": (
        (
            "from dataclasses import dataclass, field\n@dataclass\nclass F:\n    h: dict = field()\n"
            "requests.get(BASE, headers=F().h)\n"
        ),
        ["requests.get GET https://x.example/ {'{h}': ''}"],
    ),
    "what the builder makes": (
        (
            f"{BUILDER}{GITHUB}r = api('POST /a/{{b}}', b=1, c='d')\n"
            "requests.request(r['method'], r['url'], headers=r['headers'], json=r.get('body'))\n"
        ),
        [f"api POST https://x.example/a/1 {OF_JSON} {{'c': 'd'}}"],
    ),
    "what it makes, as keywords of a client": (
        f"{BUILDER}{GITHUB}def a(b):\n    r = api('GET /a/{{b}}', b=b)\n    requests.request(**as_requests(r))\n",
        [f"api GET https://x.example/a/{{b}} {HEADERS}"],
    ),
    "a function that builds a request and sends it makes one": (
        (
            f"{BUILDER}{GITHUB}def send(route, **more):\n    requests.request(**as_requests(api(route, more)))\n"
            "send('GET /a', q=1)\n"
        ),
        [f"api {{method}} https://x.example/{{route}} {HEADERS}", f"send GET https://x.example/a?q=1 {HEADERS}"],
    ),
    "a call that is given what another one builds makes one": (
        (
            f"{BUILDER}{GITHUB}def send(options):\n    requests.request(**as_requests(options))\n"
            "send(api('GET /a'))\nrequests.request(**as_requests(api('GET /b')))\nrequests.get(api('GET /c')['url'])\n"
        ),
        [
            "requests.request {method} {url} {}",
            *[f"api GET https://x.example/{each} {HEADERS}" for each in "abc"],
        ],
    ),
    "a call that sends another request than what is built makes its own": (
        (f"{BUILDER}{GITHUB}requests.delete(api('GET /a')['url'])\nrequests.get(api('GET /b')['url'] + '/c')\n"),
        [
            "requests.delete DELETE https://x.example/a {}",
            f"api GET https://x.example/a {HEADERS}",
            "requests.get GET https://x.example/b/c {}",
            f"api GET https://x.example/b {HEADERS}",
        ],
    ),
    "a query of a client with more in it": (
        (
            "import httpx\nc = httpx.Client(base_url=BASE)\nc.params = c.params.set('a', 1)\nc.get('/b')\n"
            "c.params = c.params.set(\n"
        ),
        ["c.get GET https://x.example/b?a=1 {}"],
    ),
    "another URL of a request that is prepared": (
        (
            "import httpx\ns = requests.Session()\nc = httpx.Client(base_url=BASE, params={'k': 'v'})\n"
            "def f():\n    p = s.prepare_request(requests.Request('POST', BASE, params={'a': 1}))\n"
            "    p.url = BASE + '/b'\n    s.send(p)\n"
            "def g():\n    p = requests.Request('PUT', BASE, params={'a': 1}).prepare()\n"
            "    p.url += '&b=2'\n    s.send(p)\n"
            "def h():\n    p = c.build_request('GET', '/a')\n    p.url = httpx.URL(BASE + '/c')\n    c.send(p)\n"
            "def i():\n    r = requests.Request('PATCH', BASE, params={'a': 1})\n    r.url += '/d'\n"
            "    s.send(r.prepare())\n    r.url +=\n"
        ),
        [
            "requests.Request POST https://x.example/b {}",
            "requests.Request PUT {url}&b=2 {}",
            "c.build_request GET https://x.example/c {}",
            "requests.Request PATCH https://x.example/d?a=1 {}",
        ],
    ),
    "what a key that is lacking is made as": (
        (
            "from collections import OrderedDict, defaultdict\n"
            "d = defaultdict(list)\nd['k'].append('v')\nd['k'].append('w')\nrequests.get(BASE, params=d)\n"
            "def f(names):\n    d = defaultdict(list)\n    d[names].append('v')\n    requests.get(BASE, params=d)\n"
            "o = OrderedDict(z='1', y='2')\no.move_to_end('z')\nrequests.get(BASE, params=o)\n"
            "o.move_to_end('z', last=False)\nrequests.post(BASE, params=o)\n"
        ),
        [
            "requests.get GET https://x.example/?k=v&k=w {}",
            "requests.get GET https://x.example/?{…} {}",
            "requests.get GET https://x.example/?y=2&z=1 {}",
            "requests.post POST https://x.example/?z=1&y=2 {}",
        ],
    ),
    "what is made when it is asked for": (
        (
            "class A:\n    def __init__(self):\n        self.s = None\n    def of(self):\n        if self.s is None:\n"
            "            self.s = requests.Session()\n            self.s.headers['x'] = '1'\n        return self.s\n"
            "class B(A):\n    s = None\n    def __init__(self):\n        pass\n"
            "    def send(self):\n        self.of().get(BASE)\n"
        ),
        ["self.of().get GET https://x.example/ {'x': '{1?}'}"],
    ),
    "half-typed, nothing is built": (f"{BUILDER}{GITHUB}requests.request(**as_requests(api(\n", []),
    "a client that is made later has from the start what it is made with": (
        LATE,
        [
            "self.login POST https://x.example/login {'a': 'b'}",
            "self.http.post POST https://x.example/login {'a': 'b', 't': '{t?}'}",
        ],
    ),
}


@pytest.mark.parametrize("case", SENT)
def test_what_is_sent(case: str) -> None:
    text, expected = SENT[case]
    found = [(site, request) for site in sites_in(BEFORE + text) if (request := request_of(site)) is not None]
    made = [
        f"{site.callee} {request.line} {dict(request.headers)}{f' {request.body!r}' if request.has_body else ''}"
        for site, request in found
    ]
    assert made == expected


def test_a_secret_that_the_builder_writes_is_masked_where_it_is_sent() -> None:
    source = f"{BEFORE}{BUILDER}TOKEN = 's3cretvalue'\nr = endpoint('GET /a', q=TOKEN)\nrequests.get(r['url'])\n"
    assert [site.shown.count("s3cretvalue") for site in sites_in(source)] == [0, 0]


@pytest.mark.parametrize(
    "given",
    [
        "def send(token):\n    requests.get(BASE + f'/bot{token}/me')\nsend('s3cretvalue')\n",
        "def send(tokens, path):\n    requests.get(f'{BASE}/{path}?q={tokens.strip()}')\nsend('s3cretvalue ', 'a')\n",
        (
            "class A:\n    def __init__(self, password):\n        self.p = password.replace('-', '')\n"
            "    def send(self):\n        requests.get(BASE, params={'q': self.p})\nA('s3cretvalue').send()\n"
        ),
    ],
)
def test_what_a_parameter_with_the_name_of_a_secret_is_given_is_one(given: str) -> None:
    requests = [request for site in sites_in(BEFORE + given) if (request := request_of(site)) is not None]
    assert "s3cretvalue" in requests[-1].url
    assert not any("s3cretvalue" in text for each in sites_in(BEFORE + given) for text in (each.shown, each.base))
    assert not any("s3cretvalue" in each.masked().url for each in requests)


def test_a_secret_is_one_wherever_it_is_sent() -> None:
    source = f"{BEFORE}TOKEN = 's3cretvalue'\nrequests.get(BASE, params={{'q': TOKEN}})\n"
    (site,) = sites_in(source)
    assert {span.of(source.encode()) for span in site.secret_spans()} == {b"s3cretvalue"}
    assert not list(sites_in(source.replace("TOKEN", "OTHER"))[0].secret_spans())


def test_a_literal_has_its_place_and_a_parameter_its_type() -> None:
    source = f"{BEFORE}def a(id: int):\n    requests.get(f'{{BASE}}/{{id}}', params={{'q': 'x'}}, timeout=None)\n"
    (site,) = sites_in(source)
    raw = source.encode()
    assert isinstance(site.query, KeyedValues)
    assert site.query.span is not None
    assert site.query.span.of(raw) == b"{'q': 'x'}"
    value = site.query.by_key["q"].value
    assert isinstance(value, Text)
    assert value.span is not None
    assert value.span.of(raw) == b"'x'"
    (hole,) = site.template.holes
    assert isinstance(hole.value, Unknown)
    assert (hole.value.annotation, hole.value.required) == ("int", True)


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


def test_events_become_sites_once_for_all_who_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[Event] = []
    of = from_events._Events.of

    def counted(events: from_events._Events, event: Event) -> list[Site]:
        made.append(event)
        return of(events, event)

    monkeypatch.setattr(from_events._Events, "of", counted)
    client = f"{BEFORE}def users():\n    requests.get(BASE + '/users')\n"
    source = "import client\ndef a():\n    client.users()\n"
    table = Table(Sources({"a.py": source.encode(), "client.py": client.encode()}))
    assert table.ask(SitesOf("a.py")) == ()
    assert len(table.ask(SitesOf("client.py"))) == 1
    assert len(made) == len(set(map(id, made))) == 2


def test_the_forms_of_a_call_are_not_each_compared_with_each(monkeypatch: pytest.MonkeyPatch) -> None:
    source = f"{BEFORE}def a(base):\n    requests.get((base or BASE) + '/users')\n    requests.get(base + '/users')\n"
    known, *_ = sites_in(source)
    other = next(each for each in sites_in(source) if each.span != known.span)
    forms = [replace(other, template=Text((*other.template.parts, TextPiece(f"/{n}", None)))) for n in range(60)]
    counted: list[Text] = []
    shown = Text.shown

    def count(text: Text, name: str = "{{{}}}") -> str:
        counted.append(text)
        return shown(text, name)

    monkeypatch.setattr(Text, "shown", count)
    assert list(with_default_addresses(forms)) == forms
    assert len(counted) < 60 * 4


def test_the_forms_of_a_file_do_not_change_with_its_names() -> None:
    texts = Sources({"a.py": f"{BEFORE}def send(path):\n    requests.get(BASE + path)\n".encode()})
    table = Table(texts)
    before = table.ask(FormsOf("a.py"))
    assert [(each.verb, each.url) for forms in before.values() for each in forms] == [("GET", "https://x.example{}")]


@pytest.mark.parametrize(("given", "missing"), [("name=1", ["other"]), ("name=1, other=2", []), ("**more", [])])
def test_a_field_of_format_without_a_value_is_known_as_that(given: str, missing: list[str]) -> None:
    source = f"{BEFORE}def a(more):\n    requests.get((BASE + '/{{name}}/{{other}}').format({given}))\n"
    (site,) = sites_in(source)
    assert [hole.expression for hole in site.template.holes if hole.missing] == missing
