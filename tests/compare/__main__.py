"""Compares what is stated of sources with what they really do, or with what is stated of them in other words.

`python -m tests.compare list DIR`: the requests of a folder, one a line.
`python -m tests.compare programs FIRST COUNT [--feature NAME…]`: random programs, and what they send.
`python -m tests.compare words FIRST COUNT`: whether comments and names of variables change an answer.
`python -m tests.compare smaller SEED`: a program with a false statement, without what this does not need.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.compare.exams import by_feature, changed_answers, python_files, summary
from tests.compare.interpreters import stated
from tests.fuzz.judge import FEW, Judged, judged
from tests.fuzz.programs import ALL, Program, program
from tests.fuzz.shrink import smaller


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__)
    parser.add_argument("exam", choices=("list", "programs", "words", "smaller"))
    parser.add_argument("given", nargs="*")
    parser.add_argument("--feature", nargs="+", choices=sorted(ALL), default=sorted(ALL))
    parser.add_argument("--examples", type=int, default=12)
    options = parser.parse_args()
    for line in _lines(options.exam, options.given, options):
        print(line, flush=True)


def _lines(exam: str, given: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    match exam:
        case "list":
            return _requests(Path(given[0]))
        case "programs":
            return _programs(given, options)
        case "words":
            return _in_other_words(given, options)
    return _smallest(int(given[0]), options)


def _requests(folder: Path) -> Iterator[str]:
    told = stated({path.relative_to(folder).as_posix(): path.read_bytes() for path in python_files(folder)})
    yield from told.faults
    yield from (f"{each.file}:{each.first}: {each.route}" for each in told.listed)


def _programs(given: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    found = [(made.features, judged(made, seed, FEW)) for seed in _seeds(given) for made in [_made(seed, options)]]
    yield from by_feature(found)
    yield from _examples([each for _, each in found], options.examples)


def _in_other_words(given: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    rows = (changed_answers(f"program {seed}", _made(seed, options).files, 0) for seed in _seeds(given))
    yield from summary([each for row in rows for each in row], options.examples)


def _made(seed: int, options: argparse.Namespace) -> Program:
    return program(seed, options.feature)


def _seeds(given: Sequence[str]) -> range:
    first, count = map(int, given)
    return range(first, first + count)


def _examples(found: Sequence[Judged], count: int) -> Iterator[str]:
    for kind in ("faults", "false", "lost", "hidden"):
        rows = [row for each in found for row in getattr(each, kind)]
        yield from (f"  {kind}: {row[:300]}" for row in rows[:count])


def _smallest(seed: int, options: argparse.Namespace) -> Iterator[str]:
    def is_false(made: Program) -> bool:
        return bool(judged(made, seed).false)

    made = _made(seed, options)
    if not is_false(made):
        yield "nothing false is stated"
        return
    made = smaller(made, is_false)
    for name, text in made.files.items():
        yield f"# {name}\n{text}"
    yield from judged(made, seed).false


if __name__ == "__main__":
    sys.exit(main())
