"""`python -m tests.fuzz MINUTES` runs the same tests with other examples each time, until the time is up or one fails.

`python -m tests.fuzz sessions MINUTES [SEED]` plays random sessions with a real server and compares each with a fresh
server; with SEED, the sessions that follow from it.

`python -m tests.fuzz programs MINUTES [SEED [all]]` runs random programs, and compares what they send with what is
stated; with `all`, programs that combine features (`python -m tests.compare programs` says how each of them fares).
"""

import os
import random
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from tests.fuzz import programs, sessions
from tests.fuzz.judge import judged
from tests.support.budget import VARIABLE

_TIMES = 10


def main(minutes: float) -> int:
    end = time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        seed = secrets.randbelow(2**32)
        print(f"seed {seed}", flush=True)
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", "", "tests/fuzz", f"--hypothesis-seed={seed}"]
        done = subprocess.run(command, check=False, env=os.environ | {VARIABLE: str(_TIMES)})
        if done.returncode:
            return done.returncode
    return 0


def main_of_sessions(minutes: float, first: str | None = None) -> int:
    end = time.monotonic() + 60 * minutes
    draw = random.SystemRandom() if first is None else random.Random(first)
    while time.monotonic() < end:
        seed = draw.randrange(2**32)
        with tempfile.TemporaryDirectory() as folder:
            try:
                sessions.run(seed, Path(folder))
            except sessions.DifferentError as error:
                print(error, flush=True)
                return 1
        print(f"session {seed}: as a fresh server", flush=True)
    return 0


def main_of_programs(minutes: float, first: str | None = None, features: str = "") -> int:
    end = time.monotonic() + 60 * minutes
    draw = random.SystemRandom() if first is None else random.Random(first)
    tried = wrong = 0
    while time.monotonic() < end:
        seed = draw.randrange(2**32)
        chosen = programs.ALL if features == "all" else programs.NONE
        found = judged(programs.program(seed, chosen), seed).false
        tried, wrong = tried + 1, wrong + len(found)
        print(*(f"program {seed}: {each}" for each in found), sep="\n", end="\n" if found else "", flush=True)
    print(f"{tried} programs, {wrong} requests that are not stated")
    return 1 if wrong else 0


def minutes_of(arguments: Sequence[str]) -> float:
    return float(arguments[0]) if arguments else 10


if __name__ == "__main__":
    given = sys.argv[1:]
    of = {"sessions": main_of_sessions, "programs": main_of_programs}.get(given[0]) if given else None
    sys.exit(of(minutes_of(given[1:]), *given[2:]) if of is not None else main(minutes_of(given)))
