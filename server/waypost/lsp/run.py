"""Starting the server on a transport, and ending it with the exit code that the protocol requires."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import BinaryIO, Never

from waypost.lsp.process import collect_in_small_passes, log_to
from waypost.lsp.server import WaypostServer
from waypost.lsp.transport import StreamWriter, claim_stdio, framed, read_into
from waypost.lsp.worker import shorten_switch_interval


def run_stdio() -> Never:
    source, sink = claim_stdio()
    _end(asyncio.run(_talk(source, sink)))


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


def _connect(server: WaypostServer, write: Callable[[bytes], None], ended: "asyncio.Future[int]") -> None:
    def end(code: int) -> None:
        if not ended.done():
            ended.set_result(code)

    server.protocol.on_exit = end
    server.protocol.connect(write)
    log_to(server.connection.notify)
    collect_in_small_passes()
    shorten_switch_interval()


def _end(code: int) -> Never:
    """End at once: work that nobody waits for must not keep the process alive."""
    logging.shutdown()
    sys.stderr.flush()
    os._exit(code)
