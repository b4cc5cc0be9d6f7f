"""The real spell checker, run on a small workspace."""

import subprocess
import sys
import sysconfig
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

TYPOS = Path(sysconfig.get_path("scripts")) / ("typos.exe" if sys.platform == "win32" else "typos")
CONFIGURATION_ERROR = 78


class Outcome(NamedTuple):
    code: int
    # `path:line:column: message`, sorted.
    lines: list[str]
    errors: str


def run_typos(folder: Path, files: Mapping[str, str | bytes], *arguments: str) -> Outcome:
    """Write the files and check the folder."""
    write(folder, files)
    done = subprocess.run([TYPOS, "--format", "brief", *arguments], cwd=folder, check=False, capture_output=True)
    lines = sorted(line.removeprefix("./") for line in done.stdout.decode().splitlines())
    return Outcome(done.returncode, lines, done.stderr.decode())


def dump_config(folder: Path) -> Outcome:
    done = subprocess.run([TYPOS, "--dump-config", "-"], cwd=folder, check=False, capture_output=True)
    return Outcome(done.returncode, done.stdout.decode().replace("\r\n", "\n").split("\n"), done.stderr.decode())


def write(folder: Path, files: Mapping[str, str | bytes]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
