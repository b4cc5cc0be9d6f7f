"""Measuring two things in turn, so that other load on the machine affects both."""

import statistics
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def side_by_side(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 7) -> tuple[float, float]:
    """The median seconds of each, measured alternately after one round to warm up."""
    return in_turn(partial(seconds, ours), partial(seconds, theirs), rounds)


def in_turn(ours: Callable[[], float], theirs: Callable[[], float], rounds: int) -> tuple[float, float]:
    """The same for work that measures its own seconds."""
    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    return statistics.median(pair[0] for pair in pairs), statistics.median(pair[1] for pair in pairs)


def report(what: str, ours: float, beside: str, theirs: float, goal: float) -> float:
    """Print a ratio and its goal."""
    ratio = ours / theirs
    verdict = "reached" if ratio <= goal else "missed"
    print(f"{what}: {ratio:.2f} of {beside} (goal {goal}, {verdict}; {ours * 1e3:.3g} ms to {theirs * 1e3:.3g} ms)")
    return ratio


def megabytes(process: int) -> float:
    """The memory of a process and all those that it has started; what they share counts once. Only on Linux."""
    return sum(map(_proportional, _with_children(process))) / 1024


def _with_children(process: int) -> list[int]:
    found = [process]
    for each in found:
        for children in Path(f"/proc/{each}/task").glob("*/children"):
            with suppress(OSError):
                found += map(int, children.read_text().split())
    return found


def _proportional(process: int) -> int:
    """A process's share of memory in kilobytes, or nothing once it has ended."""
    with suppress(OSError):
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith("Pss:")), 0)
    return 0
