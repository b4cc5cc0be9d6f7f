"""Each program and the copies of its request are run against a loopback server, and the same request arrives."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import requests

from tests.support.budget import TIMES
from tests.support.check import workspace
from tests.support.loopback import Arrived, Loopback, loopback
from waypost.routes.actions.copy import copied
from waypost.routes.features import RouteFeatures
from waypost.text import Document, Span

# By what they show. `¤` marks the call; secrets and unknown values are set when the copy runs.
PROGRAMS = {
    "a form": 'httpx.post("@BASE@/to¤ken", data={"grant_type": "code", "scope": ["a b", "c&d"]})\n',
    "a secret in a form": 'httpx.post("@BASE@/to¤ken", data={"client_secret": "s3", "x": "1"})\n',
    "JSON": 'httpx.post("@BASE@/j¤", json={"a": [1, None, True], "é": "it\'s $HOME {x}"})\n',
    "params replace": 'httpx.get("@BASE@/a¤?s=1", params={"p": [1, 2], "q": "a b"})\n',
    "a client": (
        'c = httpx.Client(base_url="@BASE@/v1", params={"k": 1}, headers={"x-a": "b"}, auth=("u", "p"))\n'
        'c.put("/a¤", content="text")\nc.close()\n'
    ),
    "multipart": 'httpx.post("@BASE@/up¤", data={"a": "b"}, files={"f": ("a.txt", "data")})\n',
    "bytes that are not UTF-8": 'httpx.post("@BASE@/a¤", content=b"\\x00\\xff\\n")\n',
    "a file that is not UTF-8": 'httpx.post("@BASE@/up¤", files={"f": ("a.png", b"\\x89PNG\\xff")})\n',
    "requests": 'requests.post("@BASE@/a¤?x=1", params={"y": None, "z": "ü"}, data={"a": "b"})\n',
    "requests, text": 'requests.post("@BASE@/a¤", data="a=1")\n',
    "requests, a user": 'requests.get("@BASE@/a¤", auth=("u", "p"), cookies={"c": "1"})\n',
    "numbers and texts in JSON": (
        'number = int("7")\nhttpx.post("@BASE@/j¤", json={"n": number, "t": f"{number}", "x": f"a{number}"})\n'
    ),
    "a text in JSON": (
        'import os\n\ndef add(title: str, word):\n    httpx.post("@BASE@/j¤", json={"title": title, "word": word})\n'
        'add("7", str(os.urandom(0), "ascii") + "w")\n'
    ),
    "what may be left out": (
        'import os\nparams = {"a": 1}\nif not os.environ.get("UNSET"):\n    params["b"] = "c/d"\n'
        'if os.environ.get("UNSET"):\n    params["unset"] = os.environ["UNSET"]\n'
        'requests.post("@BASE@/a¤", params=params, data={"x": "1", **params})\n'
    ),
    "all of which may be left out": (
        'import os\nparams = {}\nif os.environ.get("UNSET"):\n    params["unset"] = os.environ["UNSET"]\n'
        'httpx.get("@BASE@/a¤", params=params)\n'
    ),
    "unknown values": 'number = int("7")\nhttpx.get(f"@BASE@/items/{number}¤", params={"page": number})\n',
}
_SET = {
    "number": "7",
    "number_json": "7",
    "title": "7",
    "word": '"w"',
    "UNSET": "",
    "page": "7",
    "CLIENT_SECRET": "s3",
    "TOKEN": "dTpw",
    "COOKIE": "c=1",
}
_KEPT = ("content-type", "authorization", "x-a", "cookie")


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


def seen(arrived: Arrived) -> tuple[object, ...]:
    """What a server pays attention to: the boundaries of parts are random."""
    headers = {name: arrived.headers.get(name) for name in _KEPT}
    body = arrived.body
    if (headers["content-type"] or b"").startswith(b"multipart/"):
        assert b"boundary=" in (headers["content-type"] or b"")
        boundary = body.split(b"\r\n", 1)[0].removeprefix(b"--")
        body = body.replace(boundary, b"B")
        headers["content-type"] = b"multipart/form-data"
    if headers["content-type"] == b"application/json":
        body = body.replace(b" ", b"")
    return arrived.method, arrived.target, headers, body


def run_program(program: str) -> None:
    exec(program, {})


def run_in_shell(command: str) -> None:
    path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, check=False, env={"PATH": path, "HOME": "/nowhere", **_SET}
    )
    assert done.returncode == 0, (command, done.stderr)


def run_in_python(code: str) -> None:
    exec(code, {"httpx": httpx, "requests": requests, **_SET})


FORMS = {"curl": run_in_shell, "httpie": run_in_shell, "httpx": run_in_python, "requests": run_in_python}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_copied_is_what_is_sent(name: str, server: Loopback) -> None:
    source = "import httpx\nimport requests\n" + PROGRAMS[name].replace("@BASE@", server.base)
    offset = len(source.partition("¤")[0].encode())
    source = source.replace("¤", "")
    run_program(source)
    expected = seen(server.arrived())
    document = Document.from_text("file:///w/x.py", source)
    routes = RouteFeatures(document, workspace(None, {"x.py": source})).routes
    for form, run in FORMS.items():
        if form == "curl" and shutil.which("curl") is None:
            pytest.skip("curl is not installed")
        # Starting HTTPie takes a second.
        if form == "httpie" and TIMES == 1 and name != "a client":
            continue
        copy = copied(routes, offset, form)
        assert copy is not None
        run(copy)
        assert seen(server.arrived()) == expected, copy


def test_each_unknown_value_has_a_name_of_its_own() -> None:
    """Two values with the same name would be one variable."""
    source = 'import httpx\nhttpx.post("https://a.example/x", json=[user.id, team.id, user.id, f(0)])\n'
    document = Document.from_text("file:///w/x.py", source)
    routes = RouteFeatures(document, workspace(None, {"x.py": source})).routes
    http = copied(routes, source.index("/x"), "http")
    assert http is not None
    assert http.startswith("@id = \n@id_2 = \n@json = \n")
    assert re.findall(r"\{\{\w+\}\}", http) == ["{{id}}", "{{id_2}}", "{{id}}", "{{json}}"]


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_each_value_of_a_path_has_its_own_name(newline: str) -> None:
    """The last names of two are the same; the second time, a value has the name of the first."""
    source = newline.join(
        [
            "'𝄞'; import httpx",
            'httpx.get(f"https://a.example/{user.id}/{team.id}/{user.id}", params={"a": user.id})',
            "",
        ]
    )
    document = Document.from_text("file:///w/x.py", source)
    routes = RouteFeatures(document, workspace(None, {"x.py": source})).routes
    http = copied(routes, len(source[: source.index("/{user")].encode()), "http")
    assert http is not None
    assert "GET https://a.example/{{id}}/{{id_2}}/{{id}}?a={{id}}" in http


def copies_of(source: str) -> Iterator[tuple[str, str]]:
    """The copies of the request at `¤`."""
    offset = len(source.partition("¤")[0].encode())
    source = source.replace("¤", "")
    routes = RouteFeatures(Document.from_text("file:///w/x.py", source), workspace(None, {"x.py": source})).routes
    for form in (*FORMS, "http"):
        copy = copied(routes, offset, form)
        assert copy is not None
        yield form, copy


def test_where_nothing_is_known_of_an_address_it_is_a_blank() -> None:
    for form, copy in copies_of('async def f(session, n):\n    await session.patch(f"/a¤/{n}", json={"b": n})\n'):
        written = {"http": "{{base_url}}/a", "curl": '"$base_url"\'/a', "httpie": '"$base_url"\'/a'}
        assert written.get(form, "f'{base_url}/a") in copy
    for _, copy in copies_of('import httpx\ndef f(base):\n    httpx.get(f"{base}/a¤")\n'):
        assert "base_url" not in copy


def test_pairs_before_one_that_is_sent_are_left_out_with_their_sign() -> None:
    source = (
        "import httpx\ndef f(q, r, s):\n    params = {}\n    if q:\n        params['a'] = q\n"
        "    params['b'] = 1\n    if r:\n        params['c'] = r\n"
        '    httpx.get("https://h.example/x¤", params=params)\n'
    )
    shown = dict(copies_of(source))
    assert """x?'"${q:+a=${q}&}"'b=1'"${r:+&c=${r}}"''""" in shown["curl"]
    assert "x?' + (f'a={q}&' if q else '') + 'b=1' + (f'&c={r}' if r else '')" in shown["httpx"]
    assert "x?a={{q}}&b=1&c={{r}} HTTP/1.1" in shown["http"]
    assert "# May be left out: q, r\n" in shown["http"]
    assert "# Left out if empty: q, r\n" in shown["curl"]


def test_what_more_may_be_sent_is_no_header_or_member_of_its_own() -> None:
    source = 'import requests\ndef f(h, d):\n    requests.post("https://h.example/x¤", json={"a": 1, **d}, headers=h)\n'
    for _, copy in copies_of(source):
        assert "# More may be sent in: headers, body\n" in copy
        assert "null" not in copy
        assert "more" not in copy


_FORMS = """import requests

class Client:
    def __init__(self, base):
        self.base = base

    def get(self, path):
        return requests.get({url})

    def other(self, path):
        return requests.get(path)

Client("https://a.example/v1")
"""


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("self.base + path", "https://a.example/v1{path}"),
        ('f"https://b.example/{path}"', "https://b.example/{path}"),
        ("path", None),
        ('f"{self.base}/{path}" if path else path', "https://a.example/v1/{path}"),
        ('f"https://{path}/"', None),
    ],
)
def test_a_copy_of_the_form_that_goes_anywhere(url: str, shown: str | None) -> None:
    source = _FORMS.format(url=url)
    made = RouteFeatures(Document.from_text("file:///w/x.py", source), workspace(None, {"x.py": source}))
    at = source.index("requests.get") + 9
    copy = copied(made.routes, at, "requests")
    assert (copy is None) is (shown is None)
    assert shown is None or f"url=f'{shown}'" in (copy or "")
    titles = [each.title for each in made.actions(Span.at(at))]
    assert ("Copy as curl" in titles) is (shown is not None)
