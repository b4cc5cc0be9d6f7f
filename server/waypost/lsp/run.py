"""Starting the server on a transport, and ending it with the exit code that the protocol requires."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, BinaryIO

from waypost.lsp.frames import LONGEST_MESSAGE, LONGEST_ON_A_SOCKET, framed
from waypost.lsp.garbage import collect_in_small_passes
from waypost.lsp.logs import log_to
from waypost.lsp.server import WaypostServer
from waypost.lsp.transport import StreamWriter, claim_stdio, read_into
from waypost.lsp.worker import give_way_soon


def run_stdio() -> None:
    source, sink = claim_stdio()
    _end(asyncio.run(_talk(source, sink)))


def run_tcp(host: str, port: int) -> None:
    from waypost.lsp.sockets import Address, accept_one

    source, sink = accept_one(Address(host, port), _announce)
    _end(asyncio.run(_talk(source, sink, is_remote=True)))


def run_websocket(host: str, port: int, origins: Sequence[str] = ()) -> None:
    _end(asyncio.run(_talk_websocket(host, port, origins)))


async def _talk(source: BinaryIO, sink: BinaryIO, *, is_remote: bool = False) -> int:
    server = WaypostServer(is_remote=is_remote)
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[int] = loop.create_future()

    def lost() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(server.protocol.disconnected)

    writer = StreamWriter(sink, lost)
    _connect(server, lambda body: writer.write(framed(body)), ended)
    read_into(server.protocol, source, LONGEST_ON_A_SOCKET if is_remote else LONGEST_MESSAGE)
    code = await ended
    writer.finish()
    return code


async def _talk_websocket(host: str, port: int, origins: Sequence[str]) -> int:
    from waypost.lsp.sockets import Address, QueueWriter, serve_websocket

    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def connect(writer: QueueWriter) -> Any:
        server = WaypostServer(is_remote=True)
        _connect(server, writer.write, ended)
        return server.protocol

    serving = asyncio.create_task(serve_websocket(Address(host, port), origins, connect, _announce))
    await asyncio.wait((serving, ended), return_when=asyncio.FIRST_COMPLETED)
    if not ended.done():
        await serving  # raises the error that stopped it from serving
    return await ended


def _connect(server: WaypostServer, write: Callable[[bytes], None], ended: "asyncio.Future[int]") -> None:
    def end(code: int) -> None:
        if not ended.done():
            ended.set_result(code)

    server.protocol.on_exit = end
    server.protocol.connect(write)
    log_to(server.connection.tell)
    collect_in_small_passes()
    give_way_soon()


def _announce(where: str) -> None:
    print(f"waypost: listening on {where}", file=sys.stderr, flush=True)  # noqa: T201 - whoever started us waits for it


def _end(code: int) -> None:
    """End at once: work that nobody waits for must not keep the process alive."""
    logging.shutdown()
    sys.stderr.flush()
    os._exit(code)
