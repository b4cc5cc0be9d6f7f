"""Tries changes one by one, each in a copy of a process that has collected the tests: a pytest plugin.

A copy takes the changed code into the modules that are loaded, where that has the same effect as a new process. The
file is changed, too, for the processes that tests start, and restored whatever happens. The likeliest tests to notice
a change run first, for all changes; then all others, for those that nothing has noticed.
"""

import gc
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

import pytest

from tests.mutants.changes import Mutant
from tests.mutants.plugin import CHOSEN, FAILED, PLUGIN, bound
from tests.mutants.swap import functions_of, swap
from tests.mutants.verdicts import Verdict, Verdicts

# A test may take so many times its usual seconds, and so many more.
_TIMES_LONGER: Final = 10
_PATIENCE: Final = 10
# By the clock, that much longer again: on a busy machine.
_TIMES_BUSIER: Final = 6
# How long the tests of one change take that run before those of the next one, and in the end.
_ROUNDS: Final = (5.0, 60.0)
_CANNOT: Final = "cannot"
_DONE: Final = "done"


class Trial(NamedTuple):
    """A change, and the tests that run its statement, with the seconds that each takes."""

    path: Path
    source: str
    mutant: Mutant
    tests: Mapping[str, float]
    at_import: bool

    @property
    def name(self) -> str:
        where = "/".join(self.path.parts[-3:])
        return f"{where}:{self.mutant.line}: {self.mutant.before!r} -> {self.mutant.after!r}"

    def between(self, start: float, end: float) -> Iterator[str]:
        """The tests that end after `start` seconds and by `end`, if one runs after the other."""
        ends = accumulate(self.tests.values())
        return (test for test, seconds in zip(self.tests, ends, strict=True) if start < seconds <= end)


class Trials:
    """Runs trials in place of the collected tests."""

    def __init__(self, trials: Sequence[Trial], noted: Container[str], verdicts: Verdicts) -> None:
        self.trials = trials
        self._noted = noted
        self._verdicts = verdicts
        self._reliable: dict[str, bool] = {}
        self._functions: Mapping[str, Sequence[Any]] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("some tests cannot be collected: every other one would seem to fail")
        items = {item.nodeid: item for item in session.items}
        self._functions = functions_of(str(trial.path) for trial in self.trials)
        gc.freeze()  # copies share the memory that no collection looks at
        for seconds in _ROUNDS:
            for number, trial in enumerate(self.trials, 1):
                known = self._verdicts.of(trial) or Verdict()
                if known.survived and known.seconds < seconds:
                    verdict = self._verdict(trial, items, known.seconds, seconds)
                    self._verdicts.keep(trial, verdict)
                    by = f"{verdict.test}{' (endless)' if verdict.late else ''}" or self._verdicts.why(trial)
                    print(f"{number} {trial.name} ({len(trial.tests)} tests): {by or 'SURVIVED'}", flush=True)
        return True

    def _verdict(self, trial: Trial, items: Mapping[str, pytest.Item], start: float, end: float) -> Verdict:
        """A test that fails without the change as well notices nothing. One that is newer than the notes may."""
        newer = (test for test in items if test not in self._noted and start < 0)
        names = [test for test in (*trial.between(start, end), *newer) if test in items]
        while True:
            tests = [items[test] for test in names if self._reliable.get(test, True)]
            if not tests:
                return Verdict(seconds=end)
            with _changed(trial):
                verdict = _outcome(trial, tests, self._functions[str(trial.path)])
            if verdict.test not in items or self._is_reliable(items[verdict.test], trial):
                return verdict._replace(seconds=end)

    def _is_reliable(self, item: pytest.Item, trial: Trial) -> bool:
        if item.nodeid not in self._reliable:
            self._reliable[item.nodeid] = _in_a_copy([item], trial.tests) == Verdict()
        return self._reliable[item.nodeid]


@contextmanager
def _changed(trial: Trial) -> Iterator[None]:
    source, facts = trial.path.read_bytes(), trial.path.stat()
    terminated = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        trial.path.write_text(trial.mutant.of(trial.source), "utf-8")
        yield
    finally:
        trial.path.write_bytes(source)
        os.utime(trial.path, ns=(facts.st_atime_ns, facts.st_mtime_ns))  # what is compiled of it stays valid
        signal.signal(signal.SIGTERM, terminated)


def _outcome(trial: Trial, items: Sequence[pytest.Item], functions: Sequence[Any]) -> Verdict:
    if not trial.at_import:
        verdict = _in_a_copy(items, trial.tests, lambda: _take_in(trial, functions))
        if verdict is not None:
            return verdict
    return _in_a_new_process({item.nodeid: _limit(trial.tests.get(item.nodeid, 0)) for item in items})


def _limit(seconds: float) -> float:
    return _PATIENCE + _TIMES_LONGER * seconds


# -- in a copy -------------------------------------------------------------------------------------------------------


def _take_in(trial: Trial, functions: Sequence[Any]) -> bool:
    return swap(functions, str(trial.path), trial.source, trial.path.read_text("utf-8"))


def _in_a_copy(
    items: Sequence[pytest.Item], seconds: Mapping[str, float], take_in: Callable[[], bool] = lambda: True
) -> Verdict | None:
    """None if the change cannot be taken into a running process."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        try:
            _run(items, seconds, take_in, writer)
        finally:
            os._exit(0)
    os.close(writer)
    try:
        return _heard(reader, seconds)
    finally:
        os.close(reader)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process, signal.SIGKILL)
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)


def _heard(reader: int, seconds: Mapping[str, float]) -> Verdict | None:
    """What a copy says: the name of each test before it is run, and whether it failed."""
    test, said = "", b""
    while select.select([reader], [], [], _TIMES_BUSIER * _limit(seconds.get(test, 0)))[0]:
        some = os.read(reader, 10_000)
        if not some:
            break
        said += some
        *lines, said = said.split(b"\n")
        for line in lines:
            word, _, name = line.decode().partition(" ")
            if word == _CANNOT:
                return None
            if word == _DONE:
                return Verdict(name)
            test = name
    return Verdict(test, late=True)


def _run(items: Sequence[pytest.Item], seconds: Mapping[str, float], take_in: Callable[[], bool], writer: int) -> None:
    os.setpgid(0, 0)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nothing, stream)
    if not take_in():
        _say(writer, _CANNOT)
        return
    for item, following in zip(items, [*items[1:], None], strict=True):
        _say(writer, "test", item.nodeid)
        bound(_limit(seconds.get(item.nodeid, 0)))
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if item.session.testsfailed:
            _say(writer, _DONE, item.nodeid)
            return
    _say(writer, _DONE)


def _say(writer: int, word: str, name: str = "") -> None:
    os.write(writer, f"{word} {name}\n".encode())


# -- in a new process ------------------------------------------------------------------------------------------------


def _in_a_new_process(limits: Mapping[str, float]) -> Verdict:
    if not limits:
        return Verdict()
    files = dict.fromkeys(test.partition("::")[0] for test in limits)
    with TemporaryDirectory() as folder:
        chosen, failed = Path(folder, "chosen"), Path(folder, "failed")
        chosen.write_text(json.dumps(limits), "utf-8")
        environment = os.environ | {CHOSEN: str(chosen), FAILED: str(failed)}
        command = [sys.executable, "-m", "pytest", "-q", "-x", *PLUGIN, *files]
        seconds = _TIMES_BUSIER * (_PATIENCE + sum(limits.values()) / _TIMES_LONGER)
        try:
            done = subprocess.run(command, capture_output=True, check=False, env=environment, timeout=seconds)
        except subprocess.TimeoutExpired:
            return Verdict(late=True)
        name = failed.read_text("utf-8") if failed.exists() else ""
    return Verdict(name or ("nothing is collected" if done.returncode else ""), late=done.returncode < 0)
