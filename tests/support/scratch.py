"""An environment with real packages, separate from that of the tests. It is made once and kept between runs."""

import hashlib
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from tests.support.alone import alone

_MINUTES = 9


class Environment:
    """A virtual environment somewhere in the system's folder for temporary files."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def python(self) -> Path:
        return self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    @property
    def packages(self) -> Path:
        found = subprocess.run(
            [self.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
            capture_output=True,
            text=True,
            check=True,
        )
        return Path(found.stdout.strip())


@cache
def environment(requirements: Sequence[str]) -> Environment:
    """An environment with exactly these packages and their dependencies; skips the test if they cannot be installed."""
    key = hashlib.sha256("\n".join([sys.version, *requirements]).encode()).hexdigest()[:16]
    folder = Path(tempfile.gettempdir()) / f"waypost-tests-{key}"
    made = Environment(folder)
    with alone(str(folder)):
        if not (folder / "complete").exists():
            _make(made, requirements)
    return made


def _make(made: Environment, requirements: Sequence[str]) -> None:
    subprocess.run([sys.executable, "-m", "venv", made.folder], check=True, capture_output=True)
    command = [made.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *requirements]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60 * _MINUTES)
    if done.returncode:
        pytest.skip("the packages cannot be installed here: " + (done.stderr.strip().splitlines() or ["?"])[-1])
    (made.folder / "complete").touch()
