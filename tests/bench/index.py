"""The index of a tree's routes, built as the server builds it, compared with ruff looking for undefined names.

`WAYPOST_BENCH_TREE` names the tree; otherwise it is the standard library with the installed packages.
"""

import os
import resource
import subprocess
import sys
import sysconfig
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.bench.measure import report, seconds
from waypost.routes.inventory import index_files
from waypost.workspace import Folder, Index, Workspace
from waypost.workspace.walk import PYTHON, indexed_files

_BATCH = 100


def run() -> None:
    tree = Path(os.environ.get("WAYPOST_BENCH_TREE", sysconfig.get_path("stdlib")))
    workspace = Workspace([Folder(tree)])
    files = [path for path in indexed_files(tree) if path.suffix in PYTHON]
    built: list[Index] = []
    mine = seconds(lambda: built.append(_build(files, workspace)))
    theirs = seconds(lambda: _ruff(tree))
    report(f"index of {len(files)} files", mine, "ruff check --select F821 --no-cache", theirs, 3.0)
    index = built[0]
    held = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    workers = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"{index.count} calls in {len(index.files)} files; {held:.0f} MB here, {workers:.0f} MB a process meanwhile")


def _build(files: list[Path], workspace: Workspace) -> Index:
    batches = [files[start : start + _BATCH] for start in range(0, len(files), _BATCH)]
    index = Index()
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as pool:
        for found in pool.map(index_files, batches, [workspace] * len(batches)):
            index = index.with_files(found.calls, found.places)
    return index.completed()


def _ruff(tree: Path) -> None:
    command = (
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--select",
        "F821",
        "--no-cache",
        "--isolated",
        "--exit-zero",
        "-q",
    )
    everything = ("--no-respect-gitignore", "--config", "exclude=[]")
    subprocess.run([*command, *everything, str(tree)], stdout=subprocess.DEVNULL, check=True)
