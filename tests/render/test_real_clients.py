"""Real clients and commands against a real server: what was shown arrives, byte for byte."""

import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import requests

from tests.render.requests import BODIES, CALLS, request
from tests.support.budget import TIMES
from tests.support.loopback import Arrived, Loopback, loopback
from waypost import EndpointOptions
from waypost.render import as_curl, as_httpie, as_httpx, as_httpx_code, as_requests, as_urllib


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


def assert_arrived(name: str, options: EndpointOptions, arrived: Arrived, base: str) -> None:
    """The shown request is not changed on the way."""
    assert arrived.method == options["method"].upper()
    assert base + arrived.target == options["url"]
    promised = {header: value.encode() for header, value in options["headers"].items()}
    assert {header: arrived.headers.get(header) for header in promised} == promised
    assert arrived.body == BODIES.get(name, b"")


def send_httpx(options: EndpointOptions) -> None:
    assert httpx.request(**as_httpx(options)).status_code == 200


def send_requests(options: EndpointOptions) -> None:
    assert requests.request(**as_requests(options), timeout=30).status_code == 200


def send_urllib(options: EndpointOptions) -> None:
    with urllib.request.urlopen(urllib.request.Request(**as_urllib(options))) as answer:
        assert answer.status == 200


def send_httpx_code(options: EndpointOptions) -> None:
    code = as_httpx_code(options, show_secrets=True)
    assert eval(code, {"httpx": httpx}).status_code == 200


SENDERS = (send_httpx, send_requests, send_urllib, send_httpx_code)


@pytest.mark.parametrize(
    ("send", "name"),
    [(send, name) for send in SENDERS for name in CALLS if (send, name) != (send_requests, "brackets")],
)
def test_a_python_client_sends_what_was_promised(send, name, server):
    options = request(name, server.base)
    send(options)
    assert_arrived(name, options, server.arrived(), server.base)


def run(command: str) -> None:
    """Run a command as a user pastes it, with this environment's HTTPie first on PATH."""
    path = f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, check=False, env={"PATH": path, "HOME": "/nowhere"}
    )
    assert done.returncode == 0, (command, done.stderr)


@pytest.mark.parametrize("name", CALLS)
def test_a_curl_command_sends_what_was_promised(name, server):
    if shutil.which("curl") is None:
        pytest.skip("curl is not installed")
    options = request(name, server.base)
    run(as_curl(options, show_secrets=True))
    arrived = server.arrived()
    assert_arrived(name, options, arrived, server.base)
    added = arrived.headers.keys() - options["headers"].keys()
    assert added <= {"host", "content-length"}


# Starting HTTPie takes a second, so only the requests that its syntax could spoil; each of them in a long run.
HTTPIE = ["at sign", "strange query", "json", "path", "no accept", "head", "headers", "bytes"]


@pytest.mark.parametrize("name", HTTPIE[: 2 * TIMES])
def test_an_httpie_command_sends_what_was_promised(name, server):
    if not (Path(sys.executable).parent / "http").exists():
        pytest.skip("HTTPie is not installed")
    options = request(name, server.base)
    run(as_httpie(options, show_secrets=True))
    if name == "bytes":
        del options["headers"]["content-length"]
    assert_arrived(name, options, server.arrived(), server.base)


def test_a_stream_is_handed_on(server):
    options: EndpointOptions = {"method": "post", "url": server.base, "headers": {}, "body": iter([b"a", b"b"])}
    send_httpx(options)
    assert server.arrived().body == b"ab"
