"""All requests of a whole package that is a client of an API, as `waypost routes` lists them, compared with ty.

`WAYPOST_BENCH_PACKAGE` names the folder of the package; otherwise it is that of the first of some large clients that is
installed.
"""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.bench.measure import report, seconds

_LARGE = ("github", "discord", "openai", "anthropic")


def run() -> None:
    package = _package()
    if package is None:
        print(f"none of {', '.join(_LARGE)} is installed, and WAYPOST_BENCH_PACKAGE names no folder")
        return
    mine = seconds(lambda: _listed(package))
    theirs = seconds(lambda: _checked(package))
    report(f"requests of {package.name}", mine, "ty check", theirs, 23.0)


def _package() -> Path | None:
    if named := os.environ.get("WAYPOST_BENCH_PACKAGE"):
        return Path(named)
    found = (find_spec(each) for each in _LARGE)
    return next((Path(each.origin).parent for each in found if each is not None and each.origin), None)


def _listed(package: Path) -> None:
    with TemporaryDirectory() as cache:
        _quietly("waypost", "routes", package, {"WAYPOST_CACHE_DIR": cache})


def _checked(package: Path) -> None:
    _quietly("ty", "check", package, {})


def _quietly(program: str, command: str, package: Path, more: dict[str, str]) -> None:
    subprocess.run(
        (sys.executable, "-m", program, command, package.name),
        cwd=package.parent,
        env=os.environ | more,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=False,
    )
