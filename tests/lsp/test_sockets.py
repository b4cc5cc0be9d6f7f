"""Others than the editor can reach a socket: web pages, other programs, other users."""

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from http import HTTPStatus
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.support.wire import Wire, frame, read_message, wire
from waypost.lsp.frames import LONGEST_ON_A_SOCKET
from waypost.lsp.sockets import Address, Door

INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}


def announced(server: Wire) -> str:
    """The address at which the server says that it listens."""
    assert server.process.stderr
    line = server.process.stderr.readline().decode()
    assert line.startswith("waypost: listening on "), line
    return line.removeprefix("waypost: listening on ").strip()


@contextmanager
def tcp(address: str = "127.0.0.1:0") -> Iterator[tuple[Wire, tuple[str, int]]]:
    with wire("--tcp", address) as server:
        host, _, port = announced(server).rpartition(":")
        yield server, (host.strip("[]"), int(port))


def talk(server: Wire, where: tuple[str, int]) -> None:
    """A whole session."""
    with socket.create_connection(where) as connection, connection.makefile("rwb") as stream:
        over = Wire(server.process, stream, stream)
        over.initialize()
        assert over.is_well()
        assert over.end() == 0
        assert read_message(stream) is None


def has_ipv6() -> bool:
    try:
        with socket.create_server(("::1", 0), family=socket.AF_INET6):
            return True
    except OSError:
        return False


@pytest.mark.parametrize(
    "address", ["127.0.0.1:0", pytest.param("[::1]:0", marks=pytest.mark.skipif(not has_ipv6(), reason="no IPv6"))]
)
def test_one_client_is_served_over_tcp(address: str) -> None:
    with tcp(address) as (server, where):
        talk(server, where)


@pytest.mark.parametrize("method", ["POST", "GET", "OPTIONS", "CONNECT", "PUT"])
def test_a_web_page_on_tcp_is_sent_away_and_an_editor_served(method: str) -> None:
    body = frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE})
    with tcp() as (server, where):
        with socket.create_connection(where) as page:
            page.sendall(b"%b / HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: http://e.com\r\n%b" % (method.encode(), body))
            assert _rest_of(page) == b""
        talk(server, where)


def test_who_connects_and_goes_is_forgotten() -> None:
    with tcp() as (server, where):
        for first in (b"", b"Con"):
            with socket.create_connection(where) as connection:
                connection.sendall(first)
                connection.shutdown(socket.SHUT_WR)
                assert _rest_of(connection) == b""
        talk(server, where)


def test_a_client_may_drip() -> None:
    body = frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE})
    with tcp() as (_, where), socket.create_connection(where) as connection, connection.makefile("rb") as stream:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for each in body:
            connection.sendall(bytes([each]))
        assert read_message(stream)["id"] == 1


def test_a_message_that_is_longer_than_any_document_is_refused_on_a_socket() -> None:
    with tcp() as (_, where), socket.create_connection(where) as connection, connection.makefile("rb") as stream:
        connection.sendall(b"Content-Length: %d\r\n\r\n" % (LONGEST_ON_A_SOCKET + 1))
        while "method" in (answer := read_message(stream)):  # a line in the log
            pass
        assert answer["error"]["code"] == -32700


def test_a_client_that_closes_its_half_ends_the_server() -> None:
    with tcp() as (server, where), socket.create_connection(where) as connection:
        connection.sendall(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}))
        connection.shutdown(socket.SHUT_WR)
        assert server.exit_code() == 1


def _rest_of(connection: socket.socket) -> bytes:
    """What still arrives until the other side has closed."""
    try:
        return b"".join(iter(lambda: connection.recv(1 << 16), b""))
    except ConnectionResetError:  # what was sent is not read any more
        return b""


# -- WebSocket ---------------------------------------------------------------------------------------------------


@asynccontextmanager
async def websocket(*arguments: str) -> AsyncIterator[tuple[Wire, str]]:
    with wire("--ws", "127.0.0.1:0", *arguments) as server:
        yield server, announced(server)


async def ask(
    connection: ClientConnection, method: str, params: Any = None, msg_id: int = 1, heard: list[str] | None = None
) -> Any:
    """The answer; messages that arrive before it are added to `heard`."""
    await connection.send(json.dumps({"jsonrpc": "2.0", "id": msg_id, "method": method, "params": params}))
    while (answer := json.loads(await connection.recv())).get("id") != msg_id:
        if heard is not None:
            heard.append(str(answer.get("params", {}).get("message")))
    return answer


async def test_one_client_is_served_over_a_websocket() -> None:
    async with websocket() as (server, url), connect(url) as connection:
        answer = await ask(connection, "initialize", INITIALIZE)
        assert answer["result"]["serverInfo"]["name"] == "waypost"
        assert (await ask(connection, "shutdown", msg_id=2))["result"] is None
        await connection.send(json.dumps({"jsonrpc": "2.0", "method": "exit"}))
        # Outside the loop, on which the client says goodbye.
        assert await asyncio.to_thread(server.exit_code) == 0


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/", {}, HTTPStatus.UNAUTHORIZED),
        ("/?token=guessed", {}, HTTPStatus.UNAUTHORIZED),
        ("/?token=TOKEN", {"Origin": "https://evil.example"}, HTTPStatus.FORBIDDEN),
        ("/?token=TOKEN", {"Origin": "null"}, HTTPStatus.FORBIDDEN),
    ],
)
async def test_who_has_no_token_or_comes_from_a_page_is_refused(
    path: str, headers: dict[str, str], status: HTTPStatus
) -> None:
    async with websocket() as (_, url):
        host, _, token = url.partition("/?token=")
        with pytest.raises(InvalidStatus) as refused:
            await connect(host + path.replace("TOKEN", token), additional_headers=headers).__aenter__()
        assert refused.value.response.status_code == status
        async with connect(url) as connection:
            assert "result" in await ask(connection, "initialize", INITIALIZE)


async def test_an_origin_that_was_named_may_come_in() -> None:
    origin = "https://ide.example"
    async with (
        websocket("--allow-origin", origin) as (_, url),
        connect(url, additional_headers={"Origin": origin}) as connection,
    ):
        assert "result" in await ask(connection, "initialize", INITIALIZE)


async def test_a_second_client_is_refused_and_the_first_one_goes_on() -> None:
    async with websocket() as (_, url), connect(url) as first:
        assert "result" in await ask(first, "initialize", INITIALIZE)
        with pytest.raises(InvalidStatus) as refused:
            await connect(url).__aenter__()
        assert refused.value.response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
        assert "error" in await ask(first, "no/such", msg_id=2)


async def test_nothing_is_inflated() -> None:
    """The client offers to compress what it sends; if the server accepted, a megabyte could become gigabytes."""
    async with websocket() as (_, url), connect(url, compression="deflate") as connection:
        assert connection.protocol.extensions == []


async def test_a_frame_that_is_longer_than_any_document_ends_the_connection() -> None:
    async with websocket() as (server, url), connect(url) as connection:
        header = bytes([0x81, 0xFF]) + (LONGEST_ON_A_SOCKET + 1).to_bytes(8, "big") + bytes(4)
        connection.transport.write(header)
        with pytest.raises(ConnectionClosed):
            await connection.recv()
        assert server.process.poll() in (None, 1)


async def test_settings_that_name_programs_are_not_taken_from_a_socket(tmp_path) -> None:
    mark = tmp_path / "ran"
    program = tmp_path / "typos"
    program.write_text(f"#!/bin/sh\ntouch {mark}\n")
    program.chmod(0o755)
    options = {"typosPath": str(program), "rules": {"bad-correction": "error"}}
    async with websocket() as (_, url), connect(url) as connection:
        heard: list[str] = []
        await ask(connection, "initialize", {**INITIALIZE, "initializationOptions": options}, heard=heard)
        assert any(re.search(r"`typosPath`: .*socket", each) for each in heard)
        document = {"uri": (tmp_path / "typos.toml").as_uri()}
        text = '[default.extend-words]\nfoo = "teh"\n'
        opened = {"textDocument": {**document, "languageId": "toml", "version": 1, "text": text}}
        await connection.send(json.dumps({"jsonrpc": "2.0", "method": "initialized", "params": {}}))
        await connection.send(json.dumps({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": opened}))
        position = {"line": 1, "character": 8}
        command = {"command": "waypost.explain", "arguments": [{**document, "text": "teh", "position": position}]}
        assert "result" in await ask(connection, "workspace/executeCommand", command, msg_id=3)
        assert not mark.exists()


def test_the_door_knows_its_host() -> None:
    """A page whose name resolves to this address asks for another host than the one that the server listens on."""
    door = Door(Address("127.0.0.1", 80), ())
    path = f"/?token={door.token}"
    assert door.fault_of(path, ["evil.example"], []) == HTTPStatus.MISDIRECTED_REQUEST
    assert door.fault_of(path, [], []) == HTTPStatus.MISDIRECTED_REQUEST
    assert door.fault_of(path, ["127.0.0.1:80", "127.0.0.1:80"], []) == HTTPStatus.MISDIRECTED_REQUEST
    assert door.fault_of(path, ["LOCALHOST:80"], []) is None
    assert door.fault_of(path, ["127.0.0.1:80"], []) == HTTPStatus.SERVICE_UNAVAILABLE


def test_an_address_is_written_as_it_is_given() -> None:
    assert str(Address("::1", 80)) == "[::1]:80"
    assert str(Address("127.0.0.1", 80)) == "127.0.0.1:80"
