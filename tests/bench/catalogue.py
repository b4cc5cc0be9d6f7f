"""Loading catalogues: the shipped one, and a description of GitHub's size from the cache.

In milliseconds of processor time: loading does not wait for anything.
"""

import subprocess
import sys
from statistics import median

from tests.github_catalogue import PACKAGE

_SHIPPED = """
import time
from waypost.apis.load import github
start = time.process_time()
github()
print(1e3 * (time.process_time() - start))
"""
_DOCUMENT = """
import sys, time
from pathlib import Path
from waypost.apis import ApiLibrary
path = Path(sys.argv[1])
start = time.process_time()
ApiLibrary().load(path, path.parent)
print(1e3 * (time.process_time() - start))
"""
_GOAL = 30.0


def run() -> None:
    _print("the shipped catalogue", _SHIPPED)
    document = PACKAGE / "generated" / "api.github.com.json"
    if document.exists():
        size = document.stat().st_size / 1e6
        _print(f"a document of {size:.0f} MB, from the cache", _DOCUMENT, str(document))


def _print(what: str, program: str, *arguments: str) -> None:
    """Each time in a separate process; the first one fills the cache."""
    command = [sys.executable, "-c", program, *arguments]
    times = [float(subprocess.run(command, capture_output=True, check=True, text=True).stdout) for _ in range(8)]
    found = median(times[1:])
    print(f"{what}: {found:.1f} ms (goal {_GOAL:.0f} ms, {'reached' if found <= _GOAL else 'missed'})")
