"""What pytest does more for changes: it notes how long each test takes, or runs chosen tests alone."""

import json
import os
import signal
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

PLUGIN: Final = ("-p", "tests.mutants.plugin", "-p", "no:cacheprovider")
# A file for the seconds that each test takes.
SECONDS: Final = "WAYPOST_SECONDS"
# A file with the tests to run, by name, and the seconds that each may take.
CHOSEN: Final = "WAYPOST_CHOSEN_TESTS"
# A file for the name of the test that fails.
FAILED: Final = "WAYPOST_FAILED_TEST"

_seconds: dict[str, float] = {}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    started = _worked()
    bound(_chosen().get(item.nodeid, 0))
    try:
        return (yield)
    finally:
        _seconds[item.nodeid] = _worked() - started


def bound(seconds: float) -> None:
    """End this process once it has worked for so long."""
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _worked() -> float:
    """The processor's time until now, that of processes which have ended included."""
    return sum(os.times()[:4])


@cache
def _chosen() -> dict[str, float]:
    return json.loads(Path(os.environ[CHOSEN]).read_text("utf-8")) if CHOSEN in os.environ else {}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if CHOSEN in os.environ:
        order = {name: at for at, name in enumerate(_chosen())}
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in order])
        items[:] = sorted((item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid])


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.failed and FAILED in os.environ:
        Path(os.environ[FAILED]).write_text(report.nodeid, "utf-8")


def pytest_sessionfinish() -> None:
    if SECONDS in os.environ:
        Path(os.environ[SECONDS]).write_text(json.dumps(_seconds), "utf-8")
