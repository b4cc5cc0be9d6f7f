"""Packages of PyPI, each in separate folders: its sources, and its dependencies."""

import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_TRIES: Final = 3
_SECONDS: Final = 240
# The transports that are replaced: a package may use one that it does not require.
_TRANSPORTS: Final = ("requests", "httpx", "aiohttp", "urllib3")
_NO_CODE: Final = ("tests", "test", "docs", "examples", "example", "samples", "testing", "scripts", "benchmarks")


@dataclass(frozen=True)
class Package:
    """An installed package: `code` holds its own sources, `needed` everything else."""

    name: str
    code: Path
    needed: Path

    @property
    def top(self) -> str:
        """The module that is imported: the largest one that is not about tests or documentation."""
        folders = (each.parent for each in self.code.rglob("__init__.py"))
        found = {
            ".".join(each.relative_to(self.code).parts): sum(file.stat().st_size for file in each.rglob("*.py"))
            for each in folders
            if not (each.parent / "__init__.py").is_file() and not {*each.relative_to(self.code).parts} & {*_NO_CODE}
        }
        return max(found, key=found.__getitem__, default="")

    @property
    def root(self) -> Path:
        """The folder of that module, which may be part of a namespace."""
        return self.code.joinpath(*self.top.split("."))

    @property
    def version(self) -> str:
        infos = sorted(self.code.glob("*.dist-info"))
        plain = re.sub(r"[-_.]+", "_", self.name).lower()
        found = (each.stem.rpartition("-") for each in infos)
        return next((version for name, _, version in found if re.sub(r"[-_.]+", "_", name).lower() == plain), "")


def fetched(name: str, folder: Path) -> Package | None:
    """A package, downloaded if necessary; None if it cannot be installed."""
    package = Package(name, folder / name / "code", folder / name / "needed")
    if not package.code.is_dir() and not _installed(package):
        return None
    return package if package.top else None


def _installed(package: Package) -> bool:
    needed = _pip("--target", str(package.needed), package.name, *_TRANSPORTS)
    return needed and _pip("--no-deps", "--target", str(package.code), package.name)


def _pip(*arguments: str) -> bool:
    """Run pip, again if the network fails."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--prefer-binary", "--no-compile", *arguments]
    for attempt in range(_TRIES):
        time.sleep(attempt * 5)
        try:
            if subprocess.run(command, capture_output=True, timeout=_SECONDS, check=False).returncode == 0:
                return True
        except subprocess.TimeoutExpired:
            continue
    return False
