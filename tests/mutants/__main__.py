"""`python -m tests.mutants [COUNT] [SEED] [ROOM…]` changes the code in small ways, one at a time, and runs the tests
that run the changed line. `python -m tests.mutants touched [TESTS…]` notes which tests those are, by running them all.

A change that no test notices is a survivor, printed as a line on standard output. The sources are restored whatever
happens.
"""

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import accumulate
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from tests.mutants.changes import Mutant, mutants_of
from tests.mutants.plugin import CHOSEN
from tests.mutants.touched import PLUGIN, ROOT, Touched, note

PACKAGE: Final = ROOT / "server" / "waypost"
ROOMS: Final = ("core", "clients", "config/check", "routes", "lsp")
# The tests that know these rooms; others are about machines, packages or editors.
TESTS: Final = ("core", "clients", "config", "routes", "lsp", "apis", "render", "workspace", "projects", "cli", "fuzz")
# As measured, for the tests of one change: first those that are about it most, then more, if none notices it.
_SECONDS: Final = (20.0, 150.0)
_PATIENCE: Final = 300
_TIMES_LONGER: Final = 20


def main(count: int, seed: int, rooms: Sequence[str] = ROOMS) -> int:
    chance = random.Random(seed)
    touched = Touched.read()
    survivors = 0
    for number in range(count):
        path, mutant = _drawn(chance, rooms)
        tests = touched.tests_of(path, mutant.lines)
        if _survives(path, mutant, tests, touched):
            survivors += 1
            where = f"{path.relative_to(PACKAGE)}:{mutant.line}"
            print(f"{where}: {mutant.before!r} -> {mutant.after!r} ({len(tests)} tests)", flush=True)
        print(f"{number + 1} tried, {survivors} survived", file=sys.stderr, flush=True)
    return 1 if survivors * 10 > count else 0


def _drawn(chance: random.Random, rooms: Sequence[str]) -> tuple[Path, Mutant]:
    while True:
        path = chance.choice(sorted((PACKAGE / chance.choice(rooms)).rglob("*.py")))
        found = mutants_of(path.read_text("utf-8"))
        if found:
            return path, chance.choice(found)


def _survives(path: Path, mutant: Mutant, tests: Sequence[str], touched: Touched) -> bool:
    source, facts = path.read_bytes(), path.stat()
    try:
        path.write_text(mutant.source, "utf-8")
        done = 0
        for seconds in _SECONDS:
            enough = sum(each <= seconds for each in accumulate(touched.seconds[test] for test in tests))
            if tests[done:enough] and not _pass(tests[done:enough], seconds):
                return False
            done = enough
        return True
    finally:
        path.write_bytes(source)
        os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))  # what is compiled of it stays valid


def _pass(tests: Sequence[str], seconds: float) -> bool:
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    with NamedTemporaryFile("w", encoding="utf-8") as chosen:
        chosen.write("\n".join(tests))
        chosen.flush()
        environment = os.environ | {CHOSEN: chosen.name, "CI": "1", "PYTHONDONTWRITEBYTECODE": "1"}
        command = [sys.executable, "-m", "pytest", "-q", "-x", *PLUGIN, *files]
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                check=False,
                cwd=ROOT,
                env=environment,
                timeout=_PATIENCE + _TIMES_LONGER * seconds,
            )
        except subprocess.TimeoutExpired:
            return False
        return done.returncode == 0


if __name__ == "__main__":
    given = sys.argv[1:]
    if given[:1] == ["touched"]:
        sys.exit(note(given[1:] or [f"tests/{each}" for each in TESTS]))
    sys.exit(main(int((given[:1] or ["300"])[0]), int((given[1:2] or ["19"])[0]), given[2:] or ROOMS))
