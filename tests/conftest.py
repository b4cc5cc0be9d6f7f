"""Set-up shared by all tests."""

import gc
import os
import tempfile
from collections import Counter
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import settings

# A test run must not use the cache of another run, or of the user.
os.environ["WAYPOST_CACHE_DIR"] = tempfile.mkdtemp(prefix="waypost-tests-")

# A slow machine is not a bug, and CI must give the same result for the same sources every time.
settings.register_profile("waypost", deadline=None, derandomize="CI" in os.environ)
settings.load_profile("waypost")

# Asserts in the shared helpers show their values as those of tests do.
pytest.register_assert_rewrite("tests.support.check", "tests.support.editor", "tests.support.wire")

# If everything is installed, as in CI, a skipped test is a failure.
NO_SKIPS = "WAYPOST_NO_SKIPS"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: pytest.CallInfo) -> pytest.TestReport:
    report = yield
    if report.skipped and not hasattr(report, "wasxfail") and os.environ.get(NO_SKIPS):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped where {NO_SKIPS} forbids it: {call.excinfo}"
    return report


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: tests of servers and commands wait for them a third of the time."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_finish() -> None:
    """What was imported and collected stays: looking through it again and again took a tenth of the time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)


_numbers = count()


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh folder. pytest's own looks through all that there are for the next number, each time."""
    path = tmp_path_factory.getbasetemp() / f"t{next(_numbers)}"
    path.mkdir()
    return path


# -- what a run leaves out -----------------------------------------------------------------------------------------

_MARKERS = ("slow", "editors", "network")
_LEFT_OUT = pytest.StashKey["Counter[str]"]()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--share", metavar="I/N", help="of each slow test with variants, only every N-th of them, from the I-th on"
    )


def pytest_configure(config: pytest.Config) -> None:
    config.stash[_LEFT_OUT] = Counter()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is tried with several editors' capabilities is tried with one of them: another for each test."""
    tried: dict[str, list[pytest.Item]] = {}
    for item in items:
        if "profile" in getattr(getattr(item, "callspec", None), "params", ()):
            tried.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for name, each in tried.items():
        for item in each:
            if item is not each[crc32(name.encode()) % len(each)]:
                item.add_marker("slow")
    _leave_out_others(config, items)
    # What installs packages takes longest and waits most: begun last, it would be waited for by all others.
    items.sort(key=lambda item: item.get_closest_marker("network") is None)


def _leave_out_others(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of each slow test's variants, keep those of the share that is asked for, and at least one."""
    share: str | None = config.getoption("--share")
    if not share:
        return
    first, each = map(int, share.split("/"))
    variants: dict[str, list[pytest.Item]] = {}
    for item in items:
        if any(item.get_closest_marker(marker) for marker in _MARKERS):
            variants.setdefault(item.nodeid.partition("[")[0], []).append(item)
    kept = {item for found in variants.values() for item in (found[first % each :: each] or found[:1])}
    others = {item for found in variants.values() for item in found} - kept
    items[:] = [item for item in items if item not in others]
    config.hook.pytest_deselected(items=list(others))


def pytest_deselected(items: Sequence[pytest.Item]) -> None:
    for item in items:
        for marker in _MARKERS:
            if item.get_closest_marker(marker):
                item.config.stash[_LEFT_OUT][marker] += 1


def pytest_sessionfinish(session: pytest.Session) -> None:
    if hasattr(session.config, "workeroutput"):  # only the first process writes to the terminal
        session.config.workeroutput["left out"] = dict(session.config.stash[_LEFT_OUT])


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object) -> None:
    config: pytest.Config = node.config  # type: ignore[attr-defined]
    config.stash[_LEFT_OUT] |= Counter(getattr(node, "workeroutput", {}).get("left out", {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    left_out = config.stash[_LEFT_OUT]
    for marker in _MARKERS:
        if left_out[marker]:
            terminalreporter.write_line(f"left out: {left_out[marker]} tests; to run them: pytest -m {marker}")
