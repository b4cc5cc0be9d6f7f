"""`python -m tests.mutants [COUNT] [SEED]` changes the code in small ways, one at a time, and runs its tests.

A change that no test notices is a survivor, printed as a line on standard output. The sources are restored whatever
happens.
"""

import random
import subprocess
import sys
from pathlib import Path
from typing import Final

from tests.mutants.changes import Mutant, mutants_of

PACKAGE: Final = Path(__file__).parents[2] / "server" / "waypost"
# A folder or file, and the tests that must notice a change in it.
ROOMS: Final = {
    "core": ["tests/core"],
    "clients": ["tests/clients"],
    "config/check": ["tests/config"],
    "routes": ["tests/routes", "tests/cli/test_routes.py"],
    "lsp": ["tests/lsp"],
    "render": ["tests/render", "tests/fuzz/test_secrets.py"],
    "workspace": ["tests/workspace"],
}
_MINUTES: Final = 5


def main(count: int, seed: int) -> int:
    chance = random.Random(seed)
    survivors = 0
    for number in range(count):
        room = chance.choice(list(ROOMS))
        path = chance.choice(sorted((PACKAGE / room).rglob("*.py")))
        found = mutants_of(path.read_text("utf-8"))
        if not found:
            continue
        mutant = chance.choice(found)
        if _survives(path, mutant, ROOMS[room]):
            survivors += 1
            print(f"{path.relative_to(PACKAGE)}:{mutant.line}: {mutant.before!r} -> {mutant.after!r}", flush=True)
        print(f"{number + 1} tried, {survivors} survived", file=sys.stderr, flush=True)
    return 1 if survivors * 10 > count else 0


def _survives(path: Path, mutant: Mutant, tests: list[str]) -> bool:
    source = path.read_bytes()
    try:
        path.write_text(mutant.source, "utf-8")
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *tests]
        return subprocess.run(command, capture_output=True, check=False, timeout=60 * _MINUTES).returncode == 0
    except subprocess.TimeoutExpired:
        return False
    finally:
        path.write_bytes(source)


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:2] or ["300"]), *map(int, sys.argv[2:3] or ["19"])))
