"""Starts `waypost` without waiting for Python and the imports: real processes, forked from one that has them loaded.

Most tests of the server and the command line need a process of their own, with its streams, folder, environment and
exit code; few are about how it starts. `launcher()` is what they run: a launcher that hands its streams to the process
that forks, waits for the exit code, and takes the new process with it when it is killed. Where the system cannot do
that, it is the ordinary command.
"""

import atexit
import json
import os
import select
import signal
import socket
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from functools import cache
from importlib import import_module
from pathlib import Path

ORDINARY = (sys.executable, "-m", "waypost")
# What almost every process would import for itself.
_PRELOADED = ("lsp.run", "cli.check", "cli.routes", "cli.config", "config.features", "routes.features", "apis.features")
# Run without site-packages, in ten milliseconds: it has to be quick, and needs nothing.
_LAUNCHER = """
import json, os, socket, sys
link = socket.socket(socket.AF_UNIX)
link.connect(sys.argv[1])
request = json.dumps([sys.argv[2:], os.getcwd(), dict(os.environ)]).encode()
socket.send_fds(link, [b"%10d" % len(request)], [fd for fd in (0, 1, 2)])
link.sendall(request)
for fd in (0, 1, 2):
    os.close(fd)
code = link.recv(16)
os._exit(int(code) if code else 1)
"""


@cache
def launcher() -> tuple[str, ...]:
    """The words that start `waypost`."""
    if not hasattr(os, "pidfd_open"):
        return ORDINARY
    folder = tempfile.mkdtemp(prefix="waypost-fork-")
    address = f"{folder}/socket"
    server = subprocess.Popen(
        [sys.executable, "-m", "tests.support.forked", address], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE
    )
    assert server.stdout
    server.stdout.readline()  # it listens
    atexit.register(server.kill)
    atexit.register(server.stdout.close)
    return (sys.executable, "-I", "-S", "-c", _LAUNCHER, address)


def _serve(address: str) -> None:
    for name in _PRELOADED:
        with suppress(ModuleNotFoundError):
            import_module(f"waypost.{name}")
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(address)
    listener.listen()
    print(flush=True)
    parent = os.getppid()
    running: dict[int, tuple[int, socket.socket]] = {}  # by the file number of the process: its number, its launcher
    while os.getppid() == parent:
        links = [link for _, link in running.values()]
        ready, _, _ = select.select([listener.fileno(), *running, *map(socket.socket.fileno, links)], [], [], 5)
        for each in ready:
            if each == listener.fileno():
                link = listener.accept()[0]
                pid = _start(link)
                running[os.pidfd_open(pid)] = (pid, link)
            elif each in running:
                pid, link = running.pop(each)
                os.close(each)
                with suppress(OSError):
                    link.sendall(b"%d" % _exit_code(os.waitpid(pid, 0)[1]))
                link.close()
            else:  # the launcher was killed
                for pid, link in running.values():
                    if link.fileno() == each:
                        with suppress(ProcessLookupError):
                            os.kill(pid, signal.SIGKILL)
    for pid, _ in running.values():
        os.kill(pid, signal.SIGKILL)


def _exit_code(status: int) -> int:
    """As a shell says it: a launcher cannot end by another process's signal."""
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


def _start(link: socket.socket) -> int:
    size, streams, _, _ = socket.recv_fds(link, 10, 3)
    request = b""
    while len(request) < int(size):
        request += link.recv(1 << 16)
    pid = os.fork()
    if pid:
        for each in streams:
            os.close(each)
        return pid
    for number, each in enumerate(streams):
        os.dup2(each, number)
    os.closerange(3, 1024)  # of the process that forks, and of others it started
    arguments, folder, environment = json.loads(request)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    _run(arguments)
    raise AssertionError("unreachable")


def _run(arguments: list[str]) -> None:
    """As `python -m waypost` does, with streams made anew: they have looked at others."""
    sys.argv = ["waypost", *arguments]
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        errors = "backslashreplace" if name == "stderr" else "strict"
        setattr(sys, name, os.fdopen(number, "w" if number else "r", encoding="utf-8", errors=errors, closefd=False))
    from waypost.cli.main import main

    code: object = 0
    try:
        main()
    except SystemExit as end:
        code = end.code
    except BaseException:  # noqa: BLE001 - this process ends here, whatever it is
        traceback.print_exc()
        code = 1
    if isinstance(code, str):
        print(code, file=sys.stderr)
        code = 1
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.flush()
    os._exit(code if isinstance(code, int) else 0)


if __name__ == "__main__":
    _serve(sys.argv[1])
    Path(sys.argv[1]).unlink(missing_ok=True)
