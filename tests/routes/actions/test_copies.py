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
from waypost.text import Document

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
    "unknown values": 'number = int("7")\nhttpx.get(f"@BASE@/items/{number}¤", params={"page": number})\n',
}
_SET = {"number": "7", "page": "7", "CLIENT_SECRET": "s3", "TOKEN": "dTpw", "COOKIE": "c=1"}
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
    assert http.startswith("@id = \n@id_2 = \n@f = \n")
    assert re.findall(r"\{\{\w+\}\}", http) == ["{{id}}", "{{id_2}}", "{{id}}", "{{f}}"]


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
