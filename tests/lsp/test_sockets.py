"""The server on a Unix socket: of the client, or of its own, which nobody but its user can open."""

import os
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.support.wire import Wire, frame, read_message, wire

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Python has no Unix sockets there")

INITIALIZE = {"processId": None, "rootUri": None, "capabilities": {}}


@contextmanager
def piped(path: Path) -> Iterator[Wire]:
    """A server that waits at this path."""
    with wire(f"--pipe={path}") as server:
        assert server.process.stderr
        assert server.process.stderr.readline().decode() == f"waypost: listening on {path}\n"
        yield server


def connected(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(60)
    connection.connect(str(path))
    return connection


def talk(server: Wire, connection: socket.socket) -> None:
    """A whole session."""
    with connection, connection.makefile("rwb") as stream:
        over = Wire(server.process, stream, stream)
        over.initialize()
        assert over.is_well()
        assert over.end() == 0
        assert read_message(stream) is None


def test_one_client_is_served_on_a_socket_of_the_server(tmp_path: Path) -> None:
    """Those that came before it, and are silent or gone, keep it waiting as little as one that speaks later."""
    path = tmp_path / "s"
    with piped(path) as server, connected(path) as silent:
        connected(path).close()
        talk(server, connected(path))
        assert silent.recv(1) == b""


def test_a_client_that_listens_is_connected_to(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(str(path))
        listener.listen()
        listener.settimeout(60)
        with wire("--pipe", str(path)) as server:
            talk(server, listener.accept()[0])
    assert path.exists()  # it is the client's


def test_only_its_user_may_open_the_socket(tmp_path: Path) -> None:
    with piped(tmp_path / "s"):
        found = (tmp_path / "s").lstat()
    assert (found.st_uid, stat.S_IMODE(found.st_mode)) == (os.geteuid(), 0o600)


def test_there_is_no_second_client(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with piped(path) as server, connected(path) as first, first.makefile("rwb") as stream:
        over = Wire(server.process, stream, stream)
        over.initialize()
        assert not path.exists()
        assert over.end() == 0


def test_what_a_killed_server_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with piped(path) as server:
        talk(server, connected(path))
    assert not path.exists()


def _refused(path: Path) -> str:
    command = [sys.executable, "-m", "waypost", "lsp", "--pipe", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 2
    return done.stderr


@pytest.mark.slow
def test_what_is_there_and_no_socket_of_the_users_stays(tmp_path: Path) -> None:
    file, link, target = tmp_path / "file", tmp_path / "link", tmp_path / "target"
    file.write_text("mine")
    link.symlink_to(target)
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(target))
    assert "this exists, and is not a socket of yours" in _refused(file)
    assert "this exists, and is not a socket of yours" in _refused(link)
    assert file.read_text() == "mine"
    assert link.is_symlink()
    if os.geteuid() == 0:  # who alone can make a file another user's
        os.chown(target, 12345, -1)
        assert "this exists, and is not a socket of yours" in _refused(target)
        assert target.exists()


@pytest.mark.parametrize(("path", "why"), [("none/s", "No such file or directory"), ("x" * 200, "path too long")])
@pytest.mark.slow
def test_a_path_that_cannot_be_is_a_usage_error(path: str, why: str, tmp_path: Path) -> None:
    assert why in _refused(tmp_path / path)


def test_a_client_may_drip(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with piped(path), connected(path) as connection, connection.makefile("rb") as stream:
        for each in frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}):
            connection.sendall(bytes([each]))
        assert read_message(stream)["id"] == 1


def test_a_client_that_closes_its_half_ends_the_server(tmp_path: Path) -> None:
    path = tmp_path / "s"
    with piped(path) as server, connected(path) as connection:
        connection.sendall(frame({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": INITIALIZE}))
        connection.shutdown(socket.SHUT_WR)
        assert server.exit_code() == 1
