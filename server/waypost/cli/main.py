"""`waypost`: a group of commands, each loaded when it is called."""

import gc
import os
import sys
from io import TextIOWrapper

from waypost.core.version import VERSION


def main() -> None:
    """The console script. The version is asked often and needs nothing of the rest."""
    if sys.argv[1:] == ["--version"]:
        print(f"waypost {VERSION}")
        return
    if sys.argv[1:] in (["lsp"], ["lsp", "--stdio"]):  # as editors start it: they wait for the first answer
        gc.disable()  # until it runs: everything that is loaded stays
        from waypost.lsp.run import run_stdio

        run_stdio()
    from waypost.cli.group import waypost

    _take_every_character()
    try:
        waypost(prog_name="waypost")
    except OSError as error:
        _give_up(error)


def _take_every_character() -> None:
    """What the terminal's encoding has no place for is written as an escape, and ends nothing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and stream.errors == "strict":
            stream.reconfigure(errors="backslashreplace")


def _give_up(error: OSError) -> None:
    """A file that cannot be read or written: 2, since 1 would say that something was found."""
    where = f"{error.filename}: " if error.filename else ""
    trouble = "".join(each if each.isprintable() else "\ufffd" for each in f"{where}{error.strerror}")
    print(f"waypost: {trouble}", file=sys.stderr)
    sys.stderr.flush()
    os._exit(2)  # what could not be written is still waiting, and would fail once more


if __name__ == "__main__":
    main()
