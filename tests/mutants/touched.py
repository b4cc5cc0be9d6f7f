"""Which tests run each line of the package, and how long each takes: only they can notice a change of that line."""

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from coverage import Coverage, CoverageData

from tests.mutants.plugin import NOTES

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "tests" / "artifacts" / "touched"
PLUGIN: Final = ("-p", "tests.mutants.plugin", "-p", "no:cacheprovider")
_CONFIG: Final = Path(__file__).with_name("coverage.ini")


def note(tests: Sequence[str]) -> None:
    """Run tests, and add what each of them touches to what is noted already."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    environment = os.environ | {NOTES: str(FOLDER), "COVERAGE_PROCESS_START": str(_CONFIG)}
    subprocess.run([sys.executable, "-m", "pytest", "-q", *PLUGIN, *tests], check=False, cwd=ROOT, env=environment)
    measured = Coverage(data_file=str(FOLDER / "data"), config_file=False)
    measured.load()
    measured.combine([str(FOLDER)])
    measured.save()


class Touched(NamedTuple):
    """The notes."""

    data: CoverageData
    seconds: Mapping[str, float]

    @classmethod
    def read(cls) -> "Touched":
        data = CoverageData(str(FOLDER / "data"))
        data.read()
        seconds: dict[str, float] = {}
        for each in sorted(FOLDER.glob("seconds-*.json")):
            seconds.update(json.loads(each.read_text("utf-8")))
        return cls(data, seconds)

    def tests_of(self, path: Path, lines: Iterable[int]) -> list[str]:
        """The tests that run a line, those that run few others of its file first.

        A line that runs when its module is imported concerns every test that runs any other line of the file.
        """
        by_line = self.data.contexts_by_lineno(str(path))
        touching = {name for line in lines for name in map(_test, by_line.get(line, ())) if name in self.seconds}
        imported = any("" in by_line.get(line, ()) for line in lines)
        if not touching or imported:
            touching |= {name for names in by_line.values() for name in map(_test, names) if name in self.seconds}
        breadth = dict.fromkeys(touching, 0)
        for names in by_line.values():
            for name in map(_test, names):
                if name in breadth:
                    breadth[name] += 1
        return sorted(touching, key=lambda name: (self.seconds[name] > _SLOW, breadth[name] * self.seconds[name]))


_SLOW: Final = 2.0


def _test(context: str) -> str:
    """A test's name, also of a process that it started."""
    for phase in (" (setup)", " (call)", " (teardown)"):
        context = context.removesuffix(phase)
    return context
