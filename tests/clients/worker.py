"""Runs in a separate process with one release on its path, makes calls, and reports what arrived on the wire.

Each line on standard input is a list of calls as JSON, whose values are Python expressions; each line on standard
output is a list of what the server received, or of exceptions.
"""

import asyncio
import importlib
import json
import sys
import uuid
import warnings
from collections.abc import Callable
from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum, IntEnum, StrEnum
from functools import partial
from queue import Empty
from typing import Any, NamedTuple


class Color(Enum):
    RED = "red"


class Level(IntEnum):
    LOW = 1


class Word(StrEnum):
    YES = "yes"


class Made(NamedTuple):
    """Stands for an object of the library under test."""

    type: str
    arguments: tuple[Any, ...] = ()


NAMES: dict[str, Any] = {
    "Color": Color,
    "Level": Level,
    "Word": Word,
    "date": date,
    "datetime": datetime,
    "time": time,
    "Decimal": Decimal,
    "UUID": uuid.UUID,
    "Made": Made,
}
_LIMIT = 20

Driver = Callable[[dict[str, Any]], Any]


def value(expression: str, base: str) -> Any:
    return eval(expression.replace("@HOST@", base.removeprefix("http://")), dict(NAMES))


def main() -> None:
    folder, driver, in_memory = sys.argv[1], sys.argv[2], sys.argv[3] == "memory"
    if folder:
        sys.path.insert(0, folder)
    warnings.simplefilter("ignore")
    drivers = importlib.import_module("drivers")
    wire = importlib.import_module("memory").MemoryWire() if in_memory else importlib.import_module("wire").Wire()
    if in_memory:
        wire.install()
    run = partial(_whole, getattr(drivers, driver), getattr(wire, "loop", None) or asyncio.new_event_loop())
    print(json.dumps(wire.base), flush=True)
    for line in sys.stdin:
        print(json.dumps([answer(run, call, wire) for call in json.loads(line)]), flush=True)


def _whole(run: Driver, loop: asyncio.AbstractEventLoop, call: dict[str, Any]) -> None:
    made = run(call)
    if asyncio.iscoroutine(made):
        loop.run_until_complete(asyncio.wait_for(made, _LIMIT))


def answer(run: Driver, call: dict[str, Any], wire: Any) -> dict[str, Any]:
    """What arrived of one call, or why nothing did."""
    while not wire.got.empty():
        wire.got.get()
    try:
        run(
            {
                **call,
                "base": wire.base,
                "url": value(call["url"], wire.base),
                "client": {name: value(each, wire.base) for name, each in call["client"].items()},
                "given": {name: value(each, wire.base) for name, each in call["given"].items()},
            }
        )
        return wire.first()  # type: ignore[no-any-return]
    except Empty:
        return {"error": "nothing arrived"}
    except Exception as error:  # noqa: BLE001 - whatever a client raises is its answer
        return {"error": f"{type(error).__name__}: {error}"[:300]}


if __name__ == "__main__":
    main()
