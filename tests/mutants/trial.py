"""Tries changes one by one, each in a copy of a process that has collected the tests: a pytest plugin.

A copy takes the changed code into the modules that are loaded, where that has the same effect as a new process. The
file is changed, too, for the processes that tests start, and restored whatever happens.
"""

import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import pairwise
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final, NamedTuple

import pytest

from tests.mutants.changes import Mutant
from tests.mutants.plugin import CHOSEN, PLUGIN
from tests.mutants.swap import swap

_PATIENCE: Final = 120
_TIMES_LONGER: Final = 10
_DONE: Final = "done "
_CANNOT: Final = "it cannot be done"


class Trial(NamedTuple):
    """A change, and the tests that run its statement."""

    path: Path
    source: str
    mutant: Mutant
    tests: Sequence[str]
    seconds: float
    at_import: bool


class Verdict(NamedTuple):
    """The test that notices a change, if there is one; `late` if the tests did not end in time."""

    test: str = ""
    late: bool = False

    @property
    def survived(self) -> bool:
        return not self.test and not self.late


class Trials:
    """Runs trials in place of the collected tests."""

    def __init__(self, trials: Sequence[Trial]) -> None:
        self.trials = trials
        self.verdicts: list[tuple[Trial, Verdict]] = []
        self._unreliable: set[str] = set()

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        for trial in self.trials:
            verdict = self._verdict(trial, items)
            self.verdicts.append((trial, verdict))
            report(trial, verdict, self.verdicts)
        return True

    def _verdict(self, trial: Trial, items: dict[str, pytest.Item]) -> Verdict:
        """A test that fails without the change as well notices nothing."""
        while True:
            tests = [test for test in trial.tests if test in items and test not in self._unreliable]
            with _changed(trial):
                verdict = _outcome(trial, [items[test] for test in tests])
            if verdict.test not in items or not _fails(items[verdict.test], trial.seconds):
                return verdict
            self._unreliable.add(verdict.test)


def report(trial: Trial, verdict: Verdict, verdicts: Sequence[tuple[Trial, Verdict]]) -> None:
    where = f"{'/'.join(trial.path.parts[-3:])}:{trial.mutant.line}"
    by = "SURVIVED" if verdict.survived else "endless" if verdict.late else verdict.test
    print(f"{where}: {trial.mutant.before!r} -> {trial.mutant.after!r} ({len(trial.tests)} tests): {by}", flush=True)
    survivors = sum(each.survived for _, each in verdicts)
    print(f"{len(verdicts)} tried, {survivors} survived", file=sys.stderr, flush=True)


@contextmanager
def _changed(trial: Trial) -> Iterator[None]:
    source, facts = trial.path.read_bytes(), trial.path.stat()
    try:
        trial.path.write_text(trial.mutant.of(trial.source), "utf-8")
        yield
    finally:
        trial.path.write_bytes(source)
        os.utime(trial.path, ns=(facts.st_atime_ns, facts.st_mtime_ns))  # what is compiled of it stays valid


def _outcome(trial: Trial, items: Sequence[pytest.Item]) -> Verdict:
    if not items:
        return Verdict()
    if not trial.at_import:
        verdict = _in_a_copy(items, trial.seconds, trial)
        if verdict is not None:
            return verdict
    return _in_a_new_process(trial, items)


def _fails(item: pytest.Item, seconds: float) -> bool:
    return _in_a_copy([item], seconds) != Verdict()


def _in_a_copy(items: Sequence[pytest.Item], seconds: float, trial: Trial | None = None) -> Verdict | None:
    """None if the change cannot be taken into a running process."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        try:
            os.write(writer, _run(items, seconds, trial).encode())
        finally:
            os._exit(0)
    os.close(writer)
    ended = _wait(process, _PATIENCE + _TIMES_LONGER * seconds)
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)
    if not ended:
        os.waitpid(process, 0)
    os.set_blocking(reader, False)
    said = ""
    with suppress(BlockingIOError):
        said = os.read(reader, 100_000).decode()
    os.close(reader)
    return None if said == _CANNOT else Verdict(said.removeprefix(_DONE)) if said else Verdict(late=True)


def _wait(process: int, seconds: float) -> bool:
    latest = time.monotonic() + seconds
    while time.monotonic() < latest:
        if os.waitpid(process, os.WNOHANG)[0]:
            return True
        time.sleep(0.02)
    return False


def _run(items: Sequence[pytest.Item], seconds: float, trial: Trial | None) -> str:
    os.setpgid(0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    if trial is not None:
        changed = trial.path.read_text("utf-8")
        if not swap(str(trial.path), trial.source, changed):
            return _CANNOT
    most = int(_PATIENCE + _TIMES_LONGER * seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    for item, following in pairwise([*items, None]):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            return _DONE + item.nodeid
    return _DONE


def _in_a_new_process(trial: Trial, items: Sequence[pytest.Item]) -> Verdict:
    tests = [item.nodeid for item in items]
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    with NamedTemporaryFile("w", encoding="utf-8") as chosen:
        chosen.write("\n".join(tests))
        chosen.flush()
        environment = os.environ | {CHOSEN: chosen.name}
        command = [sys.executable, "-m", "pytest", "-q", "-x", *PLUGIN, *files]
        seconds = _PATIENCE + _TIMES_LONGER * trial.seconds
        try:
            done = subprocess.run(command, capture_output=True, check=False, env=environment, timeout=seconds)
        except subprocess.TimeoutExpired:
            return Verdict(late=True)
    failed = re.search(rb"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE)
    return Verdict(failed[1].decode() if failed else "pytest" if done.returncode else "")
