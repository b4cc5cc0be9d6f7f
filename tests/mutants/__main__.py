"""`python -m tests.mutants [COUNT] [SEED] [ROOM…]` changes the code in small ways, one at a time, and runs the tests
that run the changed statement. Which those are is noted first, by running all tests once.

A change that no test notices is a survivor; `survivors.toml` has the reason of those that none can notice. The sources
are restored whatever happens. What was tried is kept with the notes: the same command goes on where it was stopped.
"""

import itertools
import os
import random
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.mutants.changes import Mutant, mutants_of
from tests.mutants.probes import runs_at_import
from tests.mutants.survivors import Survivors
from tests.mutants.touched import ROOT, Touched, note
from tests.mutants.trial import Trial, Trials
from tests.mutants.verdicts import Verdicts

PACKAGE: Final = ROOT / "server" / "waypost"
NOTES: Final = ROOT / "tests" / "artifacts" / "touched"
ROOMS: Final = ("core", "clients", "config/check", "routes", "lsp")
# The tests that know these rooms; others are about machines, packages or editors, or install a lot first.
TESTS: Final = (
    "core", "clients", "config", "routes", "lsp", "apis", "render", "workspace", "projects", "programs", "cli",
    "test_architecture.py", "test_survivors.py", "test_answers.py", "test_silence.py", "test_together.py"
)  # fmt: skip
_LEFT_OUT: Final = "routes/real"


def main(count: int, seed: int, rooms: Sequence[str] = ROOMS) -> int:
    drawn = _drawn(count, seed, rooms)
    tests = [*(f"tests/{each}" for each in TESTS), f"--ignore=tests/{_LEFT_OUT}"]
    folder = NOTES / "-".join(each.replace("/", "-") for each in (str(count), str(seed), *rooms))
    if not folder.exists():
        note(drawn, tests, folder)
    verdicts = Verdicts(folder / "verdicts", Survivors.read())
    touched = Touched.read(folder)
    trials = Trials(_trials(drawn, touched), touched.seconds, verdicts)
    os.chdir(ROOT)
    os.environ |= {"CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    sys.dont_write_bytecode = True
    pytest.main(["-q", "-s", "-p", "no:cacheprovider", *tests], plugins=[trials])
    print(verdicts.summary(trials.trials))
    return 1 if verdicts.survived(trials.trials) * 10 > count else 0


def _drawn(count: int, seed: int, rooms: Sequence[str]) -> list[tuple[Path, Mutant]]:
    """Each draw has its own chance: an edit of one file changes none of another."""
    draws = (_draw(random.Random(f"{seed}/{number}"), rooms) for number in itertools.count())
    return list(itertools.islice(filter(None, draws), count))


def _draw(chance: random.Random, rooms: Sequence[str]) -> tuple[Path, Mutant] | None:
    path = chance.choice(sorted((PACKAGE / chance.choice(rooms)).rglob("*.py")))
    mutants = mutants_of(path.read_text("utf-8"))
    return (path, chance.choice(mutants)) if mutants else None


def _trials(drawn: Sequence[tuple[Path, Mutant]], touched: Touched) -> list[Trial]:
    made = []
    for number, (path, mutant) in enumerate(drawn):
        source = path.read_text("utf-8")
        at_import = touched.at_import(number) or runs_at_import(source, mutant.number)
        tests = touched.tests_of(number, path, at_import=at_import)
        made.append(Trial(path, source, mutant, tests, at_import))
    return made


if __name__ == "__main__":
    given = sys.argv[1:]
    sys.exit(main(int((given[:1] or ["300"])[0]), int((given[1:2] or ["19"])[0]), given[2:] or ROOMS))
