"""What pytest does more for mutants: it notes which test runs each line and how long it takes, or runs chosen tests."""

import json
import os
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import coverage
import pytest

# The folder where the notes are made.
NOTES: Final = "WAYPOST_TOUCHED"
# A file with the names of the tests to run, one a line.
CHOSEN: Final = "WAYPOST_CHOSEN_TESTS"
_PATIENCE: Final = 10

_seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    measured = coverage.Coverage.current()
    if measured is None:
        return (yield)
    measured.switch_context(item.nodeid)
    started = _worked()
    try:
        return (yield)
    finally:
        _seconds[item.nodeid] = _worked() - started


def _worked() -> float:
    """The processor's time until now, that of processes which have ended included."""
    return sum(os.times()[:4])


def pytest_configure() -> None:
    if NOTES in os.environ:
        subprocess.Popen.kill = _end  # type: ignore[method-assign]


def _end(process: "subprocess.Popen[bytes]") -> None:
    """Give a process the time to note what it ran."""
    process.terminate()
    with suppress(subprocess.TimeoutExpired):
        process.wait(_PATIENCE)
    process.send_signal(9)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if CHOSEN in os.environ:
        order = {name: at for at, name in enumerate(Path(os.environ[CHOSEN]).read_text("utf-8").split("\n"))}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


def pytest_sessionfinish() -> None:
    if NOTES in os.environ:
        notes = Path(os.environ[NOTES], f"seconds-{os.getpid()}.json")
        notes.write_text(json.dumps(_seconds), "utf-8")
