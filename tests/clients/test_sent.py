"""Programs of the clients that are always at hand, run against a server on loopback: what arrives is what is shown."""

from collections.abc import Iterator
from http.client import HTTPConnection
from typing import Any

import pytest
from urllib3 import PoolManager

from tests.routes.reach.test_written_values import requests_of
from tests.support.loopback import Arrived, Loopback, loopback
from waypost.clients.bodies import BOUNDARY

# What clients add by themselves.
AUTOMATIC = ("host", "accept", "accept-encoding", "connection", "user-agent", "content-length", "transfer-encoding")
POOL = 'import urllib3\nclient = urllib3.HTTPConnectionPool("127.0.0.1", PORT)\n'
MANAGER = "import urllib3\nclient = urllib3.PoolManager()\n"
CONNECTION = 'import http.client\nclient = http.client.HTTPConnection("127.0.0.1", PORT)\n'
PROGRAMS = {
    "a query below the host of a pool": f'{POOL}client.request("GET", "BASE?a=b c", redirect=False)',
    "nothing below the host of a pool": f'{POOL}client.request("GET", "BASE", redirect=False)',
    "a path after a backslash": f'{MANAGER}client.request("GET", "BASE\\\\v/a")',
    "a file of a name": f'{MANAGER}client.request("POST", "BASE/f", fields={{"file": ("a.csv", "a,b")}})',
    "a file without a name": f'{MANAGER}client.request("POST", "BASE/f", fields={{"file": ("", b"a,b")}})',
    "a file of a type": f'{MANAGER}client.request("POST", "BASE/f", fields={{"file": ("a.x", "a,b", "text/csv")}})',
    "fields with names in bytes": f'{MANAGER}client.request("POST", "BASE/f", fields=[(b"a", "1"), ("b", 2)])',
    "a number in a header": f'{CONNECTION}client.request("GET", "/v", headers={{"x-number": 1}})',
    "a header that goes on": f'{CONNECTION}client.request("GET", "/v", headers={{"x-long": "a\\n b"}})',
}


@pytest.fixture(scope="module")
def server() -> Iterator[Loopback]:
    with loopback() as running:
        yield running


def _source(program: str, server: Loopback) -> str:
    return program.replace("PORT", server.base.rpartition(":")[2]).replace("BASE", server.base)


def _arrived(source: str, server: Loopback) -> Arrived:
    """What a program sends; its client is closed behind it."""
    names: dict[str, Any] = {}
    exec(compile(source, "a program", "exec"), names)
    client = names["client"]
    if isinstance(client, HTTPConnection):
        client.getresponse().read()
    (client.clear if isinstance(client, PoolManager) else client.close)()
    return server.arrived()


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_shown_arrives(name: str, server: Loopback) -> None:
    source = _source(PROGRAMS[name], server)
    arrived = _arrived(source, server)
    [request] = requests_of(source)
    assert request.known
    assert request.line == f"{arrived.method} {server.base}{arrived.target.removeprefix(server.base)}"
    content_type = arrived.headers.get("content-type", b"").decode()
    boundary = content_type.partition("boundary=")[2] or BOUNDARY
    headers = {key: value.decode().replace("\r", "") for key, value in arrived.headers.items() if key not in AUTOMATIC}
    assert request.headers == {key: value.replace(boundary, BOUNDARY) for key, value in headers.items()}
    assert (request.body or "") == arrived.body.decode().replace(boundary, BOUNDARY)
