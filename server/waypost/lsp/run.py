"""Starting the server on a transport, and ending it with the code the protocol asks for."""

import asyncio
import gc
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any, BinaryIO

from waypost.lsp.frames import framed
from waypost.lsp.logs import log_to
from waypost.lsp.server import WaypostServer
from waypost.lsp.transport import QueueWriter, StreamWriter, accept_one, claim_stdio, read_into, serve_websocket


def run_stdio() -> None:
    source, sink = claim_stdio()
    _end(asyncio.run(_talk(source, sink)))


def run_tcp(host: str, port: int) -> None:
    source, sink = accept_one(host, port, _announce)
    _end(asyncio.run(_talk(source, sink)))


def run_websocket(host: str, port: int) -> None:
    _end(asyncio.run(_talk_websocket(host, port)))


async def _talk(source: BinaryIO, sink: BinaryIO) -> int:
    server = WaypostServer()
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[int] = loop.create_future()

    def lost() -> None:
        with suppress(RuntimeError):  # the loop has ended
            loop.call_soon_threadsafe(server.protocol.disconnected)

    writer = StreamWriter(sink, lost)
    _connect(server, lambda body: writer.write(framed(body)), ended)
    read_into(server.protocol, source)
    code = await ended
    writer.finish()
    return code


async def _talk_websocket(host: str, port: int) -> int:
    ended: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def connect(writer: QueueWriter) -> Any:
        server = WaypostServer()
        _connect(server, writer.write, ended)
        return server.protocol

    serving = asyncio.create_task(serve_websocket(host, port, connect, _announce))
    await asyncio.wait((serving, ended), return_when=asyncio.FIRST_COMPLETED)
    if not ended.done():
        await serving  # raises what kept it from serving
    return await ended


def _connect(server: WaypostServer, write: Callable[[bytes], None], ended: "asyncio.Future[int]") -> None:
    def end(code: int) -> None:
        if not ended.done():
            ended.set_result(code)

    server.protocol.on_exit = end
    server.protocol.connect(write)
    log_to(server.connection.tell)
    gc.freeze()  # what was loaded at start lives as long as the server: no use in looking at it again


def _announce(host: str, port: int) -> None:
    print(f"waypost: listening on {host}:{port}", file=sys.stderr, flush=True)  # noqa: T201 - whoever started us waits for it


def _end(code: int) -> None:
    """End at once: work that nobody waits for must not keep the process alive."""
    logging.shutdown()
    sys.stderr.flush()
    os._exit(code)
