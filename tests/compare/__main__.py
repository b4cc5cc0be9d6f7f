"""Compares the sites of sources with the bare events of a run (`events`, `sites`), or looks at one of them.

`python -m tests.compare list DIR`: the requests of a folder, one a line.
`python -m tests.compare programs FIRST COUNT [--by NAME…] [--feature NAME…]`: random programs, and what they send.
`python -m tests.compare harvest CASES [TESTS…]`: keeps the sources that tests analyse (`tests/routes/reach`).
`python -m tests.compare cases CASES`: what is listed for each of them.
`python -m tests.compare folder DIR…`: what is listed for folders of sources, such as unpacked packages.
`python -m tests.compare words FIRST COUNT` or `words CASES`: whether comments and names of variables change an answer,
of random programs or of kept cases.
`python -m tests.compare smaller SEED`: a program with a false statement, without what this does not need.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.compare.exams import (
    Compared,
    by_feature,
    cases,
    changed_answers,
    of_folder,
    of_program,
    of_sources,
    python_files,
    summary,
)
from tests.compare.harvest import harvest
from tests.compare.interpreters import INTERPRETERS
from tests.fuzz.judge import Judged, judged
from tests.fuzz.programs import ALL, Program, program
from tests.fuzz.shrink import smaller


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.compare", description=__doc__)
    parser.add_argument("exam", choices=("list", "programs", "harvest", "cases", "folder", "words", "smaller"))
    parser.add_argument("given", nargs="*")
    parser.add_argument("--by", nargs="+", choices=INTERPRETERS, default=["events", "sites"])
    parser.add_argument("--feature", nargs="+", choices=sorted(ALL), default=sorted(ALL))
    parser.add_argument("--examples", type=int, default=12)
    options = parser.parse_args()
    for line in _lines(options.exam, options.given, options):
        print(line, flush=True)


def _lines(exam: str, given: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    match exam:
        case "list":
            return _requests(Path(given[0]), options)
        case "programs":
            return _programs(given, options)
        case "harvest":
            return iter((f"{harvest(list(given[1:]) or ['tests/routes/reach'], Path(given[0]))} cases",))
        case "cases" | "folder":
            return _sources_listed(exam, given, options)
        case "words":
            return _in_other_words(given, options)
    return _smallest(int(given[0]), options)


def _requests(folder: Path, options: argparse.Namespace) -> Iterator[str]:
    told = INTERPRETERS[options.by[-1]](folder, python_files(folder))
    yield from told.faults
    yield from (f"{each.file}:{each.first}: {each.route}" for each in told.listed)


def _programs(given: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    used = [INTERPRETERS[each] for each in options.by]
    compared, verdicts = list[Compared](), list[tuple[Sequence[str], list[Judged]]]()
    for seed in _seeds(given):
        made = program(seed, options.feature)
        one, found = of_program(made, seed, used)
        compared.append(one)
        verdicts.append((made.features, found))
    for index, name in enumerate(options.by):
        yield f"\n{name}"
        yield from by_feature([(features, found[index]) for features, found in verdicts])
        yield from _examples([found[index] for _, found in verdicts], options.examples)
    if len(used) > 1:
        yield f"\n{options.by[1]} beside {options.by[0]}"
        yield from summary(compared, options.examples)


def _sources_listed(exam: str, given: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    used = [INTERPRETERS[each] for each in options.by]
    for each in map(Path, given):
        rows = of_folder(each, used) if exam == "folder" else (
            of_sources(test, files, used, name) for test, name, files in cases(each)
        )  # fmt: skip
        yield each.as_posix()
        yield from summary(list(rows), options.examples)


def _in_other_words(given: Sequence[str], options: argparse.Namespace) -> Iterator[str]:
    for name in options.by:
        rows = (changed_answers(*each, 0, INTERPRETERS[name]) for each in _sources(given, options.feature))
        yield f"\n{name}"
        yield from summary(list(itertools.chain.from_iterable(rows)), options.examples)


def _seeds(given: Sequence[str]) -> range:
    first, count = map(int, given)
    return range(first, first + count)


def _sources(given: Sequence[str], features: Sequence[str]) -> Iterator[tuple[str, dict[str, str]]]:
    if len(given) == 1:
        yield from ((test, dict(files)) for test, _, files in cases(Path(given[0])))
        return
    for seed in _seeds(given):
        yield f"program {seed}", dict(program(seed, features).files)


def _examples(found: Sequence[Judged], count: int) -> Iterator[str]:
    for kind in ("faults", "false", "lost", "hidden"):
        rows = [row for each in found for row in getattr(each, kind)]
        yield from (f"  {kind}: {row[:300]}" for row in rows[:count])


def _smallest(seed: int, options: argparse.Namespace) -> Iterator[str]:
    interpreter = INTERPRETERS[options.by[-1]]
    with TemporaryDirectory() as folder:

        def is_false(made: Program) -> bool:
            return bool(judged(made, seed, Path(folder), interpreter).false)

        made = program(seed, options.feature)
        if not is_false(made):
            yield "nothing false is stated"
            return
        made = smaller(made, is_false)
        for name, text in made.files.items():
            yield f"# {name}\n{text}"
        yield from judged(made, seed, Path(folder), interpreter).false


if __name__ == "__main__":
    sys.exit(main())
