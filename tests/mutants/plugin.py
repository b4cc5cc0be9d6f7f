"""What pytest does more for changes: it notes how long each test takes, or runs chosen tests alone."""

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

PLUGIN: Final = ("-p", "tests.mutants.plugin", "-p", "no:cacheprovider")
# A file for the seconds that each test takes.
SECONDS: Final = "WAYPOST_SECONDS"
# A file with the names of the tests to run, one a line.
CHOSEN: Final = "WAYPOST_CHOSEN_TESTS"

_seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    started = _worked()
    try:
        return (yield)
    finally:
        _seconds[item.nodeid] = _worked() - started


def _worked() -> float:
    """The processor's time until now, that of processes which have ended included."""
    return sum(os.times()[:4])


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if CHOSEN in os.environ:
        order = {name: at for at, name in enumerate(Path(os.environ[CHOSEN]).read_text("utf-8").split("\n"))}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


def pytest_sessionfinish() -> None:
    if SECONDS in os.environ:
        Path(os.environ[SECONDS]).write_text(json.dumps(_seconds), "utf-8")
