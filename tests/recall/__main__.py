"""`python -m tests.recall FOLDER [SAMPLE…] [--only NAME…]` is the exam of what is found, with packages of PyPI.

Each package of a sample is downloaded into the folder, and run once with its transports replaced; what it has sent is
kept there. Then the requests listed for its sources are compared with that. By default, all samples are used.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from tests.recall.compare import Score, entries_of, score
from tests.recall.draw import BEFORE, SAMPLES, drawn
from tests.recall.packages import Package, fetched

_DRIVER: Final = Path(__file__).parent / "drive.py"
_SECONDS: Final = 330


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.recall", description=__doc__)
    parser.add_argument("folder", type=Path, help="where packages and what they sent are kept")
    parser.add_argument("samples", nargs="*", metavar="SAMPLE", help=f"of {', '.join((*BEFORE, *SAMPLES))}")
    parser.add_argument("--only", nargs="+", default=[], help="packages by the beginning of their names")
    parser.add_argument("--fetch", action="store_true", help="fetch the packages and run nothing")
    given = parser.parse_args(arguments)
    names = [name for sample in given.samples or (*BEFORE, *SAMPLES) for name in drawn(sample)]
    wanted = [name for name in names if not given.only or name.startswith(tuple(given.only))]
    folder = given.folder.resolve()
    scores: dict[str, Score] = {}
    for name in wanted:
        package = fetched(name, folder)
        if package is None:
            print(f"{name}: cannot be installed, or has no module", flush=True)
        elif not given.fetch:
            scores[name] = _examined(package, folder)
    if not given.fetch:
        print("\n".join(_summary(scores)))


def _examined(package: Package, folder: Path) -> Score:
    records = _sent(package, folder)
    if not records:
        print(f"{package.name} {package.version}: sent nothing", flush=True)
        return Score()
    found = score(records, list(entries_of(package.code, package.root)))
    print(_line(f"{package.name} {package.version}", found), flush=True)
    (folder / package.name / "misses.txt").write_text("\n".join(_misses(found)) + "\n", encoding="utf-8")
    return found


def _sent(package: Package, folder: Path) -> list[dict[str, Any]]:
    """What a package sends when it runs, which happens once."""
    out = folder / package.name / "sent.json"
    if not out.exists():
        home = folder / "home"
        home.mkdir(exist_ok=True)
        environment = {**os.environ, "HOME": str(home), "PYTHONPATH": str(package.needed)}
        command = [sys.executable, str(_DRIVER), str(package.code), package.top, str(out)]
        try:
            subprocess.run(command, timeout=_SECONDS, capture_output=True, cwd=home, env=environment, check=False)
        except subprocess.TimeoutExpired:
            print(f"{package.name}: ended after {_SECONDS} s", flush=True)
    records: list[dict[str, Any]] = json.loads(out.read_text(encoding="utf-8")) if out.exists() else []
    return records


def _misses(found: Score) -> Iterator[str]:
    for kind in ("lost", "vague", "wrong", "unreal"):
        yield from (f"{kind}: {each}" for each in getattr(found, kind))


def _line(name: str, found: Score) -> str:
    parts = f"requests {found.made}", _share("found", found.found, found.made), _share("right", found.right, found.made)
    listed = f"listed {found.listed}", f"passed {found.passed}", _share("real", found.real, found.passed)
    return f"{name:44} {', '.join((*parts, *listed))}, wrong {len(found.wrong)}"


def _summary(scores: Mapping[str, Score]) -> Iterator[str]:
    """All packages together, and the mean of the packages; both with and without the one with the most requests."""
    biggest = max(scores, key=lambda name: scores[name].made, default="")
    for title, left_out in (("all", ""), (f"all but {biggest}", biggest)):
        kept = [score for name, score in scores.items() if name != left_out]
        whole = Score()
        for each in kept:
            whole.add(each)
        yield _line(title, whole)
        yield f"{f'mean of {title}':44} {', '.join(_means(kept))}"


def _means(scores: Sequence[Score]) -> Iterator[str]:
    for word, of in (("found", "made"), ("right", "made"), ("real", "passed")):
        shares = [getattr(each, word) / getattr(each, of) for each in scores if getattr(each, of)]
        yield f"{word} {100 * sum(shares) / max(len(shares), 1):.1f} % of {len(shares)} packages"


def _share(word: str, part: int, whole: int) -> str:
    return f"{word} {part}" + (f" ({100 * part / whole:.1f} %)" if whole else "")


if __name__ == "__main__":
    main(sys.argv[1:])
