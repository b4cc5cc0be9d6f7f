"""A request that is an object first is listed as it is sent."""

from random import Random

import pytest

from tests.compare.interpreters import stated
from tests.fuzz.judge import verdict
from tests.fuzz.programs import MAIN, Program
from tests.fuzz.runs import Run

_HEAD = """\
import httpx, requests, urllib.request


def posted(url, data):
    return urllib.request.urlopen(urllib.request.Request(url, data))


def made(path):
    return requests.Request("POST", "https://h.example/made/" + path)


def moved(request):
    request.url = "https://h.example/moved"
    return request


class Own(requests.Session):
    def prepare_request(self, request):
        found = super().prepare_request(request)
        found.url = found.url + "/own"
        return found


def main0(flag, *_):
"""
# The body of a function, and what is listed for it: lines count from its first one.
CASES = {
    "sent as it is made": (
        'r = requests.Request("GET", "https://h.example/a", params={"a": 1})\nrequests.Session().send(r.prepare())\n',
        ["1 GET https://h.example/a"],
    ),
    "another URL": (
        (
            'r = requests.Request("GET", "https://h.example/a")\nr.url += "/b"\ns = requests.Session()\n'
            "s.send(s.prepare_request(r))\n"
        ),
        ["1 GET https://h.example/a/b"],
    ),
    "another verb once it is prepared": (
        'p = requests.Request("GET", "https://h.example/a").prepare()\np.method = "PUT"\nrequests.Session().send(p)\n',
        ["1 PUT https://h.example/a"],
    ),
    "prepared before it is changed": (
        (
            'r = requests.Request("GET", "https://h.example/a")\np = r.prepare()\nr.url = "https://h.example/b"\n'
            "requests.Session().send(p)\n"
        ),
        ["1 GET https://h.example/a"],
    ),
    "another one on one path": (
        (
            'r = requests.Request("GET", "https://h.example/a")\nif flag:\n    r.url = "https://h.example/b"\n'
            "requests.Session().send(r.prepare())\n"
        ),
        ["1 GET https://h.example/a", "1 GET https://h.example/b"],
    ),
    "of the standard library": (
        (
            'r = urllib.request.Request("https://h.example/a")\nr.add_header("X", "1")\nurllib.request.urlopen(r)\n'
            'r.full_url = "https://h.example/b"\nr.method = "PUT"\nurllib.request.urlopen(r)\n'
        ),
        ["1 ~PUT https://h.example/b", "3 GET https://h.example/a"],
    ),
    "a URL for the standard library": (
        'urllib.request.urlopen("https://h.example/a")\n',
        ["1 GET https://h.example/a"],
    ),
    "of httpx": (
        'c = httpx.Client()\nr = c.build_request("GET", "https://h.example/a")\nr.method = "PUT"\nc.send(r)\n',
        ["2 PUT https://h.example/a"],
    ),
    "made by a function": (
        'r = made("a")\nr.url = "https://h.example/b"\nrequests.Session().send(r.prepare())\n',
        ["1 POST https://h.example/b"],
    ),
    "changed after it was sent": (
        (
            'r = requests.Request("GET", "https://h.example/a")\ns = requests.Session()\ns.send(r.prepare())\n'
            'r.url = "https://h.example/b"\nif flag:\n    s.send(r.prepare())\n'
        ),
        ["1 ~GET https://h.example/a", "6 GET https://h.example/b"],
    ),
    "made and changed in one branch": (
        (
            'if flag:\n    r = urllib.request.Request("https://h.example/a")\n    r.data = b"x"\n'
            '    urllib.request.urlopen(r)\n    return\nrequests.get("https://h.example/b")\n'
        ),
        ["2 POST https://h.example/a", "6 GET https://h.example/b"],
    ),
    "made and sent by a function that others call, too": (
        'posted("https://h.example/a", b"x")\nposted("https://h.example/b", b"x")\n',
        ["1 POST https://h.example/a", "2 POST https://h.example/b"],
    ),
    "a body that may be left out": (
        "def sent(url, body=None):\n    urllib.request.urlopen(urllib.request.Request(url, body))\n",
        ["2  {url}"],
    ),
    "made by a function, and sent": (
        'requests.Session().send(made("a").prepare())\n',
        ["1 POST https://h.example/made/a"],
    ),
    "an auth that is a function": (
        'requests.get("https://h.example/a", auth=moved)\nrequests.get("https://h.example/b", auth=("a", "b"))\n',
        ["1 ~GET https://h.example/a", "2 GET https://h.example/b"],
    ),
    "a session with an auth": (
        's = requests.Session()\ns.get("https://h.example/a")\ns.auth = moved\ns.get("https://h.example/b")\n',
        ["2 GET https://h.example/a", "4 ~GET https://h.example/b"],
    ),
    "a session that prepares in its own way": (
        'Own().get("https://h.example/a")\n',
        ["1 ~GET https://h.example/a"],
    ),
    "prepared twice": (
        """\
r = requests.Request("GET", "https://h.example/a")
s = requests.Session()
s.send(s.prepare_request(r))
s.send(s.prepare_request(r))
""",
        ["1 GET https://h.example/a"],
    ),
    "prepared twice, and changed in between": (
        """\
r = requests.Request("GET", "https://h.example/a")
s = requests.Session()
s.send(s.prepare_request(r))
r.url = "https://h.example/b"
s.send(s.prepare_request(r))
""",
        ["1 ~GET https://h.example/a", "5 GET https://h.example/b"],
    ),
    "sent twice": (
        """\
p = requests.Request("GET", "https://h.example/a").prepare()
s = requests.Session()
s.send(p)
s.send(p)
""",
        ["1 GET https://h.example/a"],
    ),
    "parts that are emptied": (
        """\
r = requests.Request("GET", "https://h.example/a")
r.params = {}
r.headers = {}
s = requests.Session()
s.send(r.prepare())
""",
        ["1 GET https://h.example/a"],
    ),
    "no parameters, and a URL with more once it is prepared": (
        """\
p = requests.Request("GET", "https://h.example/a", params=None).prepare()
p.url += "/b"
requests.Session().send(p)
""",
        ["1 GET https://h.example/a/b"],
    ),
    "another URL, of httpx": (
        """\
c = httpx.Client()
r = c.build_request("GET", "https://h.example/a")
r.url = httpx.URL("https://h.example/b")
c.send(r)
""",
        ["2 GET https://h.example/b"],
    ),
    "prepared with another URL": (
        """\
p = requests.Request("GET", "https://h.example/a").prepare()
p.prepare_url("https://h.example/b", {})
requests.Session().send(p)
""",
        ["1 GET https://h.example/b"],
    ),
    "prepared with another URL and a query": (
        """\
p = requests.Request("GET", "https://h.example/a").prepare()
p.prepare_url("https://h.example/b", {"a": 1})
requests.Session().send(p)
""",
        ["1 ~GET https://h.example/b", "3 GET https://h.example/b"],
    ),
    "prepared with another verb": (
        """\
p = requests.Request("GET", "https://h.example/a").prepare()
p.prepare_method("PUT")
requests.Session().send(p)
""",
        ["1 PUT https://h.example/a"],
    ),
    "prepared anew": (
        """\
p = requests.Request("GET", "https://h.example/a").prepare()
p.prepare("PUT", "https://h.example/b")
requests.Session().send(p)
""",
        ["1 ~GET https://h.example/a", "2 ~PUT https://h.example/b"],
    ),
    "an auth that adds a query": (
        """\
class Key(requests.auth.AuthBase):
    def __call__(self, r):
        r.prepare_url(r.url, {"key": "k"})
        return r
requests.get("https://h.example/a", auth=Key())
""",
        ["5 ~GET https://h.example/a"],
    ),
    "an auth that changes the verb": (
        """\
class Key(requests.auth.AuthBase):
    def __call__(self, r):
        r.prepare_method("PUT")
        return r
requests.get("https://h.example/a", auth=Key())
""",
        ["5 ~GET https://h.example/a"],
    ),
    "started as Python 2 does": (
        """\
class Put(urllib.request.Request):
    def __init__(self, url):
        urllib.request.Request.__init__(self, url, b"x", method="PUT")
r = Put("https://h.example/a")
r.add_header("x", "y")
urllib.request.urlopen(r)
""",
        ["6 PUT https://h.example/a"],
    ),
    "never started": (
        """\
class Lazy(urllib.request.Request):
    def __init__(self, path):
        self.path = path
r = Lazy("a")
urllib.request.urlopen(r)
""",
        [],
    ),
    "a header by the function of the class": (
        """\
r = urllib.request.Request("https://h.example/a")
urllib.request.Request.add_header(r, "X", "1")
urllib.request.urlopen(r)
""",
        ["1 GET https://h.example/a"],
    ),
    "headers of which not all are known": (
        """\
c = httpx.Client(headers={"a": "b"})
r = c.build_request("GET", "https://h.example/a", headers={**{str(len(_)): "1"}, "x": "y"})
c.send(r)
""",
        ["2 GET https://h.example/a"],
    ),
    "started by a function": (
        """\
def start(r, url):
    urllib.request.Request.__init__(r, url)
class Lazy(urllib.request.Request):
    def __init__(self):
        pass
r = Lazy()
start(r, "https://h.example/a")
urllib.request.urlopen(r)
""",
        ["8 GET https://h.example/a"],
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_it_is_listed_as_it_is_sent(case: str) -> None:
    body, expected = CASES[case]
    first = _HEAD.count("\n")
    program = Program({MAIN: _HEAD + "".join(f"    {line}\n" for line in body.splitlines())})
    found = stated(program.files)
    own = sorted(each for each in found.listed if each.first > first)
    assert [f"{each.first - first} {'~' if each.likely else ''}{each.verb} {each.url}" for each in own] == expected
    assert verdict(program, Run(program).sent(Random(0), 8), found).false == []


def test_without_code_that_sets_a_url_an_auth_changes_none() -> None:
    text = (
        "import requests\n\n\ndef signed(request):\n    request.headers['X'] = '1'\n    return request\n\n\n"
        "requests.get('https://h.example/a', auth=signed)\n"
    )
    assert [each.likely for each in stated({MAIN: text}).listed] == [False]


def test_where_nobody_changes_a_request_what_a_function_gives_is_sent_as_it_is() -> None:
    text = (
        "import requests\n\n\ndef made():\n    return requests.Request('GET', 'https://h.example/a')\n\n\n"
        "def send():\n    requests.Session().send(made().prepare())\n"
    )
    assert [(each.first, each.likely) for each in stated({MAIN: text}).listed] == [(5, False)]
    changed = "def change(request):\n    request.url += '/b'\n"
    found = sorted((each.first, each.likely) for each in stated({MAIN: text + changed}).listed)
    assert found == [(5, True), (9, False)]
