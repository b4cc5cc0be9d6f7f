"""`waypost check` on trees, cold, warm and after one change, compared with ruff: processor seconds, and memory.

The trees are the standard library with the installed packages, and a repository of 20,000 files, or else the one that
`WAYPOST_BENCH_TREE` names.
"""

import json
import os
import resource
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

from tests.bench.measure import megabytes, report
from tests.monorepo import make

_RUFF = (
    *(["-m", "ruff", "check", "--no-cache", "--isolated", "--exit-zero", "-q", "--no-respect-gitignore", "--config"]),
    "exclude=[]",
)


def run() -> None:
    named = os.environ.get("WAYPOST_BENCH_TREE")
    if named is not None:
        _compare(Path(named))
        return
    _compare(Path(sysconfig.get_path("stdlib")))
    with tempfile.TemporaryDirectory() as folder:
        make(Path(folder), 20_000)
        _compare(Path(folder))


def _compare(tree: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        own = ("-m", "waypost", "check", "--exit-zero", "--quiet", "--isolated", "--cache-dir", folder)
        cold = _processor(*own, "--no-cache", str(tree))
        kept = _processor(*own, str(tree))
        warm = _processor(*own, str(tree))
        files = _forget_one(Path(folder))
        changed = _processor(*own, str(tree))
        print(f"{files:,} sources in {tree}")
        for name, selected, goal in (("F821", ("--select", "F821"), 0.5), ("default rules", (), 1.0)):
            theirs = _processor(*_RUFF, *selected, str(tree))
            report("check, cold", cold, f"ruff, {name}", theirs, goal)
        report("check, warm", warm, "cold, and kept", kept, 0.15)
        report(f"check, one of {files:,} files changed", changed, "cold, and kept", kept, 0.2)
        if Path("/proc/self/smaps_rollup").exists():
            ours, theirs = _memory(*own, "--no-cache", str(tree)), _memory(*_RUFF, "--select", "F821", str(tree))
            print(f"memory of all processes, cold: {ours:.0f} MB (goal: 250); ruff: {theirs:.0f} MB")


def _forget_one(folder: Path) -> int:
    """Make the cache that of a tree in which one file is different. Returns how many files it knows."""
    [kept] = folder.glob("check-*.json")
    data = json.loads(kept.read_bytes())
    _, stamp = next(iter(data["stamps"].items()))
    stamp[0] -= 1
    for key in [key for key in data["entries"] if key.startswith(stamp[-1])]:
        del data["entries"][key]
    kept.write_text(json.dumps(data))
    return len(data["stamps"])


def _processor(*arguments: str) -> float:
    """The processor seconds of a command and all processes that it starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _memory(*arguments: str) -> float:
    """The peak megabytes of a command and all processes that it starts; shared memory counts once."""
    running = subprocess.Popen([sys.executable, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    most = 0.0
    while running.poll() is None:
        most = max(most, megabytes(running.pid))
        time.sleep(0.05)
    return most
