"""Installed beside other packages, Waypost works and nothing of what was there breaks."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.budget import TIMES
from tests.test_packaging import ROOT, run, tracked
from waypost.core.version import VERSION

pytestmark = [pytest.mark.network, pytest.mark.slow]

# What is installed before Waypost; and the newest Python for which it has wheels.
BESIDE = {
    "pydantic==2.5.3 click==8.1.0 websockets==11.0.3": 12,
    "pydantic==2.7.4 click==8.1.8 websockets==12.0": 12,
    "pydantic==2.10.6 platformdirs==3.11.0 PyYAML==6.0.2": 13,
    "pydantic==2.12.4 jsonschema==4.18.6 rapidfuzz==3.10.1": 13,
}
# What users run first: each command has its own options and imports.
COMMANDS = [
    ("--version",),
    ("check", "--exit-zero", "."),
    ("config", "show", "typos.toml"),
    ("config", "explain", "typos.toml:1-2"),
    ("routes", "."),
    ("expand", "GET", "/user"),
    ("lsp", "--help"),
]
EVERYDAY = "from pydantic import BaseModel\nclass M(BaseModel):\n    x: int\nassert M(x='5').x == 5\nimport waypost\n"


def _pythons() -> Iterator[Path]:
    """Every Python that Waypost supports, on PATH, of pyenv or of uv; the one that runs the tests comes first."""
    found: dict[tuple[int, int], Path] = {sys.version_info[:2]: Path(sys.executable)}
    kept = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    kept_by_uv = Path(os.environ.get("UV_PYTHON_INSTALL_DIR", Path.home() / ".local/share/uv/python"))
    for minor in range(11, 15):
        named = shutil.which(f"python3.{minor}")
        candidates = [*kept.glob(f"3.{minor}.*/bin/python"), *kept_by_uv.glob(f"cpython-3.{minor}.*/bin/python3")]
        for path in ([Path(named)] if named else []) + sorted(candidates):
            works = subprocess.run([path, "-c", "import venv"], capture_output=True, check=False).returncode == 0
            if works:  # pyenv's own commands of other versions fail
                found.setdefault((3, minor), path)
    yield from found.values()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Of the tracked files as they are now."""
    source, out = tmp_path_factory.mktemp("source"), tmp_path_factory.mktemp("dist")
    for name in tracked("server") | {"pyproject.toml", "README.md"}:
        if (ROOT / name).is_file():
            (source / name).parent.mkdir(parents=True, exist_ok=True)
            (source / name).write_bytes((ROOT / name).read_bytes())
    run(sys.executable, "-m", "build", "--wheel", "--outdir", out, source)
    return next(out.glob("*.whl"))


def _install(python: Path, *what: str | Path) -> None:
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--prefer-binary", *what)


def _installed(python: Path) -> dict[str, str]:
    listed = run(sys.executable, "-m", "pip", "--python", python, "list", "--format", "json").stdout
    return {each["name"].lower(): each["version"] for each in json.loads(listed)}


def _minor(python: Path) -> int:
    return int(run(python, "-c", "import sys; print(sys.version_info.minor)").stdout)


# There is nothing to install of older releases for newer Pythons. An ordinary run tries every third.
EVERY = [(python, beside) for python in _pythons() for beside in BESIDE if _minor(python) <= BESIDE[beside]]
CASES = EVERY[:: 3 if TIMES == 1 else 1]


@pytest.mark.parametrize(("python", "beside"), CASES, ids=[f"{path.parent.parent.name} {what}" for path, what in CASES])
def test_nothing_that_was_there_breaks(python: Path, beside: str, wheel: Path, tmp_path: Path) -> None:
    run(python, "-m", "venv", "--without-pip", tmp_path / "env")
    programs = tmp_path / "env" / ("Scripts" if os.name == "nt" else "bin")
    own = programs / "python"
    _install(own, *beside.split())
    before = _installed(own)
    _install(own, wheel)

    after = _installed(own)
    assert {name: after[name] for name in before} == before
    run(sys.executable, "-m", "pip", "--python", own, "check")
    run(own, "-c", EVERYDAY)
    project = tmp_path / "project"
    project.mkdir()
    (project / "typos.toml").write_text('[default]\nextend-ignore-re = ["a(b"]\n')
    (project / "client.py").write_text('import httpx\nhttpx.get("https://api.example.com/users")\n')
    outputs = {name: run(programs / "waypost", name, *more, cwd=project).stdout for name, *more in COMMANDS}
    assert outputs["--version"] == f"waypost {VERSION}\n"
    assert "unclosed group" in outputs["check"]
    assert "https://api.example.com\n  GET  /users " in outputs["routes"]
