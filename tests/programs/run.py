"""Runs programs one after the other in this process, and reports what its own server received: JSON in and out."""

import contextlib
import io
import json
import os
import sys
import traceback
import warnings
from pathlib import Path
from queue import Empty
from types import ModuleType
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "clients"))

from wire import Wire

_SECONDS = 2
_ENVIRONMENT = {"TOKEN": "t0ken", "no_proxy": "*", "NO_PROXY": "*"}


def ran(code: str, modules: dict[str, str], wire: Wire) -> dict[str, Any]:
    """What arrived from one program."""
    while not wire.got.empty():
        wire.got.get()
    error = ""
    written = io.StringIO()
    try:
        with contextlib.redirect_stdout(written):
            for name, source in modules.items():
                sys.modules[name] = ModuleType(name)
                exec(compile(source, f"<{name}>", "exec"), vars(sys.modules[name]))
            exec(compile(code, "<program>", "exec"), {"__name__": "program"})
    except BaseException:  # noqa: BLE001 - a program may end in any way; the test shows how
        error = traceback.format_exc(limit=-3)
    sent = []
    with contextlib.suppress(Empty):
        sent.append(wire.got.get(timeout=_SECONDS))
        while not wire.got.empty():
            sent.append(wire.got.get())
    return {"sent": sent, "error": error}


def main() -> None:
    sys.path[1:1] = sys.argv[1:]
    warnings.simplefilter("ignore")
    os.environ.update(_ENVIRONMENT)
    wire = Wire()
    host = wire.base.removeprefix("http://")
    programs = json.loads(sys.stdin.read().replace("http://api.test", wire.base).replace("api.test", host))
    results = [ran(code, modules, wire) for code, modules in programs]
    json.dump({"base": wire.base, "results": results}, sys.stdout)


if __name__ == "__main__":
    main()
