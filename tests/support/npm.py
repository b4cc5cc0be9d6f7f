"""The npm packages that tests compare with, installed on first use; a test without them is skipped."""

import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.support.alone import alone

HOME = Path(__file__).parents[1] / "npm"
_RETRIES = "--fetch-retries=8"


def run_node(script: str, request: object) -> Any:
    """The answer of `tests/npm/<script>` to a request, both as JSON."""
    packages()
    done = subprocess.run(
        [program("node"), str(HOME / script)],
        input=json.dumps(request),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


def packages() -> Path:
    """The folder of the installed packages."""
    problem = install(HOME)
    if problem:
        pytest.skip(problem)
    return HOME / "node_modules"


def program(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


@cache
def install(folder: Path) -> str:
    """Install a folder's packages exactly as locked, if they are missing. Returns what prevented it, or nothing."""
    with alone(str(folder)):
        return _install(folder)


def _install(folder: Path) -> str:
    mark, lock = folder / "node_modules" / ".package-lock.json", folder / "package-lock.json"
    if mark.is_file() and mark.stat().st_mtime >= lock.stat().st_mtime:
        return ""
    npm = shutil.which("npm")
    if npm is None:
        return "npm is not installed"
    done = subprocess.run(
        [npm, "ci", "--no-audit", "--no-fund", _RETRIES], cwd=folder, capture_output=True, text=True, check=False
    )
    return f"npm ci in {folder.name}: {done.stderr.strip()[-300:]}" if done.returncode else ""
