"""What programs are seen to send, each a text: `LINE VERB URL`, with `~` before what is likely."""

import pytest

from tests.compare.interpreters import stated

HEAD = 'import requests\nROOT = "https://x.example"\n'


def listed(source: str, **others: str) -> list[str]:
    """The requests of a file, and of others that it may import."""
    texts = {"x.py": source, **{f"{name}.py": text for name, text in others.items()}}
    found = {(each.first, each.likely, each.verb, each.url) for each in stated(texts, ["x.py"]).listed}
    return [f"{line} {'~' if likely else ''}{verb or '?'} {url}" for line, likely, verb, url in sorted(found)]


def check(source: str, expected: list[str], **others: str) -> None:
    """Exactly these are listed, also with other line ends and next to half-typed code."""
    for text in (source, source.replace("\n", "\r\n"), f"{source}\ndef half(:\n"):
        assert listed(text, **others) == expected, text


# What the lines after the head are, and what is listed; the first line after the head is line 3.
STATE = {
    "what only looks like a request, with an address and without": (
        """\
def f(client, base, flag, n):
    client.get("/repos/a/issues" if flag else f"{base}/repos/a/issues", params={"a": 1})
    client.get("/repos/a/pulls" if flag else f"{base}/repos/a/issues", params={"a": 1})
    client.get(f"{n}/repos/a/issues" if flag else f"{base}/repos/a/issues", params={"a": 1})
    client.get("/repos/a/issues", params={"a": 1})
""",
        [
            "4 ~GET {base}/repos/a/issues",
            "5 ~GET /repos/a/pulls",
            "5 ~GET {base}/repos/a/issues",
            "6 ~GET {n}/repos/a/issues",
            "7 ~GET /repos/a/issues",
        ],
    ),
    "one of several numbers, as a condition leaves it": (
        """\
def f(flag, x):
    n = 1 if flag else 3
    if n > 2:
        requests.get(f"{ROOT}/{n}/more")
    else:
        requests.get(f"{ROOT}/{n}/less")
    if n <= 3:
        requests.put(f"{ROOT}/{n}")
    if n < x:
        requests.post(f"{ROOT}/{n}")
    k = None
    while True:
        k = (k or 0) + 1
        if k > 1:
            break
    requests.get(f"{ROOT}/k/{k}")
""",
        [
            "6 GET https://x.example/3/more",
            "8 GET https://x.example/1/less",
            "10 PUT https://x.example/1",
            "10 PUT https://x.example/3",
            "12 POST https://x.example/1",
            "12 POST https://x.example/3",
            "18 GET https://x.example/k/{k}",
        ],
    ),
    "named tuples": (
        """\
import collections
import typing
P = collections.namedtuple("P", "host path end", defaults=["/e"])
Q = typing.NamedTuple("Q", [("host", str), ("path", str)])
class R(collections.namedtuple("R", ["host", "path"])):
    def url(self):
        return self.host + self.path
def f(x):
    p = P(ROOT, "/a")
    requests.get(p.host + p.path + p.end)
    q = p._replace(path="/b", end="")
    requests.get("".join(q))
    host, path, end = p
    requests.put(host + path)
    requests.get(Q(path="/q", host=ROOT).host + Q(ROOT, "/q")[1])
    requests.get(R(ROOT, "/r").url())
    requests.get(collections.namedtuple("S", x)(ROOT, "/s")[0])
    if isinstance(p, tuple):
        requests.post(ROOT + "/tuple")
    if isinstance(p, str):
        requests.post(ROOT + "/text")
""",
        [
            "12 GET https://x.example/a/e",
            "14 GET https://x.example/b",
            "16 PUT https://x.example/a",
            "17 GET https://x.example/q",
            "18 GET https://x.example/r",
            "19 GET {ROOT}",
            "21 POST https://x.example/tuple",
        ],
    ),
    "attributes that are deleted": (
        """\
class C:
    path = "/c"
    kept = "/k"
class D:
    path = "/d"
def f(x):
    c, d = C(), D()
    c.path = d.path = "/own"
    c.more = "/more"
    delattr(c, "path")
    requests.get(ROOT + c.path)
    del (c if x else d).path
    requests.get(ROOT + d.path)
    del c.more
    if not hasattr(c, "more"):
        requests.get(ROOT + "/gone")
    if hasattr(c, "kept"):
        requests.put(ROOT + "/kept")
del C.kept
""",
        [
            "13 GET https://x.example/c",
            "15 GET https://x.example/d",
            "15 GET https://x.example/own",
            "18 GET https://x.example/gone",
        ],
    ),
    "what inherits from a type": (
        """\
import enum
class S(str):
    pass
class N(int):
    pass
class C(str, enum.Enum):
    X = "/x"
class A:
    pass
if isinstance(S("a"), str):
    requests.get(ROOT + "/a")
if isinstance(N(1), (str, int)):
    requests.get(ROOT + "/b")
if isinstance(C.X, str):
    requests.get(ROOT + C.X)
if isinstance(A(), object):
    requests.get(ROOT + "/c")
if isinstance(A(), (str, int)):
    requests.get(ROOT + "/never")
""",
        [
            "13 GET https://x.example/a",
            "15 GET https://x.example/b",
            "17 GET https://x.example/x",
            "19 GET https://x.example/c",
        ],
    ),
    "classes that have one another": (
        """\
class A:
    def send(self):
        requests.get(ROOT + "/a")
class B:
    other = A
    def send(self):
        requests.get(ROOT + "/b")
A.other = B
def f():
    A().other().send()
    A().other().other().send()
f()
""",
        ["5 GET https://x.example/a", "9 GET https://x.example/b"],
    ),
    "an object that is its class's own way to call it": (
        """\
class A:
    pass
a = A()
A.__call__ = a
try:
    a()
except RecursionError:
    requests.get(ROOT + "/endless")
""",
        ["10 GET https://x.example/endless"],
    ),
    "members of enumerations with two names, and with values that are counted": (
        """\
import enum
class Kind(enum.Enum):
    USER = "users"
    TEAM = "teams"
    PERSON = "users"
class Number(enum.Enum):
    ONE = enum.auto()
    FIVE = 5
    SIX = enum.auto()
class Right(enum.Flag):
    READ = enum.auto()
    WRITE = enum.auto()
    ADMIN = enum.auto()
class Odd(enum.Enum):
    A = None
    B = "b"
for each in Kind:
    requests.get(f"{ROOT}/{each.name}")
requests.get(f"{ROOT}/{Kind.PERSON.name}")
requests.get(f"{ROOT}/{Number.SIX.value}")
requests.get(f"{ROOT}/{Right.ADMIN.value}")
requests.get(f"{ROOT}/{Odd.B.name}")
""",
        [
            "20 GET https://x.example/TEAM",
            "20 GET https://x.example/USER",
            "21 GET https://x.example/USER",
            "22 GET https://x.example/6",
            "23 GET https://x.example/4",
            "24 GET https://x.example/B",
        ],
    ),
    "what the condition of a loop sends": (
        """\
def f(page=1):
    page = 1
    while batch := requests.get(f"{ROOT}/a/{page}").json():
        page += 1
    n = 0
    while requests.get(f"{ROOT}/b/{n}").ok:
        n += 1
    url = ROOT + "/c"
    while requests.get(url).ok:
        print(url)
    while False and requests.get(ROOT + "/d"):
        print(url)
""",
        [
            "5 GET https://x.example/a/{page}",
            "8 GET https://x.example/b/{n}",
            "11 GET https://x.example/c",
        ],
    ),
    "what is sent where `with` is left": (
        """\
class Room:
    def __init__(self, name):
        self.name = name
    def __enter__(self):
        requests.post(ROOT + "/login")
        return self
    def __exit__(self, *error):
        requests.post(f"{ROOT}/{self.name}/leave")
    def say(self):
        requests.put(f"{ROOT}/{self.name}")
def f():
    with Room("a") as room:
        room.say()
def g():
    with Room("b") as room:
        room.say()
        print("said")
""",
        [
            "7 POST https://x.example/login",
            "10 POST https://x.example/{name}/leave",
            "10 ~POST https://x.example/a/leave",
            "10 ~POST https://x.example/b/leave",
            "12 PUT https://x.example/{name}",
            "12 ~PUT https://x.example/a",
            "12 ~PUT https://x.example/b",
            "14 POST https://x.example/a/leave",
            "15 PUT https://x.example/a",
            "17 POST https://x.example/b/leave",
            "18 PUT https://x.example/b",
        ],
    ),
    "a client that is declared, and given where objects are made": (
        """\
import httpx
class A:
    def __init__(self, client: httpx.Client):
        self.client = client
    def get(self):
        self.client.get("/a")
class B(A):
    def put(self):
        self.client.put("/b")
A(httpx.Client(base_url=ROOT))
""",
        ["8 GET https://x.example/a", "11 PUT /b"],
    ),
    "what was sent here is most likely a whole URL": (
        """\
from urllib.parse import urljoin
def f(r, base):
    requests.get(urljoin(ROOT, r.headers["Location"]))
    requests.get(urljoin(ROOT, r.json().get("next")))
    requests.get(urljoin(ROOT, r.json()["id"] + "/a"))
    requests.get(urljoin(ROOT, base))
""",
        [
            "5 GET {Location}",
            "6 GET {next}",
            "7 ~GET https://x.example/{id}/a",
            "8 ~GET https://x.example/{base}",
        ],
    ),
    "defaults that are set anew": (
        """\
def f(path="/a"):
    requests.get(ROOT + path)
f.__defaults__ = ("/b",)
def g(*, path="/a"):
    requests.get(ROOT + path)
g.__kwdefaults__["path"] = "/b"
def h(path="/a"):
    requests.get(ROOT + path)
h.name = "/b"
""",
        ["4 GET https://x.example{path}", "7 GET https://x.example{path}", "10 ~GET https://x.example/a"],
    ),
    "an operand of `and` that may be false": (
        """\
ITEMS = ["a"]
def f(x, y: str):
    requests.get(ROOT + "/" + ("/".join(ITEMS) and "b"))
    requests.get(ROOT + "/" + (x and "b"))
    requests.get(ROOT + "/" + ("a" and "b"))
    requests.get(ROOT + "/" + ("" and "b"))
def g():
    ITEMS.clear()
""",
        [
            "5 GET https://x.example/b",
            "5 GET https://x.example/{ITEMS}",
            "6 GET https://x.example/b",
            "6 GET https://x.example/{x}",
            "7 GET https://x.example/b",
            "8 GET https://x.example/",
        ],
    ),
    "a global variable with the name of one around": (
        """\
x = "/g"
def outer():
    x = "/o"
    def inner():
        global x
        return x
    def enclosed():
        return x
    requests.get(ROOT + inner())
    requests.get(ROOT + enclosed())
""",
        ["11 GET https://x.example/g", "12 GET https://x.example/o"],
    ),
    "a property with all that it may have": (
        """\
class S:
    def __init__(self):
        self._v = "/a"
    @property
    def v(self):
        return self._v
    @v.setter
    def v(self, value):
        self._v = "/b" + value
    @v.deleter
    def v(self):
        self._v = "/c"
def f():
    s = S()
    s.v = "/d"
    requests.get(ROOT + s.v)
    del s.v
    requests.post(ROOT + s.v)
""",
        ["18 GET https://x.example/b/d", "20 ~POST https://x.example/b/d"],
    ),
    "what an iterator has given": (
        """\
def f(flag):
    it = iter(["/a", "/b", "/c"])
    next(it)
    requests.get(ROOT + next(it))
    if flag:
        next(it)
    requests.post(ROOT + next(it, "/d"))
def g():
    def pages():
        yield "/e"
        yield "/f"
    it = pages()
    requests.get(ROOT + next(it))
    requests.get(ROOT + next(it))
    requests.get(ROOT + next([1
""",
        [
            "6 GET https://x.example/b",
            "9 POST https://x.example/c",
            "9 POST https://x.example/d",
            "15 GET https://x.example/e",
            "16 GET https://x.example/f",
        ],
    ),
    "a field that shows its name": (
        """\
n = 3
def f():
    requests.get(ROOT + f"/{n = }/{n=:03d}/{n=!s}")
    requests.get(ROOT + f"/{n}/{{n=}}")
""",
        ["5 GET https://x.example/n = 3/n=003/n=3", "6 GET https://x.example/3/{n=}"],
    ),
    "a variable that a loop makes of itself": (
        """\
def f():
    p = "/a"
    while p:
        requests.get(ROOT + p)
        p = "/b" if p == "/a" else None
def g(names):
    p = "/a"
    for name in names:
        requests.get(ROOT + p)
        p = p + name
""",
        ["6 GET https://x.example/a", "6 GET https://x.example{p}", "11 GET https://x.example/a{p}"],
    ),
    "a dataclass that finishes itself": (
        """\
from dataclasses import dataclass, field, replace
@dataclass
class R:
    url: str = field(init=False)
    path: str
    kind: str = "a"
    def __post_init__(self):
        self.url = ROOT + "/" + self.path + "/" + self.kind
def f():
    r = R("b", "c")
    requests.get(r.url)
    requests.get(replace(r, path="d").url)
    requests.get(R(
""",
        ["13 GET https://x.example/b/c", "14 GET https://x.example/d/c"],
    ),
    "what is called by the type of what it is given": (
        """\
from functools import singledispatch
@singledispatch
def show(x):
    requests.get(ROOT + f"/any/{x}")
@show.register
def _(x: int):
    requests.get(ROOT + f"/int/{x}")
@show.register(list)
def _(x):
    requests.get(ROOT + f"/list/{x}")
show("a")
show(1)
""",
        ["6 GET https://x.example/any/{x}", "9 GET https://x.example/int/{x}", "12 GET https://x.example/list/{x}"],
    ),
    "an exit stack": (
        """\
from contextlib import AsyncExitStack, ExitStack
S = {"base": "/a"}
class Moved:
    def __init__(self, base):
        self.base = base
    def __enter__(self):
        self.before, S["base"] = S["base"], self.base
    def __exit__(self, *error):
        S["base"] = self.before
def f():
    S["base"] = "/b"
    with ExitStack() as stack:
        stack.enter_context(Moved("/c"))
        requests.get(ROOT + S["base"])
        stack.enter_context(requests.Session()).get(ROOT + "/d")
        stack.callback(requests.delete, ROOT + "/e")
        print("in there")
    requests.get(ROOT + S["base"])
async def g(stack):
    S["base"] = "/b"
    async with AsyncExitStack() as own:
        own.enter_context(Moved("/c"))
        requests.get(ROOT + S["base"])
    stack.enter_context(
""",
        [
            "16 GET https://x.example/c",
            "17 GET https://x.example/d",
            "18 DELETE https://x.example/e",
            "20 GET https://x.example/b",
            "25 GET https://x.example/c",
        ],
    ),
    "a metaclass": (
        """\
class Meta(type):
    def __new__(mcs, name, bases, body, **given):
        body["path"] = "/" + name.lower()
        body.setdefault("kind", "k")
        return super().__new__(mcs, name, bases, body)
    def __init__(cls, name, bases, body, end=""):
        cls.end = end
class Base(metaclass=Meta):
    path = "/wrong"
    def get(self):
        requests.get(ROOT + self.path + "/" + self.kind + self.end)
class Users(Base, end=".json"):
    kind = "u"
Base().get()
Users().get()
""",
        [
            "13 GET https://x.example/base/k",
            "13 GET https://x.example/users/u.json",
            "16 GET https://x.example/base/k",
            "17 GET https://x.example/users/u.json",
        ],
    ),
    "a class that is made by a call of a metaclass": (
        """\
class Meta(type):
    def __new__(mcs, name, bases, body):
        return super().__new__(mcs, name, bases, body)
class A(metaclass=Meta):
    path = "/a"
    def get(self):
        requests.get(ROOT + self.path)
B = Meta("B", (A,), {"path": "/b"})
A().get()
""",
        ["9 GET https://x.example/a"],
    ),
    "a metaclass that gives what was made before": (
        """\
class Single(type):
    made = {}
    def __call__(cls, *given):
        if cls not in cls.made:
            cls.made[cls] = super().__call__(*given)
        return cls.made[cls]
class One(metaclass=Single):
    def __init__(self, path):
        self.path = path
    def get(self):
        requests.get(ROOT + self.path)
One("/a").get()
One("/b").get()
""",
        [
            "13 GET https://x.example{path}",
            "13 ~GET https://x.example/a",
            "14 GET https://x.example/a",
            "14 GET https://x.example{path}",
            "15 GET https://x.example/b",
            "15 GET https://x.example{path}",
            "15 ~GET https://x.example/a",
        ],
    ),
    "a half-typed metaclass": (
        """\
class Meta(type):
    def __new__(mcs, name
class A(metaclass=Meta):
    def get(self):
        requests.get(ROOT + "/a")
""",
        ["7 GET https://x.example/a"],
    ),
    "a tuple with an item": (
        'S = {"base": "/a"}\ndef f(value):\n    S["base"], other = value, 1\n    requests.get(ROOT + S["base"])\n',
        ["6 GET https://x.example{base}"],
    ),
    "the target of a loop": (
        'def f():\n    s = {"p": "/a"}\n    for s["p"] in ("/b",):\n        pass\n    requests.get(ROOT + s["p"])\n',
        ["7 GET https://x.example/b"],
    ),
    "update by its class": (
        'def f(more):\n    s = {"p": "/a"}\n    dict.update(s, p="/b")\n    requests.get(ROOT + s["p"])\n',
        ["6 GET https://x.example/b"],
    ),
    "a call at module level": (
        'S = {"p": "/a"}\ndef configure(given):\n    given["p"] = "/b"\nconfigure(S)\nrequests.get(ROOT + S["p"])\n',
        ["7 GET https://x.example/b"],
    ),
    "another name for a mapping": (
        's = {"p": "/a"}\nt = s\nt["p"] = "/b"\nrequests.get(ROOT + s["p"])\n',
        ["6 GET https://x.example/b"],
    ),
    "names that go round in a circle": (
        's = {"p": "/a"}\nsaved = s\ns = None\ns = saved\nrequests.get(ROOT + s["p"])\n',
        ["7 GET https://x.example/a"],
    ),
    "a builder": (
        (
            'class Query:\n    def __init__(self, path):\n        self.path = path\n        self.more = ""\n'
            "    def where(self, more):\n        self.more += more\n        return self\n"
            '    def run(self):\n        return requests.get(ROOT + self.path + self.more)\nQuery("/rows").where("/open").run()\n'  # noqa: E501
        ),
        [
            "11 GET https://x.example{path}",
            "11 GET https://x.example{path}{more}",
            "11 ~GET https://x.example/rows",
            "11 ~GET https://x.example/rows{more}",
            "12 GET https://x.example/rows/open",
        ],
    ),
    "a global that a function assigns": (
        'PART = "/a"\ndef change(value):\n    global PART\n    PART = value\ndef f():\n    requests.get(ROOT + PART)\n',
        ["8 GET https://x.example/a", "8 GET https://x.example{PART}"],
    ),
    "a global that no function assigns": (
        'PART = "/a"\ndef change(value):\n    PART = value\ndef f():\n    requests.get(ROOT + PART)\n',
        ["7 GET https://x.example/a"],
    ),
    "an attribute after it was made": (
        (
            "class C:\n    def __init__(self, base):\n        self.base = base\n    def get(self, path):\n"
            '        return requests.get(self.base + path)\nc = C("https://a.example")\nc.base = "https://b.example"\nc.get("/p")\n'
        ),
        [
            "7 GET {base}{path}",
            "7 ~GET https://a.example{path}",
            "10 GET https://b.example/p",
        ],
    ),
    "a base class that is called by its name": (
        (
            "class Http:\n    def __init__(self, host, **more):\n        self.host = host\nclass Api(Http):\n"
            '    def __init__(self, **more):\n        Http.__init__(self, host="x.example", **more)\n'
            '    def users(self):\n        return requests.get(f"https://{self.host}/users")\n'
        ),
        ["10 GET https://x.example/users"],
    ),
    "absolute or relative": (
        (
            'def full(path):\n    if path.startswith("https://"):\n        return path\n    return ROOT + path\n'
            'requests.get(full("/a"))\nrequests.get(full("https://y.example/b"))\n'
        ),
        ["7 GET https://x.example/a", "8 GET https://y.example/b"],
    ),
    "what is removed": (
        'def f():\n    s = {"p": "/a"}\n    del s["p"]\n    requests.get(ROOT + s.get("p", "/none"))\n',
        ["6 GET https://x.example/none"],
    ),
    "a default of getattr proves nothing": (
        'def f(given):\n    x = getattr(given, "x", None)\n    if not x:\n        return\n    requests.get(ROOT + "/a")\n',  # noqa: E501
        ["7 GET https://x.example/a"],
    ),
    "a class attribute that is None": (
        (
            "class C:\n    client = None\n    def get(self):\n        if self.client is None:\n            return None\n"  # noqa: E501
            '        return requests.get(ROOT + "/a")\n'
        ),
        ["8 GET https://x.example/a"],
    ),
    "a context manager that swallows": (
        (
            "class Quiet:\n    def __enter__(self):\n        return self\n    def __exit__(self, *error):\n        return True\n"  # noqa: E501
            'def f():\n    with Quiet():\n        raise KeyError\n    requests.get(ROOT + "/a")\n'
        ),
        ["11 GET https://x.example/a"],
    ),
    "code in a docstring": (
        'P = {"p": "/a"}\ndef f():\n    """P["p"] = "/b"."""\n    requests.get(ROOT + P["p"])\n',
        ["6 GET https://x.example/a"],
    ),
    "functions in a table": (
        (
            "def send(verb, path):\n    table = {'GET': requests.get, 'PUT': requests.put}\n    return table[verb](ROOT + path)\n"  # noqa: E501
            'send("PUT", "/a")\n'
        ),
        ["5 GET https://x.example{path}", "5 PUT https://x.example{path}", "6 PUT https://x.example/a"],
    ),
    "partial": (
        'from functools import partial\nget = partial(requests.request, "GET")\nget(ROOT + "/a")\n',
        ["5 GET https://x.example/a"],
    ),
    "a property with a setter": (
        (
            "class C:\n    @property\n    def base(self):\n        return self._base\n    @base.setter\n    def base(self, value):\n"  # noqa: E501
            '        self._base = value + "/v1"\nc = C()\nc.base = ROOT\nrequests.get(c.base + "/a")\n'
        ),
        ["12 GET https://x.example/v1/a"],
    ),
    "a decorator": (
        (
            "def rooted(function):\n    def inner(path):\n        return function(ROOT + path)\n    return inner\n"
            '@rooted\ndef get(url):\n    return requests.get(url)\nget("/a")\n'
        ),
        [
            "7 ~GET https://x.example{path}",
            "9 GET {url}",
            "10 GET https://x.example/a",
        ],
    ),
    "a dataclass": (
        (
            'from dataclasses import dataclass\n@dataclass\nclass P:\n    a: str\n    b: str = "/b"\n'
            'p = P("/a")\nrequests.get(ROOT + p.a + p.b)\n'
        ),
        ["9 GET https://x.example/a/b"],
    ),
    "an enumeration": (
        'from enum import Enum\nclass E(Enum):\n    A = "/a"\nrequests.get(ROOT + E.A.value)\nrequests.get(ROOT + E("/a").value)\n',  # noqa: E501
        ["6 GET https://x.example/a", "7 GET https://x.example/a"],
    ),
    "a mutable default": (
        (
            "def f(path, kept=[]):\n    kept.append(path)\n    return kept\n"
            'def g():\n    requests.get(ROOT + "".join(f("/a")))\n'
        ),
        ["7 GET https://x.example{path}"],
    ),
    "functions that are handed over": (
        (
            'def fetch(path):\n    return requests.get(ROOT + path)\ndef go(pool):\n    pool.submit(fetch, "/a")\n'
            '    pool.map(fetch, ["/b", "/c"])\n    list(map(fetch, ["/d"]))\n'
        ),
        [
            "4 GET https://x.example{path}",
            "6 ~GET https://x.example/a",
            "7 ~GET https://x.example/b",
            "7 ~GET https://x.example/c",
            "8 GET https://x.example/d",
        ],
    ),
    "a function inside that nothing calls": (
        'def make(app):\n    @app.route\n    def inner():\n        requests.get(ROOT + "/a")\n    return app\n',
        ["6 GET https://x.example/a"],
    ),
    "what is made to be gone through": (
        (
            "class Pages:\n    def __init__(self, url):\n        self.url = url\n    def __next__(self):\n"
            '        return requests.get(self.url)\ndef f():\n    return Pages(ROOT + "/a")\n'
        ),
        [
            "7 GET {url}",
            "7 ~GET https://x.example/a",
            "9 GET https://x.example/a",
        ],
    ),
    "a name that is bound when it is imported": (
        "from other import PART, change\nchange()\nrequests.get(ROOT + PART)\n",
        ["5 GET https://x.example/a"],
    ),
    "what the body of a module calls sees what was there then": (
        """\
T = {"a": "/first"}

def made(base):
    path = T.pop("a", "/other")
    requests.get(base + path)

made(ROOT)
""",
        ["7 GET {base}/first", "7 GET {base}/other", "9 GET https://x.example/first"],
    ),
    "a generator that nobody asks to go on": (
        """\
S = {"path": "/a"}

def changing():
    yield 1
    S["path"] = "/b"

def f():
    changing()
    requests.get(ROOT + S["path"])

def g():
    inner = {"path": "/a"}
    inner["path"] = "/b"
    requests.get(ROOT + inner["path"])
""",
        ["11 GET https://x.example/a", "11 GET https://x.example/b", "16 GET https://x.example/b"],
    ),
    "a constructor that changes what others have": (
        """\
def noted(key, value, table={"a": "/start"}):
    table[key] = value
    return table

class Tasks:
    def __init__(self):
        self.kind = noted("a", "/tasks")["a"]

class Teams:
    def all(self):
        requests.get(ROOT + noted("c", "/c")["a"])

def main():
    Teams().all()

def late(number):
    STATE.path = number
""",
        ["13 GET https://x.example/start", "13 GET https://x.example{a}"],
    ),
    "a counter in a function inside": (
        """\
NAME = "/a"
class Config:
    pass
CONFIG = Config()

def counted(text):
    global NAME
    NAME = NAME + text[:1]

def f():
    CONFIG.items.reverse()
    def inner():
        TABLE["c"] = counted("mu")
    inner()
    requests.get(ROOT + NAME)
""",
        [
            "17 GET https://x.example/am",
            "17 GET https://x.example/amm",
            "17 GET https://x.example/am{text}m",
            "17 GET https://x.example/a{text}m",
        ],
    ),
    "the class of an object": (
        """\
class State:
    path = "/a"
    other = "/a"
    last = "/a"
    def everywhere(self):
        type(self).path = "/b"
        type(self).table["x"]: str = "/b"
    def here(self):
        self.__class__.other = "/b"

type Last = State

def f():
    requests.get(ROOT + State.path)
def g():
    requests.get(ROOT + State.other)
def h():
    requests.get(ROOT + State.last)
""",
        [
            "16 ~GET https://x.example/a",
            "16 ~GET https://x.example/b",
            "18 ~GET https://x.example/a",
            "18 ~GET https://x.example/b",
            "20 GET https://x.example/a",
        ],
    ),
    "fields that are written otherwise": (
        """\
def f(x, y):
    requests.get(ROOT + "/%-3sz" % ("a" if x else "b"))
    requests.get(ROOT + "/{:>3}".format("a" if x else "b"))
    requests.get(ROOT + f"/{'a' + y:>9}")
    requests.get(ROOT + "/{!r}".format("a" + y))
    requests.get(ROOT + "/{!s}/%s".format("a" + y) % ("a" + y))
    requests.get(ROOT + "/%(k)3s" % {"k": "a"})
""",
        [
            "4 GET https://x.example/a  z",
            "4 GET https://x.example/b  z",
            "5 GET https://x.example/  a",
            "5 GET https://x.example/  b",
            "6 GET https://x.example/{y}",
            "7 GET https://x.example/{y}",
            "8 GET https://x.example/a{y}/a{y}",
            "9 GET https://x.example/  a",
        ],
    ),
    "a file that is run, and imported": (
        """\
if __name__ == "__main__":
    requests.get(ROOT + "/run")
if __name__ != "__main__":
    requests.get(ROOT + "/imported")
""",
        ["4 GET https://x.example/run", "6 GET https://x.example/imported"],
    ),
    "a constant in place of a default": (
        """\
class Client:
    version, other, none = "v1", "v3", ""

    def get(self, path, version=None):
        requests.get(ROOT + "/" + (version or self.version) + path)

    def list(self):
        self.get("/a", version=self.other)
        self.get("/b", version=self.none)
""",
        [
            "7 GET https://x.example/v1{path}",
            "7 GET https://x.example/{version}{path}",
            "10 GET https://x.example/v3/a",
            "11 GET https://x.example/v1/b",
        ],
    ),
    "what a loop adds to": (
        """\
def lists(given):
    found, other, row, many = [], [], (), {}
    for each in given:
        found += [each]
        row += (each,)
        many |= {each: 1}
    for each in found:
        requests.get(ROOT + "/list/" + each)
    for each in row:
        requests.get(ROOT + "/tuple/" + each)
    for each in many:
        requests.get(ROOT + "/dict/" + each)
    for each in other:
        requests.get(ROOT + "/nothing")
    while given.more():
        other += []
    for each in other:
        requests.get(ROOT + "/nothing")
""",
        [
            "10 GET https://x.example/list/{each}",
            "12 GET https://x.example/tuple/{each}",
            "14 GET https://x.example/dict/{each}",
        ],
    ),
    "a part of a list": (
        """\
def f(x):
    parts = ["a", "b", "c", "d"]
    parts[-2:] = ["x", "y", "z"]
    del parts[:1]
    requests.get(ROOT + "/" + "/".join(parts))
    parts[1:2] = x
    requests.get(ROOT + "/" + "/".join(parts))
""",
        ["7 GET https://x.example/b/x/y/z", "9 GET https://x.example/{parts}"],
    ),
    "what classes make of operators and formats": (
        """\
class Own(str):
    def __add__(self, more):
        return f"https://own.example/{more}"
    def __radd__(self, before):
        return before + "/r"
    def __format__(self, spec):
        return "f" + spec
    def __str__(self):
        return "s"

class Shown:
    def __str__(self):
        return "t"

def f():
    requests.get(Own("a") + "b")
    requests.get(ROOT + Own("a"))
    url = ROOT
    url += Own("a")
    requests.get(url + "/c")
    requests.get(f"{ROOT}/{Own('a')}")
    requests.get(f"{ROOT}/{Own('a')!s}")
    requests.get("{}/{}".format(ROOT, Own("a")))
    requests.get("%s/%s" % (ROOT, Own("a")))
    requests.get(f"{ROOT}/{Shown()}")
    requests.get(Own("
""",
        [
            "18 GET https://own.example/b",
            "19 GET https://x.example/r",
            "22 GET https://x.example/r/c",
            "23 GET https://x.example/f",
            "24 GET https://x.example/s",
            "25 GET https://x.example/f",
            "26 GET https://x.example/s",
            "27 GET https://x.example/t",
        ],
    ),
    "how an object shows itself": (
        """\
class Url:
    def __init__(self, text):
        self.text = text
    def __truediv__(self, part):
        return Url(f"{self.text}/{part}")
    def __str__(self):
        return self.text

class Plain:
    pass

def f(x):
    url = Url(ROOT) / "a" / x
    requests.get(str(url))
    requests.get(f"{url}/1")
    requests.get("{}/2".format(url))
    requests.get("%s/3" % url)
    requests.get(ROOT + "/" + str(Plain()))
""",
        [
            "16 GET https://x.example/a/{part}",
            "17 GET https://x.example/a/{part}/1",
            "18 GET https://x.example/a/{part}/2",
            "19 GET https://x.example/a/{part}/3",
            "20 GET https://x.example/{plain}",
        ],
    ),
    "a method without a body": (
        """\
import abc
class Base(abc.ABC):
    @property
    @abc.abstractmethod
    def path(self): ...
    @abc.abstractmethod
    def other(self) -> str: ...
    def fetch(self):
        requests.get(ROOT + self.path)
        requests.get(f"{ROOT}/{self.other()}")
""",
        ["11 GET https://x.example{path}", "12 GET https://x.example/{path}"],
    ),
    "the sum of two that are not known": (
        """\
class Client:
    def get(self, path, page, size):
        url = self.base + path
        requests.get(url + ".json", params={"offset": page + size})
def f(host, path):
    requests.get(host + path)
""",
        ["6 GET {base}{path}.json", "8 GET {host}{path}"],
    ),
    "what is for another version of Python": (
        """\
import sys
import six
def texts(given):
    if sys.version_info.major == 2 or sys.version_info < (3, 0) or six.PY2:
        return [each.encode() for each in given]
    return given
def newer(given):
    return given if sys.version_info >= (3, 12) else [1]
def f():
    for each in texts(("/a", "/b")):
        requests.get(ROOT + each)
    for each in newer(("/c",)):
        requests.get(ROOT + "/new" + str(each))
""",
        [
            "13 GET https://x.example/a",
            "13 GET https://x.example/b",
            "15 GET https://x.example/new/c",
            "15 GET https://x.example/new1",
        ],
    ),
    "a path that is not that of a branch": (
        """\
def send(path):
    requests.get(ROOT + ("/files" if path == "/upload" else "/api") + path)
def f(x):
    send("/users/" + x)
    send("/up" + x)
    send("/upload")
""",
        [
            "4 GET https://x.example/api{path}",
            "4 GET https://x.example/files{path}",
            "6 GET https://x.example/api/users/{x}",
            "7 GET https://x.example/api/up{x}",
            "7 GET https://x.example/files/up{x}",
            "8 GET https://x.example/files/upload",
        ],
    ),
    "a method of the class of a client": (
        """\
def f():
    session = requests.Session()
    requests.Session.request(session, "PUT", ROOT + "/a")
    requests.Session.get("/b")
""",
        [
            "5 PUT https://x.example/a",
        ],
    ),
    "more functions change an object than are run": (
        """\
class Config:
    def __init__(self):
        self.items = ["a", "b"]
CONFIG = Config()
"""
        + "".join(f"def change{i}():\n    CONFIG.items.append('{i}')\n" for i in range(12))
        + """\
def f():
    requests.get(ROOT + "/" + "/".join(CONFIG.items))
""",
        [
            "32 ~GET https://x.example/a/b",
        ],
    ),
    "joined to an end that is one of two": (
        """\
from urllib.parse import urljoin
def f(x):
    end = "a" if x else "b"
    requests.get(urljoin(f"{ROOT}/{end}", "c"))
""",
        [
            "6 GET https://x.example/c",
        ],
    ),
    "a key that may come last": (
        """\
T = {"a": "x", "b": "y"}
def f():
    T.pop("a")
def g(x):
    T["a"] = "n"
    T["b"] = "m"
    requests.get(ROOT + "/" + "-".join(T))
    requests.get(ROOT + "/" + "-".join(T.values()))
def h(x):
    d = {"a": "x", "b": "y"}
    d["a"] = "z"
    requests.get(ROOT + "/" + "-".join(d))
""",
        [
            "9 GET https://x.example/{T}",
            "10 GET https://x.example/{path}",
            "14 GET https://x.example/a-b",
        ],
    ),
    "a list that is sorted elsewhere": (
        """\
ITEMS, OTHERS = ["b", "a"], ["b", "a"]
def f():
    ITEMS.sort()
    OTHERS.index("a")
def g():
    requests.get(ROOT + "/" + ITEMS[0])
    requests.get(ROOT + "/" + OTHERS[0])
""",
        [
            "8 GET https://x.example/a",
            "8 GET https://x.example/b",
            "8 GET https://x.example/{ITEMS}",
            "9 GET https://x.example/b",
        ],
    ),
    "the module itself": (
        """\
import sys
NAME, OTHER, LAST = "/a", "/a", "/a"

def f():
    setattr(sys.modules[__name__], "NAME", "/b")
    requests.get(ROOT + NAME)

def g():
    sys.modules["os"].LAST = "/c"
    vars(sys.modules[__name__])["OTHER"] = "/c"
    requests.get(ROOT + OTHER)

def h():
    requests.get(ROOT + NAME + OTHER)
""",
        [
            "8 GET https://x.example/b",
            "13 GET https://x.example/c",
            "16 GET https://x.example/a/a",
            "16 GET https://x.example/a/c",
            "16 GET https://x.example/b/a",
            "16 GET https://x.example/b/c",
        ],
    ),
    "several keys between brackets": (
        """\
def f(kind):
    paths = {("a", "b"): "/old", ("c", "d"): "/c", "a": "/a"}
    paths["a", "b"] = "/new"
    requests.get(ROOT + paths["a", "b"])
    requests.get(ROOT + paths["c", "d"])
    del paths["c", "d"]
    requests.put(ROOT + paths["a"])
    requests.put(ROOT + paths.get(("c", "d"), "/gone"))
TABLE = {("GET", "users"): "/users", ("GET", "teams"): "/v2/teams"}
def g(verb, name):
    requests.request(verb, ROOT + TABLE[verb, name])
def h():
    g("GET", "teams")
    g("GET", "users")
""",
        [
            "6 GET https://x.example/new",
            "7 GET https://x.example/c",
            "9 PUT https://x.example/a",
            "10 PUT https://x.example/gone",
            "13 ? https://x.example/users",
            "13 ? https://x.example/v2/teams",
            "15 GET https://x.example/v2/teams",
            "16 GET https://x.example/users",
        ],
    ),
    "attributes that are set by other ways": (
        """\
from dataclasses import asdict, dataclass, field
from types import SimpleNamespace
class Path:
    def __init__(self, path):
        self.path = path
    def __setattr__(self, name, value):
        super().__setattr__(name, "/" + value.strip("/"))
@dataclass(frozen=True)
class Page:
    name: str
    url: str = field(init=False)
    def __post_init__(self):
        object.__setattr__(self, "url", f"{ROOT}/{self.name}")
@dataclass
class Book:
    title: str
    pages: list
def f(name, value):
    requests.get(ROOT + Path("a/").path)
    requests.get(Page("b").url)
    requests.get(ROOT + asdict(Book("c", ["/d", Book("e", [])]))["pages"][0])
    requests.get(ROOT + "/" + asdict(Book("c", ["/d", Book("e", [])]))["pages"][1]["title"])
    config = SimpleNamespace(base=ROOT, path="/f")
    requests.get(config.base + config.path)
    setattr(config, "path", "/g")
    requests.put(config.base + config.path)
""",
        [
            "21 GET https://x.example/a",
            "22 GET https://x.example/b",
            "23 GET https://x.example/d",
            "24 GET https://x.example/e",
            "26 GET https://x.example/f",
            "28 PUT https://x.example/g",
        ],
    ),
    "classes that are asked for, and what can be called": (
        """\
class Base:
    path = "/base"
class User(Base):
    path = "/users"
class Tag:
    path = "/tags"
def make():
    return "/made"
def fetch(kind, path):
    if issubclass(kind, Base):
        requests.get(ROOT + kind.path + (path() if callable(path) else path))
    else:
        requests.put(ROOT + kind.path)
def f():
    fetch(User, make)
    fetch(User, "/x")
    fetch(Tag, "/y")
""",
        [
            "13 GET https://x.example{path}{path}",
            "15 PUT https://x.example{path}",
            "17 GET https://x.example/users/made",
            "18 GET https://x.example/users/x",
            "19 PUT https://x.example/tags",
        ],
    ),
    "names of a module through a dict": (
        """\
import os
A, B, C, D = "/a", "/b", "/c", "/d"
globals().update({"A": "/a2"})
globals().update(B="/b2")
globals().setdefault("C", "/c2")
globals().setdefault("E", "/e")
def f():
    requests.get(ROOT + A + B + C + D)
    requests.get(ROOT + E)
    requests.get(ROOT + globals()["A"] + globals().get("F", "/f"))
""",
        [
            "10 GET https://x.example/a2/b2/c/d",
            "11 GET https://x.example/e",
            "11 GET https://x.example{E}",
            "12 GET https://x.example/a2/f",
            "12 GET https://x.example/a2{F}",
        ],
    ),
    "names of a module that are made at run time": (
        """\
import sys
A, B = "/a", "/b"
C = "/c"
names = sys.argv[1:]
for name in names:
    globals()[name] = "/new"
def f():
    requests.get(ROOT + A)
""",
        [
            "10 ~GET https://x.example/a",
        ],
    ),
    "stacks of what is to be left": (
        """\
import asyncio
from contextlib import ExitStack
class Clients(ExitStack):
    def __init__(self):
        super().__init__()
        self.session = self.enter_context(requests.Session())
        self.callback(requests.delete, ROOT + "/login")
class Rooms(ExitStack):
    def __exit__(self, *error):
        requests.post(ROOT + "/left")
        return super().__exit__(*error)
def f():
    with Clients() as clients:
        clients.session.get(ROOT + "/a")
        clients.close()
        requests.get(ROOT + "/b")
    with Rooms() as rooms:
        rooms.callback(requests.put, ROOT + "/c")
    with ExitStack() as stack:
        stack.callback(requests.put, ROOT + "/d")
        stack.callback()
async def g(*given):
    await asyncio.to_thread(requests.get, ROOT + "/e")
    await asyncio.to_thread(*given)
""",
        [
            "9 DELETE https://x.example/login",
            "12 POST https://x.example/left",
            "16 GET https://x.example/a",
            "18 GET https://x.example/b",
            "19 PUT https://x.example/c",
            "22 PUT https://x.example/d",
            "25 GET https://x.example/e",
        ],
    ),
    "copies of models with other fields": (
        """\
from pydantic import BaseModel
class Query(BaseModel):
    path: str
    kind: str = "a"
    def url(self):
        return f"{ROOT}/{self.path}/{self.kind}"
def f(more):
    query = Query(path="x")
    requests.get(query.model_copy(update={"kind": "b"}).url())
    requests.get(query.model_copy().url())
    requests.get(query.model_copy(update=more).url())
    requests.get(Query.model_construct(path="y", kind="c").url())
""",
        [
            "11 GET https://x.example/x/b",
            "12 GET https://x.example/x/a",
            "13 GET {url}",
            "14 GET https://x.example/y/c",
        ],
    ),
    "what the standard library makes of texts and tables, as far as it is known": (
        """\
import operator
import re
from datetime import date
from itertools import islice, repeat
from operator import attrgetter, itemgetter
from string import Template
class Page:
    path = "/p"
    def url(self, end):
        return ROOT + self.path + end
def f(ids, limit, more, pages, parts):
    path = re.sub(r":(\\w+)", lambda found: ids[found[1]], f"/a/:id{more}")
    requests.get(ROOT + path)
    requests.get(ROOT + Template("/b/$id").template.replace("$id", "1"))
    path = Template("/c/$id").substitute(**ids)
    requests.get(ROOT + path)
    path = Template("/d/$-/$id").safe_substitute(id=1)
    requests.get(ROOT + path)
    for each in islice(["/e", "/f"], limit):
        requests.get(ROOT + each)
    requests.get(ROOT + "".join(repeat("/g", 2)))
    first, second = itemgetter("a", "b")({"a": "/h", "b": "/i"})
    requests.get(ROOT + first + second)
    path = attrgetter("path")(*pages)
    requests.get(ROOT + path)
    requests.get(operator.methodcaller("url", "/j")(Page()))
    table = {"a": "/j"}
    operator.setitem(table, "a", "/k")
    requests.get(ROOT + operator.getitem(table, "a"))
    day = date(*parts)
    requests.get(f"{ROOT}/{day}")
""",
        [
            "15 GET https://x.example{path}",
            "16 GET https://x.example/b/1",
            "18 GET https://x.example{path}",
            "20 GET https://x.example{path}",
            "22 GET https://x.example/e",
            "22 GET https://x.example/f",
            "23 GET https://x.example/g/g",
            "25 GET https://x.example/h/i",
            "27 GET https://x.example{path}",
            "28 GET https://x.example/p/j",
            "31 GET https://x.example/k",
            "33 GET https://x.example/{day}",
        ],
    ),
    "items of which only some are known": (
        """\
from collections import OrderedDict
def f(names, parts, flag):
    requests.get(ROOT + dict.fromkeys(names, "/a")["x"])
    order = OrderedDict(a="/b", c="/d")
    order.move_to_end("a", last=flag)
    requests.get(ROOT + list(order.values())[0])
    paths = ["/e", "/f", "/e"]
    paths.remove("/e")
    requests.get(ROOT + "".join(paths))
    requests.get(ROOT + next(iter([]), "/g"))
    for name, path in zip(names, ["/h", "/i"]):
        requests.get(ROOT + path + name)
    rows = [("x", "/j"), ("y", "/k")]
    for columns in zip(*rows):
        requests.get(ROOT + columns[-1])
    for name, part in zip(*parts):
        requests.put(ROOT + part)
""",
        [
            "5 GET https://x.example{x}",
            "8 GET https://x.example{path}",
            "8 ~GET https://x.example/b",
            "8 ~GET https://x.example/d",
            "11 GET https://x.example/f/e",
            "12 GET https://x.example/g",
            "14 GET https://x.example/h{name}",
            "14 GET https://x.example/i{name}",
            "17 GET https://x.example/k",
            "17 GET https://x.exampley",
            "19 PUT https://x.example{part}",
        ],
    ),
    "methods of texts that are given what is not known": (
        """\
def f(chars, prefix, name, kind):
    path = f"/a/{kind}/"
    requests.get(ROOT + path.rstrip(chars))
    requests.get(ROOT + path.removeprefix(prefix))
    if path.startswith("a", 1):
        requests.get(ROOT + path)
    requests.get(ROOT + path.replace("/", "-", 1))
    requests.get(ROOT + f"/{kind}/{{id}}".replace("{" + name + "}", "1"))
    nothing = None if kind else "/b"
    if None is nothing:
        requests.get(ROOT + "/none")
    part = f"list/{kind}/all"
    part += ("&" if "?" in part else "?") + "x=1"
    requests.get(f"{ROOT}/{part}")
""",
        [
            "5 GET https://x.example{path}",
            "6 GET https://x.example{path}",
            "8 GET https://x.example/a/{kind}/",
            "9 GET https://x.example{path}",
            "10 GET https://x.example/{kind}/{id}",
            "13 GET https://x.example/none",
            "16 GET https://x.example/list/{kind}/all&x=1",
            "16 GET https://x.example/list/{kind}/all?x=1",
        ],
    ),
    "names that functions, classes and files hold for others": (
        """\
import enum
import operator
from contextlib import contextmanager, suppress
from functools import reduce
try:
    from other import PART
except ImportError:
    PART = "/none"
class Kind(enum.Enum):
    USERS = "/users"
    TEAMS = "/teams"
class Base:
    def url(self):
        return ROOT + "/base"
class User(Base):
    def url(self):
        return ROOT + "/user"
class Late:
    @property
    def path(self):
        return "/early"
    @path.getter
    def path(self):
        return "/late"
def outer():
    path = "/a"
    def middle():
        def inner():
            nonlocal path
            path = "/b"
        inner()
    middle()
    requests.get(ROOT + path)
def f(user: User, flag, kinds, parts):
    requests.get(ROOT + Kind["TEAMS"].value)
    requests.get(ROOT + PART)
    requests.get(super(User, user).url())
    requests.get(ROOT + Late().path)
    requests.get(ROOT + reduce(operator.add, ["/c" if flag else "/d", "/e"]))
    if isinstance(PART, kinds):
        requests.get(ROOT + "/kind")
    send(*parts, "/last")
def send(first, last):
    requests.put(ROOT + first + last)
def rows():
    for row in [["/f"], ["/g", "/h"]]:
        try:
            first, second, *others = row
        except ValueError:
            continue
        requests.get(ROOT + first + second)
@contextmanager
def opened():
    yield requests.Session()
def g():
    with suppress(OSError), opened() as session:
        session.get(ROOT + "/i")
    requests.get(ROOT + "/j")
""",
        [
            "35 GET https://x.example/b",
            "37 GET https://x.example/teams",
            "38 GET https://x.example/a",
            "39 GET https://x.example/base",
            "40 GET https://x.example/late",
            "41 GET https://x.example/c/e",
            "41 GET https://x.example/d/e",
            "43 GET https://x.example/kind",
            "46 PUT https://x.example{first}{last}",
            "53 GET https://x.example/g/h",
            "53 GET https://x.example{first}{second}",
            "59 GET https://x.example/i",
            "60 GET https://x.example/j",
        ],
    ),
    "what a function makes of a number or a text of its caller": (
        """\
def send(n, template, id, mark):
    requests.get(f"{ROOT}/{n + 1}")
    requests.get(ROOT + template % id)
    requests.get(ROOT + mark * 2)
class Pages:
    def __init__(self, first):
        self.page = first + 1
    def get(self):
        requests.get(f"{ROOT}/{self.page}")
def f():
    send(1, "/a%s", "x", "/-")
    send(2, "/b%s", "y", "/+")
    Pages(1).get()
    Pages(5).get()
def g():
    class Inner:
        path = "/inner"
        def get(self):
            requests.get(ROOT + self.path)
    Inner().get()
    return Inner
""",
        [
            "4 GET https://x.example/{n}",
            "5 GET https://x.example{template}",
            "6 GET https://x.example{mark}",
            "11 GET https://x.example/{page}",
            "11 ~GET https://x.example/2",
            "11 ~GET https://x.example/6",
            "13 GET https://x.example/-/-",
            "13 GET https://x.example/2",
            "13 GET https://x.example/ax",
            "14 GET https://x.example/+/+",
            "14 GET https://x.example/3",
            "14 GET https://x.example/by",
            "15 GET https://x.example/2",
            "16 GET https://x.example/6",
            "22 GET https://x.example/inner",
        ],
    ),
    "what each turn moves on": (
        """\
class Walk:
    def __init__(self):
        self.one, self.two, self.three = "/a", "/b", "/c"
    def go(self):
        while requests.get(ROOT + self.one).ok:
            self.one, self.two, self.three = self.two, self.three, self.one + "x"
class Paths:
    def __init__(self):
        self.one, self.two, self.three = "/a", "/b", "/c"
    def __iter__(self):
        return self
    def __next__(self):
        self.one, self.two, self.three = self.two, self.three, self.one + "x"
        return self.one
def f():
    Walk().go()
    for path in Paths():
        requests.get(ROOT + path)
""",
        [
            "7 GET https://x.example/a",
            "7 GET https://x.example/b",
            "7 GET https://x.example{one}",
            "20 ~GET https://x.example{one}",
        ],
    ),
    "a global variable that only functions have": (
        """\
def forget():
    global LAST
    del LAST
def start():
    global LAST
    LAST = "/a"
def f():
    start()
    requests.get(ROOT + LAST)
    forget()
def never():
    global NEVER
    if False:
        NEVER = "/n"
def g():
    try:
        requests.get(ROOT + NEVER)
    except NameError:
        requests.get(ROOT + "/unset")
""",
        [
            "11 GET https://x.example/a",
            "19 GET https://x.example{NEVER}",
            "21 GET https://x.example/unset",
        ],
    ),
    "what is set on a file, and taken away": (
        """\
import other
other.MORE = "/more"
other.LESS = "/less"
del other.LESS
def f():
    requests.get(ROOT + other.MORE)
    if other.PART:
        requests.get(ROOT + other.PART)
    if not hasattr(other, "LESS"):
        requests.get(ROOT + "/none")
def g(user):
    requests.get(super(User, user).url())
class Base:
    def url(self):
        return ROOT + "/base"
class User(Base):
    def url(self):
        return ROOT + "/user"
    def all(self):
        return [requests.get(each()) for each in (super().url, self.url)]
""",
        [
            "8 GET https://x.example/more",
            "10 GET https://x.example/a",
            "10 GET https://x.example/b",
            "12 GET https://x.example/none",
            "14 GET https://x.example/base",
            "22 GET https://x.example/base",
            "22 GET https://x.example/user",
        ],
    ),
    "a number that a function inside reads": (
        """\
class Pages:
    size = 0
    def __init__(self, first):
        self.first = first
        self.next = first + 1
    def send(self, n):
        self.next = n + 1
        self.size = self.next
        last = self.size
        def get():
            requests.get(f"{ROOT}/{last}/{self.next}")
        get()
CURRENT = Pages(1)
def f():
    CURRENT.send(1)
    CURRENT.send(2)
    Pages(3).send(3)
""",
        [
            "14 GET https://x.example/{last}/{next}",
            "17 GET https://x.example/2/2",
            "18 GET https://x.example/3/3",
            "19 GET https://x.example/4/4",
        ],
    ),
    "keys and attributes that are written with escapes": (
        """\
TABLE = {"a\\tb": "/old", "c": "/c", "d": "/d"}
class Config:
    path = "/path"
def change(config):
    TABLE["a\\tb"] = "/new"
    setattr(Config, "pa\\x74h", "/set")
    del TABLE["c"]
def f():
    requests.get(ROOT + TABLE["a\\tb"])
    requests.get(ROOT + Config.path)
    requests.get(ROOT + TABLE["d"])
""",
        [
            "11 GET https://x.example/new",
            "11 GET https://x.example/old",
            "12 GET https://x.example/path",
            "12 GET https://x.example/set",
            "13 GET https://x.example/d",
        ],
    ),
}
OTHER = 'PART = "/a"\ndef change():\n    global PART\n    PART = "/b"\n'


@pytest.mark.parametrize("name", STATE)
def test_state_is_followed(name: str) -> None:
    source, expected = STATE[name]
    check(HEAD + source, expected, other=OTHER)
