"""`waypost`: a group of commands, each loaded when it is called."""

import gc
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from io import TextIOWrapper

from waypost.core.version import VERSION


def main() -> None:
    """The console script. `--version` is used often, so it imports nothing else."""
    _open_what_is_closed()
    if sys.argv[1:] == ["--version"]:
        print(f"waypost {VERSION}")
        return
    if sys.argv[1:] in (["lsp"], ["lsp", "--stdio"]):  # as editors start it, which wait for the first answer
        gc.disable()  # until the server runs: everything that is imported stays alive
        from waypost.lsp.run import run_stdio

        run_stdio()
    from waypost.cli.group import waypost

    _take_every_character()
    try:
        code = _code_of(partial(waypost, prog_name="waypost"))
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError as error:
        _give_up(error)
    os._exit(code)  # freeing what a run has found out, object by object, takes a tenth of its time


def _code_of(command: Callable[[], None]) -> int:
    """What a command exits with."""
    try:
        command()
    except SystemExit as ended:
        return ended.code if isinstance(ended.code, int) else 0 if ended.code is None else 1
    return 0


def _open_what_is_closed() -> None:
    """Keep the numbers of closed standard streams: the next file that is opened would get what is written to them."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            nowhere = os.open(os.devnull, os.O_RDWR)  # the system gives it the lowest free number
            os.set_inheritable(nowhere, True)  # noqa: FBT003 - it takes no keyword
            setattr(sys, name, os.fdopen(nowhere, "w" if number else "r", encoding="utf-8"))


def _take_every_character() -> None:
    """Escape characters that the terminal's encoding lacks instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def _give_up(error: OSError) -> None:
    """Exit with 2 for a file that cannot be read or written: 1 would mean that something was found."""
    where = f"{error.filename}: " if error.filename else ""
    trouble = "".join(each if each.isprintable() else "\ufffd" for each in f"{where}{error.strerror}")
    with suppress(OSError):  # nobody can read it
        print(f"waypost: {trouble}", file=sys.stderr, flush=True)
    os._exit(2)  # the unwritten output is still buffered, and would fail again


if __name__ == "__main__":
    main()
