"""The server on a Unix socket, which nobody but its user can open.

Clients disagree about who listens: those that follow the protocol's advice listen themselves and start the server,
others connect to a server that runs. So it connects to whoever listens there, and otherwise waits for one client.
"""

import os
import selectors
import socket
import stat
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, cast

# Only the user may connect.
_FOR_OTHERS = 0o177


def streams(path: str, announce: Callable[[str], None]) -> tuple[BinaryIO, BinaryIO]:
    """What to read from and to write to; `announce` is called before a client is waited for. Raises `OSError`."""
    connection = _connected(path) or _accepted(path, announce)
    return connection.makefile("rb"), connection.makefile("wb")


def _connected(path: str) -> socket.socket | None:
    """A connection to the one who listens there; None if nobody does any more."""
    try:
        found = Path(path).lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISSOCK(found.st_mode) or found.st_uid != os.geteuid():
        raise FileExistsError(0, "this exists, and is not a socket of yours", path)
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(path)
    except ConnectionRefusedError:  # it was killed, and its socket stayed
        connection.close()
        Path(path).unlink()
        return None
    return connection


def _accepted(path: str, announce: Callable[[str], None]) -> socket.socket:
    """The first client that says something. No second one can come: the socket is removed."""
    with socket.socket(socket.AF_UNIX) as listener:
        before = os.umask(_FOR_OTHERS)
        try:
            listener.bind(path)
        finally:
            os.umask(before)
        try:
            listener.listen()
            announce(path)
            return _first_to_speak(listener)
        finally:
            Path(path).unlink(missing_ok=True)


def _first_to_speak(listener: socket.socket) -> socket.socket:
    """Who connects and says nothing keeps nobody waiting, and who goes again is forgotten."""
    with selectors.DefaultSelector() as waiting:
        waiting.register(listener, selectors.EVENT_READ)
        while True:
            for key, _ in waiting.select():
                one = cast("socket.socket", key.fileobj)
                if one is listener:
                    waiting.register(listener.accept()[0], selectors.EVENT_READ)
                    continue
                waiting.unregister(one)
                if _speaks(one):
                    _close(waiting, but=listener)
                    return one
                one.close()


def _speaks(connection: socket.socket) -> bool:
    try:
        return bool(connection.recv(1, socket.MSG_PEEK))
    except ConnectionError:
        return False


def _close(waiting: selectors.BaseSelector, *, but: socket.socket) -> None:
    for key in list(waiting.get_map().values()):
        one = cast("socket.socket", key.fileobj)
        if one is not but:
            one.close()
