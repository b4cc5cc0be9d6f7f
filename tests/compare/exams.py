"""The exams: what is read, and by what the answers are judged."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from tests.compare.interpreters import Listed, Told, stated
from tests.fuzz.judge import Judged
from tests.fuzz.variants import commented, renamed

_SKIPPED: Final = frozenset((".git", ".venv", "venv", "node_modules", "__pycache__", "site-packages"))


class Compared(NamedTuple):
    """How two answers compare: a word, and what shows it."""

    name: str
    outcome: str
    why: Sequence[str] = ()


def python_files(folder: Path) -> list[Path]:
    found = (path for path in sorted(folder.rglob("*.py")) if _SKIPPED.isdisjoint(path.relative_to(folder).parts))
    return [path for path in found if b"\0" not in path.read_bytes()]


# Judged by itself ---------------------------------------------------------------------------------------------------


def changed_answers(
    name: str, files: Mapping[str, str], seed: int, interpreter: Callable[[Mapping[str, str]], Told] = stated
) -> Iterator[Compared]:
    """Comments and names of variables change nothing: what is stated of the same program in other words."""
    sources = {name: text for name, text in files.items() if name.endswith(".py")}
    plain = interpreter(files)
    random = Random(seed)
    more = {name: commented(text, random) for name, text in sources.items()}
    told_more = interpreter({**files, **{name: each.text for name, each in more.items()}})
    moved = [each._replace(first=more[each.file].lines[each.first]) for each in told_more.listed]
    yield Compared(f"{name} with comments", *_by_places(plain.listed, moved, certain_only=False))
    others = dict(zip(sources, renamed(list(sources.values()), random), strict=True))
    told_others = interpreter({**files, **others})
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
    """A table of verdicts."""
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
