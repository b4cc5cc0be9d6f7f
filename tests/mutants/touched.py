"""Which tests run the statement of each change, and how long each test takes: only they can notice the change."""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import accumulate
from pathlib import Path
from typing import Final, NamedTuple

from tests.mutants.changes import Mutant
from tests.mutants.plugin import PLUGIN, SECONDS
from tests.mutants.probes import NOTES, probed

ROOT: Final = Path(__file__).parents[2]
# The tests of one change take no longer than this together.
_SECONDS: Final = 60.0


class Touched(NamedTuple):
    """What was noted: the tests of each change by its number, and the seconds of each test."""

    tests: Mapping[int, set[str]]
    seconds: Mapping[str, float]

    @classmethod
    def read(cls, folder: Path) -> "Touched":
        tests = defaultdict(set)
        for line in (folder / "probes").read_text("utf-8").splitlines():
            number, _, test = line.partition("\t")
            tests[int(number)].add(test)
        return cls(tests, json.loads((folder / "seconds").read_text("utf-8")))

    def at_import(self, number: int) -> bool:
        """Whether it runs when its module is imported, as all of a file that only holds data."""
        return "" in self.tests.get(number, {""})

    def tests_of(self, number: int, path: Path, *, at_import: bool) -> dict[str, float]:
        """Those that run the statement, with their seconds, as many as there is time for: first those that are named
        after the changed file, then those in a file that is; of each, first the quick ones that run few other changes.

        What runs when a module is imported also concerns those whose files name it.
        """
        found = self.tests.get(number, set()) | {*(_naming(path, self.seconds) if at_import else ())}
        breadth = {test: 1 + sum(test in tests for tests in self.tests.values()) for test in found}
        near = {test: 0.1 ** _nearness(path, test) for test in found}
        known = [test for test in found if test in self.seconds]
        known.sort(key=lambda test: (near[test] * breadth[test] * (0.1 + self.seconds[test]), test))
        most = sum(each <= _SECONDS for each in accumulate(self.seconds[test] for test in known))
        return {test: self.seconds[test] for test in known[:most]}


def _nearness(path: Path, test: str) -> int:
    """How many of a test's names have a word of a changed file's: its file, its function with the case it is given."""
    words = set(re.findall(r"[a-z0-9]{3,}", f"{path.parent.name} {path.stem}".lower())) - {"waypost"}
    words |= {path.stem}
    file, _, function = test.lower().partition("::")
    return sum(not words.isdisjoint(re.findall(r"[a-z0-9]+", name)) for name in (file.rpartition("/")[2], function))


def _naming(path: Path, tests: Iterable[str]) -> Iterator[str]:
    files = {test.partition("::")[0] for test in tests}
    word = re.compile(rf"\b{path.stem}\b", re.IGNORECASE)
    naming = {file for file in files if word.search((ROOT / file).read_text("utf-8"))}
    return (test for test in tests if test.partition("::")[0] in naming or word.search(test))


def note(drawn: Sequence[tuple[Path, Mutant]], tests: Sequence[str], folder: Path) -> None:
    """Run tests once, with a probe at each change."""
    folder.mkdir(parents=True)
    # This tree's sources, also where another one is installed.
    path = os.pathsep.join((str(ROOT / "server"), str(ROOT)))
    notes = {NOTES: str(folder / "probes"), SECONDS: str(folder / "seconds"), "PYTHONPATH": path, "CI": "1"}
    with _probes(drawn):
        subprocess.run(
            [sys.executable, "-m", "pytest", "-q", *PLUGIN, *tests], check=False, cwd=ROOT, env=os.environ | notes
        )


@contextmanager
def _probes(drawn: Sequence[tuple[Path, Mutant]]) -> Iterator[None]:
    places: dict[Path, dict[int, int]] = defaultdict(dict)
    for number, (path, mutant) in enumerate(drawn):
        places[path][number] = mutant.number
    kept = {path: (path.read_bytes(), path.stat()) for path in places}
    try:
        for path, numbers in places.items():
            path.write_text(probed(path.read_text("utf-8"), numbers), "utf-8")
        yield
    finally:
        for path, (source, facts) in kept.items():
            path.write_bytes(source)
            os.utime(path, ns=(facts.st_atime_ns, facts.st_mtime_ns))
