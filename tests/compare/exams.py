"""The exams: what is read, and by what the interpreters are judged."""

import json
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NamedTuple

from tests.compare.interpreters import Interpreter, Listed, Told
from tests.fuzz.judge import FEW, Judged, told, verdict
from tests.fuzz.programs import Program
from tests.fuzz.runs import Run
from tests.fuzz.variants import commented, renamed

_SKIPPED: Final = frozenset((".git", ".venv", "venv", "node_modules", "__pycache__", "site-packages"))


class Compared(NamedTuple):
    """How the second interpreter does beside the first: a word, and what shows it."""

    name: str
    outcome: str
    why: Sequence[str] = ()


# Judged by the truth ------------------------------------------------------------------------------------------------


def of_program(made: Program, seed: int, interpreters: Sequence[Interpreter]) -> tuple[Compared, list[Judged]]:
    """A random program: what each interpreter states, and what is sent."""
    sent = Run(made).sent(Random(seed), FEW)
    with TemporaryDirectory() as folder:
        found = [verdict(made, sent, told(made, Path(folder), each)) for each in interpreters]
    return Compared(f"program {seed} ({', '.join(made.features)})", *_by_marks(found)), found


def _by_marks(found: Sequence[Judged]) -> tuple[str, list[str]]:
    first, second = (_marks(each) for each in (found[0], found[-1]))
    if first == second:
        return "equal", []
    name = "worse" if second > first else "better"
    shown = found[-1] if second > first else found[0]
    return name, [*shown.faults, *shown.false, *shown.lost, *shown.hidden, *shown.vague, *shown.unsent][:3]


def _marks(one: Judged) -> tuple[int, ...]:
    """What is wrong, the worst first."""
    return len(one.faults), len(one.false), one.missing, len(one.vague), len(one.unsent)


# Judged by another interpreter --------------------------------------------------------------------------------------


def of_sources(name: str, files: Mapping[str, str], interpreters: Sequence[Interpreter], only: str = "") -> Compared:
    """Sources about which nobody knows the truth: what is listed for them, or for one of them."""
    first, second = (_told(files, each) for each in (interpreters[0], interpreters[-1]))
    return Compared(name, *_by_forms(*(_forms(each, only) for each in (first, second)), second.faults))


def _told(files: Mapping[str, str], interpreter: Interpreter) -> Told:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, "utf-8", newline="")
        return interpreter(root, [root / name for name in files if name.endswith(".py")])


def _forms(told: Told, only: str = "") -> set[tuple[str, ...]]:
    return {
        (each.file, "likely " if each.likely else "", *each.form)
        for each in told.listed
        if only in {"", each.file}
    }  # fmt: skip


def _by_forms(
    first: set[tuple[str, ...]], second: set[tuple[str, ...]], faults: Sequence[str]
) -> tuple[str, list[str]]:
    if faults:
        return "crashed", list(faults)[:2]
    if first == second:
        return "equal", []
    plain = [{(file, verb, url) for file, _, verb, url in each} for each in (first, second)]
    lost, won = sorted(first - second), sorted(second - first)
    why = [*(f"- {_line(each)}" for each in lost), *(f"+ {_line(each)}" for each in won)]
    if plain[0] == plain[1]:
        return "surer" if won and not any(each[1] for each in won) else "less sure", why
    return "more" if plain[1] > plain[0] else "less" if plain[1] < plain[0] else "other", why


def _line(form: tuple[str, ...]) -> str:
    file, likely, verb, url = form
    return f"{file}: {likely}{verb or '?'} {url}"


def python_files(folder: Path) -> list[Path]:
    found = (path for path in sorted(folder.rglob("*.py")) if _SKIPPED.isdisjoint(path.relative_to(folder).parts))
    return [path for path in found if b"\0" not in path.read_bytes()]


def of_folder(folder: Path, interpreters: Sequence[Interpreter]) -> Iterator[Compared]:
    """Each file of a folder of sources, which are read together."""
    files = python_files(folder)
    first, second = (each(folder, files) for each in (interpreters[0], interpreters[-1]))
    for path in files:
        name = path.relative_to(folder).as_posix()
        yield Compared(name, *_by_forms(_forms(first, name), _forms(second, name), second.faults))


# The cases of the tests, as they were when the tests ran -------------------------------------------------------------


def cases(path: Path) -> Iterator[tuple[str, str, Mapping[str, str]]]:
    """Each case that `python -m tests.compare harvest` has kept: its test, the file that is asked for, all files."""
    for line in path.read_text("utf-8").splitlines():
        kept = json.loads(line)
        yield kept["test"], kept["name"], kept["files"]


# Judged by itself ---------------------------------------------------------------------------------------------------


def changed_answers(name: str, files: Mapping[str, str], seed: int, interpreter: Interpreter) -> Iterator[Compared]:
    """Comments and names of variables change nothing: what an interpreter says of the same program in other words."""
    sources = {name: text for name, text in files.items() if name.endswith(".py")}
    plain = _told(files, interpreter)
    random = Random(seed)
    more = {name: commented(text, random) for name, text in sources.items()}
    told_more = _told({**files, **{name: each.text for name, each in more.items()}}, interpreter)
    moved = [each._replace(first=more[each.file].lines[each.first]) for each in told_more.listed]
    yield Compared(f"{name} with comments", *_by_places(plain.listed, moved, certain_only=False))
    others = dict(zip(sources, renamed(list(sources.values()), random), strict=True))
    told_others = _told({**files, **others}, interpreter)
    yield Compared(f"{name} with other names", *_by_places(plain.listed, told_others.listed, certain_only=True))


def _by_places(first: Sequence[Listed], second: Sequence[Listed], *, certain_only: bool) -> tuple[str, list[str]]:
    """Names may be evidence for what is likely, and for nothing else."""
    rows = [
        {(each.file, each.first, each.likely, *each.form) for each in found if not (certain_only and each.likely)}
        for found in (first, second)
    ]
    if rows[0] == rows[1]:
        return "equal", []
    return "changed", [str(each) for each in sorted(rows[0] ^ rows[1])]


# Reports --------------------------------------------------------------------------------------------------------------


def summary(found: Collection[Compared], examples: int = 12) -> Iterator[str]:
    """How many have each outcome, and some that are not equal."""
    counts = Counter(each.outcome for each in found)
    yield "  ".join(f"{name} {count}" for name, count in sorted(counts.items()))
    for each in [each for each in found if each.outcome != "equal"][:examples]:
        yield f"{each.outcome}: {each.name}"
        yield from (f"    {why[:300]}" for why in each.why[:4])


def by_feature(found: Collection[tuple[Sequence[str], Judged]]) -> Iterator[str]:
    """A table of the verdicts of one interpreter."""
    rows: dict[str, Judged] = {"all": Judged()}
    programs = Counter[str]()
    for features, one in found:
        for feature in ("all", *features):
            rows.setdefault(feature, Judged()).add(one)
            programs[feature] += 1
    yield f"{'':24}programs  sent false lost hidden vague  listed unsent/forms crashes"
    for name, row in sorted(rows.items(), key=lambda item: (item[0] != "all", item[0])):
        share = 100 * (row.found + len(row.vague)) / row.sent if row.sent else 100
        yield (
            f"{name:24}{programs[name]:8}{row.sent:6}{len(row.false):6}{len(row.lost):5}{len(row.hidden):7}{len(row.vague):6}"
            f"{share:7.1f}%{len(row.unsent):7}/{row.forms:<6}{len(row.faults):6}"
        )
